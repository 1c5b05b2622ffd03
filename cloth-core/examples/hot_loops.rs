//! A step of every kind, so that a compiler's output for the hot loops can be
//! looked at: `tests/tests/packed.rs` does.

use cloth_core::{Grid, Mode, Simulation, Verlet, scenes};

fn steps<const N: usize>() {
    let mut sim = Box::new(Simulation::<f32, Verlet<f32, N, N>, N, N>::EMPTY);
    let mut normals = Box::new(Grid::ZERO);
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
        scene.solver.mode = mode;
        sim.reset(scene).expect("the scene is valid");
        sim.step();
        sim.normals(&mut normals);
        println!("{:016x} {:?}", sim.state_hash(), normals.rows[1].get(1));
    }
}

fn main() {
    steps::<32>();
    steps::<64>();
}
