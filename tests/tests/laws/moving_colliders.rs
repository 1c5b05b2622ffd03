//! Colliders that are moved by hand, and what changed values do to them.

use cloth_core::scene::ColliderScene;
use cloth_core::{Fixed, Scalar, Scene, Verlet};
use cloth_tests::measure::{add, assert_near, length, scale, sub};
use cloth_tests::{Sim, SimWith, bare, begin, start};

const START: [f64; 3] = [0.7, -0.4, 1.1];
const PLACE: [f64; 3] = [-2.3, 0.6, 1.9];
const VELOCITY: [f64; 3] = [0.05, -0.02, 0.03];

/// One of each kind, at rest, and the same with another friction and, where it has one, another
/// size.
fn kinds(friction: f64, size: f64) -> [ColliderScene; 4] {
    let (velocity, period) = ([0.0; 3], 0.0);
    [
        ColliderScene::Sphere {
            center: START,
            radius: size,
            friction,
            velocity,
            period,
        },
        ColliderScene::Capsule {
            start: START,
            end: add(START, [0.0, 1.5, -0.5]),
            radius: size,
            friction,
            velocity,
            period,
        },
        ColliderScene::Box {
            center: START,
            size: [size, 2.0 * size, 0.4],
            turn: [20.0, -35.0, 50.0],
            friction,
            velocity,
            period,
        },
        ColliderScene::Plane {
            point: START,
            normal: [0.0, 1.0, 0.0],
            friction,
            velocity,
            period,
        },
    ]
}

/// A single particle far above.
fn above(collider: ColliderScene) -> Scene {
    let mut scene = bare(1, 1);
    scene.cloth.center = [0.0, 100.0, 0.0];
    let _ = scene.colliders.push(collider);
    scene
}

fn now(sim: &Sim<f64>) -> ColliderScene {
    sim.colliders().next().expect("there is a collider")
}

fn assert_at(sim: &Sim<f64>, place: [f64; 3]) {
    assert_near(length(sub(*now(sim).place_mut(), place)), 0.0, 1e-12);
}

/// The collider is at a place, and in all else as it should be.
fn assert_is(sim: &Sim<f64>, mut expected: ColliderScene, place: [f64; 3]) {
    let mut found = now(sim);
    assert_at(sim, place);
    *found.place_mut() = START;
    *expected.place_mut() = START;
    // Lengths are kept in other units while it runs.
    let number = |x: &mut f64, y: f64| {
        assert_near(*x, y, 1e-12);
        *x = y;
    };
    use ColliderScene::{Box, Capsule, Sphere};
    match (&mut found, expected) {
        (Sphere { radius, .. }, Sphere { radius: r, .. }) => number(radius, r),
        (
            Capsule { radius, end, .. },
            Capsule {
                radius: r, end: e, ..
            },
        ) => {
            number(radius, r);
            let e = add(e, sub(place, START));
            (0..3).for_each(|i| number(&mut end[i], e[i]));
        }
        (Box { size, .. }, Box { size: s, .. }) => (0..3).for_each(|i| number(&mut size[i], s[i])),
        _ => {}
    }
    if let Capsule { end, .. } = &mut expected {
        *end = add(*end, sub(place, START));
    }
    assert_eq!(found, expected);
}

#[test]
fn every_kind_goes_on_from_where_it_is_put() {
    for collider in kinds(0.2, 0.6) {
        let mut sim = begin::<f64, 1, 1>(&above(collider));
        let step = 1.0 / sim.scene().solver.steps_per_second;
        sim.move_collider(0, PLACE, VELOCITY).unwrap();
        assert_at(&sim, PLACE);
        for n in 1..=7 {
            sim.step();
            assert_at(&sim, add(PLACE, scale(VELOCITY, f64::from(n) * step)));
        }
        sim.move_collider(0, START, [0.0; 3]).unwrap();
        assert_is(&sim, collider, START);
        sim.step();
        assert_at(&sim, START);
    }
}

