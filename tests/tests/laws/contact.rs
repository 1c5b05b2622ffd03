//! Contacts with spheres and planes (V16; S0, mistakes 1 and 2).

use cloth_core::scene::{ColliderScene, LimitScene};
use cloth_core::{Mode, Scalar, Scene};
use cloth_tests::measure::{add, assert_near, cross, dot, length, positions, scale, sub};
use cloth_tests::{Noise, Sim, bare, begin, particles};

const CENTER: [f64; 3] = [0.7, -0.4, 1.1];
const RADIUS: f64 = 2.0;

fn ball(velocity: [f64; 3], friction: f64) -> ColliderScene {
    ColliderScene::Sphere {
        center: CENTER,
        radius: RADIUS,
        friction,
        velocity,
        period: 0.0,
    }
}

fn one_particle(collider: ColliderScene) -> Scene {
    let mut scene = bare(1, 1);
    let _ = scene.colliders.push(collider);
    scene
}

fn center_of<T: Scalar>(sim: &Sim<T>) -> [f64; 3] {
    match sim.colliders().next() {
        Some(ColliderScene::Sphere { center, .. }) => center,
        other => panic!("no sphere: {other:?}"),
    }
}

/// Some unit vector at right angles to the unit vector `n`.
fn beside(n: [f64; 3]) -> [f64; 3] {
    let other = if n[0].abs() < 0.6 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let side = cross(n, other);
    scale(side, 1.0 / length(side))
}

/// Shoots a particle at the ball: `offset` radii beside its centre, `path`
/// radii a substep, at a ball that moves by `motion` a substep. It must end on
/// the side it came from, on the ball, with no velocity into it.
fn shoot<T: Scalar>(
    direction: [f64; 3],
    [offset, path, friction]: [f64; 3],
    motion: [f64; 3],
    slack: f64,
) {
    let mut sim = begin::<T, 1, 1>(&one_particle(ball(motion, friction)));
    let side = beside(direction);
    let relative = scale(direction, path * RADIUS);
    // A third of a substep's path before the ball's place at the contact.
    let start = add(
        add(CENTER, motion),
        add(
            scale(side, offset * RADIUS),
            scale(direction, -RADIUS * (1.0 + path / 3.0)),
        ),
    );
    // Velocities are relative to a ball that has yet to move this substep.
    let start = sub(start, motion);
    sim.place(0, 0, start, add(relative, motion)).unwrap();
    let mut touched = false;
    // Across the ball at least once, and on for a while.
    for _ in 0..3 + (3.0 / path) as u32 {
        sim.step();
        let center = center_of(&sim);
        let x = sub(sim.position(0, 0).unwrap(), center);
        let v = sub(sim.velocity(0, 0).unwrap(), motion);
        let case = format!(
            "{} {direction:?} {offset} {path} {friction} {motion:?}",
            T::NAME
        );
        assert!(length(x) >= RADIUS - slack, "inside: {case}: {}", length(x));
        let deflected = length(sub(v, relative)) > 1e-3 * length(relative);
        if deflected && !touched {
            touched = true;
            assert!(dot(x, direction) <= slack, "came through: {case}");
            assert!(length(x) <= RADIUS + slack, "stopped short: {case}");
            let inward = -dot(v, scale(x, 1.0 / length(x)));
            assert!(
                inward <= slack * path.max(1.0),
                "goes on inwards: {case}: {inward}"
            );
        }
    }
    assert!(touched, "missed: {} {direction:?} {offset} {path}", T::NAME);
}

/// Step lengths in radii, up to a hundred.
const PATHS: [f64; 8] = [0.1, 0.4, 0.51, 1.0, 2.5, 7.0, 33.0, 100.0];

fn shoot_from_everywhere<T: Scalar>(slack: f64) {
    let mut noise = Noise::new(16);
    for path in PATHS {
        for _ in 0..20 {
            let aim = noise.vector(1.0);
            let direction = scale(aim, 1.0 / length(aim));
            for offset in [0.0, 0.3, 0.7, 0.9] {
                for friction in [0.0, 0.3, 2.0] {
                    let shot = [offset, path, friction];
                    shoot::<T>(direction, shot, [0.0; 3], slack);
                    shoot::<T>(direction, shot, noise.vector(3.0), slack);
                }
            }
        }
    }
}

