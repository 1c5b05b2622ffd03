//! Equilibria and modes that every stable scheme has to find: V9, V10, V12, and
//! the same settled cloth from all of them, whatever the time step.

use cloth_core::{Damping, Scalar, Scene};
use cloth_tests::measure::{
    Vector, assert_near, largest_difference, length, positions, velocities,
};
use cloth_tests::reference::hanging_string;
use cloth_tests::{SimWith, Tight, bare, begin_with, with_schemes};
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

/// V9: n = 10, m = 0.06, k = 5000: the chain stretches by mg·n(n+1)/(2k).
fn chain<T: Scalar, S: Tight, const W: usize, const H: usize>(dt: f64, time: f64, error: f64) {
    let (n, mass, stiffness) = (H - 1, 0.06, 5000.0);
    let mut scene = hanging(H, [0.01, mass, stiffness, dt]);
    let slowest = 2.0 * f64::sqrt(stiffness / mass) * (0.5 * PI / (2 * n + 1) as f64).sin();
    scene.solver.damping = Damping::Rate(2.0 * slowest);
    let mut sim = begin_with::<T, S, W, H>(&scene);
    S::tighten(sim.state_mut(), 1e-10);
    sim.run((time / dt) as u32);
    let height = |row| sim.position(0, row).unwrap()[1];
    let got = height(0) - height(n) - n as f64 * 0.01;
    let expected = mass * 9.8 * (n * (n + 1)) as f64 / (2.0 * stiffness);
    assert_near(got / expected, 1.0, error);
}

#[test]
fn v9_hanging_chain() {
    // ω·dt of the fastest mode: 1.15.
    with_schemes!(chain(2e-3, 1.0, 1e-11): f64, 1 by 11; SymplecticEuler, Verlet, Rk4);
    with_schemes!(chain(1e-3, 1.0, 1e-11): f64, 1 by 11; Rk2);
    // Forward Euler needs dt < c/ω².
    with_schemes!(chain(1e-4, 1.0, 1e-11): f64, 1 by 11; ForwardEuler);
    // 50 times the explicit limit, and below it.
    with_schemes!(chain(0.1, 100.0, 1e-8): f64, 1 by 11; BackwardEuler, Imex);
    with_schemes!(chain(2e-3, 1.0, 1e-8): f64, 1 by 11; BackwardEuler, Imex);
}

/// V10: a string of length 1.2 between two pins 1 m apart: its sag by statics
/// for the same links, which tends to the catenary's 0.292344.
fn sag<T: Scalar, S: Tight, const W: usize, const H: usize>(dt: f64, time: f64) {
    let links = H - 1;
    let spacing = 1.2 / links as f64;
    let mass = 0.12 / H as f64;
    let stiffness = 0.7e6 * mass;
    let mut scene = hanging(H, [spacing, mass, stiffness, dt]);
    scene.pins.bottom_left = true;
    scene.solver.damping = Damping::Rate(12.0);
    let mut sim = begin_with::<T, S, W, H>(&scene);
    S::tighten(sim.state_mut(), 1e-10);
    for row in 0..H {
        let part = row as f64 / links as f64;
        let depth = 0.33 * (1.0 - (2.0 * part - 1.0).abs());
        sim.place(0, row, [part - 0.5, -depth, 0.0], [0.0; 3])
            .unwrap();
    }
    sim.run((time / dt) as u32);
    let got = -sim.position(0, H / 2).unwrap()[1];
    let statics = hanging_string(links, spacing, mass * 9.8, stiffness, 1.0).sag;
    println!("{:16} {got:.9} {statics:.9}", S::NAME);
    assert_near(got, statics, 1e-8);
    assert_near(statics, 0.292_344, 5e-3);
}

#[test]
fn v10_catenary() {
    with_schemes!(sag(1e-3, 6.0): f64, 1 by 11; SymplecticEuler, Verlet, Rk4);
    // Undamped it would grow at any step; this damping carries it so far.
    with_schemes!(sag(1.5e-4, 6.0): f64, 1 by 11; Rk2);
    with_schemes!(sag(1e-2, 6.0): f64, 1 by 11; BackwardEuler);
    // Creeps: by about a thousandth of the way in a step of any length.
    with_schemes!(sag(1e-2, 400.0): f64, 1 by 11; Imex);
}

