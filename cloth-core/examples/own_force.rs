//! A force of one's own: an acceleration that depends on the place, here a whirl around an axis. Between
//! steps it changes velocities: Δv = a·Δt.
//!
//! `cargo run --release -p cloth-core --example own_force`

use cloth_core::{Damping, Dyn, Scene, Simulation, Verlet};

/// Acceleration of the whirl at a metre from its axis, m/s².
const STRENGTH: f64 = 3.0;
/// A step, s.
const DT: f64 = 1.0 / 60.0;

fn whirl([x, _, z]: [f64; 3]) -> [f64; 3] {
    [STRENGTH * z, 0.0, -STRENGTH * x]
}

/// Turns a cloth about its middle, which is pinned.
///
/// # Errors
/// If there is no memory; the scene is in range.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::DEFAULT;
    scene.solver.steps_per_second = DT.recip();
    scene.solver.damping = Damping::Rate(0.0);
    scene.forces.gravity = [0.0; 3];
    let side = 17;
    let mut cloth = Simulation::<f32, Dyn, Verlet, Scene>::with_size(Dyn::new(side, side))?;
    cloth.reset(&scene)?;
    cloth.pin(side / 2, side / 2)?;

    let steps = 30;
    for _ in 0..steps {
        for (column, row) in (0..side * side).map(|i| (i % side, i / side)) {
            let (Some(place), Some(velocity)) =
                (cloth.position(column, row), cloth.velocity(column, row))
            else {
                continue;
            };
            let a = whirl(place);
            let velocity = core::array::from_fn(|i| velocity[i] + a[i] * DT);
            cloth.place(column, row, place, velocity)?;
        }
        cloth.step();
    }

    // The whirl has no strain in it: the cloth turns as a rigid body with angular velocity a·t.
    let [x, _, z] = cloth.position(side - 1, side / 2).unwrap_or_default();
    let [u, _, w] = cloth.velocity(side - 1, side / 2).unwrap_or_default();
    let turning = (z * u - x * w) / (x * x + z * z);
    let expected = STRENGTH * DT * f64::from(steps);
    println!("turns by {turning:.3} rad/s, expected {expected:.3}");
    assert!((turning / expected - 1.0).abs() < 0.02);
    Ok(())
}
