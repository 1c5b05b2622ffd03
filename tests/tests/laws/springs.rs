//! One spring or link at a time: signs, damping, weights, direction.

use cloth_tests::prelude::*;

/// Two particles 1 m apart along x, joined by a spring.
fn pair(stiffness: f64, damping: f64) -> Scene {
    let mut scene = bare(2, 1);
    (scene.springs.structural, scene.springs.damping) = (stiffness, damping);
    scene
}

/// The pair with its ends at rest in two places.
fn at(scene: &Scene, method: Method, ends: [Vector; 2]) -> Trial {
    let mut sim = Trial::new(scene, method, F64);
    sim.tighten(1e-12);
    (0..2).for_each(|c| sim.place(c, 0, ends[c], [0.0; 3]));
    sim
}

/// S3 flips both signs: a stretched spring pulls its ends together, a compressed
/// one pushes them apart; both in proportion, in whatever direction: κ·(l − l₀) on each end.
#[test]
fn s3_a_stretched_spring_pulls_and_a_pressed_one_pushes() {
    let direction = [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0];
    for (method, distance) in pairs(Method::ALL, [0.4, 0.7, 0.9, 1.0, 1.3, 1.4, 3.0]) {
        // Implicit methods take 2·k·dt²/m = 2e-4 off; RK4 a quarter of that.
        let (stiffness, part, rounding) = match method {
            Verlet | SymplecticEuler | ForwardEuler => (0.1, 0.0, 1e-15),
            _ => (1e-4, 3e-4, 1e-19),
        };
        let ends = [[0.0; 3], scale(direction, distance)];
        let mut sim = at(&pair(stiffness, 0.0), method, ends);
        sim.step();
        let pull = scale(direction, stiffness * (distance - 1.0));
        let error = part * length(pull) + rounding;
        assert_near3(sim.velocity(0, 0), pull, error);
        assert_near3(sim.velocity(1, 0), scale(pull, -1.0), error);
    }
}

#[test]
fn s3_spring_forces_count_once_a_substep() {
    // One substep at κ = 0.1 is the force once, not 15 times; two substeps of
    // half the time are two times a quarter of κ, at new positions.
    let mut scene = pair(0.4, 0.0);
    scene.solver.substeps = 2;
    let mut sim = at(&scene, Verlet, [[0.0; 3], [1.5, 0.0, 0.0]]);
    sim.step();
    let first = 0.1 * 0.5;
    let second = first + 0.1 * (0.5 - 2.0 * first);
    assert_near(sim.position(0, 0)[0], first + second, 1e-15);
}

/// S2's damping of −0.400 and eqn 3.9: ends that part are slowed, by what is
/// along the spring alone.
#[test]
fn s2_1_damping_slows_ends_that_part() {
    for method in Method::ALL {
        let mut sim = Trial::new(&pair(0.0, 1e-4), method, F64);
        sim.tighten(1e-12);
        let speed = 1e-3;
        for (column, along) in [(0, -speed), (1, speed)] {
            sim.place(column, 0, sim.position(column, 0), [along, speed, 0.0]);
        }
        sim.step();
        let parting = sim.velocity(1, 0)[0] - sim.velocity(0, 0)[0];
        // Each end loses c·2v; the difference 2·c·2v = 4e-4 of v.
        assert_near((2.0 * speed - parting) / (4e-4 * speed), 1.0, 1e-3);
        // The common motion across stays.
        assert_near(sim.velocity(0, 0)[1], speed, 1e-12);
    }
}

#[test]
fn stiffness_per_length_divides_by_the_rest_length() {
    // In N: a bend spring of 2 m of the same material is half as stiff.
    for (per_length, bend, expected) in [
        (false, false, 0.1 * 0.5),
        (true, false, 0.1 * 0.5),
        (false, true, 0.1),
        (true, true, 0.05),
    ] {
        let mut scene = bare(3, 1);
        scene.springs.per_length = per_length;
        (scene.springs.structural, scene.springs.bend) = if bend { (0.0, 0.1) } else { (0.1, 0.0) };
        let mut sim = verlet(&scene, F64);
        (0..3).for_each(|c| sim.place(c, 0, [1.5 * c as f64, 0.0, 0.0], [0.0; 3]));
        sim.step();
        assert_near(sim.velocity(0, 0)[0], expected, 1e-15);
    }
}

/// Two particles fly apart: the limit stops them, in the positions and in the
/// velocities, at 1 + 0.8·(ratio − 1).
#[test]
fn the_limit_changes_velocities_as_it_changes_positions() {
    for method in Method::ALL {
        let ends = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]];
        let mut scene = bare(2, 1);
        scene.limit = limit(1.1, 10);
        let mut sim = Trial::new(&scene, method, F64);
        sim.place(0, 0, ends[0], [-0.2, 0.05, 0.0]);
        sim.place(1, 0, ends[1], [0.2, 0.05, 0.0]);
        sim.step();
        assert!(sim.limit_passes() > 0);
        for (column, side) in [(0, -1.0), (1, 1.0)] {
            let x = sim.position(column, 0);
            assert_near3(x, [side * 0.5 * 1.08, 0.05, 0.0], 1e-9);
            // No force acts: the velocity is what the particle has moved.
            assert_near3(sim.velocity(column, 0), sub(x, ends[column]), 1e-9);
        }
    }
}
