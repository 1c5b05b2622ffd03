//! Colliders that are moved by hand, what changed values do to them, and what jumps into cloth.

use crate::contact::{one_particle, swinging};
use cloth_tests::gap::gap;
use cloth_tests::prelude::*;

const START: Vector = [0.7, -0.4, 1.1];
const PLACE: Vector = [-2.3, 0.6, 1.9];
const VELOCITY: Vector = [0.05, -0.02, 0.03];

/// One of each kind, at rest.
pub(crate) fn kinds(start: Vector, friction: f64, size: f64) -> [ColliderScene; 4] {
    [
        ColliderScene::sphere(start, size),
        ColliderScene::capsule(start, add(start, [0.0, 1.5, -0.5]), size),
        turned_box(start, [size, 2.0 * size, 0.4], [20.0, -35.0, 50.0]),
        ColliderScene::plane(start, [0.0, 1.0, 0.0]),
    ]
    .map(|one| one.with_friction(friction))
}

/// A single particle far above.
fn above(collider: ColliderScene) -> Scene {
    let mut scene = one_particle(collider);
    scene.cloth.center = [0.0, 100.0, 0.0];
    scene
}

fn assert_at(sim: &Trial, place: Vector) {
    assert_near(length(sub(sim.collider(), place)), 0.0, 1e-12);
}

/// The collider is at a place, and its surface and motion are as they should be.
fn assert_is(sim: &Trial, mut expected: ColliderScene, place: Vector) {
    assert_at(sim, place);
    let found = sim.colliders()[0];
    assert_eq!(found.motion(), expected.motion());
    if let ColliderScene::Capsule { start, end, .. } = &mut expected {
        *end = add(*end, sub(place, *start));
    }
    *expected.place_mut() = place;
    let mut noise = Noise::new(1);
    for _ in 0..30 {
        let x = add(place, noise.vector(3.0));
        assert_near(gap(&found, x), gap(&expected, x), 1e-11);
    }
}

#[test]
fn every_kind_goes_on_from_where_it_is_put_and_stays_there_through_a_change() {
    let others = kinds(START, 0.7, 0.8);
    for (old, new) in kinds(START, 0.2, 0.6).into_iter().zip(others) {
        let mut sim = verlet(&above(old), F64);
        let step = 1.0 / sim.scene().solver.steps_per_second;
        sim.move_collider(0, PLACE, VELOCITY);
        for n in 0..=7 {
            assert_at(&sim, add(PLACE, scale(VELOCITY, f64::from(n) * step)));
            sim.step();
        }
        sim.move_collider(0, START, [0.0; 3]);
        assert_is(&sim, old, START);
        sim.step();
        assert_at(&sim, START);
        // A number that no collider has moves nothing.
        let before = sim.colliders();
        let none = sim.any_mut().move_collider(1, PLACE, VELOCITY).unwrap_err();
        assert_eq!((none.key, none.value), ("collider", 1.0));
        sim.step();
        assert_eq!(sim.colliders(), before);
        // Another friction and size leave it where it was put, another start does not.
        sim.move_collider(0, PLACE, [0.0; 3]);
        sim.change(&above(new)).unwrap();
        assert_is(&sim, new, PLACE);
        sim.step();
        assert_is(&sim, new, PLACE);
        let mut elsewhere = new;
        *elsewhere.place_mut() = [0.0, 3.0, 0.0];
        sim.change(&above(elsewhere)).unwrap();
        assert_at(&sim, [0.0, 3.0, 0.0]);
    }
}

/// A floor that rises by less than a coordinate's last bit a substep lifts what lies on it: none
/// of its way is lost.
#[test]
fn a_slow_collider_arrives() {
    // The slowest that fixed point takes: 16 of its last bits a substep. In floats a thousandth of a millimetre a
    // second, 3·10⁻⁹ spacings a substep.
    let slowest = 1.001 * 16.0 / f64::from(1 << 20) * 0.085 * 3600.0;
    for (format, speed, part) in [(F32, 1e-6, 0.05), (F64, 1e-6, 1e-6), (Fixed, slowest, 0.03)] {
        let mut scene = bare(3, 3);
        (scene.cloth.width, scene.forces.gravity) = (0.17, [0.0, -9.81, 0.0]);
        (scene.solver.steps_per_second, scene.solver.substeps) = (60.0, 60);
        // Lying, 2.3 m from the origin of the floor.
        scene.cloth.down = [0.0, 0.0, 1.0];
        let floor = ColliderScene::plane([2.3, 0.0, 1.1], [0.0, 1.0, 0.0]);
        let rising = floor.moving([0.0, speed, 0.0]);
        scene.colliders.push(rising).unwrap();
        let mut sim = verlet(&scene, format);
        sim.run(60);
        let before = sim.position(1, 1)[1];
        sim.run(20 * 60);
        let risen = sim.position(1, 1)[1] - before;
        assert_near(risen / (20.0 * speed), 1.0, part);
    }
}

/// A period so short that its swings cannot be counted: the ball stays where it is, but for the first
/// substep, which has the velocity of the start.
#[test]
fn a_swing_of_next_to_no_time_goes_nowhere() {
    for period in [f64::from_bits(1), 1e-320] {
        let ball = ColliderScene::sphere(START, 0.3).moving(VELOCITY);
        let mut scene = above(swinging(ball, period));
        scene.solver.substeps = 1;
        let mut sim = verlet(&scene, F64);
        sim.run(60);
        let way = length(sub(sim.collider(), START));
        let substep = length(VELOCITY) / scene.solver.steps_per_second;
        assert!(way <= substep * 1.001, "{period}: {way} above {substep}");
    }
}

