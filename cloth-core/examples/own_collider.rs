//! A collider of one's own: a torus. A shape is a signed distance and the normal there.
//!
//! `cargo run --release -p cloth-core --example own_collider`

use cloth_core::collide::{Obstacle, Shape};
use cloth_core::{Dyn, Scene, Simulation, Verlet};

/// A ring that lies flat, in rest spacings.
#[derive(Clone, Copy, Debug)]
struct Torus {
    center: [f32; 3],
    /// From the centre to the middle of the ring, and how thick that is.
    radii: [f32; 2],
}

impl Shape<f32> for Torus {
    fn distance(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        let [x, y, z] = core::array::from_fn(|i| point[i] - self.center[i]);
        let around = (x * x + z * z).sqrt().max(1e-6);
        let aside = around - self.radii[0];
        let away = (aside * aside + y * y).sqrt().max(1e-6);
        let normal = [
            x / around * aside / away,
            y / away,
            z / around * aside / away,
        ];
        (away - self.radii[1], normal)
    }
}

/// Drops a cloth on the ring.
///
/// # Errors
/// If there is no memory; the scene is in range.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::DEFAULT;
    scene.cloth.center = [0.0, 0.6, 0.0];
    scene.solver.damping = cloth_core::Damping::Rate(1.0);
    let mut cloth = Simulation::<f32, Dyn, Verlet, Scene>::with_size(Dyn::new(32, 32))?;
    cloth.reset(&scene)?;

    // The engine counts lengths in rest spacings, from the cloth's own origin.
    let units = *cloth.units();
    let torus = Torus {
        center: units.position([0.0, 0.3, 0.0]),
        radii: [0.3, 0.08].map(|m| (m / units.spacing) as f32),
    };
    let mut obstacle = Obstacle::fixed(torus, 0.4);
    for _ in 0..120 {
        cloth.step_with(&mut obstacle);
    }

    let places = (0..32 * 32).filter_map(|i| cloth.position(i % 32, i / 32));
    let lowest = places.clone().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    let deepest = places
        .map(|p| torus.distance(units.position(p)).0)
        .fold(f32::INFINITY, f32::min);
    println!("lowest at {lowest:.2} m; deepest {deepest:.5} spacings in the ring");
    // It lies on the ring, hangs down beside it, and is nowhere within.
    assert!(lowest < 0.25 && deepest > -1e-3);
    Ok(())
}
