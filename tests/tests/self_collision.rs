//! Contacts of the cloth with itself, in the scenes and in bare ones.

use cloth_core::{Mode, Scene, scenes};
use cloth_tests::begin;
use cloth_tests::measure::{is_finite, length, positions, velocities};
use cloth_tests::overlap::{cutting_triangles, nearest_pair};

#[test]
#[ignore]
fn look() {
    fn one<const W: usize, const H: usize>(scene: &Scene, name: &str) {
        for mode in [Mode::Hooke, Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
            let mut scene = *scene;
            scene.solver.mode = mode;
            let mut sim = begin::<f32, W, H>(&scene);
            for second in 1..=6 {
                let begin = std::time::Instant::now();
                sim.run(scene.solver.steps_per_second as u32);
                let s = sim.units().spacing;
                let x = positions(&*sim);
                let speed = velocities(&*sim)
                    .iter()
                    .map(|v| length(*v))
                    .fold(0.0, f64::max);
                println!(
                    "{name} {mode:?} {second} s: near {:.3} cuts {} speed {speed:.3} strain {:.3} finite {} {:?}",
                    nearest_pair(W, 1.0, &x) / s,
                    cutting_triangles(W, H, &x),
                    sim.report().largest_strain,
                    is_finite(&*sim),
                    begin.elapsed()
                );
            }
        }
    }
    one::<32, 32>(&scenes::SELF_COLLISION.scene, "self-collision");
    one::<32, 16>(&scenes::FOLD.scene, "fold");
    one::<48, 16>(&scenes::THREE_LAYERS.scene, "three");
    one::<96, 32>(&scenes::THREE_LAYERS.scene, "three96");
}
