//! `stable_dt` against eigenvalues known otherwise, and against the spectral radius of the step's own
//! matrix. What happens at the edge is in `oscillator`, and in `refused`.

use cloth_tests::linear::Linear;
use cloth_tests::prelude::*;
use std::f64::consts::PI;

const EXPLICIT: [Method; 5] = [Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4];

/// A sheet that hangs from two corners. S2-20: stretch 15, shear 10, bend 2, mass 1, spacing 1.
fn sheet((columns, rows): (usize, usize), [k, s, b]: [f64; 3], damping: f64) -> Scene {
    let mut scene = bare(columns, rows);
    stiffen(&mut scene, [k, s, b]);
    scene.springs.damping = damping;
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene
}

const FIG_6_1: [f64; 3] = [15.0, 10.0, 2.0];

fn fig_6_1(columns: usize, rows: usize) -> Scene {
    let mut scene = sheet((columns, rows), FIG_6_1, 0.0);
    scene.solver.steps_per_second = 100.0;
    scene
}

/// As near to the edge as is promised, and not above.
#[track_caller]
fn assert_below(limit: f64, edge: f64) {
    let part = limit / edge;
    assert!((0.97..=1.0 + 1e-9).contains(&part), "{limit} of {edge}");
}

#[test]
fn fig_6_1_has_a_largest_eigenvalue_of_100() {
    // In a large flat sheet: 4·15 + 4·10 for a wave of (π, 0) along x; springs
    // over two cells do not feel it. Verlet's limit: 2/√100.
    let mut sim = verlet(&fig_6_1(50, 50), F64);
    let (estimate, bound) = (sim.stable_dt(), sim.any().stable_dt_bound());
    assert_below(estimate, 0.2);
    // Twice (4·15 + 4·10 + 4·2) = 216.
    assert_near(bound, 2.0 / 216.0_f64.sqrt(), 1e-12);
    // And f32 finds the same limit.
    let [wide, narrow] = [F64, F32].map(|format| verlet(&fig_6_1(20, 15), format).stable_dt());
    assert_near(narrow / wide, 1.0, 1e-4);
}

/// n links with both ends held: λ = 4·k/m·sin²(π(n − 1)/(2n)).
/// Of short ones it is found exactly, to the format's rounding; of longer ones in f32 it may be 1 % less.
#[test]
fn a_string_has_its_fastest_mode() {
    let strings: [(Format, usize, Option<f64>); 7] = [
        (F64, 3, Some(1e-12)),
        (F64, 4, Some(1e-12)),
        (F64, 9, Some(1e-12)),
        (F32, 3, Some(1e-6)),
        (F32, 4, Some(1e-6)),
        (F64, 30, None),
        (F64, 200, None),
    ];
    for (format, rows, rounding) in strings {
        let mut scene = bare(1, rows);
        (scene.springs.structural, scene.springs.shear) = (7.0, 3.0);
        (scene.pins.top_left, scene.pins.bottom_left) = (true, true);
        let mut sim = verlet(&scene, format);
        let n = (rows - 1) as f64;
        let k = f64::sqrt(7.0 / sim.units().mass);
        let edge = (k * (0.5 * PI * (n - 1.0) / n).sin()).recip();
        match rounding {
            Some(rounding) => assert_near(sim.stable_dt(), edge, rounding),
            None => assert_below(sim.stable_dt(), edge),
        }
        assert_near(sim.any().stable_dt_bound() * k, 1.0, 1e-12);
    }
}

/// Bent, every spring stretched: none is compressed, and the clamp does nothing.
fn taut(column: usize, row: usize) -> Vector {
    let (c, r) = (column as f64, row as f64);
    [1.4 * c, 0.2 * r * c, 1.3 * r]
}

/// A flat sheet without tension, its edges held: the bound takes stiffness at up to 2.2 times what it is, the springs'
/// damping at up to three times.
#[test]
fn the_bound_is_near_to_the_limit() {
    // Damping along the springs, kg/s; if there is any, so is damping of the whole cloth.
    for (damping, methods) in [
        (0.0, &[Verlet, SymplecticEuler, Rk4][..]),
        (0.4, &[Verlet, SymplecticEuler]),
        (6.0, &EXPLICIT),
    ] {
        for &method in methods {
            let mut scene = fig_6_1(8, 7);
            if damping > 0.0 {
                (scene.springs.damping, scene.forces.air_drag) = (damping, 0.3);
                scene.solver.damping = Damping::Rate(0.2);
            }
            let (mut sim, _) = build(&scene, method, Flat);
            let edge = particles(8, 7).filter(|&(c, r)| c % 7 == 0 || r % 6 == 0);
            edge.for_each(|(c, r)| sim.pin(c, r));
            let part = sim.any().stable_dt_bound() / sim.stable_dt();
            let expected = match damping {
                0.0 => 0.65..0.69,
                _ if !matches!(method, ForwardEuler | Rk2) => 1.0 / 3.0..0.65,
                // The two apart, it knows of no damping for what is stiff.
                _ => 0.0..0.65,
            };
            assert!(expected.contains(&part), "{method} {damping}: {part}");
        }
    }
}

