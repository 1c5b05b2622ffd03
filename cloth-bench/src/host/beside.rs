//! A frame beside those of other libraries, whose figures are cited: they were measured once.

use super::engine::{started, step_time};
use crate::experiment::quality;
use crate::experiment::quality::case::{Hold, Setting, scene};
use crate::grid::{name, particles, square};
use cloth_bench::FRAME_SUBSTEPS;
use cloth_core::Mode;
use cloth_core::host::{AnySimulation, Format, GridSize};

/// Frames until strain is looked at: 5 s.
const FRAMES: usize = 300;
/// Frames in turn of which the shortest counts: as many as move so many particles, within bounds.
const TIMED: usize = 1 << 22;
const LEAST: usize = 60;
const MOST: usize = 4096;

/// What was measured once on one core of a Zen 3 with AVX2, in turn in one process: NvCloth with AVX, and Jolt.
struct Then {
    side: usize,
    /// This engine's frame in constraint mode and of XPBD with tethers, ns a particle.
    own: [f64; 2],
    /// NvCloth's over the one, and with four tethers a particle over the other.
    nv_cloth: [f64; 2],
    /// Jolt's soft body over constraint mode.
    jolt: Option<f64>,
    /// Strain after 5 s with tethers, this engine's and NvCloth's, %.
    strain: Option<[f64; 2]>,
}

#[rustfmt::skip]
const THEN: [Then; 5] = [
    Then { side: 16, own: [233.0, 297.0], nv_cloth: [1.0, 1.3], jolt: None, strain: None },
    Then { side: 32, own: [123.0, 166.0], nv_cloth: [2.0, 2.4], jolt: Some(6.7), strain: Some([0.22, 0.55]) },
    Then { side: 64, own: [109.0, 142.0], nv_cloth: [3.1, 2.7], jolt: Some(8.3), strain: Some([0.35, 0.90]) },
    Then { side: 128, own: [108.0, 136.0], nv_cloth: [3.1, 2.8], jolt: Some(8.5), strain: Some([0.55, 1.4]) },
    Then { side: 256, own: [141.0, 153.0], nv_cloth: [3.3, 3.1], jolt: Some(10.3), strain: Some([0.86, 2.2]) },
];

/// Measures frames of a sheet of 2 m that hangs from four corners, of the grid or of all that were measured then, and
/// prints them beside that.
///
/// # Errors
/// If there is no memory.
pub fn run(grid: Option<GridSize>) -> Result<(), String> {
    super::use_one_core();
    println!(
        "A sheet of 2 m from four corners, six families of links, {FRAME_SUBSTEPS} substeps of one pass, f32, one \
         core: the smallest time, ns a particle and frame; the largest strain after 5 s, %.\n\
         Then: one core of a Zen 3 with AVX2, in turn in one process; NvCloth used AVX.\n"
    );
    println!(
        "{:<9} {:>28} {:>30} {:>24}",
        "", "constraint mode", "XPBD with tethers", "strain with tethers"
    );
    println!(
        "{:<9} {:>6} {:>6} {:>8} {:>6} {:>9} {:>8} {:>8} {:>10} {:>6} {:>8}",
        "grid",
        "now",
        "then",
        "NvCloth",
        "Jolt",
        "now",
        "then",
        "NvCloth",
        "now",
        "then",
        "NvCloth"
    );
    match grid {
        Some(grid) => print(grid, THEN.iter().find(|then| square(then.side) == grid)),
        None => THEN
            .iter()
            .try_for_each(|then| print(square(then.side), Some(then))),
    }
}

fn print(grid: GridSize, then: Option<&Then>) -> Result<(), String> {
    let [constraint, xpbd] = [(Mode::Constraint, false), (Mode::Xpbd, true)];
    let begin = |(mode, tethers)| {
        let setting = Setting {
            mode,
            substeps: FRAME_SUBSTEPS,
            iterations: 1,
            tethers,
        };
        started(&scene(Hold::FourCorners, &setting, grid), grid, Format::F32)
    };
    let mut cloths = [begin(constraint)?, begin(xpbd)?];
    let mut least = [u64::MAX; 2];
    for _ in 0..(TIMED / particles(grid)).clamp(LEAST, MOST) {
        for (cloth, least) in cloths.iter_mut().zip(&mut least) {
            *least = step_time(&mut **cloth).min(*least);
        }
    }
    let now = least.map(|ns| ns as f64 / particles(grid) as f64);
    let own = |i: usize| then.map(|then| then.own[i]);
    let nv_cloth = |i: usize| then.map(|then| then.own[i] * then.nv_cloth[i]);
    let jolt = then.and_then(|then| Some(then.own[0] * then.jolt?));
    let strain = |i: usize| then.and_then(|then| Some(then.strain?[i]));
    println!(
        "{:<9} {:>6.0} {:>6} {:>8} {:>6} {:>9.0} {:>8} {:>8} {:>10.2} {:>6} {:>8}",
        name(grid),
        now[0],
        or_none(own(0), 0),
        or_none(nv_cloth(0), 0),
        or_none(jolt, 0),
        now[1],
        or_none(own(1), 0),
        or_none(nv_cloth(1), 0),
        100.0 * after_five_seconds(begin(xpbd)?),
        or_none(strain(0), 2),
        or_none(strain(1), 2)
    );
    Ok(())
}

/// The largest structural strain after 5 s.
fn after_five_seconds(mut cloth: Box<dyn AnySimulation>) -> f64 {
    for _ in 0..FRAMES {
        cloth.step();
    }
    quality::strain(&*cloth).0
}

fn or_none(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
}
