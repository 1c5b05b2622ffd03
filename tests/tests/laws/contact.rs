//! Contacts with spheres and planes (V16; S0, mistakes 1 and 2), and of a particle with several colliders: out of all
//! of them as far as that can be, and calm. Of cloths see `rests` and `scenes_hold`.

use crate::moving_colliders::kinds;
use cloth_tests::gap::gap;
use cloth_tests::prelude::*;

const CENTER: Vector = [0.7, -0.4, 1.1];
const RADIUS: f64 = 2.0;

fn ball(velocity: Vector, friction: f64) -> ColliderScene {
    let ball = ColliderScene::sphere(CENTER, RADIUS).moving(velocity);
    ball.with_friction(friction)
}

/// A scene of one particle and a collider.
pub(crate) fn one_particle(collider: ColliderScene) -> Scene {
    let mut scene = bare(1, 1);
    scene.colliders.push(collider).expect("there is room");
    scene
}

/// A particle at a place from the ball's centre after a step.
fn placed(collider: ColliderScene, from_center: Vector, velocity: Vector) -> Trial {
    let mut sim = verlet(&one_particle(collider), F64);
    sim.place(0, 0, add(CENTER, from_center), velocity);
    sim.step();
    sim
}

#[test]
fn s0_1_contact_begins_at_the_sum_of_the_radii() {
    // r² + R² ≥ |PQ|² would begin at √(r² + R²) = 2.06 instead of 2.5.
    let mut scene = one_particle(ball([0.0; 3], 0.0));
    scene.cloth.particle_radius = 0.5;
    for (distance, expected) in [(2.1, 2.5), (2.499, 2.5), (2.5, 2.5), (2.6, 2.6)] {
        let mut sim = verlet(&scene, F64);
        sim.place(0, 0, add(CENTER, [0.0, distance, 0.0]), [0.0; 3]);
        sim.step();
        assert_near(length(sub(sim.position(0, 0), CENTER)), expected, 1e-14);
    }
}

#[test]
fn s0_2_contact_removes_inward_velocity_and_penetration_alone() {
    // Frictionless: the tangential part stays; a leaving particle keeps all.
    let start = [0.03, -0.1, 0.02];
    let sim = placed(ball([0.0; 3], 0.0), [0.0, RADIUS + 0.05, 0.0], start);
    let (x, v) = (sub(sim.position(0, 0), CENTER), sim.velocity(0, 0));
    assert_near(length(x), RADIUS, 1e-14);
    assert_near(dot(x, v), 0.0, 1e-14);
    // Removed was the part along the normal alone: what is lost is along n.
    assert_near(length(cross(sub(v, start), x)), 0.0, 1e-14);

    let start = [0.01, 0.1, 0.0];
    let sim = placed(ball([0.0; 3], 9.0), [0.0, RADIUS - 0.3, 0.0], start);
    assert_near(length(sub(sim.velocity(0, 0), start)), 0.0, 1e-14);
    assert_near(length(sub(sim.position(0, 0), CENTER)), RADIUS, 1e-14);
}

/// One particle flies into a ball: afterwards it is on the surface and moves
/// along it.
#[test]
fn contacts_leave_no_inward_velocity_with_any_method() {
    for method in Method::ALL {
        let scene = one_particle(ColliderScene::sphere([0.0; 3], 2.0));
        let mut sim = Trial::new(&scene, method, F64);
        sim.place(0, 0, [0.6, 3.0, 0.0], [0.0, -0.4, 0.1]);
        let mut contacts = 0;
        for _ in 0..12 {
            let before = sim.velocity(0, 0);
            sim.step();
            let (x, v) = (sim.position(0, 0), sim.velocity(0, 0));
            assert!(length(x) > 2.0 - 1e-9, "{method} {x:?}");
            if length(sub(v, before)) < 1e-12 {
                // Still in flight.
                continue;
            }
            contacts += 1;
            assert!(dot(v, x) > -1e-9 * length(x), "{method} {v:?}");
            assert!(length(v) < length(before), "energy is lost, not made");
            // Something is left: it slides.
            assert!(length(v) > 0.05, "{method} {v:?}");
        }
        assert!(contacts > 0, "{method}");
    }
}

/// A heavy sheet thrown about with a ball and a floor: after each step all particles are outside.
#[test]
fn v16_no_mode_ends_a_step_inside_of_a_collider() {
    for ((mode, limited), (format, slack)) in
        pairs(pairs(Mode::ALL, [false, true]), [(F64, 1e-14), (F32, 1e-6)])
    {
        let mut scene = in_mode(bare(9, 7), mode);
        stiffen(&mut scene, [0.1, 0.1, 0.02]);
        (scene.constraints.structural, scene.constraints.shear) = (1.0, 1.0);
        scene.constraints.iterations = 4;
        scene.limit = limit(1.1, 40).filter(|_| limited);
        scene.forces.gravity = [0.0, -3e-3, 0.0];
        scene.cloth.center = [0.3, 4.0, 0.2];
        let ball = ColliderScene::sphere([0.0, 1.0, 0.0], 1.5).moving([0.05, 0.0, 0.02]);
        let floor = ColliderScene::plane([0.0, -2.0, 0.0], [0.0, 1.0, 0.0]).with_friction(0.5);
        for collider in [swinging(ball.with_friction(0.3), 120.0), floor] {
            let _ = scene.colliders.push(collider);
        }
        let mut sim = verlet(&scene, format);
        let mut touched = 0;
        for _ in 0..400 {
            sim.step();
            let colliders = sim.colliders();
            for x in sim.positions() {
                let gaps = [gap(&colliders[0], x), gap(&colliders[1], x)];
                touched += usize::from(gaps[0] < 1e-3);
                let inside = gaps[0].min(gaps[1]);
                assert!(inside >= -slack, "{mode:?} {limited}: {gaps:?}");
            }
        }
        assert!(touched > 100, "the cloth met the ball: {touched}");
    }
}

