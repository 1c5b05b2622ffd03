//! `stable_dt` with damping along springs, against the spectral radius of the
//! step's own matrix.
//!
//! `cargo test --profile checked -p cloth-tests --test laws -- stable_dt_damped --nocapture`
//! prints the limit as a part of the measured edge.

// `with_schemes` names scalar and size for every test; these have their own.
#![allow(clippy::extra_unused_type_parameters)]

use cloth_core::{BendNeighbours, Damping, Scene};
use cloth_tests::linear::Linear;
use cloth_tests::measure::assert_near;
use cloth_tests::{SimWith, Tight, bare, particles, stable_dt, start, with_schemes};

/// What the cloth looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// In a plane, no spring under tension.
    Flat,
    /// Bent, every spring stretched.
    Taut,
}

impl Shape {
    fn place(self, column: usize, row: usize) -> [f64; 3] {
        let (c, r) = (column as f64, row as f64);
        match self {
            Self::Flat => [c, 0.0, r],
            Self::Taut => [1.4 * c, 0.2 * r * c, 1.3 * r],
        }
    }
}

/// The cloth and its linear theory.
fn build<S: Tight>(
    scene: &Scene,
    (columns, rows): (usize, usize),
    shape: Shape,
) -> (Box<SimWith<f64, S>>, Linear) {
    let mut sim = start::<f64, S>(scene, columns, rows);
    let mut x = Vec::new();
    for (column, row) in particles(columns, rows) {
        x.push(shape.place(column, row));
        sim.place(column, row, x[x.len() - 1], [0.0; 3]).unwrap();
    }
    // Two corners; of a string the first particle alone.
    let pinned = |i: usize| i == 0 || i + 1 == columns;
    let free: Vec<usize> = (0..x.len()).filter(|&i| !pinned(i)).collect();
    let linear = Linear::new(scene, (columns, rows), &x, &free);
    (sim, linear)
}

fn scene((columns, rows): (usize, usize), [k, s, b]: [f64; 3], damping: f64) -> Scene {
    let mut scene = bare(columns, rows);
    let springs = &mut scene.springs;
    (springs.structural, springs.shear, springs.bend) = (k, s, b);
    springs.damping = damping;
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene
}

/// How much of the edge is asked for.
fn least(method: &str, shape: Shape, damping: f64, ratios: [f64; 3]) -> f64 {
    let proportional = ratios[0] == ratios[1] && ratios[1] == ratios[2];
    let creeps = damping >= 10.0;
    match (method, shape) {
        ("verlet" | "symplectic-euler", _) => 0.97,
        // Near critical damping.
        ("rk4", _) if damping > 0.5 && !creeps => 0.82,
        ("rk4", _) => 0.97,
        // An undamped motion across taut springs.
        (_, Shape::Taut) => 0.0,
        _ if proportional || creeps => 0.97,
        ("rk2", _) => 0.93,
        _ => 0.78,
    }
}

fn below_the_edge<T, S: Tight, const W: usize, const H: usize>(shape: Shape) {
    for ratios in [[10.0; 3], [15.0, 10.0, 2.0], [100.0, 10.0, 1.0]] {
        let mut line = format!("{:16} {W} × {H} {shape:?} {ratios:?}:", S::NAME);
        for damping in [0.1, 0.4, 2.0, 10.0, 50.0] {
            let scene = scene((W, H), ratios, damping);
            let (mut sim, linear) = build::<S>(&scene, (W, H), shape);
            let dt = stable_dt(&mut sim);
            let least = least(S::NAME, shape, damping, ratios);
            let case = format!("{line} c {damping} dt {dt}");
            assert!(dt > 0.0 || least == 0.0, "{case}");
            if dt > 0.0 {
                assert!(!linear.grows(S::NAME, dt), "above: {case}");
                assert!(
                    least == 0.0 || linear.grows(S::NAME, dt / least),
                    "below: {case}"
                );
                assert!(sim.stable_dt_bound() <= 1.001 * dt, "{case}");
            }
            let part = if dt > 0.0 {
                1.0 / linear.edge(S::NAME, dt)
            } else {
                0.0
            };
            line += &format!("  c {damping}: {part:.3}");
        }
        println!("{line}");
    }
}

