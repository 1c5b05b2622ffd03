//! A step of every kind, so that a compiler's output for the hot loops can be
//! looked at: `tests/tests/packed.rs` does.

use cloth_core::scene::ColliderScene;
use cloth_core::{Dyn, Grid, Mode, Simulation, scenes};

/// One of every kind beside the scene's ball.
fn shapes() -> [ColliderScene; 3] {
    let (friction, velocity, period) = (0.3, [0.0; 3], 0.0);
    [
        ColliderScene::Plane {
            point: [0.0; 3],
            normal: [0.0, 1.0, 0.0],
            friction,
            velocity,
            period,
        },
        ColliderScene::Capsule {
            start: [0.0; 3],
            end: [1.0, 0.0, 0.0],
            radius: 0.1,
            friction,
            velocity,
            period,
        },
        ColliderScene::Box {
            center: [1.0; 3],
            size: [0.1; 3],
            turn: [0.0, 10.0, 0.0],
            friction,
            velocity,
            period,
        },
    ]
}

fn main() {
    let extent = Dyn::new(32, 32);
    let mut sim = Simulation::<f32, Dyn>::with_size(extent).expect("there is memory");
    let mut normals = Grid::new(extent).expect("there is memory");
    for mode in Mode::ALL {
        let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
        scene.solver.mode = mode;
        for collider in shapes() {
            scene.colliders.push(collider).expect("there is room");
        }
        sim.reset(scene).expect("the scene is valid");
        sim.step();
        sim.normals(&mut normals);
        println!("{:016x} {:?}", sim.state_hash(), normals.get(1, 1));
    }
}
