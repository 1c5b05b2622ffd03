//! A collider that jumps into hanging cloth tears nothing apart, and leaves the cloth as it was.

use cloth_core::scene::{ColliderScene, Colliders, Pins};
use cloth_core::{Damping, Fixed, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::measure::{fastest, largest_difference, length, positions, sub};
use cloth_tests::{SimWith, start};

/// Steps a second.
const RATE: u32 = 60;

/// A sheet that hangs from its corners and comes to rest, with something far away.
fn hanging(mode: Mode, collider: ColliderScene) -> Scene {
    let mut scene = scenes::FOUR_CORNERS.scene;
    scene.solver.mode = mode;
    scene.solver.steps_per_second = f64::from(RATE);
    scene.solver.damping = Damping::Rate(3.0);
    scene.colliders = Colliders::EMPTY;
    scene.colliders.push(collider).unwrap();
    scene
}

const AWAY: [f64; 3] = [7.3, 0.0, 0.0];

fn shapes() -> [ColliderScene; 5] {
    let (friction, velocity, period) = (0.3, [0.0; 3], 0.0);
    [
        ColliderScene::sphere(AWAY, 0.11),
        ColliderScene::sphere(AWAY, 0.31).with_friction(friction),
        ColliderScene::Capsule {
            start: AWAY,
            end: [AWAY[0], 0.07, 0.9],
            radius: 0.13,
            friction,
            velocity,
            period,
        },
        // Across the axes: longer than its reach along any of them.
        ColliderScene::Capsule {
            start: AWAY,
            end: [AWAY[0] + 0.45, 0.11, 0.53],
            radius: 0.12,
            friction,
            velocity,
            period,
        },
        ColliderScene::Box {
            center: AWAY,
            size: [0.33, 0.21, 0.41],
            turn: [20.0, 0.0, 10.0],
            friction,
            velocity,
            period,
        },
    ]
}

fn jumps<T: Scalar>(mode: Mode, side: usize) {
    let mut most = [0.0_f64; 2];
    for collider in shapes() {
        let scene = hanging(mode, collider);
        let mut sim: Box<SimWith<T, Verlet>> = start(&scene, side, side);
        sim.run(4 * RATE);
        let (before, strain) = (fastest(&sim), sim.measure().largest_strain.unwrap());
        let mut twin = sim.clone();
        let [x, y, z] = sim.position(side / 2, side / 2).unwrap();
        sim.move_collider(0, [x + 0.003, y + 0.013, z - 0.007], [0.0; 3])
            .unwrap();
        for step in 0..RATE / 2 {
            sim.step();
            let (now, stretched) = (fastest(&sim), sim.measure().largest_strain.unwrap());
            most = [most[0].max(now), most[1].max(stretched - strain)];
            // Its surface rises at 1 m/s; what slides off it swings no faster than it falls.
            let what = format!("{mode:?} {side} {collider:?} {step}: {now} m/s, {stretched}");
            assert!(now < before + 3.0, "{what}");
            assert!(stretched < strain + 0.15, "{what}");
        }
        // It has risen: nothing is left inside.
        sim.move_collider(0, AWAY, [0.0; 3]).unwrap();
        let disturbed = apart(&sim, &twin);
        assert!(
            disturbed > 0.005,
            "{mode:?} {side} {collider:?}: {disturbed}"
        );
        sim.run(2 * RATE);
        twin.run(2 * RATE + RATE / 2);
        let (left, now) = (apart(&sim, &twin), fastest(&sim));
        println!("{mode:?} {side}: {disturbed:.4} m, then {left:.4} m, {now:.3} m/s");
        assert!(
            left < 0.02 && now < 0.3,
            "{collider:?}: {left} m, {now} m/s"
        );
    }
    let [speed, strain] = most;
    println!("{mode:?} {side}: at most {speed:.2} m/s, strain {strain:+.3}");
}

/// Root of the mean squared distance of two states' particles, m.
fn apart<T: Scalar>(a: &SimWith<T, Verlet>, b: &SimWith<T, Verlet>) -> f64 {
    let (a, b) = (positions(a), positions(b));
    let sum: f64 = (a.iter().zip(&b))
        .map(|(a, b)| length(sub(*a, *b)).powi(2))
        .sum();
    (sum / a.len() as f64).sqrt()
}

#[test]
fn what_jumps_into_cloth_and_away_leaves_it_as_it_was() {
    for mode in Mode::ALL {
        jumps::<f32>(mode, 17);
        jumps::<f64>(mode, 31);
        jumps::<Fixed>(mode, 17);
    }
}

/// One that moves is none that jumps: it carries the cloth with it at once.
#[test]
fn what_moves_does_not_sink() {
    let scene = hanging(Mode::Xpbd, ColliderScene::sphere([0.1, 0.45, -0.05], 0.3));
    let mut sim: Box<SimWith<f32, Verlet>> = start(&scene, 17, 17);
    let mut y = 0.45;
    sim.run(RATE);
    for _ in 0..RATE {
        // By hand, 0.9 m/s.
        sim.move_collider(0, [0.1, y, -0.05], [0.0, 0.9, 0.0])
            .unwrap();
        sim.step();
        y += 0.9 / f64::from(RATE);
        for x in positions(&sim) {
            let inside = 0.3 - length(sub(x, [0.1, y, -0.05]));
            assert!(inside < 1e-3, "{inside}");
        }
    }
}

/// What cloth lies on stays where it is when something else of the scene changes: the particles
/// are a rounding deep in it.
#[test]
fn what_cloth_rests_on_does_not_sink() {
    let (center, size) = ([0.013, 0.217, -0.011], [0.71, 0.43, 0.63]);
    let (friction, velocity, period) = (0.6, [0.0; 3], 0.0);
    let on = [
        ColliderScene::Box {
            center,
            size,
            turn: [0.0; 3],
            friction,
            velocity,
            period,
        },
        ColliderScene::Capsule {
            start: [-0.3, 0.2, 0.1],
            end: [0.3, 0.23, -0.2],
            radius: 0.2,
            friction,
            velocity,
            period,
        },
    ];
    for collider in on {
        lies_on::<f32>(collider);
        lies_on::<f64>(collider);
        lies_on::<Fixed>(collider);
    }
}

fn lies_on<T: Scalar>(collider: ColliderScene) {
    let mut scene = hanging(Mode::Xpbd, collider);
    scene.pins = Pins::default();
    scene.cloth.center = [0.0, 0.46, 0.0];
    let mut sim: Box<SimWith<T, Verlet>> = start(&scene, 17, 17);
    sim.run(RATE);
    let mut twin = sim.clone();
    scene.colliders = Colliders::EMPTY;
    scene.colliders.push(collider.with_friction(0.59)).unwrap();
    sim.change(scene).unwrap();
    for _ in 0..RATE {
        sim.step();
        twin.step();
        let moved = largest_difference(&positions(&sim), &positions(&twin));
        assert!(moved < 0.01, "{collider:?}: {moved} m");
    }
}
