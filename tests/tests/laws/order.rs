//! The kernels against plain lists of springs and links, at sizes that are
//! odd, even, narrow and not square: no link is lost at a row's end, and the
//! documented order is the one that runs.

use cloth_core::scene::LimitScene;
use cloth_core::{BendNeighbours, Mode, Scalar, Scene};
use cloth_tests::measure::{assert_near3, largest_difference, positions, velocities, weights};
use cloth_tests::reference::{Particles, spring_forces};
use cloth_tests::{Noise, Sim, all, bare, begin, for_sizes, shake, size};

/// Calls a generic test with sizes of all kinds. Of `f64` a few: the code is the
/// same, and each size is compiled anew.
macro_rules! all_sizes {
    ($body:ident::<f32>) => {
        for_sizes!($body::<f32>:
            (1, 1), (1, 2), (1, 9), (2, 1), (3, 1), (5, 1), (8, 1), (2, 2), (3, 3), (5, 3), (3, 5),
            (7, 7), (8, 8), (9, 4), (10, 3), (12, 2), (13, 3), (16, 3), (17, 5), (31, 2), (33, 3))
    };
    ($body:ident::<f64>) => {
        for_sizes!($body::<f64>: (1, 3), (4, 1), (6, 4), (11, 6), (15, 4))
    };
}

fn springy(columns: usize, rows: usize, neighbours: BendNeighbours) -> Scene {
    let mut scene = bare(columns, rows);
    scene.springs.structural = 0.11;
    scene.springs.shear = 0.07;
    scene.springs.bend = 0.03;
    scene.springs.damping = 0.05;
    scene.springs.bend_neighbours = neighbours;
    scene
}

/// One substep of Hooke mode: each particle's change of velocity is the sum of
/// its springs' forces, up to the rounding of `epsilon`.
fn hooke<T: Scalar, const W: usize, const H: usize>() {
    let epsilon = if T::NAME == "f32" {
        f64::from(f32::EPSILON)
    } else {
        f64::EPSILON
    };
    for neighbours in [BendNeighbours::Four, BendNeighbours::Eight] {
        let scene = springy(W, H, neighbours);
        let mut sim = begin::<T, W, H>(&scene);
        shake(
            &mut sim,
            &mut Noise::new(W as u64 * 100 + H as u64),
            0.3,
            0.1,
        );
        let (x, v) = (positions(&sim), velocities(&sim));
        sim.step();
        let force = spring_forces((W, H), &scene.springs, &x, &v);
        // 16 springs of forces below 0.1, roundings of some ulps each, and the
        // new position's own rounding, which is up to half an ulp of it.
        let reach = W.max(H) as f64;
        let error = epsilon * (4.0 + reach);
        for (i, now) in velocities(&sim).into_iter().enumerate() {
            let expected = core::array::from_fn(|k| v[i][k] + force[i][k]);
            assert_near3(now, expected, error);
        }
    }
}

#[test]
fn hooke_mode_is_a_list_of_springs_f64() {
    all_sizes!(hooke::<f64>);
}

#[test]
fn hooke_mode_is_a_list_of_springs_f32() {
    all_sizes!(hooke::<f32>);
}

/// The state of a simulation for the plain solver, with its own bits.
fn plain<T: Scalar>(sim: &Sim<T>) -> Particles<T> {
    let (columns, rows) = size(sim);
    let grid = sim.cloth().positions();
    let at = |(c, r)| grid.get(c, r).expect("in the grid");
    Particles {
        columns,
        rows,
        x: all(sim).map(at).collect(),
        weight: weights(sim),
    }
}

/// Equal bits; only the sign of a zero may differ.
fn assert_same<T: Scalar>(sim: &Sim<T>, expected: &Particles<T>, what: &str) {
    let got = plain(sim);
    let (columns, rows) = size(sim);
    for (i, (a, b)) in got.x.iter().zip(&expected.x).enumerate() {
        assert!(
            a == b,
            "{what} {columns} × {rows} {}: particle {i}: {a:?} {b:?}",
            T::NAME
        );
    }
}

/// Pins one particle in about five, and starts from a crumpled shape at rest.
fn crumple<T: Scalar>(sim: &mut Sim<T>, seed: u64) {
    let mut noise = Noise::new(seed);
    shake(sim, &mut noise, 0.6, 0.0);
    for (column, row) in all(sim) {
        if noise.number() > 0.6 {
            sim.pin(column, row).expect("in the grid");
        }
    }
}

fn constraints<T: Scalar, const W: usize, const H: usize>() {
    for (iterations, bend_neighbours) in [
        (1, BendNeighbours::Four),
        (2, BendNeighbours::Four),
        (3, BendNeighbours::Eight),
    ] {
        let mut scene = bare(W, H);
        scene.solver.mode = Mode::Constraint;
        scene.constraints.iterations = iterations;
        scene.constraints.structural = 0.9;
        scene.constraints.shear = 0.6;
        scene.constraints.bend = 0.2;
        scene.constraints.bend_neighbours = bend_neighbours;
        let mut sim = begin::<T, W, H>(&scene);
        crumple(&mut sim, 7 * W as u64 + H as u64);
        let mut expected = plain(&sim);
        sim.step();
        expected.project(&scene.constraints);
        assert_same(&sim, &expected, "constraints");
    }
}

#[test]
fn constraint_mode_runs_in_the_documented_order_f32() {
    all_sizes!(constraints::<f32>);
}

#[test]
fn constraint_mode_runs_in_the_documented_order_f64() {
    all_sizes!(constraints::<f64>);
}

fn limit<T: Scalar, const W: usize, const H: usize>() {
    let mut scene = bare(W, H);
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 1,
    });
    let mut sim = begin::<T, W, H>(&scene);
    crumple(&mut sim, 3 * W as u64 + H as u64);
    let mut expected = plain(&sim);
    sim.step();
    if sim.limit_passes() > 0 {
        expected.limit(1.0 + (1.1 - 1.0) * 0.8);
    }
    assert_same(&sim, &expected, "limit");
}

#[test]
fn the_limit_runs_in_the_documented_order() {
    all_sizes!(limit::<f32>);
    all_sizes!(limit::<f64>);
}

#[test]
fn f32_follows_f64() {
    // The same drape in both formats, before it has had time to diverge.
    let mut scene = springy(9, 8, BendNeighbours::Eight);
    scene.pins.top_left = true;
    scene.pins.top_right = true;
    scene.forces.gravity = [0.0, -1e-3, 0.0];
    scene.solver.damping = cloth_core::Damping::PerStep(0.05);
    let mut wide = begin::<f64, 9, 8>(&scene);
    let mut narrow = begin::<f32, 9, 8>(&scene);
    wide.run(400);
    narrow.run(400);
    let off = largest_difference(&positions(&wide), &positions(&narrow));
    assert!(off < 400.0 * 4.0 * f64::from(f32::EPSILON), "{off:e}");
    assert!(off > 0.0, "f32 rounds");
}
