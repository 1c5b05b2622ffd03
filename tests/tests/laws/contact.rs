//! Contacts with spheres and planes (V16; S0, mistakes 1 and 2).

use crate::moving_colliders::kinds;
use cloth_tests::gap::gap;
use cloth_tests::prelude::*;

const CENTER: Vector = [0.7, -0.4, 1.1];
const RADIUS: f64 = 2.0;

fn ball(velocity: Vector, friction: f64) -> ColliderScene {
    ColliderScene::sphere(CENTER, RADIUS)
        .moving(velocity)
        .with_friction(friction)
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
