//! Prints what a heap costs and how often it goes through itself, by the number of substeps: a metre of
//! cloth that falls into a funnel (`tests/tests/laws/self_collision.rs`).
//!
//! `cargo run --release -p cloth-tests --example heap -- [columns] [seconds] [substeps ...]`

use cloth_core::scene::{ColliderScene, SelfCollisionScene};
use cloth_core::{Dyn, Mode, Phase, Scene, Simulation, Verlet, WithSelfCollision};
use cloth_tests::measure::positions;
use cloth_tests::overlap::cutting_triangles;
use std::time::{Duration, Instant};

type Cloth = Simulation<f32, Dyn, Verlet, Scene, WithSelfCollision>;

/// Falls into a funnel of four planes.
fn heap(substeps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.solver.mode = Mode::Xpbd;
    scene.xpbd.substeps = substeps;
    scene.self_collision = Some(SelfCollisionScene::DEFAULT);
    for [x, z] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        let _ = scene.colliders.push(ColliderScene::Plane {
            point: [0.0, -1.0, 0.0],
            normal: [0.8 * x, 0.6, 0.8 * z],
            friction: 0.1,
            velocity: [0.0; 3],
            period: 0.0,
        });
    }
    scene
}

/// Time of the contacts with itself and of all, in so many frames.
fn run(sim: &mut Cloth, frames: u32) -> [Duration; 2] {
    let (mut own, begin) = (Duration::ZERO, Instant::now());
    let mut last = begin;
    for _ in 0..frames {
        sim.step_observed(&mut |phase| {
            let now = Instant::now();
            if phase == Phase::SelfCollide {
                own += now - last;
            }
            last = now;
        });
    }
    [own, begin.elapsed()]
}

fn main() {
    let numbers: Vec<u32> = (std::env::args().skip(1))
        .map(|text| {
            text.parse()
                .expect("columns, seconds, substeps: whole numbers")
        })
        .collect();
    let (side, seconds) = match numbers[..] {
        [side, seconds, ..] => (side as usize, seconds),
        _ => (64, 6),
    };
    let asked = numbers.get(2..).filter(|asked| !asked.is_empty());
    println!(
        "substeps, s: ns a particle and substep with itself, the rest; pairs of triangles that cut"
    );
    for &substeps in asked.unwrap_or(&[15, 12, 10, 8, 6, 5, 4]) {
        let mut sim = Cloth::with_size(Dyn::new(side, side)).expect("there is memory");
        sim.reset(&heap(substeps)).expect("the scene is valid");
        for half in 1..=2 * seconds {
            let times = run(&mut sim, 30);
            let works = 30.0 * f64::from(substeps) * (side * side) as f64;
            let [own, all] = times.map(|time| time.as_nanos() as f64 / works);
            println!(
                "{substeps:>3}, {:.1} s: {own:7.1} {:7.1}; {}",
                0.5 * f64::from(half),
                all - own,
                cutting_triangles(side, side, &positions(&sim))
            );
        }
    }
}
