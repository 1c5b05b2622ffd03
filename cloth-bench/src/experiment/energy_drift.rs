//! The drift of the total energy under every method.

use super::particle_state::{ParticleState, begin, grow_to};
use super::{Cores, measure_all};
use crate::table::{Table, TableCell, short};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::{Damping, Scene};
use cloth_draw::energy::Energy;

/// Particles along a side, unless a grid is given.
const SIDE: usize = 16;
/// Simulated time, s.
const TIME: f64 = 10.0;
/// Time step, s: a quarter of Verlet's limit, 2/√(λ/m).
const DT: f64 = 1.0 / 800.0;
/// Steps between two measurements of the energy.
const LOOK: usize = 20;

/// A cloth that swings from two corners, undamped. Spacing and mass are the same on every grid, so that
/// the step is stable.
fn scene(grid: Option<GridSize>) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (SIDE, SIDE);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.2);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.solver.steps_per_second = 1.0 / DT;
    scene.solver.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    (scene.springs.structural, scene.springs.shear) = (40.0, 20.0);
    scene.springs.bend = 4.0;
    if let Some(grid) = grid {
        grow_to(&mut scene, grid);
    }
    scene
}

/// The sheet's weight times its width, J: about the potential energy that is released.
fn scale(scene: &Scene) -> f64 {
    let GridSize { columns, rows } = GridSize::of(scene);
    let mass = scene.cloth.particle_mass(columns, rows) * (columns * rows) as f64;
    mass * scene.cloth.width * -scene.forces.gravity[1]
}

/// The drift of each method's energy.
pub fn energy(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let scene = scene(grid);
    let drifts = measure_all("energy", Cores::All, &Method::ALL, |&method| {
        drift(&scene, method)
    })?;
    let note = format!(
        "Undamped cloth, {} particles, let go flat and swinging from two corners for {TIME} s with dt = {DT} s; f64.\n\
         Drift: total energy less that of the start, over m·g·width = {} J.\n",
        GridSize::of(&scene),
        short(scale(&scene))
    );
    let numbers = ["lowest", "highest", "at half the time", "at the end"];
    let mut table = Table::new(note, &["scheme"], &numbers);
    for (method, drift) in Method::ALL.into_iter().zip(drifts) {
        let lowest = drift.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = drift.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let figures = [
            lowest,
            highest,
            drift[drift.len() / 2],
            drift[drift.len() - 1],
        ];
        table.row(
            [method.into()]
                .into_iter()
                .chain(figures.map(TableCell::short)),
        );
    }
    Ok(vec![table])
}

/// Energy minus that of the start, over [`scale`], at each measurement.
fn drift(scene: &Scene, method: Method) -> Result<Vec<f64>, String> {
    let GridSize { columns, rows } = GridSize::of(scene);
    let mut cloth = begin(scene, method, Format::F64)?;
    let mut energies = Vec::new();
    for step in 0..=(TIME / DT).round() as usize {
        let look = step % LOOK == 0;
        let before = look.then(|| ParticleState::of(&*cloth));
        cloth.step();
        if let Some(ParticleState {
            position,
            mut velocity,
        }) = before
        {
            // Verlet's velocity is that of half a step before: take the mean with that of half a step after.
            if method == Method::Verlet {
                for (v, after) in velocity.iter_mut().zip(ParticleState::of(&*cloth).velocity) {
                    *v = [0, 1, 2].map(|i| 0.5 * (v[i] + after[i]));
                }
            }
            let energy = Energy::of(scene, (columns, rows), &position, &velocity, |_| true);
            energies.push(energy.total());
        }
    }
    let (start, scale) = (energies[0], scale(scene));
    Ok(energies
        .into_iter()
        .map(|energy| (energy - start) / scale)
        .collect())
}
