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
/// A cost at which strains are compared, ns a particle and frame.
const EQUAL_COST: f64 = 130.0;

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
    /// The same with as many substeps as [`EQUAL_COST`] buys each.
    at_equal_cost: Option<[f64; 2]>,
}

#[rustfmt::skip]
const THEN: [Then; 5] = [
    Then { side: 16, own: [233.0, 297.0], nv_cloth: [1.0, 1.3], jolt: None, strain: None, at_equal_cost: None },
    Then { side: 32, own: [123.0, 166.0], nv_cloth: [2.0, 2.4], jolt: Some(6.7), strain: Some([0.22, 0.55]), at_equal_cost: Some([0.31, 2.3]) },
    Then { side: 64, own: [109.0, 142.0], nv_cloth: [3.1, 2.7], jolt: Some(8.3), strain: Some([0.35, 0.90]), at_equal_cost: Some([0.42, 3.8]) },
    Then { side: 128, own: [108.0, 136.0], nv_cloth: [3.1, 2.8], jolt: Some(8.5), strain: Some([0.55, 1.4]), at_equal_cost: Some([0.60, 6.0]) },
    Then { side: 256, own: [141.0, 153.0], nv_cloth: [3.3, 3.1], jolt: Some(10.3), strain: Some([0.86, 2.2]), at_equal_cost: Some([1.04, 10.5]) },
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
         core: the smallest time, ns a particle and frame; the largest strain after 5 s with tethers, %, and that with \
         as many substeps as {EQUAL_COST} ns buy.\n\
         Then: one core of a Zen 3 with AVX2, in turn in one process; NvCloth used AVX.\n"
    );
    let groups = [
        ("constraint mode", 4),
        ("XPBD with tethers", 3),
        ("strain", 3),
        ("strain at equal cost", 4),
    ];
    let over = groups.map(|(title, cells)| format!("{title:>width$}", width = 9 * cells));
    println!("{:<9}{}", "", over.concat());
    let [now, then, nv_cloth] = ["now", "then", "NvCloth"];
    line(
        "grid",
        &[
            now, then, nv_cloth, "Jolt", now, then, nv_cloth, now, then, nv_cloth, "substeps", now,
            then, nv_cloth,
        ]
        .map(str::to_owned),
    );
    match grid {
        Some(grid) => print(grid, THEN.iter().find(|then| square(then.side) == grid)),
        None => THEN
            .iter()
            .try_for_each(|then| print(square(then.side), Some(then))),
    }
}

fn print(grid: GridSize, then: Option<&Then>) -> Result<(), String> {
    let begin = |mode, substeps, tethers| {
        let setting = Setting {
            mode,
            substeps,
            iterations: 1,
            tethers,
        };
        started(&scene(Hold::FourCorners, &setting, grid), grid, Format::F32)
    };
    let xpbd = |substeps| begin(Mode::Xpbd, substeps, true);
    let constraint = begin(Mode::Constraint, FRAME_SUBSTEPS, false)?;
    let mut cloths = [constraint, xpbd(FRAME_SUBSTEPS)?];
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
    let cheap = |i: usize| then.and_then(|then| Some(then.at_equal_cost?[i]));
    let bought = (EQUAL_COST / now[1] * f64::from(FRAME_SUBSTEPS))
        .round()
        .max(1.0) as u32;
    let with = |substeps| Ok::<_, String>(Some(100.0 * after_five_seconds(xpbd(substeps)?)));
    let (usual, equal) = (with(FRAME_SUBSTEPS)?, with(bought)?);
    line(
        &name(grid),
        &[
            cell(Some(now[0]), 0),
            cell(own(0), 0),
            cell(nv_cloth(0), 0),
            cell(jolt, 0),
            cell(Some(now[1]), 0),
            cell(own(1), 0),
            cell(nv_cloth(1), 0),
            cell(usual, 2),
            cell(strain(0), 2),
            cell(strain(1), 2),
            bought.to_string(),
            cell(equal, 2),
            cell(cheap(0), 2),
            cell(cheap(1), 1),
        ],
    );
    Ok(())
}

fn line(first: &str, cells: &[String]) {
    let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
    println!("{first:<9}{cells}");
}

/// The largest structural strain after 5 s.
fn after_five_seconds(mut cloth: Box<dyn AnySimulation>) -> f64 {
    for _ in 0..FRAMES {
        cloth.step();
    }
    quality::strain(&*cloth).0
}

fn cell(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
}