#[test]
fn stable_dt_damped_strings() {
    with_schemes!(below_the_edge(Shape::Flat): f64, 1 by 9; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}

#[test]
fn stable_dt_damped_flat_sheets() {
    with_schemes!(below_the_edge(Shape::Flat): f64, 4 by 4; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
    with_schemes!(below_the_edge(Shape::Flat): f64, 6 by 5; Verlet, Rk2, Rk4);
}

#[test]
fn stable_dt_damped_taut_sheets() {
    with_schemes!(below_the_edge(Shape::Taut): f64, 4 by 4; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}

fn with_drag<T, S: Tight, const W: usize, const H: usize>() {
    for shape in [Shape::Flat, Shape::Taut] {
        for damping in [0.4, 2.0, 10.0] {
            let mut scene = scene((W, H), [15.0, 10.0, 2.0], damping);
            scene.forces.air_drag = 1.0;
            scene.solver.damping = Damping::Rate(0.7);
            let (mut sim, linear) = build::<S>(&scene, (W, H), shape);
            let dt = stable_dt(&mut sim);
            let part = linear.edge(S::NAME, dt).recip();
            println!("{:16} {shape:?} with drag, c {damping}: {part:.3}", S::NAME);
            assert!(dt > 0.0 && !linear.grows(S::NAME, dt), "{} {dt}", S::NAME);
            let least = match S::NAME {
                "forward-euler" | "rk2" if damping < 10.0 => 0.85,
                "rk4" if damping == 2.0 => 0.82,
                _ => 0.97,
            };
            assert!(
                linear.grows(S::NAME, dt / least),
                "{} {shape:?} {dt}",
                S::NAME
            );
        }
    }
}

#[test]
fn stable_dt_damped_with_drag() {
    with_schemes!(with_drag(): f64, 4 by 4; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}

fn reaches<T, S: Tight, const W: usize, const H: usize>(neighbours: BendNeighbours, damping: f64) {
    let mut scene = scene((W, H), [15.0, 10.0, 2.0], damping);
    scene.springs.bend_neighbours = neighbours;
    let (mut sim, linear) = build::<S>(&scene, (W, H), Shape::Flat);
    let dt = stable_dt(&mut sim);
    assert!(!linear.grows(S::NAME, dt), "{} {dt}", S::NAME);
    assert!(linear.grows(S::NAME, dt / 0.97), "{} {dt}", S::NAME);
}

/// The larger a sheet, the closer its modes lie, and the less is lost between them.
#[test]
fn stable_dt_damped_larger_sheets() {
    with_schemes!(reaches(BendNeighbours::Four, 2.0): f64, 9 by 8; Verlet, Rk2, Rk4);
}

#[test]
fn stable_dt_damped_eight_neighbours() {
    with_schemes!(reaches(BendNeighbours::Eight, 0.4): f64, 5 by 4; Verlet, SymplecticEuler, Rk4);
    with_schemes!(reaches(BendNeighbours::Eight, 10.0): f64, 5 by 4; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}

fn in_single_precision<T, S: Tight, const W: usize, const H: usize>() {
    for damping in [0.1, 2.0, 10.0] {
        let scene = scene((W, H), [15.0, 10.0, 2.0], damping);
        let narrow = stable_dt(&mut *start::<f32, S>(&scene, W, H));
        let wide = stable_dt(&mut *start::<f64, S>(&scene, W, H));
        assert_near(narrow / wide, 1.0, 0.01);
    }
}

#[test]
fn stable_dt_damped_in_f32() {
    with_schemes!(in_single_precision(): f32, 20 by 15; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}
