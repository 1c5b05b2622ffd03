//! Every method on one spring along a line, where its motion has a formula:
//! V2 to V7. Particle (0, 0) is pinned, (0, 1) swings by `AMPLITUDE` about its
//! rest at distance 1; the spring is linear there.

use cloth_tests::prelude::*;
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
fn oscillator(method: Method, scene: &Scene, [x, v]: [f64; 2]) -> Trial {
    let mut sim = Trial::new(scene, method, F64);
    sim.tighten(1e-12);
    let top = sim.position(0, 0)[1];
    sim.place(0, 1, [0.0, top - 1.0 + x, 0.0], [0.0, v * OMEGA, 0.0]);
    sim
}

/// Displacement and velocity, m and m·ω.
fn state(sim: &Trial) -> [f64; 2] {
    let x = sim.position(0, 1)[1] - sim.position(0, 0)[1] + 1.0;
    [x, sim.velocity(0, 1)[1] / OMEGA]
}

/// S2's eqns 4.25 and 4.26: not only for one spring.
#[test]
fn v2_verlet_is_symplectic_euler() {
    let mut scene = bare(7, 5);
    stiffen(&mut scene, [0.1, 0.05, 0.02]);
    scene.forces.gravity = [0.0, -1e-3, 0.0];
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    let [verlet, euler] = [Verlet, SymplecticEuler].map(|method| {
        let mut sim = Trial::new(&scene, method, F64);
        shake(&mut sim, &mut Noise::new(1), 0.1, 0.05);
        sim.run(200);
        sim
    });
    // Rounding alone: 200 steps of some ulps of 10, not yet chaotic.
    let off = largest_difference(&verlet.positions(), &euler.positions());
    assert!(off < 1e-11, "{off:e}");
    let off = largest_difference(&verlet.velocities(), &euler.velocities());
    assert!(off < 1e-11, "{off:e}");
}

/// The measured ω′/ω: from the upward crossings of the rest position, each
/// placed by the sine through its neighbours.
fn frequency(method: Method, dt: f64) -> f64 {
    let mut sim = oscillator(method, &spring(dt, 0.0), [AMPLITUDE, 0.0]);
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
        assert_near(frequency(Verlet, dt), theory, 1e-9);
        assert_near(frequency(SymplecticEuler, dt), theory, 1e-9);
    }
}

#[test]
fn v4_orders_of_convergence() {
    for method in Method::ALL {
        // The error of the position at time 1 for so many steps.
        let [coarse, fine] = [80, 160].map(|steps: u32| {
            let dt = 1.0 / f64::from(steps);
            let phase = 0.3_f64;
            let (x, mut v) = (AMPLITUDE * phase.cos(), -AMPLITUDE * phase.sin());
            if method == Verlet {
                // Its start is the position before, not the velocity: the exact one.
                v = (x - AMPLITUDE * (phase - dt).cos()) / dt;
            }
            let mut sim = oscillator(method, &spring(dt, 0.0), [x, v]);
            sim.run(steps);
            (state(&sim)[0] - AMPLITUDE * (phase + 1.0).cos()).abs()
        });
        let order = (coarse / fine).log2();
        let expected = match method {
            Rk2 | Verlet => 2.0,
            Rk4 => 4.0,
            _ => 1.0,
        };
        assert_near(order, expected, 0.1);
    }
}

/// How much the amplitude grows within `steps` steps.
fn growth(method: Method, scene: &Scene, steps: u32) -> f64 {
    // As small as the format allows: a growing one must stay in the linear
    // range, where the spring does not pass through zero length.
    let start = 1e-9;
    let mut sim = oscillator(method, scene, [start, 0.0]);
    let mut most: f64 = 0.0;
    for _ in 0..steps {
        sim.step();
        let [x, v] = state(&sim);
        most = most.max(x.hypot(v));
    }
    most / start
}

/// Stable at (1 − 0.003) of the limit, not at (1 + 0.003); and the engine knows it.
fn assert_edge(method: Method, limit: f64, drag: f64) {
    // Forward Euler's edge is a shallow one.
    let steps = if method == ForwardEuler { 40_000 } else { 1500 };
    let below = growth(method, &spring(0.997 * limit, drag), steps);
    let above = growth(method, &spring(1.003 * limit, drag), steps);
    let what = format!("{method} limit {limit:.4} (drag {drag}): {below:e}, {above:e}");
    assert!(below < 100.0 && above > 1e3, "{what}");
    let mut sim = oscillator(method, &spring(0.1, drag), [0.0; 2]);
    assert_near(sim.stable_dt() * OMEGA, limit, 1e-6);
    // Gershgorin's bound for one spring with a pinned end is twice its
    // eigenvalue.
    let bound = sim.any().stable_dt_bound() * OMEGA / limit;
    assert!((0.499..0.9).contains(&bound), "{what}: {bound}");
}

#[test]
fn v5_stability_edges() {
    assert_edge(Rk4, 8.0_f64.sqrt(), 0.0);
    // dt < c/ω².
    assert_edge(ForwardEuler, 0.4, 0.4);
}

