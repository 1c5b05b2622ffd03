//! `stable_dt` against eigenvalues known otherwise, and against what happens.

// `with_schemes` names scalar and size for every test; these have their own.
#![allow(clippy::extra_unused_type_parameters)]

use cloth_core::{BendNeighbours, Damping, Mode, Scalar, Scene};
use cloth_tests::measure::{assert_near, length, velocities};
use cloth_tests::{Noise, Tight, bare, begin, begin_with, shake, stable_dt, with_schemes};
use std::f64::consts::PI;

/// S2-20: stretch 15, shear 10, bend 2, mass 1, spacing 1.
fn fig_6_1(columns: usize, rows: usize) -> Scene {
    let mut scene = bare(columns, rows);
    (
        scene.springs.structural,
        scene.springs.shear,
        scene.springs.bend,
    ) = (15.0, 10.0, 2.0);
    scene.pins.top_left = true;
    scene.pins.top_right = true;
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
    let mut sim = begin::<f64, 50, 50>(&fig_6_1(50, 50));
    let estimate = stable_dt(&mut sim);
    println!("50 × 50: {estimate}, bound {}", sim.stable_dt_bound());
    assert_below(estimate, 0.2);
    // Twice (4·15 + 4·10 + 4·2) = 216.
    assert_near(sim.stable_dt_bound(), 2.0 / 216.0_f64.sqrt(), 1e-12);
}

#[test]
fn a_string_has_its_fastest_mode() {
    // n links with both ends held: λ = 4·k/m·sin²(π(n − 1)/(2n)).
    // Of short ones it is found exactly, to the format's rounding; of longer ones in f32 it may be 1 % less.
    fn string<T: Scalar, const H: usize>(rounding: Option<f64>) {
        let mut scene = bare(1, H);
        (scene.springs.structural, scene.springs.shear) = (7.0, 3.0);
        (scene.pins.top_left, scene.pins.bottom_left) = (true, true);
        let mut sim = begin::<T, 1, H>(&scene);
        let n = (H - 1) as f64;
        let m = sim.units().mass;
        let fastest = 2.0 * f64::sqrt(7.0 / m) * (0.5 * PI * (n - 1.0) / n).sin();
        match rounding {
            Some(rounding) => assert_near(stable_dt(&mut sim), 2.0 / fastest, rounding),
            None => assert_below(stable_dt(&mut sim), 2.0 / fastest),
        }
        let bound = sim.stable_dt_bound() * f64::sqrt(7.0 / m);
        let expected = 1.0;
        assert_near(bound, expected, 1e-12);
    }
    string::<f64, 3>(Some(1e-12));
    string::<f64, 4>(Some(1e-12));
    string::<f64, 9>(Some(1e-12));
    string::<f32, 3>(Some(1e-6));
    string::<f32, 4>(Some(1e-6));
    string::<f64, 30>(None);
    string::<f64, 200>(None);
}

/// The dense matrix by unit vectors would be the engine's own; here instead the
/// largest eigenvalue by a thousand power iterations on differences of forces.
#[test]
fn a_crumpled_sheet_agrees_with_power_iteration_on_forces() {
    use cloth_tests::measure::positions;
    use cloth_tests::reference::spring_forces;
    let mut scene = fig_6_1(6, 5);
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    let mut sim = begin::<f64, 6, 5>(&scene);
    // Stretched, so that no spring is compressed and the clamp does nothing.
    for row in 0..5 {
        for column in 0..6 {
            let x = [
                1.4 * column as f64,
                0.2 * (row * column) as f64,
                1.3 * row as f64,
            ];
            sim.place(column, row, x, [0.0; 3]).unwrap();
        }
    }
    let x = positions(&sim);
    let zero = vec![[0.0; 3]; 30];
    let pinned = |i: usize| i == 0 || i == 5;
    let mut noise = Noise::new(1);
    let mut u: Vec<[f64; 3]> = (0..30)
        .map(|i| {
            if pinned(i) {
                [0.0; 3]
            } else {
                noise.vector(1.0)
            }
        })
        .collect();
    let mut eigenvalue = 0.0;
    for _ in 0..3000 {
        let size = u.iter().flatten().map(|v| v * v).sum::<f64>().sqrt();
        let at = |s: f64| -> Vec<[f64; 3]> {
            let y: Vec<[f64; 3]> = x
                .iter()
                .zip(&u)
                .map(|(x, u)| core::array::from_fn(|k| x[k] + s * u[k] / size))
                .collect();
            spring_forces((6, 5), &scene.springs, &y, &zero)
        };
        let (plus, minus) = (at(1e-5), at(-1e-5));
        let next: Vec<[f64; 3]> = (0..30)
            .map(|i| {
                if pinned(i) {
                    [0.0; 3]
                } else {
                    core::array::from_fn(|k| (minus[i][k] - plus[i][k]) / 2e-5)
                }
            })
            .collect();
        eigenvalue = next.iter().flatten().map(|v| v * v).sum::<f64>().sqrt();
        u = next;
    }
    let m = sim.units().mass;
    assert_below(stable_dt(&mut sim), 2.0 / f64::sqrt(eigenvalue / m));
    assert!(sim.stable_dt_bound() < stable_dt(&mut sim));
}