#[test]
fn a_number_that_no_collider_has_moves_nothing() {
    for collider in kinds(0.2, 0.6) {
        let mut sim = begin::<f64, 1, 1>(&above(collider));
        let before = now(&sim);
        let none = sim.move_collider(1, PLACE, VELOCITY).unwrap_err();
        assert_eq!((none.key, none.value), ("collider", 1.0));
        sim.step();
        assert_eq!(now(&sim), before);
    }
}

#[test]
fn another_friction_or_size_leaves_a_collider_where_it_was_put() {
    for (old, new) in kinds(0.2, 0.6).into_iter().zip(kinds(0.7, 0.8)) {
        let mut sim = begin::<f64, 1, 1>(&above(old));
        sim.move_collider(0, PLACE, [0.0; 3]).unwrap();
        sim.step();
        sim.change(above(new)).unwrap();
        assert_is(&sim, new, PLACE);
        sim.step();
        assert_is(&sim, new, PLACE);
    }
}

#[test]
fn another_start_puts_a_collider_there() {
    for old in kinds(0.2, 0.6) {
        let mut sim = begin::<f64, 1, 1>(&above(old));
        sim.move_collider(0, PLACE, [0.0; 3]).unwrap();
        sim.step();
        let mut new = old;
        *new.place_mut() = [0.0, 3.0, 0.0];
        sim.change(above(new)).unwrap();
        assert_at(&sim, [0.0, 3.0, 0.0]);
    }
}

/// A floor that rises by less than a coordinate's last bit a substep lifts what lies on it: none
/// of its way is lost.
fn slowly<T: Scalar>(speed: f64, part: f64) {
    let mut scene = bare(3, 3);
    (scene.cloth.width, scene.forces.gravity) = (0.17, [0.0, -9.81, 0.0]);
    (scene.solver.steps_per_second, scene.solver.substeps) = (60.0, 60);
    // Lying, 2.3 m beside the origin of the floor.
    scene.cloth.down = [0.0, 0.0, 1.0];
    let floor = ColliderScene::plane([2.3, 0.0, 1.1], [0.0, 1.0, 0.0]);
    let moving = floor.moving([0.0, speed, 0.0]);
    scene.colliders.push(moving).unwrap();
    let mut sim: Box<SimWith<T, Verlet>> = start(&scene, 3, 3);
    sim.run(60);
    let before = sim.position(1, 1).unwrap()[1];
    sim.run(20 * 60);
    let risen = sim.position(1, 1).unwrap()[1] - before;
    assert_near(risen / (20.0 * speed), 1.0, part);
}

#[test]
fn a_slow_collider_arrives() {
    // A thousandth of a millimetre a second is 3·10⁻⁹ spacings a substep.
    slowly::<f32>(1e-6, 0.05);
    slowly::<f64>(1e-6, 1e-6);
    // The slowest that fixed point takes: 16 of its last bits a substep.
    slowly::<Fixed>(1.001 * 16.0 / f64::from(1 << 20) * 0.085 * 3600.0, 0.03);
}

/// A period so short that its swings cannot be counted: the ball stays where it is, but for the first
/// substep, which has the velocity of the start.
#[test]
fn a_swing_of_next_to_no_time_goes_nowhere() {
    for period in [f64::from_bits(1), 1e-320] {
        let mut scene = above(ColliderScene::Sphere {
            center: START,
            radius: 0.3,
            friction: 0.0,
            velocity: VELOCITY,
            period,
        });
        scene.solver.substeps = 1;
        let mut sim = begin::<f64, 1, 1>(&scene);
        sim.run(60);
        let ColliderScene::Sphere { center, .. } = now(&sim) else {
            panic!("a ball");
        };
        let way = length(sub(center, START));
        let substep = length(VELOCITY) / scene.solver.steps_per_second;
        assert!(way <= substep * 1.001, "{period}: {way} above {substep}");
    }
}
