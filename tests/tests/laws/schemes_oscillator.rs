//! Every scheme on one spring along a line, where its motion has a formula:
//! V2 to V7. Particle (0, 0) is pinned, (0, 1) swings by `AMPLITUDE` about its
//! rest at distance 1; the spring is linear there.

// `with_schemes` names scalar and size for every test; these have their own.
#![allow(clippy::extra_unused_type_parameters)]

use cloth_core::integrate::Method;
use cloth_core::{Damping, Scalar, Scene, SymplecticEuler, Verlet};
use cloth_tests::measure::{assert_near, largest_difference, positions, velocities};
use cloth_tests::{Noise, SimWith, Tight, bare, begin, begin_with, shake, stable_dt, with_schemes};
use std::f64::consts::{FRAC_PI_3, TAU};

const AMPLITUDE: f64 = 0.1;

/// Angular frequency, 1/s. The tests count time in 1/ω; it is fast, so that
/// even the longest steps are within the range of scenes.
const OMEGA: f64 = 1e4;

/// One spring with substeps of `dt`/ω and drag `drag`·ω.
fn spring(dt: f64, drag: f64) -> Scene {
    let mut scene = bare(1, 2);
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.springs.structural = OMEGA * OMEGA * scene.cloth.particle_mass(1, 2);
    scene.forces.air_drag = OMEGA * drag * scene.cloth.particle_mass(1, 2);
    scene.solver.steps_per_second = OMEGA / dt;
    scene.pins.top_left = true;
    scene
}

/// The oscillator at displacement `x` with velocity `v`.
fn oscillator<T: Scalar, S: Tight>(scene: &Scene, [x, v]: [f64; 2]) -> Box<SimWith<T, S>> {
    let mut sim = begin_with::<T, S, 1, 2>(scene);
    S::tighten(sim.state_mut(), 1e-12);
    let top = sim.position(0, 0).unwrap();
    sim.place(0, 1, [0.0, top[1] - 1.0 + x, 0.0], [0.0, v * OMEGA, 0.0])
        .unwrap();
    sim
}

/// Displacement and velocity, m and m·ω.
fn state<T: Scalar, S: Method>(sim: &SimWith<T, S>) -> [f64; 2] {
    let top = sim.position(0, 0).unwrap()[1];
    let x = sim.position(0, 1).unwrap()[1] - top + 1.0;
    [x, sim.velocity(0, 1).unwrap()[1] / OMEGA]
}

#[test]
fn v2_verlet_is_symplectic_euler() {
    // S2's eqns 4.25 and 4.26: not only for one spring.
    let mut scene = bare(7, 5);
    (
        scene.springs.structural,
        scene.springs.shear,
        scene.springs.bend,
    ) = (0.1, 0.05, 0.02);
    scene.forces.gravity = [0.0, -1e-3, 0.0];
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    let mut verlet = begin::<f64, 7, 5>(&scene);
    let mut euler = begin_with::<f64, SymplecticEuler, 7, 5>(&scene);
    shake(&mut *verlet, &mut Noise::new(1), 0.1, 0.05);
    shake(&mut *euler, &mut Noise::new(1), 0.1, 0.05);
    verlet.run(200);
    euler.run(200);
    // Rounding alone: 200 steps of some ulps of 10, not yet chaotic.
    let off = largest_difference(&positions(&verlet), &positions(&euler));
    assert!(off < 1e-11, "{off:e}");
    let off = largest_difference(&velocities(&verlet), &velocities(&euler));
    assert!(off < 1e-11, "{off:e}");
}

/// The measured ω′/ω: from the upward crossings of the rest position, each
/// placed by the sine through its neighbours.
fn frequency<S: Tight>(dt: f64) -> f64 {
    let mut sim = oscillator::<f64, S>(&spring(dt, 0.0), [AMPLITUDE, 0.0]);
    let turn = 2.0 * (0.5 * dt).asin();
    let mut crossings = Vec::new();
    let mut before = AMPLITUDE;
    for n in 0..20_000 {
        sim.step();
        let [x, _] = state(&sim);
        if before < 0.0 && x >= 0.0 {
            // x = a·sin(φ), before = a·sin(φ − θ), θ the angle of a step: its
            // formula only places the crossing within the step.
            let phase = (x * turn.sin()).atan2(x * turn.cos() - before);
            crossings.push(f64::from(n) + 1.0 - phase / turn);
        }
        before = x;
    }
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    TAU * (crossings.len() - 1) as f64 / ((last - first) * dt)
}

#[test]
fn v3_frequency_of_verlet_and_symplectic_euler() {
    for (dt, expected) in [(0.1, 1.00042), (0.5, 1.0107), (1.0, FRAC_PI_3)] {
        let theory = 2.0 * (0.5_f64 * dt).asin() / dt;
        assert_near(theory, expected, 5e-5);
        assert_near(frequency::<Verlet>(dt), theory, 1e-9);
        assert_near(frequency::<SymplecticEuler>(dt), theory, 1e-9);
    }
}

