//! Ways to solve backward Euler's linear system (S2-21).

use super::particle_state::{ParticleState, begin, set_grid};
use super::search::undisturbed;
use super::{Cores, measure_all};
use crate::grid_size::{name, square};
use crate::table::{Table, TableCell};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::integrate::{Descent, SolverSettings};
use cloth_core::{Scene, scenes};
use std::time::Instant;

/// Steps a second.
const RATE: f64 = 60.0;
/// Sides of the square grids, unless one is given.
const SIDES: [usize; 6] = [8, 16, 24, 32, 48, 64];
/// Steps before the measured ones, with the best solver.
const WARM_UP: u32 = 20;
/// Steps measured.
const STEPS: u32 = 15;
/// Relative residual of a solution.
const TOLERANCE: f64 = 1e-4;
/// Most iterations of a step: far more than any solver needs.
const MOST: u32 = 100_000;

const WAYS: [(&str, Descent); 3] = [
    (
        "conjugate gradient, preconditioned",
        Descent::PreconditionedConjugateGradient,
    ),
    ("conjugate gradient", Descent::ConjugateGradient),
    ("steepest descent", Descent::SteepestDescent),
];

/// S4's cloth as it falls from two corners, with one substep on any grid.
fn scene(grid: GridSize) -> Scene {
    let mut scene = scenes::PINNED2.scene;
    set_grid(&mut scene, grid);
    scene.solver.steps_per_second = RATE;
    scene.solver.substeps = 1;
    scene.limit = None;
    scene
}

/// Iterations and time of each solver on each grid.
pub fn cg(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let grids = grid.map_or_else(|| SIDES.map(square).to_vec(), |grid| vec![grid]);
    let note = format!(
        "Backward Euler, S4's cloth (1 m × 1 m, 150 kg/m², 5000 N/m) falling from two corners, dt = 1/{RATE} s, {STEPS} steps\n\
         from the same state after {WARM_UP}; solved to {TOLERANCE:e}; f64, one core. κ = k·dt²/m of a structural spring.\n"
    );
    let numbers = ["κ", "iterations", "ms a step", "residual"];
    let mut table = Table::new(note, &["grid", "method"], &numbers);
    for rows in measure_all("cg", Cores::One, &grids, |&grid| ways(grid))? {
        rows.into_iter().for_each(|row| table.row(row));
    }
    Ok(vec![table])
}

/// A row for each solver on a grid, all from the same state in the middle of the fall.
fn ways(grid: GridSize) -> Result<Vec<[TableCell; 6]>, String> {
    let scene = scene(grid);
    let mut cloth = begin(&scene, Method::BackwardEuler, Format::F64)?;
    set_method(&mut *cloth, Descent::default())?;
    (0..WARM_UP).for_each(|_| cloth.step());
    let start = ParticleState::of(&*cloth);
    let stiffness = scene.springs.structural / (RATE * RATE);
    let kappa = stiffness / scene.cloth.particle_mass(grid.columns, grid.rows);
    let way = |(way, method): (&str, Descent)| {
        cloth.reset(&scene).map_err(|error| error.to_string())?;
        start.place(&mut *cloth);
        set_method(&mut *cloth, method)?;
        let [iterations, milliseconds, residual] = measure(&mut *cloth);
        Ok([
            name(grid).into(),
            way.into(),
            TableCell::number(kappa, 1),
            TableCell::number(iterations, 1),
            TableCell::number(milliseconds, 3),
            TableCell::short(residual),
        ])
    };
    WAYS.into_iter().map(way).collect()
}

fn set_method(cloth: &mut dyn AnySimulation, method: Descent) -> Result<(), String> {
    let settings = SolverSettings {
        method,
        tolerance: TOLERANCE,
        iterations: MOST,
    };
    cloth
        .set_solver(settings)
        .map_err(|error| error.to_string())
}

/// Iterations and ms of a step, and the largest residual.
fn measure(cloth: &mut dyn AnySimulation) -> [f64; 3] {
    let (mut iterations, mut residual) = (0.0, 0.0_f64);
    let mut times = Vec::new();
    for _ in 0..STEPS {
        let begun = Instant::now();
        cloth.step();
        let time = begun.elapsed().as_secs_f64() * 1e3;
        if let Some(report) = cloth.solver_report() {
            times.push((time, f64::from(report.iterations) + 2.0));
            iterations += f64::from(report.iterations) / f64::from(STEPS);
            residual = residual.max(report.residual);
        }
    }
    [iterations, undisturbed(&times), residual]
}
