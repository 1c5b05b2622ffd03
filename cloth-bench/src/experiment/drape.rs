//! Backward Euler with one step a frame against Verlet at its stable step.

use super::particle_state::{ParticleState, begin, between, set_grid, speed};
use super::search::undisturbed;
use super::theory::verlet_limit;
use super::{Cores, measure_all};
use crate::table::{Table, TableCell};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::integrate::{Descent, SolverSettings};
use cloth_core::scene::ColliderScene;
use cloth_core::{Damping, Scene, scenes};
use std::time::Instant;

/// A step of backward Euler, s.
const FRAME: f64 = 1.0 / 60.0;
/// Simulated time, s: the cloth reaches the ball after 0.2 s.
const TIME: f64 = 3.0;
/// Verlet's step over its linear limit. The cloth on the ball is stretched and therefore a little stiffer
/// than the flat sheet.
const PART: f64 = 0.95;
/// A faster cloth has blown up, m/s: ten times the speed after a free fall of 0.6 m.
const MAD: f64 = 30.0;

/// The method, the relative residual of an implicit one, and whether it has Verlet's step or one step a
/// frame.
type DrapeWay = (Method, f64, bool);

const WAYS: [DrapeWay; 6] = [
    (Method::Verlet, 1.0, true),
    // Shows whether a difference comes from the step or from the method.
    (Method::BackwardEuler, 0.001, true),
    (Method::BackwardEuler, 0.1, false),
    (Method::BackwardEuler, 0.01, false),
    (Method::BackwardEuler, 0.001, false),
    (Method::Imex, 0.01, false),
];

/// Factors of S4's stiffness.
const STIFFNESS: [f64; 3] = [1.0, 20.0, 400.0];

/// S4's sphere scene with its stiffness raised, at a time step.
fn scene(stiffness: f64, dt: f64, grid: GridSize) -> Scene {
    let mut scene = scenes::SPHERE.scene;
    let own = GridSize::of(&scene);
    // As a rate, the loss of 0.2 % in each of 2700 steps a second does not depend on the step.
    if let Damping::PerStep(loss) = scene.solver.damping {
        scene.solver.damping = Damping::Rate(-(1.0 - loss).ln() / scene.dt(own.columns, own.rows));
    }
    set_grid(&mut scene, grid);
    scene.solver.steps_per_second = 1.0 / dt;
    scene.solver.substeps = 1;
    scene.springs.structural *= stiffness;
    scene.springs.shear *= stiffness;
    scene.springs.bend *= stiffness;
    // Its passes would cost more than either method.
    scene.limit = None;
    scene
}

/// Strain, distance and cost of each method and stiffness.
pub fn drape(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let grid = grid.unwrap_or(GridSize::of(&scenes::SPHERE.scene));
    let cases: Vec<(f64, DrapeWay)> = STIFFNESS
        .into_iter()
        .flat_map(|stiffness| WAYS.map(|way| (stiffness, way)))
        .collect();
    let rows = measure_all("drape", Cores::One, &cases, |&(stiffness, way)| {
        measure(stiffness, way, grid)
    })?;
    let note = format!(
        "S4's cloth (1 m × 1 m, 150 kg/m²) falls on its ball, {TIME} s; {grid}, f32, one core. Verlet at {PART} of its linear\n\
         limit, the implicit schemes at 1/60 s and at Verlet's step, to the relative residual given. Without Provot's limit.\n"
    );
    let words = ["stiffness, N/m", "scheme", "stable"];
    let numbers = [
        "residual",
        "dt, s",
        "strain, %",
        "gap, mm",
        "m/s left",
        "iterations",
        "ms a step",
        "sim s/s",
    ];
    let mut table = Table::new(note, &words, &numbers);
    rows.into_iter().for_each(|row| table.row(row));
    Ok(vec![table])
}

fn measure(
    stiffness: f64,
    (method, tolerance, at_verlets_step): DrapeWay,
    grid: GridSize,
) -> Result<[TableCell; 11], String> {
    let dt = match at_verlets_step {
        true => PART * verlet_limit(&scene(stiffness, FRAME, grid), grid),
        false => FRAME,
    };
    let scene = scene(stiffness, dt, grid);
    let mut cloth = begin(&scene, method, Format::F32)?;
    let settings = SolverSettings {
        method: Descent::default(),
        tolerance,
        iterations: 2000,
    };
    cloth
        .set_solver(settings)
        .map_err(|error| error.to_string())?;
    let steps = (TIME / dt).round() as u32;
    let (mut iterations, mut stable) = (0.0, true);
    let (mut costs, mut velocities) = (Vec::new(), Vec::new());
    for step in 0..steps {
        let start = Instant::now();
        cloth.step();
        let time = start.elapsed().as_secs_f64();
        let solved = cloth
            .solver_report()
            .map_or(0.0, |report| f64::from(report.iterations));
        iterations += solved;
        costs.push((time, solved + 2.0));
        if step % 16 == 0 {
            stable &= speed(&*cloth, &mut velocities) <= MAD;
        }
    }
    let seconds = undisturbed(&costs);
    Ok([
        TableCell::number(scene.springs.structural, 0),
        method.into(),
        if stable { "yes" } else { "no" }.into(),
        match method {
            Method::Verlet => TableCell::default(),
            _ => TableCell::short(tolerance),
        },
        TableCell::short(dt),
        TableCell::number(
            100.0 * cloth.measure().largest_strain.unwrap_or_default(),
            2,
        ),
        TableCell::number(1e3 * gap(&*cloth), 2),
        TableCell::short(speed(&*cloth, &mut velocities)),
        TableCell::number(iterations / f64::from(steps), 1),
        TableCell::number(1e3 * seconds, 3),
        TableCell::number(dt / seconds, 1),
    ])
}

/// Smallest distance of a particle from the surface of the scene's ball, m.
fn gap(cloth: &dyn AnySimulation) -> f64 {
    let Some(&ColliderScene::Sphere { center, radius, .. }) = cloth.scene().colliders.iter().next()
    else {
        return f64::NAN;
    };
    let positions = ParticleState::of(cloth).position.into_iter();
    let gaps = positions.map(|position| between(position, center) - radius);
    gaps.fold(f64::INFINITY, f64::min)
}
