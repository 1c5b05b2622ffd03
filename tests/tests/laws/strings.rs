//! Equilibria and modes that every stable method has to find: a hanging chain (V9), the catenary
//! (V10), modes of a string (V12), and the same settled cloth, whatever the time step.

use cloth_tests::prelude::*;
use cloth_tests::reference::hanging_string;
use std::f64::consts::PI;

/// A column of `rows` particles of `mass` (kg), `spacing` (m) apart, hanging
/// down from a pin at its top, with steps of `dt`.
fn hanging(rows: usize, [spacing, mass, stiffness, dt]: [f64; 4]) -> Scene {
    let mut scene = bare(1, rows);
    let links = (rows - 1) as f64;
    scene.cloth.width = links * spacing;
    scene.cloth.density = mass * rows as f64 / (links * spacing * spacing);
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.springs.structural = stiffness;
    scene.forces.gravity = [0.0, -9.8, 0.0];
    scene.solver.steps_per_second = 1.0 / dt;
    scene.pins.top_left = true;
    scene
}

const STIFFNESS: f64 = 5000.0;
const MASS: f64 = 0.06;
/// Small, so that gravity counts in spacings a substep²: see the f32 bound.
const SPACING: f64 = 0.01;

/// Asserts that a chain of n links at rest is longer by mg·n(n+1)/(2k), to `error` (m).
fn assert_chain(n: usize, method: Method, format: Format, [dt, time]: [f64; 2], error: f64) {
    let mut scene = hanging(n + 1, [SPACING, MASS, STIFFNESS, dt]);
    // Twice the slowest frequency: 2·√(k/m)·sin(π/(4n+2)), near critical.
    let slowest = 2.0 * f64::sqrt(STIFFNESS / MASS) * (0.5 * PI / (2 * n + 1) as f64).sin();
    scene.solver.damping = Damping::Rate(2.0 * slowest);
    let mut sim = Trial::new(&scene, method, format);
    sim.tighten(1e-10);
    assert_near(sim.units().mass, MASS, 1e-15);
    sim.run((time / dt) as u32);
    let height = |row| sim.position(0, row)[1];
    let got = height(0) - height(n) - n as f64 * SPACING;
    let expected = MASS * 9.8 * (n * (n + 1)) as f64 / (2.0 * STIFFNESS);
    assert_near(got, expected, error);
    assert!(n != 50 || (expected - 0.14994).abs() < 1e-9);
}

#[test]
fn v9_hanging_chain_stretches_by_its_weight() {
    assert_chain(50, Verlet, F64, [2e-3, 8.0], 1e-11);
    let short = MASS * 9.8 * 110.0 / (2.0 * STIFFNESS);
    for (method, dt, time, part) in [
        // ω·dt of the fastest mode: 1.15.
        (SymplecticEuler, 2e-3, 1.0, 1e-11),
        (Verlet, 2e-3, 1.0, 1e-11),
        (Rk4, 2e-3, 1.0, 1e-11),
        (Rk2, 1e-3, 1.0, 1e-11),
        // Forward Euler needs dt < c/ω².
        (ForwardEuler, 1e-4, 1.0, 1e-11),
        // 50 times the explicit limit, and below it.
        (BackwardEuler, 0.1, 100.0, 1e-8),
        (BackwardEuler, 2e-3, 1.0, 1e-8),
        (Imex, 0.1, 100.0, 1e-8),
        (Imex, 2e-3, 1.0, 1e-8),
    ] {
        assert_chain(10, method, F64, [dt, time], part * short);
    }
}

#[test]
fn v9_hanging_chain_in_f32_to_rounding() {
    // A particle stays put once its acceleration is below half an ulp of its
    // coordinate (up to 64 spacings), plus as much for the rounding of its two
    // tensions. Through κ = k·dt²/m each such error stretches all links above.
    let half_ulp = 64.0 * f64::from(f32::EPSILON) / 4.0;
    let kappa = STIFFNESS * 2e-3 * 2e-3 / MASS;
    let error = SPACING * 2.0 * half_ulp / kappa * (50.0 * 51.0) / 2.0;
    assert!(error < 0.002 * 0.14994, "the bound is sharp: {error}");
    assert_chain(50, Verlet, F32, [2e-3, 8.0], error);
}