/// V12: the string of n links with both ends held, displaced in mode j by a
/// small amplitude along `axis`, at `stretch` times its rest length: after
/// `steps` the whole mode must have turned by `angle(ω)`.
fn mode<T: Scalar, S: Tight, const W: usize, const H: usize>(
    [axis, j]: [usize; 2],
    stretch: f64,
    dt: f64,
    angle_of_step: fn(f64) -> f64,
    error: f64,
) {
    const AMPLITUDE: f64 = 1e-5;
    let n = (H - 1) as f64;
    // The engine's own units, with time in steps.
    let scale = 1e3;
    let mut scene = hanging(H, [1.0, 1.0, scale * scale, dt / scale]);
    scene.forces.gravity = [0.0; 3];
    scene.pins.bottom_left = true;
    let mut sim = begin_with::<T, S, W, H>(&scene);
    let shape = |row: usize| AMPLITUDE * (PI * (j * row) as f64 / n).sin();
    let rest = |row: usize| [0.0, -stretch * row as f64, 0.0];
    // Along the string a spring is stiff, across it has its tension over its
    // length.
    let k = if axis == 1 { 1.0 } else { 1.0 - 1.0 / stretch };
    let omega = 2.0 * f64::sqrt(k) * (0.5 * PI * j as f64 / n).sin();
    let turn = angle_of_step(omega * dt);
    for row in 0..H {
        let mut x = rest(row);
        x[axis] += shape(row);
        let mut v = [0.0; 3];
        if S::NAME == "verlet" || S::NAME == "symplectic-euler" {
            // Their velocity is that of half a step before: x − x_previous.
            v[axis] = shape(row) * (1.0 - turn.cos()) * scale / dt;
        }
        sim.place(0, row, x, v).unwrap();
    }
    for step in 1..=200_u32 {
        sim.step();
        if step % 20 != 0 {
            continue;
        }
        for row in 0..H {
            let got = sim.position(0, row).unwrap()[axis] - rest(row)[axis];
            let expected = shape(row) * (turn * f64::from(step)).cos();
            assert_near(got / AMPLITUDE, expected / AMPLITUDE, error);
        }
    }
}

fn verlet_turn(angle: f64) -> f64 {
    2.0 * (0.5 * angle).asin()
}

fn exact_turn(angle: f64) -> f64 {
    angle
}

#[test]
fn v12_modes_of_a_string() {
    for j in [1, 2, 5, 8] {
        // Along: linear but for rounding. Across: but for the amplitude.
        for (axis, stretch, error) in [(1, 1.0, 1e-7), (0, 1.5, 1e-5), (2, 2.0, 1e-5)] {
            with_schemes!(mode([axis, j], stretch, 0.3, verlet_turn, error): f64, 1 by 9; Verlet, SymplecticEuler);
            with_schemes!(mode([axis, j], stretch, 0.02, exact_turn, error.max(1e-6)): f64, 1 by 9; Rk4);
            with_schemes!(mode([axis, j], stretch, 0.005, exact_turn, 2e-5): f64, 1 by 9; Rk2);
        }
    }
}

/// A sheet on two corners, soft enough to stretch visibly.
fn sheet(dt: f64) -> Scene {
    let mut scene = bare(6, 5);
    scene.cloth.down = [0.0, -1.0, 0.0];
    (
        scene.springs.structural,
        scene.springs.shear,
        scene.springs.bend,
    ) = (9e4, 6e4, 2e4);
    scene.springs.damping = 20.0;
    scene.forces.gravity = [0.0, -300.0, 0.0];
    scene.solver.damping = Damping::Rate(100.0);
    scene.solver.steps_per_second = 1.0 / dt;
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene
}

fn settled<T: Scalar, S: Tight, const W: usize, const H: usize>(
    dt: f64,
    time: f64,
) -> Box<SimWith<T, S>> {
    let mut sim = begin_with::<T, S, W, H>(&sheet(dt));
    S::tighten(sim.state_mut(), 1e-10);
    // Steps near the limit do not come to rest: not one that grows.
    sim.run((time / dt) as u32);
    sim
}

fn same_shape<T: Scalar, S: Tight, const W: usize, const H: usize>(
    reference: &[Vector],
    dt: f64,
    time: f64,
) {
    let sim = settled::<T, S, W, H>(dt, time);
    let off = largest_difference(&positions(&sim), reference);
    let speed = velocities(&sim).into_iter().map(length).fold(0.0, f64::max);
    println!(
        "{:16} dt {dt}: off by {off:.1e} m, {speed:.1e} m/s",
        S::NAME
    );
    assert!(off < 1e-8 && speed < 1e-6, "{} {off:e} {speed:e}", S::NAME);
}

#[test]
fn all_schemes_settle_in_the_same_shape() {
    let verlet = settled::<f64, cloth_core::Verlet, 6, 5>(2e-3, 1.2);
    let reference = positions(&verlet);
    assert!(
        reference[27][1] < -2.03,
        "it stretches: {:?}",
        reference[27]
    );
    with_schemes!(same_shape(&reference, 2e-3, 1.2): f64, 6 by 5; SymplecticEuler, Rk4);
    with_schemes!(same_shape(&reference, 5e-4, 1.2): f64, 6 by 5; Rk2);
    with_schemes!(same_shape(&reference, 1e-4, 0.6): f64, 6 by 5; ForwardEuler);
    // Ten times what the explicit ones could take.
    with_schemes!(same_shape(&reference, 2e-2, 2.0): f64, 6 by 5; BackwardEuler);
    with_schemes!(same_shape(&reference, 2e-2, 10.0): f64, 6 by 5; Imex);
}