#[test]
fn v16_a_fast_particle_does_not_tunnel_f64() {
    shoot_from_everywhere::<f64>(1e-11);
}

#[test]
fn v16_a_fast_particle_does_not_tunnel_f32() {
    // Paths of 200 spacings hold ulps of 1.5e-5.
    shoot_from_everywhere::<f32>(1e-4);
}

#[test]
fn v16_a_fast_ball_takes_a_resting_particle_along() {
    for speed in [0.5, 1.9, 4.0, 20.0, 200.0] {
        let motion = [0.0, 0.0, speed];
        let mut sim = begin::<f64, 1, 1>(&one_particle(ball(motion, 0.0)));
        let start = add(CENTER, [0.3, 0.0, RADIUS + 0.25 * speed]);
        sim.place(0, 0, start, [0.0; 3]).unwrap();
        sim.step();
        let x = sub(sim.position(0, 0).unwrap(), center_of(&sim));
        assert_near(length(x), RADIUS, 1e-12 * (1.0 + speed));
        assert!(x[2] > 0.0, "the ball went through: {x:?} at {speed}");
        let v = sub(sim.velocity(0, 0).unwrap(), motion);
        assert!(dot(v, x) >= -1e-12 * speed * RADIUS);
    }
}

#[test]
fn s0_1_contact_begins_at_the_sum_of_the_radii() {
    // r² + R² ≥ |PQ|² would begin at √(r² + R²) = 2.06 instead of 2.5.
    let mut scene = one_particle(ball([0.0; 3], 0.0));
    scene.cloth.particle_radius = 0.5;
    for (distance, expected) in [(2.1, 2.5), (2.499, 2.5), (2.5, 2.5), (2.6, 2.6)] {
        let mut sim = begin::<f64, 1, 1>(&scene);
        sim.place(0, 0, add(CENTER, [0.0, distance, 0.0]), [0.0; 3])
            .unwrap();
        sim.step();
        let x = sub(sim.position(0, 0).unwrap(), CENTER);
        assert_near(length(x), expected, 1e-14);
    }
}

#[test]
fn s0_2_contact_removes_inward_velocity_and_penetration_alone() {
    // Frictionless: the tangential part stays; a leaving particle keeps all.
    let mut sim = begin::<f64, 1, 1>(&one_particle(ball([0.0; 3], 0.0)));
    let start = add(CENTER, [0.0, RADIUS + 0.05, 0.0]);
    sim.place(0, 0, start, [0.03, -0.1, 0.02]).unwrap();
    sim.step();
    let (x, v) = (
        sub(sim.position(0, 0).unwrap(), CENTER),
        sim.velocity(0, 0).unwrap(),
    );
    assert_near(length(x), RADIUS, 1e-14);
    assert_near(dot(x, v), 0.0, 1e-14);
    // Removed was the part along the normal alone: v + 0.1·… is along n.
    let lost = sub(v, [0.03, -0.1, 0.02]);
    assert_near(length(cross(lost, x)), 0.0, 1e-14);

    let mut leaving = begin::<f64, 1, 1>(&one_particle(ball([0.0; 3], 9.0)));
    let inside = add(CENTER, [0.0, RADIUS - 0.3, 0.0]);
    leaving.place(0, 0, inside, [0.01, 0.1, 0.0]).unwrap();
    leaving.step();
    let v = leaving.velocity(0, 0).unwrap();
    assert_near(length(sub(v, [0.01, 0.1, 0.0])), 0.0, 1e-14);
    let height = length(sub(leaving.position(0, 0).unwrap(), CENTER));
    assert_near(height, RADIUS, 1e-14);
}

#[test]
fn coulomb_friction_takes_mu_times_the_normal_change() {
    for friction in [0.0, 0.2, 0.6, 1.0, 5.0] {
        let mut sim = begin::<f64, 1, 1>(&one_particle(ball([0.0; 3], friction)));
        sim.place(0, 0, add(CENTER, [0.0, RADIUS, 0.0]), [0.0; 3])
            .unwrap();
        // Straight above the centre n is (0, 1, 0) to 1e-9.
        let (slide, press) = (1e-7, 2e-7);
        sim.place(0, 0, add(CENTER, [0.0, RADIUS, 0.0]), [slide, -press, 0.0])
            .unwrap();
        sim.step();
        let expected = (slide - friction * press).max(0.0);
        assert_near(sim.velocity(0, 0).unwrap()[0], expected, 1e-13);
    }
}

