//! Prints what contacts of the cloth with itself cost beside the rest of a
//! substep: landing on a ball, at rest on it, and crumpled in a funnel. Takes some
//! minutes with the largest grid that the documents have, 256².
//!
//! `cargo run --release -p cloth-core --example self_collision_cost -- [largest side]`

use cloth_core::scene::{ColliderScene, SelfCollisionScene, TetherScene};
use cloth_core::{Dyn, Extent, Mode, Phase, Scene, Simulation, Verlet, WithSelfCollision};
use std::time::{Duration, Instant};

type Cloth = Simulation<f32, Dyn, Verlet, Scene, WithSelfCollision>;

/// A metre of cloth in XPBD, 15 substeps.
fn cloth() -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.solver.mode = Mode::Xpbd;
    scene.self_collision = Some(SelfCollisionScene::DEFAULT);
    scene
}

/// Hangs from its corners, on a ball.
fn spread() -> Scene {
    let mut scene = cloth();
    scene.pins.top_left = true;
    scene.pins.top_right = true;
    scene.pins.bottom_left = true;
    scene.pins.bottom_right = true;
    // Without them the pins of rigid links jerk at their neighbours for ever.
    scene.tethers = Some(TetherScene::DEFAULT);
    let _ = scene.colliders.push(ColliderScene::Sphere {
        center: [0.0, -0.35, 0.0],
        radius: 0.3,
        friction: 0.3,
        velocity: [0.0; 3],
        period: 0.0,
    });
    scene
}

/// Falls into a funnel of four planes.
fn crumpled() -> Scene {
    let mut scene = cloth();
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

fn empty(side: usize) -> Cloth {
    Cloth::with_size(Dyn::new(side, side)).expect("there is memory")
}

/// A cloth after some frames.
fn begin(scene: &Scene, side: usize, before: u32) -> Cloth {
    let mut sim = empty(side);
    // A finer grid takes finer steps: as many spacings a substep.
    let mut scene = *scene;
    scene.xpbd.substeps = (15 * side).div_ceil(64) as u32;
    sim.reset(&scene).expect("the scene is valid");
    sim.run(before);
    sim
}

/// Time of the contacts with itself and of all, ns a particle and substep, in that of
/// some frames whose contacts take the median.
fn frames(sim: &mut Cloth, frames: usize) -> [f64; 2] {
    let mut costs: Vec<[Duration; 2]> = (0..frames)
        .map(|_| {
            let (mut own, begin) = (Duration::ZERO, Instant::now());
            let mut last = begin;
            sim.step_observed(&mut |phase| {
                let now = Instant::now();
                if phase == Phase::SelfCollide {
                    own += now - last;
                }
                last = now;
            });
            [own, begin.elapsed()]
        })
        .collect();
    costs.sort_by_key(|[own, _]| *own);
    let substeps = sim.scene().xpbd.substeps as usize;
    let particles = sim.cloth().extent().columns() * sim.cloth().extent().rows();
    costs[frames / 2].map(|t| t.as_nanos() as f64 / (substeps * particles) as f64)
}

/// Prints what contacts and the rest cost on one grid.
fn cost(name: &str, scene: &Scene, side: usize, before: u32, count: usize) {
    let [own, all] = frames(&mut begin(scene, side, before), count);
    let rest = all - own;
    println!(
        "{name:>9} {side:>3}²  self-collide {own:6.2} ns, the rest {rest:6.2} ns, ratio {:.2}",
        own / rest
    );
}

/// What a particle costs on the largest grid over what it costs on one of a sixteenth of its particles,
/// contacts and all, in turn: a shared machine is faster in one second than in another.
fn growth(name: &str, scene: &Scene, [side, largest]: [usize; 2], before: u32) {
    let mut small = begin(scene, side, before);
    let mut large = begin(scene, largest, before);
    let mut ratios: Vec<f64> = (0..15)
        .map(|_| {
            let [_, one] = frames(&mut small, 15);
            let [_, other] = frames(&mut large, 1);
            let [_, again] = frames(&mut small, 15);
            2.0 * other / (one + again)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let [least, median, most] = [ratios[0], ratios[7], ratios[14]];
    println!(
        "{name:>9} {largest}² over {side}², a particle: {median:.2} ({least:.2} to {most:.2})"
    );
}

/// What a particle of the smaller grid costs when sixteen cloths take turns substep by substep, over
/// what it costs in one alone: they have the memory of the largest, which at 256² no core's
/// own cache holds, and nothing else of it.
fn caches(name: &str, scene: &Scene, side: usize, before: u32) {
    let mut scene = *scene;
    let substeps = 15;
    scene.solver.steps_per_second *= f64::from(substeps);
    let mut first = empty(side);
    scene.xpbd.substeps = 1;
    first.reset(&scene).expect("the scene is valid");
    first.run(before * substeps);
    let mut cloths = vec![first; 16];
    let mut ratios: Vec<f64> = (0..31)
        .map(|_| {
            let begin = Instant::now();
            (0..160).for_each(|_| cloths[0].step());
            let alone = begin.elapsed();
            let begin = Instant::now();
            for _ in 0..10 {
                cloths.iter_mut().for_each(Cloth::step);
            }
            begin.elapsed().as_secs_f64() / alone.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{name:>9} 16 × {side}² in turn over one {side}² alone: {:.2}",
        ratios[15]
    );
}

/// Prints all, on grids up to this one.
pub fn run(largest: usize) {
    let states = [
        ("landing", spread(), 60),
        ("spread", spread(), 240),
        ("crumpled", crumpled(), 150),
    ];
    for (name, scene, before) in states {
        let grids = [(16, 45), (32, 45), (64, 45), (128, 15), (256, 5)];
        for (side, count) in grids.into_iter().filter(|(side, _)| *side <= largest) {
            cost(name, &scene, side, before, count);
        }
        growth(name, &scene, [largest / 4, largest], before);
        caches(name, &scene, largest / 4, before);
    }
}

// A test runs this example, without its `main`.
#[allow(dead_code)]
fn main() {
    let asked = std::env::args().nth(1);
    run(asked.map_or(256, |side| {
        side.parse().expect("the largest side: a whole number")
    }));
}