/// With γ = c·dt/m and κ = k·dt²/m: stable iff 0 ≤ γ < 2 and κ + 2γ < 4. "k < d" of S0 has nothing to do
/// with it.
#[test]
fn s0_6_v6_damped_verlet_is_stable_within_its_region() {
    for c in [0.0, 0.1, 0.4, 1.0] {
        // κ + 2γ = 4 with κ = dt², γ = c·dt: dt = −c + √(c² + 4).
        let limit = -c + f64::sqrt(c * c + 4.0);
        assert_edge(Verlet, limit, c);
        assert_edge(SymplecticEuler, limit, c);
    }
    let grown = |kappa: f64, gamma: f64| {
        let dt = kappa.sqrt();
        growth(Verlet, &spring(dt, gamma / dt), 2000)
    };
    for gamma in [0.0, 0.1, 0.5, 1.0, 1.5, 1.9] {
        let edge = 4.0 - 2.0 * gamma;
        for part in [0.01, 0.3, 0.9, 0.99] {
            let inside = grown(part * edge, gamma);
            assert!(inside < 30.0, "γ = {gamma}, {part} of the edge: {inside}");
        }
        // One root of the motion is −1 − δ with δ over a hundredth.
        let outside = grown(edge + 0.04, gamma);
        assert!(outside > 1e6, "γ = {gamma}, outside: {outside}");
    }
    assert!(grown(0.01, 2.1) > 1e6, "γ beyond 2");
}

/// x' = x + k(x − p) − κx: stable iff κ < 2(1 + k).
#[test]
fn v6_stability_of_damping_per_step() {
    for keep in [1.0, 0.99, 0.5, 0.0] {
        let grown = |part: f64| {
            let mut scene = spring((part * 2.0 * (1.0 + keep)).sqrt(), 0.0);
            scene.solver.damping = Damping::PerStep(1.0 - keep);
            growth(Verlet, &scene, 2000)
        };
        assert!(grown(0.99) < 30.0 && grown(1.01) > 1e6, "{keep}");
    }
}

#[test]
fn v5_rk2_and_forward_euler_grow_at_any_step() {
    // |R|² = 1 + (ωdt)² and, slow, but growth, 1 + (ωdt)⁴/4.
    for (method, dt, squared) in [
        (ForwardEuler, 0.05, 0.05_f64.powi(2)),
        (Rk2, 0.3, 0.3_f64.powi(4) / 4.0),
    ] {
        let factor = (1.0 + squared).sqrt();
        let grown = growth(method, &spring(dt, 0.0), 4000).powf(1.0 / 4000.0);
        assert_near((grown - 1.0) / (factor - 1.0), 1.0, 0.02);
        let mut sim = oscillator(method, &spring(dt, 0.0), [0.0; 2]);
        assert_eq!((sim.stable_dt(), sim.any().stable_dt_bound()), (0.0, 0.0));
    }
}

#[test]
fn v5_implicit_methods_have_no_edge() {
    for method in [BackwardEuler, Imex] {
        for dt in [0.01, 1.0, 2.1, 30.0, 1e4] {
            let grown = growth(method, &spring(dt, 0.0), 100);
            assert!(grown <= 1.0, "{method} {dt}: {grown}");
            let sim = oscillator(method, &spring(dt, 0.0), [0.0; 2]);
            assert_eq!(sim.any().stable_dt_bound(), f64::INFINITY);
        }
    }
}

fn energy(state: [f64; 2]) -> f64 {
    0.5 * (state[0] * state[0] + state[1] * state[1])
}

#[test]
fn v7_energy_of_verlet_and_symplectic_euler_is_bounded() {
    for method in [Verlet, SymplecticEuler] {
        let dt = 0.5;
        let mut sim = oscillator(method, &spring(dt, 0.0), [AMPLITUDE, 0.0]);
        // What the method keeps exactly is x² − dt·x·v + v².
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
}

#[test]
fn v7_energy_of_the_others_changes_by_the_formula() {
    let grows = (1.0 + 0.01_f64.powi(2)).sqrt();
    // RK4 loses (ωdt)⁶/144 a step.
    let rk4 = (1.0 - 0.3_f64.powi(6) / 72.0 + 0.3_f64.powi(8) / 576.0).sqrt();
    for (method, dt, factor) in [
        (ForwardEuler, 0.01, grows),
        (BackwardEuler, 0.01, 1.0 / grows),
        (Imex, 0.01, 1.0 / grows),
        (Rk4, 0.3, rk4),
    ] {
        let start = if factor > 1.0 { 1e-6 } else { AMPLITUDE };
        let mut sim = oscillator(method, &spring(dt, 0.0), [start, 0.0]);
        sim.run(100_000);
        let grown = (2.0 * energy(state(&sim))).sqrt() / start;
        let expected = factor.powf(100_000.0);
        assert_near(grown / expected, 1.0, 1e-6);
    }
}
