//! Mistakes of the documents that a scheme could repeat, one by one; and free
//! fall (V1) by the formula of each scheme.

use cloth_core::Scalar;
use cloth_tests::measure::{assert_near, assert_near3, dot, length, sub};
use cloth_tests::{Tight, bare, begin_with, with_schemes};

const G: f64 = -0.01;

/// How far a particle has fallen after n steps from rest, over g·dt²: V1.
fn fall<T: Scalar, S: Tight, const W: usize, const H: usize>(n: u32) {
    let mut scene = bare(1, 1);
    scene.forces.gravity = [0.0, G, 0.0];
    let mut sim = begin_with::<T, S, W, H>(&scene);
    S::tighten(sim.state_mut(), 1e-12);
    sim.run(n);
    let n = f64::from(n);
    let expected = match S::NAME {
        "forward-euler" => n * (n - 1.0) / 2.0,
        "rk2" | "rk4" => n * n / 2.0,
        _ => n * (n + 1.0) / 2.0,
    };
    let [x, y, z] = sim.position(0, 0).unwrap();
    assert_near(y / (G * expected), 1.0, 1e-12);
    assert_eq!((x, z), (0.0, 0.0));
    assert_near3(sim.velocity(0, 0).unwrap(), [0.0, G * n, 0.0], 1e-12);
}

#[test]
fn v1_free_fall() {
    for n in [2, 7, 100] {
        with_schemes!(fall(n): f64, 1 by 1; all);
    }
}

/// S2's Verlet listing reads the present position as the last one.
fn inertia<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut sim = begin_with::<T, S, W, H>(&bare(1, 1));
    let velocity = [0.3, -0.2, 0.1];
    sim.place(0, 0, [0.0; 3], velocity).unwrap();
    sim.run(10);
    assert_near3(
        sim.position(0, 0).unwrap(),
        velocity.map(|v| 10.0 * v),
        1e-12,
    );
    assert_near3(sim.velocity(0, 0).unwrap(), velocity, 1e-12);
}

#[test]
fn what_moves_moves_on() {
    with_schemes!(inertia(): f64, 1 by 1; all);
}

/// S3 flips both signs: a stretched spring pulls its ends together, a compressed
/// one pushes them apart; both in proportion, in whatever direction.
fn signs<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    for length_over_rest in [0.7, 1.4] {
        let mut scene = bare(2, 1);
        scene.springs.structural = 1e-4;
        let mut sim = begin_with::<T, S, W, H>(&scene);
        S::tighten(sim.state_mut(), 1e-12);
        let direction = [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0];
        let ends = [[0.0; 3], direction.map(|d| d * length_over_rest)];
        sim.place(0, 0, ends[0], [0.0; 3]).unwrap();
        sim.place(1, 0, ends[1], [0.0; 3]).unwrap();
        sim.step();
        let v = [sim.velocity(0, 0).unwrap(), sim.velocity(1, 0).unwrap()];
        let force = 1e-4 * (length_over_rest - 1.0);
        // Implicit schemes take 2·k·dt²/m = 2e-4 off; RK4 a quarter of that.
        assert_near(dot(v[0], direction) / force, 1.0, 3e-4);
        assert_near(dot(v[1], direction) / force, -1.0, 3e-4);
        assert_near(length(v[0]) / force.abs(), 1.0, 3e-4);
    }
}

#[test]
fn stretched_springs_pull_and_compressed_ones_push() {
    with_schemes!(signs(): f64, 2 by 1; all);
}

/// S2's damping of −0.400 and eqn 3.9: ends that part are slowed, by what is
/// along the spring alone.
fn damping<T: Scalar, S: Tight, const W: usize, const H: usize>() {
    let mut scene = bare(2, 1);
    scene.springs.damping = 1e-4;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    S::tighten(sim.state_mut(), 1e-12);
    let [a, b] = [sim.position(0, 0).unwrap(), sim.position(1, 0).unwrap()];
    let speed = 1e-3;
    sim.place(0, 0, a, [-speed, speed, 0.0]).unwrap();
    sim.place(1, 0, b, [speed, speed, 0.0]).unwrap();
    let before = sub(sim.velocity(1, 0).unwrap(), sim.velocity(0, 0).unwrap());
    sim.step();
    let after = sub(sim.velocity(1, 0).unwrap(), sim.velocity(0, 0).unwrap());
    // Each end loses c·2v; the difference 2·c·2v = 4e-4 of v.
    assert_near((before[0] - after[0]) / (4e-4 * speed), 1.0, 1e-3);
    // The common motion across stays.
    assert_near(sim.velocity(0, 0).unwrap()[1], speed, 1e-12);
}

#[test]
fn damping_slows_ends_that_part() {
    with_schemes!(damping(): f64, 2 by 1; all);
}

/// S2 mixes up velocities and accelerations in RK4: with a force that depends
/// on velocity alone its step is the Taylor polynomial of the exponential.
fn polynomial<T: Scalar, S: Tight, const W: usize, const H: usize>(c: f64, expected: [f64; 2]) {
    let mut scene = bare(1, 1);
    scene.forces.air_drag = c;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    sim.place(0, 0, [0.0; 3], [1.0, 0.0, 0.0]).unwrap();
    sim.step();
    let got = [
        sim.position(0, 0).unwrap()[0],
        sim.velocity(0, 0).unwrap()[0],
    ];
    assert_near(got[0], expected[0], 1e-12);
    assert_near(got[1], expected[1], 1e-12);
}

#[test]
fn drag_alone_is_each_schemes_polynomial() {
    let c: f64 = 0.5;
    let two = 1.0 - c + c * c / 2.0;
    let three = two - c.powi(3) / 6.0;
    with_schemes!(polynomial(c, [1.0, 1.0 - c]): f64, 1 by 1; ForwardEuler);
    with_schemes!(polynomial(c, [1.0 - c, 1.0 - c]): f64, 1 by 1; SymplecticEuler, Verlet);
    with_schemes!(polynomial(c, [1.0 - c / 2.0, two]): f64, 1 by 1; Rk2);
    with_schemes!(polynomial(c, [1.0 - c / 2.0 + c * c / 6.0 - c.powi(3) / 24.0, three + c.powi(4) / 24.0]): f64, 1 by 1; Rk4);
    let implicit = 1.0 / (1.0 + c);
    with_schemes!(polynomial(c, [implicit, implicit]): f64, 1 by 1; BackwardEuler, Imex);
}