/// A heavy sheet thrown about with a ball and a floor, both modes: after each
/// step all particles are outside.
fn never_inside<T: Scalar, const W: usize, const H: usize>(mode: Mode, limit: bool, slack: f64) {
    let mut scene = bare(W, H);
    scene.solver.mode = mode;
    (
        scene.springs.structural,
        scene.springs.shear,
        scene.springs.bend,
    ) = (0.1, 0.1, 0.02);
    (scene.constraints.structural, scene.constraints.shear) = (1.0, 1.0);
    scene.constraints.iterations = 4;
    scene.limit = limit.then_some(LimitScene {
        ratio: 1.1,
        passes: 40,
    });
    scene.forces.gravity = [0.0, -3e-3, 0.0];
    scene.cloth.center = [0.3, 4.0, 0.2];
    let radius = 1.5;
    let _ = scene.colliders.push(ColliderScene::Sphere {
        center: [0.0, 1.0, 0.0],
        radius,
        friction: 0.3,
        velocity: [0.05, 0.0, 0.02],
        period: 120.0,
    });
    let _ = scene.colliders.push(ColliderScene::Plane {
        point: [0.0, -2.0, 0.0],
        normal: [0.0, 1.0, 0.0],
        friction: 0.5,
        velocity: [0.0; 3],
        period: 0.0,
    });
    let mut sim = begin::<T, W, H>(&scene);
    let mut touched = 0;
    for _ in 0..400 {
        sim.step();
        let center = center_of(&sim);
        for x in positions(&sim) {
            let gap = length(sub(x, center)) - radius;
            touched += usize::from(gap < 1e-3);
            assert!(gap >= -slack, "{mode:?} {limit} in the ball by {gap:e}");
            assert!(
                x[1] >= -2.0 - slack,
                "{mode:?} {limit} under the floor: {x:?}"
            );
        }
    }
    assert!(touched > 100, "the cloth met the ball: {touched}");
}

#[test]
fn v16_no_mode_ends_a_step_inside_of_a_collider() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        for limit in [false, true] {
            never_inside::<f64, 9, 7>(mode, limit, 1e-14);
            never_inside::<f32, 9, 7>(mode, limit, 1e-6);
        }
    }
}

#[test]
fn a_pinned_particle_is_not_moved_by_a_collider() {
    let mut scene = bare(3, 3);
    scene.pins.top_left = true;
    let _ = scene.colliders.push(ColliderScene::Sphere {
        center: [-1.0, 0.1, -1.0],
        radius: 0.6,
        friction: 0.5,
        velocity: [0.1, 0.0, 0.1],
        period: 0.0,
    });
    let mut sim = begin::<f32, 3, 3>(&scene);
    sim.run(20);
    for (c, r) in particles(3, 3) {
        if sim.cloth().is_pinned(c, r) {
            assert_eq!(sim.position(c, r), Some(scene.cloth.start(3, 3, c, r)));
        }
    }
}

#[test]
fn a_swinging_ball_comes_back() {
    let mut collider = ball([0.25, 0.0, 0.0], 0.0);
    if let ColliderScene::Sphere { period, .. } = &mut collider {
        *period = 64.0;
    }
    let mut sim = begin::<f64, 1, 1>(&one_particle(collider));
    // x(t) = v·period/(2π)·sin(2πt/period), summed at the substeps' starts.
    let mut expected = CENTER[0];
    let mut reach = 0.0_f64;
    for n in 0..640 {
        sim.step();
        expected += 0.25 * (std::f64::consts::TAU * f64::from(n) / 64.0).cos();
        let x = center_of(&sim)[0];
        assert_near(x, expected, 1e-11);
        reach = reach.max(x - CENTER[0]);
    }
    assert_near(center_of(&sim)[0], CENTER[0], 1e-11);
    // The sum runs up to half a substep (0.125 m) ahead of the integral.
    assert_near(reach, 0.25 * 64.0 / std::f64::consts::TAU, 0.126);
}