/// Sag of a string of `rows` particles, length 1.2 m, stiff, between two pins 1 m
/// apart: simulated, and by statics for the same number of links.
fn sag(rows: usize, method: Method, [dt, time]: [f64; 2], stiffness: f64) -> [f64; 2] {
    let links = rows - 1;
    let (spacing, mass) = (1.2 / links as f64, 0.12 / rows as f64);
    let stiffness = stiffness * mass;
    let mut scene = hanging(rows, [spacing, mass, stiffness, dt]);
    scene.pins.bottom_left = true;
    scene.solver.damping = Damping::Rate(12.0);
    let mut sim = Trial::new(&scene, method, F64);
    sim.tighten(1e-10);
    for row in 0..rows {
        // From a flat V that is longer than the string nowhere by much.
        let part = row as f64 / links as f64;
        let depth = 0.33 * (1.0 - (2.0 * part - 1.0).abs());
        sim.place(0, row, [part - 0.5, -depth, 0.0], [0.0; 3]);
    }
    sim.run((time / dt) as u32);
    let statics = hanging_string(links, spacing, mass * 9.8, stiffness, 1.0);
    [-sim.position(0, rows / 2)[1], statics]
}

/// Sag of a catenary of length 1.2 over a span of 1.
const CATENARY: f64 = 0.292_344;

#[test]
fn v10_string_hangs_as_a_catenary() {
    let [coarse, fine] = [11, 21].map(|rows| {
        let [got, statics] = sag(rows, Verlet, [1e-4, 6.0], 0.7e8);
        // The engine's equilibrium is that of the same chain by statics.
        assert_near(got, statics, 1e-9);
        got - CATENARY
    });
    // And both tend to the catenary, with the square of the spacing.
    assert!(fine.abs() < 1.5e-3, "{fine:e}");
    assert_near(coarse / fine, 4.0, 0.25);
    for (method, dt, time) in [
        (SymplecticEuler, 1e-3, 6.0),
        (Verlet, 1e-3, 6.0),
        (Rk4, 1e-3, 6.0),
        // Undamped it would grow at any step; this damping carries it so far.
        (Rk2, 1.5e-4, 6.0),
        (BackwardEuler, 1e-2, 6.0),
        // Creeps: by about a thousandth of the way in a step of any length.
        (Imex, 1e-2, 400.0),
    ] {
        let [got, statics] = sag(11, method, [dt, time], 0.7e6);
        assert_near(got, statics, 1e-8);
        assert_near(statics, CATENARY, 5e-3);
    }
}

/// V12: the string of 8 links with both ends held, displaced in mode j by a
/// small amplitude along `axis`, at `stretch` times its rest length: the whole mode must turn by `turn`
/// of ω·dt in each step.
fn assert_mode(
    method: Method,
    [axis, j]: [usize; 2],
    stretch: f64,
    (dt, turn): (f64, fn(f64) -> f64),
    error: f64,
) {
    const AMPLITUDE: f64 = 1e-5;
    // The engine's own units, with time in steps.
    let scale = 1e3;
    let mut scene = hanging(9, [1.0, 1.0, scale * scale, dt / scale]);
    scene.forces.gravity = [0.0; 3];
    scene.pins.bottom_left = true;
    let mut sim = Trial::new(&scene, method, F64);
    let shape = |row: usize| AMPLITUDE * (PI * (j * row) as f64 / 8.0).sin();
    let rest = |row: usize| [0.0, -stretch * row as f64, 0.0];
    // Along the string a spring is stiff, across it has its tension over its
    // length.
    let k = if axis == 1 { 1.0 } else { 1.0 - 1.0 / stretch };
    let omega = 2.0 * f64::sqrt(k) * (0.5 * PI * j as f64 / 8.0).sin();
    let turn = turn(omega * dt);
    for row in 0..9 {
        let (mut x, mut v) = (rest(row), [0.0; 3]);
        x[axis] += shape(row);
        if matches!(method, Verlet | SymplecticEuler) {
            // Their velocity is that of half a step before: x − x_previous.
            v[axis] = shape(row) * (1.0 - turn.cos()) * scale / dt;
        }
        sim.place(0, row, x, v);
    }
    for step in 1..=10 {
        sim.run(20);
        for row in 0..9 {
            let got = sim.position(0, row)[axis] - rest(row)[axis];
            let expected = shape(row) * (turn * f64::from(20 * step)).cos();
            assert_near(got / AMPLITUDE, expected / AMPLITUDE, error);
        }
    }
}

#[test]
fn v12_modes_of_a_string() {
    let verlet: fn(f64) -> f64 = |angle| 2.0 * (0.5 * angle).asin();
    let exact: fn(f64) -> f64 = |angle| angle;
    for j in [1, 2, 5, 8] {
        // Along: linear but for rounding. Across: but for the amplitude.
        for (axis, stretch, error) in [(1, 1.0, 1e-7), (0, 1.5, 1e-5), (2, 2.0, 1e-5)] {
            let mode = [axis, j];
            assert_mode(Verlet, mode, stretch, (0.3, verlet), error);
            assert_mode(SymplecticEuler, mode, stretch, (0.3, verlet), error);
            assert_mode(Rk4, mode, stretch, (0.02, exact), error.max(1e-6));
            assert_mode(Rk2, mode, stretch, (0.005, exact), 2e-5);
        }
    }
}
