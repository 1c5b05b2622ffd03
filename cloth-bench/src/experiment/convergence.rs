//! Measured order of every scheme, on an oscillator and on a small cloth.

use super::particle_state::{ParticleState, begin, grow_to};
use super::search::order;
use super::{Cores, measure_all};
use crate::table::{Table, TableCell};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::integrate::SolverSettings;
use cloth_core::{Damping, Scene};

/// Particles along a side of the small cloth, unless a grid is given.
const SIDE: usize = 8;
/// Steps at the largest dt.
const FIRST: u32 = 40;
/// Number of time steps, each half as long as the one before.
const HALVINGS: usize = 6;

/// A motion with a known solution, or one computed with a tiny step.
struct Problem {
    name: String,
    scene: Scene,
    /// Simulated time, s.
    time: f64,
    /// Positions and velocities at the start.
    start: ParticleState,
    /// Positions at a time, m.
    exact: fn(&Problem, f64) -> Result<ParticleState, String>,
}

/// The error of every method at each time step, and its order.
pub fn convergence(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let problems = [oscillator()?, cloth(grid)?];
    let cases: Vec<(&Problem, Method)> = problems
        .iter()
        .flat_map(|problem| Method::ALL.map(|method| (problem, method)))
        .collect();
    let found = measure_all("convergence", Cores::All, &cases, |&(problem, method)| {
        errors(problem, method, FIRST, HALVINGS)
    })?;
    let note = format!(
        "Largest error of a position, m, against the exact motion (oscillator: 1 kg, 1 N/m, pulled out by {PULL} m, after\n\
         2 s) or RK4 with dt = 2e-5 s (cloth: falling from two corners, after 0.2 s); f64. The order is the slope over the\n\
         three smallest steps. Verlet starts from its exact x(−dt).\n"
    );
    let numbers = [
        "dt, s", "at dt", "dt/2", "dt/4", "dt/8", "dt/16", "dt/32", "order",
    ];
    let mut table = Table::new(note, &["problem", "scheme"], &numbers);
    for ((problem, method), errors) in cases.into_iter().zip(found) {
        let names = [
            TableCell::from(&problem.name),
            method.into(),
            TableCell::short(errors[0].0),
        ];
        let last = TableCell::number(order(&errors[HALVINGS - 3..]), 3);
        let errors = errors.iter().map(|&(_, error)| TableCell::short(error));
        table.row(names.into_iter().chain(errors).chain([last]));
    }
    Ok(vec![table])
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

/// Initial elongation of the oscillator, m.
const PULL: f64 = 0.2;

/// 1 kg on a spring of 1 N/m, elongated by a fifth: x = 0.2·cos t.
fn oscillator() -> Result<Problem, String> {
    let mut scene = scene(1, 2);
    (scene.cloth.width, scene.cloth.density) = (1.0, 2.0);
    scene.pins.top_left = true;
    scene.springs.structural = 1.0;
    let mut start = at_rest(&scene)?;
    start.position[1][2] += PULL;
    Ok(Problem {
        name: "oscillator".to_owned(),
        scene,
        time: 2.0,
        start,
        exact: |problem, time| {
            let mut state = problem.start.clone();
            state.position[1] = state.position[0];
            state.position[1][2] += 1.0 + PULL * time.cos();
            Ok(state)
        },
    })
}

/// A small cloth that falls from two corners. Spacing and mass are the same on every grid, so that the
/// same steps are stable.
fn cloth(grid: Option<GridSize>) -> Result<Problem, String> {
    let mut scene = scene(SIDE, SIDE);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.5);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    (scene.springs.structural, scene.springs.shear) = (20.0, 10.0);
    scene.springs.bend = 2.0;
    scene.forces.gravity = [0.0, -9.8, 0.0];
    if let Some(grid) = grid {
        grow_to(&mut scene, grid);
    }
    Ok(Problem {
        name: format!("cloth {}", GridSize::of(&scene)),
        start: at_rest(&scene)?,
        scene,
        time: 0.2,
        exact: |problem, time| {
            // The tiny step divides every time.
            let steps = (time / 2e-5).ceil().max(8.0) as u32;
            advance(problem, Method::Rk4, time, steps)
        },
    })
}

/// The state in which a scene starts.
fn at_rest(scene: &Scene) -> Result<ParticleState, String> {
    let mut scene = *scene;
    scene.solver.steps_per_second = 1000.0;
    Ok(ParticleState::of(&*begin(
        &scene,
        Method::Rk4,
        Format::F64,
    )?))
}

/// The state after `steps` steps from the start to `time`.
fn advance(
    problem: &Problem,
    method: Method,
    time: f64,
    steps: u32,
) -> Result<ParticleState, String> {
    let dt = time / f64::from(steps);
    let mut scene = problem.scene;
    scene.solver.steps_per_second = 1.0 / dt;
    let mut cloth = begin(&scene, method, Format::F64)?;
    let mut start = problem.start.clone();
    if method == Method::Verlet {
        // From rest and without damping, x(−dt) = x(dt): the exact previous position.
        let before = (problem.exact)(problem, dt)?;
        for (i, v) in start.velocity.iter_mut().enumerate() {
            *v = [0, 1, 2].map(|a| (start.position[i][a] - before.position[i][a]) / dt);
        }
    }
    let exact = SolverSettings {
        tolerance: 1e-10,
        ..SolverSettings::DEFAULT
    };
    cloth.set_solver(exact).map_err(|error| error.to_string())?;
    start.place(&mut *cloth);
    (0..steps).for_each(|_| cloth.step());
    Ok(ParticleState::of(&*cloth))
}

/// Time steps (s) and the largest error of a position (m) at each.
fn errors(
    problem: &Problem,
    method: Method,
    first: u32,
    halvings: usize,
) -> Result<Vec<(f64, f64)>, String> {
    let end = (problem.exact)(problem, problem.time)?;
    let error = |halving| {
        let steps = first << halving;
        let state = advance(problem, method, problem.time, steps)?;
        Ok((problem.time / f64::from(steps), state.distance(&end)))
    };
    (0..halvings).map(error).collect()
}
