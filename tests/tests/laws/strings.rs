//! Strings in equilibrium against statics: a hanging chain and the catenary.

use cloth_core::{Damping, Scalar, Scene};
use cloth_tests::measure::assert_near;
use cloth_tests::reference::hanging_string;
use cloth_tests::{Sim, bare, begin};

/// A column of `rows` particles of `mass` (kg), `spacing` (m) apart, hanging
/// down from a pin at its top.
fn hanging(rows: usize, spacing: f64, mass: f64, stiffness: f64, dt: f64) -> Scene {
    let mut scene = bare(1, rows);
    let links = (rows - 1) as f64;
    scene.cloth.width = links * spacing;
    scene.cloth.density = mass * rows as f64 / (links * spacing * spacing);
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.cloth.across = [1.0, 0.0, 0.0];
    scene.springs.structural = stiffness;
    scene.forces.gravity = [0.0, -9.8, 0.0];
    scene.solver.steps_per_second = 1.0 / dt;
    scene.pins.top_left = true;
    scene
}

const N: usize = 50;
const DT: f64 = 2e-3;
const STIFFNESS: f64 = 5000.0;
const MASS: f64 = 0.06;
/// Small, so that gravity counts in spacings a substep²: see the f32 bound.
const SPACING: f64 = 0.01;

/// Elongation of a chain of 50 links of 0.06 kg after it came to rest.
fn elongation<T: Scalar>() -> f64 {
    let mut scene = hanging(N + 1, SPACING, MASS, STIFFNESS, DT);
    // Twice the slowest frequency: 2·√(k/m)·sin(π/(4n+2)), near critical.
    let slowest = 2.0 * (STIFFNESS / MASS).sqrt() * (0.5 * std::f64::consts::PI / 101.0).sin();
    scene.solver.damping = Damping::Rate(2.0 * slowest);
    let mut sim = begin::<T, 1, { N + 1 }>(&scene);
    assert_near(sim.units().mass, MASS, 1e-15);
    sim.run(4000);
    let height = |sim: &Sim<T>, row| sim.position(0, row).unwrap()[1];
    height(&sim, 0) - height(&sim, N) - N as f64 * SPACING
}

/// mg·n(n+1)/(2k) = 0.14994 m.
const ELONGATION: f64 = MASS * 9.8 * (N * (N + 1)) as f64 / (2.0 * STIFFNESS);

#[test]
fn v9_hanging_chain_stretches_by_its_weight() {
    assert_near(ELONGATION, 0.14994, 1e-9);
    assert_near(elongation::<f64>(), ELONGATION, 1e-11);
}

#[test]
fn v9_hanging_chain_in_f32_to_rounding() {
    // A particle stays put once its acceleration is below half an ulp of its
    // coordinate (up to 64 spacings), plus as much for the rounding of its two
    // tensions. Through κ = k·dt²/m each such error stretches all links above.
    let half_ulp = 64.0 * f64::from(f32::EPSILON) / 4.0;
    let kappa = STIFFNESS * DT * DT / MASS;
    let stretch = 2.0 * half_ulp / kappa * (N * (N + 1)) as f64 / 2.0;
    let error = stretch * SPACING;
    assert!(error < 0.002 * ELONGATION, "the bound is sharp: {error}");
    assert_near(elongation::<f32>(), ELONGATION, error);
}

/// Sag of a catenary of length 1.2 over a span of 1.
const CATENARY_SAG: f64 = 0.292_344;

/// Sag of a string of `H` particles, length 1.2 m, stiff, between two pins 1 m
/// apart: simulated, and by statics for the same number of links.
fn string_sag<const H: usize>() -> (f64, f64) {
    let (spacing, dt) = (1.2 / (H - 1) as f64, 1e-4);
    let mass = 0.12 / H as f64;
    let stiffness = 0.7 * mass / (dt * dt);
    let mut scene = hanging(H, spacing, mass, stiffness, dt);
    scene.pins.bottom_left = true;
    scene.solver.damping = Damping::Rate(12.0);
    let mut sim = begin::<f64, 1, H>(&scene);
    for row in 0..H {
        // From a flat V that is longer than the string nowhere by much.
        let part = row as f64 / (H - 1) as f64;
        let depth = 0.33 * (1.0 - (2.0 * part - 1.0).abs());
        let place = [part - 0.5, -depth, 0.0];
        sim.place(0, row, place, [0.0; 3]).unwrap();
    }
    sim.run(60_000);
    let sag = -sim.position(0, H / 2).unwrap()[1];
    let statics = hanging_string(H - 1, spacing, mass * 9.8, stiffness, 1.0);
    (sag, statics.sag)
}

#[test]
fn v10_string_hangs_as_a_catenary() {
    let (coarse, coarse_statics) = string_sag::<11>();
    let (fine, fine_statics) = string_sag::<21>();
    // The engine's equilibrium is that of the same chain by statics.
    assert_near(coarse, coarse_statics, 1e-9);
    assert_near(fine, fine_statics, 1e-9);
    // And both tend to the catenary, with the square of the spacing.
    let (coarse, fine) = (coarse - CATENARY_SAG, fine - CATENARY_SAG);
    assert!(fine.abs() < 1.5e-3, "{fine:e}");
    assert_near(coarse / fine, 4.0, 0.25);
}
