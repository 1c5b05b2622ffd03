//! Measured order of every scheme, on an oscillator and on a small cloth.

use super::chart::{Axis, Lines, Series};
use super::find::order;
use super::methods::{METHODS, State, begin, label, put_on_grid, set_solver};
use super::output::{Folder, short};
use crate::progress::Progress;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::integrate::SolverSettings;
use cloth_core::{Damping, Scene};
use std::fmt::Write;
use std::ops::Range;

/// Particles along a side of the small cloth, if no grid is asked for.
const SIDE: usize = 8;
/// Halvings of the time step.
const STEPS: usize = 6;

/// A motion that is known, or computed with a tiny step.
struct Problem {
    name: String,
    scene: Scene,
    /// Simulated time, s.
    time: f64,
    /// Steps at the largest dt.
    first: u32,
    /// Positions and velocities at the start.
    start: State,
    /// Positions at a time, m.
    exact: fn(&Problem, f64) -> Result<State, String>,
}

/// One measurement.
struct Row {
    problem: String,
    method: Method,
    /// Points (dt, error): s, m.
    errors: Vec<(f64, f64)>,
    order: f64,
}

/// Measures, prints a table and writes `convergence.csv` and a chart of each
/// problem.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let problems = [oscillator()?, cloth(grid)?];
    let mut bar = Progress::new("convergence", problems.len() * METHODS.len());
    let mut rows = Vec::new();
    for problem in &problems {
        let end = (problem.exact)(problem, problem.time)?;
        for method in METHODS {
            let mut errors = Vec::new();
            for halving in 0..STEPS {
                let steps = problem.first << halving;
                let error = error(problem, method, steps, &end)?;
                errors.push((problem.time / f64::from(steps), error));
            }
            bar.inc(1);
            let order = order(&errors[STEPS - 3..]);
            rows.push(Row {
                problem: problem.name.clone(),
                method,
                errors,
                order,
            });
        }
    }
    bar.finish();
    let grid = GridSize::of(&problems[1].scene);
    print(&rows, grid);
    folder.write("convergence.csv", &csv(&rows))?;
    let (first, second) = rows.split_at(METHODS.len());
    let title = "Oscillator (ω = 1/s) after 2 s: error of the position";
    let times = 9e-4..0.1;
    let svg = chart(first, title, times, 1e-15..0.1).svg()?;
    folder.write("convergence-oscillator.svg", &svg)?;
    let title = format!("{grid} cloth after falling for 0.2 s: largest error of a position");
    let times = 9e-5..0.01;
    let svg = chart(second, &title, times, 1e-13..0.1).svg()?;
    folder.write("convergence-cloth.svg", &svg)
}

/// The undamped scene that both problems start from, on a grid of columns × rows.
fn scene(columns: usize, rows: usize) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    scene.solver.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    scene.forces.gravity = [0.0; 3];
    scene
}

/// 1 kg on a spring of 1 N/m that is pulled out by a fifth: x = 0.2·cos t.
fn oscillator() -> Result<Problem, String> {
    let mut scene = scene(1, 2);
    (scene.cloth.width, scene.cloth.density) = (1.0, 2.0);
    scene.pins.top_left = true;
    scene.springs.structural = 1.0;
    let mut problem = Problem {
        name: "oscillator".to_owned(),
        scene,
        time: 2.0,
        first: 40,
        start: State::default(),
        exact: |problem, time| {
            let mut state = problem.start.clone();
            state.position[1] = state.position[0];
            state.position[1][2] += 1.0 + PULL * time.cos();
            Ok(state)
        },
    };
    problem.start = at_rest(&problem)?;
    problem.start.position[1][2] += PULL;
    Ok(problem)
}

const PULL: f64 = 0.2;

/// A small cloth that falls from two corners. Every grid has the same particles, or the
/// same steps would not be stable.
fn cloth(grid: Option<GridSize>) -> Result<Problem, String> {
    let mut scene = scene(SIDE, SIDE);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.5);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    (scene.springs.structural, scene.springs.shear) = (20.0, 10.0);
    scene.springs.bend = 2.0;
    scene.forces.gravity = [0.0, -9.8, 0.0];
    if let Some(grid) = grid {
        put_on_grid(&mut scene, grid);
    }
    let mut problem = Problem {
        name: format!("cloth {}", GridSize::of(&scene)),
        scene,
        time: 0.2,
        first: 40,
        start: State::default(),
        exact: |problem, time| {
            // A tiny step of its own for every time asked for.
            let steps = (time / 2e-5).ceil().max(8.0) as u32;
            advance(problem, Method::Rk4, time, steps)
        },
    };
    problem.start = at_rest(&problem)?;
    Ok(problem)
}

