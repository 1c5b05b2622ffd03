//! The strain that each solver leaves, against the time of a frame.

use super::particle_state::{ParticleState, begin, between, set_grid};
use super::{Cores, measure_all};
use crate::grid_size::{name, particles, square};
use crate::table::{Table, TableCell};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::scene::{ColliderScene, Colliders, TetherScene};
use cloth_core::{Mode, Scene};
use std::time::Instant;

/// Sides of the square grids, unless one is given.
const SIDES: [usize; 4] = [32, 64, 128, 256];
/// Frames, 60 a second.
const FRAMES: usize = 240;
/// Frames before strain is measured: the sheet has fallen.
const SETTLING: usize = 60;
/// The most columns or rows for springs: a finer grid has too many substeps.
const MOST_FOR_SPRINGS: usize = 64;

/// A name, whether the upper and the lower corners are pinned, and whether there is a ball below.
type Holding = (&'static str, [bool; 3]);

const HOLDS: [Holding; 3] = [
    ("four-corners", [true, true, true]),
    ("two-corners", [true, false, false]),
    ("drape", [false, false, true]),
];

/// A solver, and its substeps and passes in a frame.
#[derive(Clone, Copy, Debug)]
struct Setting {
    mode: Mode,
    /// For springs: those at 50 columns; a finer grid has more.
    substeps: u32,
    iterations: u32,
    tethers: bool,
}

/// Every solver, by substeps. Springs of the library's stiffness are stable from 16 substeps on at 50
/// columns.
fn settings() -> Vec<Setting> {
    let many = |mode, substeps: &[u32], iterations, tethers| -> Vec<Setting> {
        let one = |&substeps| Setting {
            mode,
            substeps,
            iterations,
            tethers,
        };
        substeps.iter().map(one).collect()
    };
    let mut all = many(Mode::Hooke, &[48], 1, false);
    for tethers in [false, true] {
        for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
            all.extend(many(mode, &[2, 4, 8, 15, 30], 1, tethers));
        }
    }
    // As many passes in one substep as others have substeps.
    for iterations in [4, 15] {
        all.extend(many(Mode::Constraint, &[1], iterations, false));
        all.extend(many(Mode::Xpbd, &[1], iterations, false));
    }
    all
}

/// The scene of a case, 60 frames a second: a sheet of 2 m, horizontal at the start; the ball of
/// 0.5 m has its centre 0.75 m below.
fn scene((_, [upper, lower, ball]): Holding, setting: &Setting, grid: GridSize) -> Scene {
    let mut scene = Scene::DEFAULT;
    set_grid(&mut scene, grid);
    scene.cloth.width = 2.0;
    scene.solver.mode = setting.mode;
    scene.solver.steps_per_second = 60.0;
    scene.solver.substeps = setting.substeps;
    (scene.springs.structural, scene.springs.shear) = (500.0, 500.0);
    scene.springs.bend = 25.0;
    scene.constraints.substeps = setting.substeps;
    scene.constraints.iterations = setting.iterations;
    (scene.pbd.substeps, scene.pbd.iterations) = (setting.substeps, setting.iterations);
    (scene.xpbd.substeps, scene.xpbd.iterations) = (setting.substeps, setting.iterations);
    scene.tethers = setting.tethers.then_some(TetherScene::default());
    (scene.pins.top_left, scene.pins.top_right) = (upper, upper);
    (scene.pins.bottom_left, scene.pins.bottom_right) = (lower, lower);
    scene.colliders = Colliders::EMPTY;
    if ball {
        let ball = ColliderScene::sphere([0.0, -0.75, 0.0], 0.5).with_friction(0.3);
        scene.colliders.0[0] = Some(ball);
    }
    scene
}

/// Strain and time of every solver's settings.
pub fn quality(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let grids = grid.map_or_else(|| SIDES.map(square).to_vec(), |grid| vec![grid]);
    let mut cases = Vec::new();
    for grid in grids {
        let longer = grid.columns.max(grid.rows);
        for hold in HOLDS {
            let settings = settings().into_iter();
            let chosen =
                settings.filter(|one| one.mode != Mode::Hooke || longer <= MOST_FOR_SPRINGS);
            cases.extend(chosen.map(|setting| (grid, hold, setting)));
        }
    }
    let rows = measure_all("quality", Cores::One, &cases, measure)?;
    let note = format!(
        "Structural strain of a sheet 2 m wide in frames of 1/60 s, after the first of {} s; f32.\n\
         Speed: the fastest particle in the last second.",
        FRAMES / 60
    );
    let words = ["grid", "hold", "solver", "tethers"];
    let numbers = [
        "passes",
        "substeps",
        "largest %",
        "speed m/s",
        "µs/frame",
        "ns/particle·frame",
    ];
    let mut table = Table::new(note, &words, &numbers);
    rows.into_iter().for_each(|row| table.row(row));
    Ok(vec![table])
}

fn measure(
    (grid, hold, setting): &(GridSize, Holding, Setting),
) -> Result<[TableCell; 10], String> {
    let scene = scene(*hold, setting, *grid);
    let mut cloth = begin(&scene, Method::Verlet, Format::F32)?;
    let (mut largest, mut speed) = (f64::NEG_INFINITY, 0.0_f64);
    let mut times = Vec::new();
    for frame in 0..FRAMES {
        let start = Instant::now();
        cloth.step();
        times.push(start.elapsed().as_secs_f64() * 1e6);
        if frame >= SETTLING {
            largest = largest.max(largest_strain(&*cloth));
        }
        if frame >= FRAMES - 60 {
            speed = speed.max(ParticleState::of(&*cloth).fastest());
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let frame = times[times.len() / 2];
    Ok([
        name(*grid).into(),
        hold.0.into(),
        setting.mode.name().into(),
        if setting.tethers { "yes" } else { "no" }.into(),
        setting.iterations.into(),
        scene.substeps(grid.columns, grid.rows).into(),
        TableCell::number(100.0 * largest, 2),
        TableCell::number(speed, 2),
        TableCell::number(frame, 0),
        TableCell::number(1e3 * frame / particles(*grid) as f64, 1),
    ])
}

/// The largest strain of the structural links; 0 without links.
fn largest_strain(cloth: &dyn AnySimulation) -> f64 {
    let (columns, rows) = (cloth.columns(), cloth.rows());
    let places = ParticleState::of(cloth).position;
    let spacing = cloth.scene().cloth.spacing(columns, rows);
    let across = (1..places.len())
        .filter(|i| i % columns > 0)
        .map(|i| [i - 1, i]);
    let down = (columns..places.len()).map(|i| [i - columns, i]);
    let strain = |[a, b]: [usize; 2]| between(places[a], places[b]) / spacing - 1.0;
    let strains = across.chain(down).map(strain);
    strains.reduce(f64::max).unwrap_or_default()
}
