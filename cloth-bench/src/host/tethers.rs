//! What tethers add to a frame.

use super::engine::{Cloth, Memory, lock, start};
use super::record;
use super::rounds::Entry;
use crate::experiment::quality::case::{Hold, Setting, scene};
use cloth_bench::FRAME_SUBSTEPS;
use cloth_core::{Mode, Scene};
use std::time::Instant;

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
pub fn entry<const N: usize>(memory: &'static Memory<f32, N>, hold: Hold) -> Entry {
    let [with, without] = [true, false].map(|tethers| {
        let setting = Setting {
            mode: Mode::Xpbd,
            substeps: FRAME_SUBSTEPS,
            iterations: 1,
            tethers,
        };
        scene(hold, &setting, N)
    });
    let mut cloth = lock(&memory.simulation);
    start(&mut cloth, &with);
    cloth.run(SETTLING);
    let mut copy = Box::new(Cloth::EMPTY);
    let mut frame = move |scene: &Scene, from: &Cloth<f32, N>| {
        (*copy).clone_from(from);
        let changed = copy.change(scene);
        changed.expect("only tethers come and go");
        let start = Instant::now();
        copy.step();
        start.elapsed().as_nanos() as u64
    };
    Entry {
        record: record("cloth-core", "f32", name(hold), N, FRAME_SUBSTEPS),
        round: Box::new(move || {
            let step = frame(&without, &cloth);
            let tethers = frame(&with, &cloth).saturating_sub(step);
            cloth.step();
            vec![("tethers", tethers), ("step", step)]
        }),
    }
}