#[test]
fn limits_of_nothing() {
    let mut scene = bare(4, 3);
    let limit = |scene: &Scene| {
        let mut sim = verlet(scene, F64);
        (sim.stable_dt(), sim.any().stable_dt_bound())
    };
    assert_eq!(limit(&scene), (f64::INFINITY, f64::INFINITY));
    // Drag alone: γ ≤ 2.
    scene.forces.air_drag = 0.25;
    let (estimate, bound) = limit(&scene);
    let mass = scene.cloth.particle_mass(4, 3);
    assert_near(estimate, 2.0 * mass / 0.25, 1e-9);
    assert_eq!(estimate, bound);
    // Constraint mode has no stiffness.
    scene.springs.structural = 1e6;
    scene.solver.mode = Mode::Constraint;
    assert_eq!(limit(&scene), (estimate, bound));
}

/// What the cloth looks like: in a plane, no spring under tension, or [`taut`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Flat,
    Taut,
}

use Shape::{Flat, Taut};

/// The cloth's limit and its linear theory.
fn build(scene: &Scene, method: Method, shape: Shape) -> (Trial, Linear) {
    let mut sim = Trial::new(scene, method, F64);
    let (columns, rows) = (scene.cloth.columns, scene.cloth.rows);
    for (c, r) in particles(columns, rows) {
        let x = match shape {
            Flat => [c as f64, 0.0, r as f64],
            Taut => taut(c, r),
        };
        sim.place(c, r, x, [0.0; 3]);
    }
    let x = sim.positions();
    // Two corners; of a string the first particle alone.
    let pinned = |i: usize| i == 0 || i + 1 == columns;
    let free: Vec<usize> = (0..x.len()).filter(|&i| !pinned(i)).collect();
    let linear = Linear::new(scene, (columns, rows), &x, &free);
    (sim, linear)
}

/// How much of the edge is asked for: of these stiffnesses, and with drag.
fn least(method: Method, shape: Shape, damping: f64, ratios: [f64; 3], drag: bool) -> f64 {
    let proportional = ratios[0] == ratios[1] && ratios[1] == ratios[2];
    let creeps = damping >= 10.0;
    match (method, shape) {
        (Verlet | SymplecticEuler, _) => 0.97,
        // Near critical damping.
        (Rk4, _) if damping > 0.5 && !creeps => 0.82,
        (Rk4, _) => 0.97,
        _ if drag && !creeps => 0.85,
        _ if drag => 0.97,
        // An undamped motion across taut springs.
        (_, Taut) => 0.0,
        _ if proportional || creeps => 0.97,
        (Rk2, _) => 0.93,
        _ => 0.78,
    }
}

/// Asserts that the limit is not above the edge of the step's own matrix, and near to it.
fn assert_near_edge(scene: &Scene, method: Method, shape: Shape, least: f64) {
    let (mut sim, linear) = build(scene, method, shape);
    let (dt, size, springs) = (sim.stable_dt(), sim.size(), &scene.springs);
    let case = format!("{method} {size:?} {shape:?} {springs:?}: {dt}");
    assert!(dt > 0.0 || least == 0.0, "{case}");
    if dt > 0.0 {
        assert!(!linear.grows(method.name(), dt), "above: {case}");
        let near = least == 0.0 || linear.grows(method.name(), dt / least);
        assert!(near, "below: {case}");
        assert!(sim.any().stable_dt_bound() <= 1.001 * dt, "{case}");
    }
}

#[test]
fn stable_dt_is_below_the_edge_and_near_to_it() {
    use BendNeighbours::{Eight, Four};
    let all_ratios = [[10.0; 3], FIG_6_1, [100.0, 10.0, 1.0]];
    for (size, shape, methods) in [
        ((1, 9), Flat, &EXPLICIT[..]),
        ((4, 4), Flat, &EXPLICIT),
        ((6, 5), Flat, &[Verlet, Rk2, Rk4]),
        ((4, 4), Taut, &EXPLICIT),
    ] {
        for ((&method, ratios), damping) in
            pairs(pairs(methods, all_ratios), [0.1, 0.4, 2.0, 10.0, 50.0])
        {
            let least = least(method, shape, damping, ratios, false);
            assert_near_edge(&sheet(size, ratios, damping), method, shape, least);
        }
    }
    // With drag too.
    for ((method, shape), damping) in pairs(pairs(EXPLICIT, [Flat, Taut]), [0.4, 2.0, 10.0]) {
        let mut scene = sheet((4, 4), FIG_6_1, damping);
        (scene.forces.air_drag, scene.solver.damping) = (1.0, Damping::Rate(0.7));
        let least = least(method, shape, damping, FIG_6_1, true);
        assert_near_edge(&scene, method, shape, least);
    }
    // The larger a sheet, the closer its modes lie, and the less is lost between them.
    for (size, neighbours, shape, damping, methods) in [
        ((9, 8), Four, Flat, 2.0, &[Verlet, Rk2, Rk4][..]),
        ((5, 4), Eight, Flat, 0.4, &[Verlet, SymplecticEuler, Rk4]),
        ((5, 4), Eight, Flat, 10.0, &EXPLICIT),
        ((6, 5), Eight, Taut, 0.0, &[Verlet]),
    ] {
        for &method in methods {
            let mut scene = sheet(size, FIG_6_1, damping);
            scene.springs.bend_neighbours = neighbours;
            assert_near_edge(&scene, method, shape, 0.97);
        }
    }
}

#[test]
fn stable_dt_damped_in_f32() {
    for (method, damping) in pairs(EXPLICIT, [0.1, 2.0, 10.0]) {
        let scene = sheet((20, 15), FIG_6_1, damping);
        let [narrow, wide] = [F32, F64].map(|f| Trial::new(&scene, method, f).stable_dt());
        assert_near(narrow / wide, 1.0, 0.01);
    }
}