/// Steps a second.
const RATE: u32 = 60;

/// A sheet that hangs from its corners and comes to rest, with something far away.
fn hanging(mode: Mode, side: usize, collider: ColliderScene) -> Scene {
    let mut scene = in_mode(sized(&scenes::FOUR_CORNERS.scene, side, side), mode);
    scene.solver.steps_per_second = f64::from(RATE);
    scene.solver.damping = Damping::Rate(3.0);
    scene.colliders = Colliders::EMPTY;
    scene.colliders.push(collider).unwrap();
    scene
}

const AWAY: Vector = [7.3, 0.0, 0.0];

fn shapes() -> [ColliderScene; 5] {
    let block = turned_box(AWAY, [0.33, 0.21, 0.41], [20.0, 0.0, 10.0]);
    [
        ColliderScene::sphere(AWAY, 0.11),
        ColliderScene::sphere(AWAY, 0.31).with_friction(0.3),
        ColliderScene::capsule(AWAY, [AWAY[0], 0.07, 0.9], 0.13).with_friction(0.3),
        // Across the axes: longer than its reach along any of them.
        ColliderScene::capsule(AWAY, [AWAY[0] + 0.45, 0.11, 0.53], 0.12).with_friction(0.3),
        block.with_friction(0.3),
    ]
}

/// Root of the mean squared distance of two states' particles, m.
fn apart(a: &Trial, b: &Trial) -> f64 {
    let (a, b) = (a.positions(), b.positions());
    let squares = a.iter().zip(&b).map(|(a, b)| length(sub(*a, *b)).powi(2));
    (squares.sum::<f64>() / a.len() as f64).sqrt()
}

/// A collider that jumps into hanging cloth tears nothing apart, and leaves the cloth as it was. Every shape
/// in every mode and number format; the cloth comes to rest once for all shapes.
#[test]
fn what_jumps_into_cloth_and_away_leaves_it_as_it_was() {
    for (mode, (format, side)) in pairs(Mode::ALL, [(F32, 17), (F64, 31), (Fixed, 17)]) {
        let mut rest = verlet(&hanging(mode, side, shapes()[0]), format);
        rest.run(4 * RATE);
        let (before, strain) = (fastest(&rest), rest.strain());
        let mut twin = rest.clone();
        twin.run(2 * RATE + RATE / 2);
        for collider in shapes() {
            let what = format!("{format} {mode:?} {side} {collider:?}");
            let mut sim = rest.clone();
            sim.change(&hanging(mode, side, collider)).unwrap();
            let [x, y, z] = sim.position(side / 2, side / 2);
            sim.move_collider(0, [x + 0.003, y + 0.013, z - 0.007], [0.0; 3]);
            for step in 0..RATE / 2 {
                sim.step();
                let (now, stretched) = (fastest(&sim), sim.strain());
                // Its surface rises at 1 m/s; what slides off it swings no faster than it falls.
                assert!(now < before + 3.0, "{what} {step}: {now} m/s");
                assert!(stretched < strain + 0.15, "{what} {step}: {stretched}");
            }
            // It has risen: nothing is left inside.
            sim.move_collider(0, AWAY, [0.0; 3]);
            let disturbed = apart(&sim, &rest);
            assert!(disturbed > 0.005, "{what}: {disturbed}");
            sim.run(2 * RATE);
            let (left, now) = (apart(&sim, &twin), fastest(&sim));
            assert!(left < 0.02 && now < 0.3, "{what}: {left} m, {now} m/s");
        }
    }
}

/// One that moves is none that jumps: it carries the cloth with it at once.
#[test]
fn what_moves_does_not_sink() {
    let ball = ColliderScene::sphere([0.1, 0.45, -0.05], 0.3);
    let mut sim = verlet(&hanging(Mode::Xpbd, 17, ball), F32);
    let mut y = 0.45;
    sim.run(RATE);
    for _ in 0..RATE {
        // By hand, 0.9 m/s.
        sim.move_collider(0, [0.1, y, -0.05], [0.0, 0.9, 0.0]);
        sim.step();
        y += 0.9 / f64::from(RATE);
        for x in sim.positions() {
            let inside = 0.3 - length(sub(x, [0.1, y, -0.05]));
            assert!(inside < 1e-3, "{inside}");
        }
    }
}

/// What cloth lies on stays where it is when something else of the scene changes: the particles
/// are a rounding deep in it.
#[test]
fn what_cloth_rests_on_does_not_sink() {
    for on in [
        ColliderScene::cuboid([0.013, 0.217, -0.011], [0.71, 0.43, 0.63]),
        ColliderScene::capsule([-0.3, 0.2, 0.1], [0.3, 0.23, -0.2], 0.2),
    ] {
        for format in Format::ALL {
            let mut scene = hanging(Mode::Xpbd, 17, on.with_friction(0.6));
            scene.pins = Pins::default();
            scene.cloth.center = [0.0, 0.46, 0.0];
            let mut sim = verlet(&scene, format);
            sim.run(RATE);
            let mut twin = sim.clone();
            scene.colliders.0[0] = Some(on.with_friction(0.59));
            sim.change(&scene).unwrap();
            for _ in 0..RATE {
                sim.step();
                twin.step();
                let moved = largest_difference(&sim.positions(), &twin.positions());
                assert!(moved < 0.01, "{format} {on:?}: {moved} m");
            }
        }
    }
}