/// Whether a shaken sheet still moves within bounds after `steps` of `dt`. The
/// motion is small: the linear theory's.
fn grows<S: Tight>(scene: &Scene, dt: f64) -> bool {
    let mut scene = *scene;
    scene.solver.steps_per_second = 1.0 / dt;
    let mut sim = begin_with::<f64, S, 8, 7>(&scene);
    // A flat sheet without tension, its edges held.
    for row in 0..7 {
        for column in 0..8 {
            let x = [column as f64, 0.0, row as f64];
            let edge = row == 0 || row == 6 || column == 0 || column == 7;
            sim.place(column, row, x, [0.0; 3]).unwrap();
            if edge {
                sim.pin(column, row).unwrap();
            }
        }
    }
    shake(&mut *sim, &mut Noise::new(2), 1e-7, 0.0);
    sim.run(3000);
    let speed = velocities(&sim).into_iter().map(length).fold(0.0, f64::max);
    speed * dt > 1e-5
}

/// Damping along the springs, kg/s; if there is any, so is damping of the whole cloth.
fn limit_is_where_growth_begins<T, S: Tight, const W: usize, const H: usize>(damping: f64) {
    let damped = damping > 0.0;
    let mut scene = fig_6_1(8, 7);
    scene.cloth.center = [3.5, 0.0, 3.0];
    if damped {
        scene.springs.damping = damping;
        scene.forces.air_drag = 0.3;
        scene.solver.damping = Damping::Rate(0.2);
    }
    let mut sim = begin_with::<f64, S, 8, 7>(&scene);
    for row in 0..7 {
        for column in 0..8 {
            let x = [column as f64, 0.0, row as f64];
            sim.place(column, row, x, [0.0; 3]).unwrap();
            if row == 0 || row == 6 || column == 0 || column == 7 {
                sim.pin(column, row).unwrap();
            }
        }
    }
    let limit = stable_dt(&mut sim);
    println!(
        "{:16} limit {limit:.5} s, bound {:.5} s",
        S::NAME,
        sim.stable_dt_bound()
    );
    assert!(!grows::<S>(&scene, 0.985 * limit), "{} {limit}", S::NAME);
    assert!(grows::<S>(&scene, 1.03 * limit), "{} {limit}", S::NAME);
    // The bound takes stiffness at up to 2.2 times what it is, the springs'
    // damping at up to three times.
    let part = sim.stable_dt_bound() / limit;
    let expected = match damped {
        false => 0.65..0.69,
        true if S::LIMIT > 0.0 => 1.0 / 3.0..0.65,
        // The two apart, it knows of no damping for what is stiff.
        true => 0.0..0.65,
    };
    assert!(expected.contains(&part), "{} {part}", S::NAME);
}

#[test]
fn beyond_the_limit_a_cloth_grows() {
    with_schemes!(limit_is_where_growth_begins(0.0): f64, 8 by 7; Verlet, SymplecticEuler, Rk4);
    with_schemes!(limit_is_where_growth_begins(0.4): f64, 8 by 7; Verlet, SymplecticEuler);
    // So heavily that the fastest motion creeps.
    with_schemes!(limit_is_where_growth_begins(6.0): f64, 8 by 7; Verlet, SymplecticEuler, ForwardEuler, Rk2, Rk4);
}

#[test]
fn limits_of_nothing() {
    let mut scene = bare(4, 3);
    let limit = |scene: &Scene| {
        let mut sim = begin::<f64, 4, 3>(scene);
        (stable_dt(&mut sim), sim.stable_dt_bound())
    };
    assert_eq!(limit(&scene), (f64::INFINITY, f64::INFINITY));
    // Drag alone: γ ≤ 2.
    scene.forces.air_drag = 0.25;
    let (estimate, bound) = limit(&scene);
    assert_near(
        estimate,
        2.0 * begin::<f64, 4, 3>(&scene).units().mass / 0.25,
        1e-9,
    );
    assert_eq!(estimate, bound);
    // Constraint mode has no stiffness.
    scene.springs.structural = 1e6;
    scene.solver.mode = Mode::Constraint;
    assert_eq!(limit(&scene), (estimate, bound));
}

#[test]
fn f32_finds_the_same_limit() {
    let scene = fig_6_1(20, 15);
    let wide = stable_dt(&mut *begin::<f64, 20, 15>(&scene));
    let narrow = stable_dt(&mut *begin::<f32, 20, 15>(&scene));
    assert_near(narrow / wide, 1.0, 1e-4);
}