/// The error of position and velocity at time 1 for `steps` steps.
fn error<S: Tight>(steps: u32) -> f64 {
    let dt = 1.0 / f64::from(steps);
    let phase = 0.3_f64;
    let (x, mut v) = (AMPLITUDE * phase.cos(), -AMPLITUDE * phase.sin());
    if S::NAME == "verlet" {
        // Its start is the position before, not the velocity: the exact one.
        v = (x - AMPLITUDE * (phase - dt).cos()) / dt;
    }
    let mut sim = oscillator::<f64, S>(&spring(dt, 0.0), [x, v]);
    sim.run(steps);
    (state(&sim)[0] - AMPLITUDE * (phase + 1.0).cos()).abs()
}

fn order<T, S: Tight, const W: usize, const H: usize>(expected: f64) {
    let (coarse, fine) = (error::<S>(80), error::<S>(160));
    let order = (coarse / fine).log2();
    println!(
        "{:16} order {order:.4}, error {fine:.3e} at dt = 1/160",
        S::NAME
    );
    assert_near(order, expected, 0.1);
}

#[test]
fn v4_orders_of_convergence() {
    with_schemes!(order(1.0): f64, 1 by 2; ForwardEuler, SymplecticEuler, BackwardEuler, Imex);
    with_schemes!(order(2.0): f64, 1 by 2; Rk2, Verlet);
    with_schemes!(order(4.0): f64, 1 by 2; Rk4);
}

/// How much the amplitude has grown after `steps` steps.
fn growth<S: Tight>(dt: f64, drag: f64, steps: u32) -> f64 {
    // As small as the format allows: a growing one must stay in the linear
    // range, where the spring does not pass through zero length.
    let start = 1e-9;
    let mut sim = oscillator::<f64, S>(&spring(dt, drag), [start, 0.0]);
    let mut most: f64 = 0.0;
    for step in 0..steps {
        sim.step();
        if step + 50 >= steps {
            let [x, v] = state(&sim);
            most = most.max(x.hypot(v));
        }
    }
    most / start
}

/// Stable at (1 − 0.003) of the limit, not at (1 + 0.003).
fn edge<T, S: Tight, const W: usize, const H: usize>(limit: f64, drag: f64) {
    // Forward Euler's edge is a shallow one.
    let steps = if S::LIMIT > 0.0 { 1500 } else { 40_000 };
    let below = growth::<S>(0.997 * limit, drag, steps);
    let above = growth::<S>(1.003 * limit, drag, steps);
    println!(
        "{:16} limit {limit:.4} (drag {drag}): {below:.2e} below, {above:.2e} above",
        S::NAME
    );
    assert!(below < 100.0, "{} {below:e}", S::NAME);
    assert!(above > 1e3, "{} {above:e}", S::NAME);
    // And the engine knows it.
    let mut sim = oscillator::<f64, S>(&spring(0.1, drag), [0.0; 2]);
    assert_near(stable_dt(&mut sim) * OMEGA, limit, 1e-6);
    // Gershgorin's bound for one spring with a pinned end is twice its
    // eigenvalue.
    let bound = sim.stable_dt_bound() * OMEGA / limit;
    assert!((0.499..0.9).contains(&bound), "{bound}");
}

#[test]
fn v5_stability_edges() {
    with_schemes!(edge(2.0, 0.0): f64, 1 by 2; Verlet, SymplecticEuler);
    with_schemes!(edge(8.0_f64.sqrt(), 0.0): f64, 1 by 2; Rk4);
    // dt < c/ω².
    with_schemes!(edge(0.4, 0.4): f64, 1 by 2; ForwardEuler);
}

#[test]
fn v6_damped_verlet_has_s0s_edge() {
    // κ + 2γ = 4 with κ = dt², γ = c·dt: dt = −c + √(c² + 4).
    for c in [0.1, 0.4, 1.0] {
        let limit = -c + f64::sqrt(c * c + 4.0);
        with_schemes!(edge(limit, c): f64, 1 by 2; Verlet, SymplecticEuler);
    }
}

fn never_stable<T, S: Tight, const W: usize, const H: usize>(dt: f64, factor: f64) {
    let grown = growth::<S>(dt, 0.0, 4000).powf(1.0 / 4000.0);
    assert_near((grown - 1.0) / (factor - 1.0), 1.0, 0.02);
    let mut sim = oscillator::<f64, S>(&spring(dt, 0.0), [0.0; 2]);
    assert_eq!((stable_dt(&mut sim), sim.stable_dt_bound()), (0.0, 0.0));
}

