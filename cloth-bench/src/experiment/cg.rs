//! Ways to solve backward Euler's linear system (S2-21).

use super::body::{Body, Kind, State};
use super::chart::{Axis, Lines, Series};
use super::find::undisturbed;
use super::output::Folder;
use crate::progress::Progress;
use cloth_core::integrate::{Method, SolverSettings};
use cloth_core::{Scene, scenes};
use std::fmt::Write;
use std::time::Instant;

/// Frames a second: a step is a frame.
const RATE: f64 = 60.0;
/// Steps before anything is measured, with the best solver.
const WARM_UP: u32 = 20;
/// Steps measured.
const STEPS: u32 = 15;
/// What a solution is brought to.
const TOLERANCE: f64 = 1e-4;
/// Far more than any method takes.
const MOST: u32 = 100_000;

const METHODS: [(&str, Method); 3] = [
    (
        "conjugate gradient, preconditioned",
        Method::PreconditionedConjugateGradient,
    ),
    ("conjugate gradient", Method::ConjugateGradient),
    ("steepest descent", Method::SteepestDescent),
];

/// One method on one grid.
struct Row {
    method: usize,
    side: usize,
    /// Means of a step.
    iterations: f64,
    milliseconds: f64,
    /// The largest residual left.
    residual: f64,
}

/// S4's cloth as it falls from two corners, a step a frame.
fn scene() -> Scene {
    let mut scene = scenes::PINNED2.scene;
    scene.solver.steps_per_second = RATE;
    scene.solver.substeps = 1;
    scene.limit = None;
    scene
}

/// Measures, prints a table and writes `cg.csv` and `cg.svg`.
pub fn run(folder: &Folder) -> Result<(), String> {
    let bodies: [fn() -> Box<dyn Body>; 6] = [
        || Kind::BackwardEuler.body::<f64, 8, 8>(),
        || Kind::BackwardEuler.body::<f64, 16, 16>(),
        || Kind::BackwardEuler.body::<f64, 24, 24>(),
        || Kind::BackwardEuler.body::<f64, 32, 32>(),
        || Kind::BackwardEuler.body::<f64, 48, 48>(),
        || Kind::BackwardEuler.body::<f64, 64, 64>(),
    ];
    let mut bar = Progress::new("cg", bodies.len() * METHODS.len());
    let mut rows = Vec::new();
    for make in bodies {
        let mut body = make();
        let start = warm(&mut *body)?;
        for method in 0..METHODS.len() {
            rows.push(measure(&mut *body, &start, method)?);
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

/// The scene with substeps that do not grow with the grid.
fn scene_for(body: &dyn Body) -> Scene {
    let mut scene = scene();
    (scene.cloth.columns, scene.cloth.rows) = body.grid();
    scene
}

fn settings(method: Method) -> SolverSettings {
    SolverSettings {
        method,
        tolerance: TOLERANCE,
        iterations: MOST,
    }
}

/// A state in the middle of the fall.
fn warm(body: &mut dyn Body) -> Result<State, String> {
    body.reset(&scene_for(body)).map_err(|e| e.to_string())?;
    body.set_solver(settings(Method::default()))
        .map_err(|e| e.to_string())?;
    for _ in 0..WARM_UP {
        body.step();
    }
    let mut state = State::default();
    body.read(&mut state);
    Ok(state)
}

/// The same steps with one method.
fn measure(body: &mut dyn Body, start: &State, method: usize) -> Result<Row, String> {
    body.reset(&scene_for(body)).map_err(|e| e.to_string())?;
    body.set_solver(settings(METHODS[method].1))
        .map_err(|e| e.to_string())?;
    body.place(start);
    let mut row = Row {
        method,
        side: body.grid().0,
        iterations: 0.0,
        milliseconds: 0.0,
        residual: 0.0,
    };
    let mut times = Vec::new();
    for _ in 0..STEPS {
        let begun = Instant::now();
        body.step();
        let time = begun.elapsed().as_secs_f64() * 1e3;
        if let Some(report) = body.solver() {
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
    let scene = scene();
    for row in rows {
        let mass = scene.cloth.particle_mass(row.side, row.side);
        println!(
            "{:>7} {:>8.1} {:<35} {:>12.1} {:>10.3} {:>10.1e}",
            format!("{0}x{0}", row.side),
            scene.springs.structural / (RATE * RATE * mass),
            METHODS[row.method].0,
            row.iterations,
            row.milliseconds,
            row.residual
        );
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("side,method,iterations_a_step,ms_a_step,residual\n");
    for row in rows {
        let _ = writeln!(
            text,
            "{},\"{}\",{},{},{}",
            row.side, METHODS[row.method].0, row.iterations, row.milliseconds, row.residual
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
    let series = METHODS.iter().enumerate().map(|(i, (name, _))| Series {
        name: (*name).replace("conjugate gradient", "conj. gradient"),
        points: (rows.iter().filter(|row| row.method == i))
            .map(|row| (row.side as f64, value(row)))
            .collect(),
        colour: i,
    });
    Lines {
        title: format!("Solving a step of backward Euler to {TOLERANCE:e}, dt = 1/{RATE} s"),
        x: Axis {
            label: "particles along a side",
            range: 7.0..80.0,
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