/// The collider, swinging with a period, s.
pub(crate) fn swinging(mut collider: ColliderScene, time: f64) -> ColliderScene {
    *collider.motion_mut().2 = time;
    collider
}

#[test]
fn all_kinds_swing_come_back_and_are_where_they_say() {
    let (start, velocity) = ([1.0, 2.0, 3.0], [0.25, -0.1, 0.0]);
    for kind in kinds(start, 0.0, 1.1) {
        let mut scene = one_particle(swinging(kind.moving(velocity), 64.0));
        scene.cloth.particle_radius = 0.1;
        scene.cloth.center = [0.0, 100.0, 0.0];
        let mut sim = verlet(&scene, F64);
        // v·period/(2π)·sin(2πt/period), summed at the substeps' starts.
        let (mut expected, mut reach) = (0.0, 0.0_f64);
        for n in 0..640 {
            sim.step();
            expected += (std::f64::consts::TAU * f64::from(n) / 64.0).cos();
            let way = sub(sim.collider(), start);
            assert_near(length(sub(way, scale(velocity, expected))), 0.0, 1e-11);
            reach = reach.max(way[0]);
        }
        assert_near(length(sub(sim.collider(), start)), 0.0, 1e-11);
        // The sum runs up to half a substep (0.125 m) ahead of the integral.
        assert_near(reach, 0.25 * 64.0 / std::f64::consts::TAU, 0.126);
    }
}

/// A plane that is tilted about z.
fn slope(degrees: f64, friction: f64) -> ColliderScene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    ColliderScene::plane([0.0; 3], [sin, cos, 0.0]).with_friction(friction)
}

/// A box whose right face is the plane x = 0.
fn wall(friction: f64) -> ColliderScene {
    ColliderScene::cuboid([-1.0, 0.5, 0.0], [2.0, 3.0, 30.0]).with_friction(friction)
}

/// A particle between two colliders, with units of 1 m and steps of 1/600 s.
fn between(pair: [ColliderScene; 2], pull: Vector, start: Vector) -> Scene {
    let mut scene = bare(1, 1);
    scene.solver.steps_per_second = 600.0;
    scene.forces.gravity = pull;
    scene.cloth.center = start;
    for collider in pair {
        let _ = scene.colliders.push(collider);
    }
    scene
}

/// Pulls a particle into the corner between two colliders and lets it settle.
fn settles(format: Format, pair: [ColliderScene; 2], pull: Vector, start: Vector) {
    let mut sim = verlet(&between(pair, pull, start), format);
    let mut deepest = 0.0_f64;
    for step in 0..10_000 {
        sim.step();
        let depths = pair.map(|collider| -gap(&collider, sim.position(0, 0)));
        let [least, most] = [depths[0].min(depths[1]), depths[0].max(depths[1])];
        deepest = deepest.max(most);
        if step >= 9000 {
            let speed = length(sim.velocity(0, 0));
            let what = format!("{format} {pair:?} {depths:?} {speed:e} m/s");
            // What one substep of the pull moves it by: 2.7e-5 m. Nothing can be
            // asked for less between faces of an acute angle.
            let moved = length(pull) / 360_000.0;
            assert!(most <= 2.0 * moved, "{what}");
            assert!(least >= -1e-3, "not in the corner: {what}");
            assert!(speed <= 2.0 * 600.0 * moved, "it jitters: {what}");
        }
    }
    // The first fall may lead into one as it is put out of the other.
    assert!(deepest < 0.05, "{deepest:e}");
}

#[test]
fn a_particle_in_a_corner_stays_out_of_both_and_is_calm() {
    for friction in [0.0, 0.3, 1.5] {
        // Grooves with angles of 150°, 90° and 50° between the faces.
        for degrees in [15.0, 45.0, 65.0] {
            let pair = [slope(degrees, friction), slope(-degrees, friction)];
            // It slides all the way to the bottom.
            if friction < 0.9 * f64::tan(f64::to_radians(degrees)) {
                for format in [F32, F64] {
                    settles(format, pair, [0.0, -9.8, 0.0], [0.05, 0.3, 0.0]);
                }
            }
        }
        if friction < 1.0 {
            let (wall, floor) = (wall(friction), slope(0.0, friction));
            for pair in [[wall, floor], [floor, wall]] {
                settles(F32, pair, [-9.8, -9.8, 0.0], [0.3, 0.2, 0.0]);
            }
        }
    }
}

/// Half way into the floor: they meet at 60°. Where a ball just touches a floor the
/// angle is zero, and a particle that is fast enough is squeezed through.
#[test]
fn a_particle_in_the_wedge_under_a_ball_is_calm() {
    for round in [
        ColliderScene::sphere([-1.0, 0.5, 0.0], 1.0),
        ColliderScene::capsule([-1.0, 0.5, -9.0], [-1.0, 0.5, 9.0], 1.0),
    ] {
        let pair = [round.with_friction(0.2), slope(0.0, 0.2)];
        let mut sim = verlet(&between(pair, [-9.8, -9.8, 0.0], [0.5, 0.2, 0.0]), F64);
        sim.run(3000);
        let mut fastest = 0.0_f64;
        for _ in 0..600 {
            sim.step();
            let x = sim.position(0, 0);
            assert!(gap(&pair[1], x) >= -1e-12, "the last one holds: {x:?}");
            assert!(gap(&pair[0], x) >= -1e-3, "{x:?}");
            fastest = fastest.max(length(sim.velocity(0, 0)));
        }
        assert!(fastest < 0.05, "{fastest}");
    }
}