/// The state in which the problem's scene starts.
fn at_rest(problem: &Problem) -> Result<State, String> {
    let mut scene = problem.scene;
    scene.solver.steps_per_second = 1000.0;
    let cloth = begin(&scene, GridSize::of(&scene), Method::Rk4, Format::F64)?;
    Ok(State::of(&*cloth))
}

/// The state after `steps` steps from the start to `time`.
fn advance(problem: &Problem, method: Method, time: f64, steps: u32) -> Result<State, String> {
    let dt = time / f64::from(steps);
    let mut scene = problem.scene;
    scene.solver.steps_per_second = 1.0 / dt;
    let mut cloth = begin(&scene, GridSize::of(&scene), method, Format::F64)?;
    let mut start = problem.start.clone();
    if method == Method::Verlet {
        // From rest and without damping a motion is the same forwards and
        // backwards: x(−dt) = x(dt). Verlet's velocity leads there.
        let before = (problem.exact)(problem, dt)?;
        for (i, v) in start.velocity.iter_mut().enumerate() {
            *v = [0, 1, 2].map(|a| (start.position[i][a] - before.position[i][a]) / dt);
        }
    }
    let exact = SolverSettings {
        tolerance: 1e-10,
        ..SolverSettings::DEFAULT
    };
    set_solver(&mut *cloth, exact)?;
    start.place(&mut *cloth);
    for _ in 0..steps {
        cloth.step();
    }
    Ok(State::of(&*cloth))
}

/// Largest distance of a particle from where it should be, m.
fn error(problem: &Problem, method: Method, steps: u32, end: &State) -> Result<f64, String> {
    let state = advance(problem, method, problem.time, steps)?;
    let pairs = state.position.iter().zip(&end.position);
    let distance =
        |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
    Ok(pairs.map(distance).fold(0.0, f64::max))
}

fn print(rows: &[Row], grid: GridSize) {
    println!(
        "Largest error of a position against the exact motion (oscillator: 1 kg, 1 N/m, pulled out by {PULL} m, after\n\
         2 s) or RK4 with dt = 2e-5 s (cloth: {grid}, falling from two corners, after 0.2 s); f64. The order is the slope\n\
         over the three smallest steps. Verlet starts from its exact x(−dt).\n"
    );
    println!(
        "{:<16} {:<17} {:>10} {:>10} {:>10} {:>10} {:>7}",
        "problem", "scheme", "dt, s", "error, m", "dt, s", "error, m", "order"
    );
    for row in rows {
        let (first, last) = (row.errors[0], row.errors[STEPS - 1]);
        println!(
            "{:<16} {:<17} {:>10} {:>10} {:>10} {:>10} {:>7.3}",
            row.problem,
            label(row.method),
            short(first.0),
            short(first.1),
            short(last.0),
            short(last.1),
            row.order
        );
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("problem,scheme,dt_s,error_m,order\n");
    for row in rows {
        for (dt, error) in &row.errors {
            let (problem, scheme) = (&row.problem, label(row.method));
            let _ = writeln!(text, "{problem},{scheme},{dt},{error},{}", row.order);
        }
    }
    text
}

fn chart(rows: &[Row], title: &str, times: Range<f64>, errors: Range<f64>) -> Lines {
    let series = rows.iter().enumerate().map(|(i, row)| Series {
        name: format!("{}, order {:.2}", label(row.method), row.order),
        points: row.errors.clone(),
        colour: i,
    });
    let axis = |label, range| Axis {
        label,
        range,
        logarithmic: true,
    };
    Lines {
        title: title.to_owned(),
        x: axis("dt, s", times),
        y: axis("error, m", errors),
        marks: true,
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oscillator_has_the_orders_of_the_books() {
        let problem = oscillator().unwrap();
        let end = (problem.exact)(&problem, problem.time).unwrap();
        let orders = [1.0, 1.0, 2.0, 4.0, 2.0, 1.0, 1.0];
        for (method, expected) in METHODS.into_iter().zip(orders) {
            let errors = [80, 160, 320].map(|n| {
                let error = error(&problem, method, n, &end).unwrap();
                (problem.time / f64::from(n), error)
            });
            let found = order(&errors);
            assert!((found - expected).abs() < 0.1, "{method:?}: {found}");
        }
    }
}