#[test]
fn v5_rk2_and_forward_euler_grow_at_any_step() {
    let dt: f64 = 0.05;
    with_schemes!(never_stable(dt, (1.0 + dt * dt).sqrt()): f64, 1 by 2; ForwardEuler);
    // |R|² = 1 + (ωdt)⁴/4: slow, but growth.
    let dt: f64 = 0.3;
    with_schemes!(never_stable(dt, (1.0 + dt.powi(4) / 4.0).sqrt()): f64, 1 by 2; Rk2);
}

fn always_stable<T, S: Tight, const W: usize, const H: usize>() {
    for dt in [0.01, 1.0, 2.1, 30.0, 1e4] {
        let grown = growth::<S>(dt, 0.0, 100);
        assert!(grown <= 1.0, "{} {dt}: {grown}", S::NAME);
        let sim = oscillator::<f64, S>(&spring(dt, 0.0), [0.0; 2]);
        assert_eq!(sim.stable_dt_bound(), f64::INFINITY);
    }
}

#[test]
fn v5_implicit_schemes_have_no_edge() {
    with_schemes!(always_stable(): f64, 1 by 2; BackwardEuler, Imex);
}

fn energy(state: [f64; 2]) -> f64 {
    0.5 * (state[0] * state[0] + state[1] * state[1])
}

fn bounded<T, S: Tight, const W: usize, const H: usize>() {
    let dt = 0.5;
    let mut sim = oscillator::<f64, S>(&spring(dt, 0.0), [AMPLITUDE, 0.0]);
    // What the scheme keeps exactly is x² − dt·x·v + v².
    let kept = |[x, v]: [f64; 2]| 0.5 * (x * x - dt * x * v + v * v);
    let start = kept(state(&sim));
    let (mut least, mut most) = (f64::MAX, 0.0_f64);
    for _ in 0..100_000 {
        sim.step();
        let now = state(&sim);
        assert_near(kept(now) / start, 1.0, 1e-9);
        (least, most) = (least.min(energy(now)), most.max(energy(now)));
    }
    // The energy itself swings between start/(1 ± dt/2).
    assert_near(most / start, 1.0 / (1.0 - 0.5 * dt), 1e-4);
    assert_near(least / start, 1.0 / (1.0 + 0.5 * dt), 1e-4);
}

#[test]
fn v7_energy_of_verlet_and_symplectic_euler_is_bounded() {
    with_schemes!(bounded(): f64, 1 by 2; Verlet, SymplecticEuler);
}

fn amplitude<T, S: Tight, const W: usize, const H: usize>(dt: f64, steps: u32, factor: f64) {
    let start = if factor > 1.0 { 1e-6 } else { AMPLITUDE };
    let mut sim = oscillator::<f64, S>(&spring(dt, 0.0), [start, 0.0]);
    sim.run(steps);
    let grown = (2.0 * energy(state(&sim))).sqrt() / start;
    let expected = factor.powf(f64::from(steps));
    println!("{:16} {grown:e}, expected {expected:e}", S::NAME);
    assert_near(grown / expected, 1.0, 1e-6);
}

#[test]
fn v7_energy_of_forward_and_backward_euler_changes_by_the_formula() {
    let dt = 0.01_f64;
    let factor = (1.0 + dt * dt).sqrt();
    with_schemes!(amplitude(dt, 100_000, factor): f64, 1 by 2; ForwardEuler);
    with_schemes!(amplitude(dt, 100_000, 1.0 / factor): f64, 1 by 2; BackwardEuler, Imex);
    // RK4 loses (ωdt)⁶/144 a step.
    let dt = 0.3_f64;
    let factor = (1.0 - dt.powi(6) / 72.0 + dt.powi(8) / 576.0).sqrt();
    with_schemes!(amplitude(dt, 100_000, factor): f64, 1 by 2; Rk4);
}

/// Damping by rate and by drag, in every scheme: the velocity of a free
/// particle decays as exp(−c·t), never grows (the sign of S2's constant).
fn decay<T, S: Tight, const W: usize, const H: usize>() {
    for drag in [false, true] {
        let dt = 1e-3;
        let mut scene = spring(dt, if drag { 0.7 } else { 0.0 });
        scene.springs.structural = 0.0;
        if !drag {
            scene.solver.damping = Damping::Rate(0.7 * OMEGA);
        }
        let mut sim = oscillator::<f64, S>(&scene, [0.0, 1.0]);
        sim.run(1000);
        // First order schemes are off by c²·dt/2 of it.
        assert_near(state(&sim)[1] / (-0.7_f64).exp(), 1.0, 3e-4);
    }
}

#[test]
fn damping_takes_velocity_away_at_its_rate() {
    with_schemes!(decay(): f64, 1 by 2; all);
}
