//! What tethers add to a frame.

use super::engine::{started, step_time};
use super::record;
use super::rounds::Entry;
use crate::experiment::quality::case::{Hold, Setting, scene};
use cloth_bench::FRAME_SUBSTEPS;
use cloth_core::host::{AnySimulation, Format, GridSize};
use cloth_core::{Mode, Scene};

/// Frames before the first that is measured: the sheet has fallen.
const SETTLING: u32 = 60;

/// The solver's name in records of a sheet that hangs so.
pub const fn name(hold: Hold) -> &'static str {
    match hold {
        Hold::FourCorners => "xpbd-four-corners",
        Hold::TwoCorners => "xpbd-two-corners",
        Hold::Drape => "xpbd-drape",
    }
}

/// A frame of 15 substeps of a sheet that hangs so, with and without tethers from
/// one state: the phase `tethers` is the difference, the step is without them.
///
/// # Errors
/// As [`started`].
pub fn entry(grid: GridSize, hold: Hold) -> Result<Entry, String> {
    let [with, without] = [true, false].map(|tethers| {
        let setting = Setting {
            mode: Mode::Xpbd,
            substeps: FRAME_SUBSTEPS,
            iterations: 1,
            tethers,
        };
        scene(hold, &setting, grid)
    });
    let mut cloth = started(&with, grid, Format::F32)?;
    for _ in 0..SETTLING {
        cloth.step();
    }
    let record = record("cloth-core", "f32", name(hold), grid, FRAME_SUBSTEPS);
    Ok(Entry::new(record, move || {
        let step = frame(&*cloth, &without);
        let tethers = frame(&*cloth, &with).saturating_sub(step);
        cloth.step();
        vec![("tethers", tethers), ("step", step)]
    }))
}

/// Time of a frame with a scene from where a cloth is, ns.
fn frame(from: &dyn AnySimulation, scene: &Scene) -> u64 {
    let copy = from.with_method(from.method());
    let mut copy = copy.expect("as much memory as the rounds before had");
    let changed = copy.change(scene);
    changed.expect("only tethers come and go");
    step_time(&mut *copy)
}
