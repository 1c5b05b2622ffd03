//! Ways to solve backward Euler's linear system (S2-21).

use super::chart::{Axis, Lines, Series};
use super::find::undisturbed;
use super::methods::{State, begin, reset, set_solver};
use super::output::Folder;
use crate::grid::{name, square};
use crate::progress::Progress;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::integrate::{Descent, SolverSettings};
use cloth_core::{Scene, scenes};
use std::fmt::Write;
use std::time::Instant;

/// Frames a second: a step is a frame.
const RATE: f64 = 60.0;
/// Sides of the square grids, if none is asked for.
const SIDES: [usize; 6] = [8, 16, 24, 32, 48, 64];
/// Steps before anything is measured, with the best solver.
const WARM_UP: u32 = 20;
/// Steps measured.
const STEPS: u32 = 15;
/// What a solution is brought to.
const TOLERANCE: f64 = 1e-4;
/// Far more than any way takes.
const MOST: u32 = 100_000;

const WAYS: [(&str, Descent); 3] = [
    (
        "conjugate gradient, preconditioned",
        Descent::PreconditionedConjugateGradient,
    ),
    ("conjugate gradient", Descent::ConjugateGradient),
    ("steepest descent", Descent::SteepestDescent),
];

/// One way on one grid.
struct Row {
    way: usize,
    grid: GridSize,
    /// Means of a step.
    iterations: f64,
    milliseconds: f64,
    /// The largest residual left.
    residual: f64,
}

/// S4's cloth as it falls from two corners, a step a frame: its substeps do not grow with
/// the grid.
fn scene(grid: GridSize) -> Scene {
    let mut scene = scenes::PINNED2.scene;
    (scene.cloth.columns, scene.cloth.rows) = (grid.columns, grid.rows);
    scene.solver.steps_per_second = RATE;
    scene.solver.substeps = 1;
    scene.limit = None;
    scene
}

/// Measures, prints a table and writes `cg.csv` and two charts.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let grids = grid.map_or_else(|| SIDES.map(square).to_vec(), |grid| vec![grid]);
    let mut bar = Progress::new("cg", grids.len() * WAYS.len());
    let mut rows = Vec::new();
    for grid in grids {
        let scene = scene(grid);
        let mut cloth = begin(&scene, grid, Method::BackwardEuler, Format::F64)?;
        let start = warm(&mut *cloth)?;
        for way in 0..WAYS.len() {
            reset(&mut *cloth, &scene)?;
            start.place(&mut *cloth);
            rows.push(measure(&mut *cloth, grid, way)?);
            bar.inc(1);
        }
    }
    bar.finish();
    print(&rows);
    folder.write("cg.csv", &csv(&rows))?;
    let chart = |label, range, value: fn(&Row) -> f64| chart(&rows, label, range, value);
    folder.write(
        "cg-iterations.svg",
        &chart("iterations a step", 5.0..2e4, |row| row.iterations).svg()?,
    )?;
    folder.write(
        "cg-time.svg",
        &chart("time of a step, ms", 0.01..1e4, |row| row.milliseconds).svg()?,
    )
}

fn settings(method: Descent) -> SolverSettings {
    SolverSettings {
        method,
        tolerance: TOLERANCE,
        iterations: MOST,
    }
}

/// A state in the middle of the fall.
fn warm(cloth: &mut dyn AnySimulation) -> Result<State, String> {
    set_solver(cloth, settings(Descent::default()))?;
    for _ in 0..WARM_UP {
        cloth.step();
    }
    Ok(State::of(cloth))
}

/// The same steps one way.
fn measure(cloth: &mut dyn AnySimulation, grid: GridSize, way: usize) -> Result<Row, String> {
    set_solver(cloth, settings(WAYS[way].1))?;
    let mut row = Row {
        way,
        grid,
        iterations: 0.0,
        milliseconds: 0.0,
        residual: 0.0,
    };
    let mut times = Vec::new();
    for _ in 0..STEPS {
        let begun = Instant::now();
        cloth.step();
        let time = begun.elapsed().as_secs_f64() * 1e3;
        if let Some(report) = cloth.solver_report() {
            times.push((time, f64::from(report.iterations) + 2.0));
            row.iterations += f64::from(report.iterations) / f64::from(STEPS);
            row.residual = row.residual.max(report.residual);
        }
    }
    row.milliseconds = undisturbed(&times);
    Ok(row)
}

fn print(rows: &[Row]) {
    println!(
        "Backward Euler, S4's cloth (1 m × 1 m, 150 kg/m², 5000 N/m) falling from two corners, dt = 1/{RATE} s, {STEPS} steps\n\
         from the same state after {WARM_UP}; solved to {TOLERANCE:e}; f64, one core. κ = k·dt²/m of a structural spring.\n"
    );
    println!(
        "{:>7} {:>8} {:<35} {:>12} {:>10} {:>10}",
        "grid", "κ", "method", "iterations", "ms a step", "residual"
    );
    for row in rows {
        let (scene, grid) = (scene(row.grid), row.grid);
        let mass = scene.cloth.particle_mass(grid.columns, grid.rows);
        println!(
            "{:>7} {:>8.1} {:<35} {:>12.1} {:>10.3} {:>10.1e}",
            name(grid),
            scene.springs.structural / (RATE * RATE * mass),
            WAYS[row.way].0,
            row.iterations,
            row.milliseconds,
            row.residual
        );
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("grid,solver,iterations_a_step,ms_a_step,residual\n");
    for row in rows {
        let _ = writeln!(
            text,
            "{},\"{}\",{},{},{}",
            name(row.grid),
            WAYS[row.way].0,
            row.iterations,
            row.milliseconds,
            row.residual
        );
    }
    text
}

fn chart(
    rows: &[Row],
    label: &'static str,
    range: std::ops::Range<f64>,
    value: fn(&Row) -> f64,
) -> Lines {
    let longer = |row: &Row| row.grid.columns.max(row.grid.rows) as f64;
    let series = WAYS.iter().enumerate().map(|(i, (name, _))| Series {
        name: (*name).replace("conjugate gradient", "conj. gradient"),
        points: (rows.iter().filter(|row| row.way == i))
            .map(|row| (longer(row), value(row)))
            .collect(),
        colour: i,
    });
    let sides = || rows.iter().map(longer);
    let (least, most) = (
        sides().fold(f64::INFINITY, f64::min),
        sides().fold(0.0, f64::max),
    );
    Lines {
        title: format!("Solving a step of backward Euler to {TOLERANCE:e}, dt = 1/{RATE} s"),
        x: Axis {
            label: "particles along the longer side",
            range: least / 1.15..most * 1.25,
            logarithmic: true,
        },
        y: Axis {
            label,
            range,
            logarithmic: true,
        },
        marks: true,
        series: series.collect(),
    }
}
