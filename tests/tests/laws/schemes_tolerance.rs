//! The implicit methods as they are set by default, at short and shorter steps: what their
//! solver leaves must fall with the step, or order 1 ends where the tolerance begins.

use cloth_core::{BackwardEuler, Damping, Dyn, Imex, Rk4, Scalar, Scene};
use cloth_tests::measure::{Vector, length, positions, sub};
use cloth_tests::{Tight, start};

/// Simulated time, s.
const TIME: f64 = 0.2;

/// A sheet that falls from two corners.
fn falling(steps: u32) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (9, 7);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    (scene.springs.structural, scene.springs.shear) = (20.3, 9.7);
    scene.springs.bend = 2.1;
    scene.solver.damping = Damping::Rate(0.0);
    scene.solver.substeps = 1;
    scene.solver.steps_per_second = f64::from(steps) / TIME;
    scene
}

/// Where the particles are after `steps` steps, and the solver's iterations a step, as
/// `count` reads them.
fn fall<T: Scalar, M: Tight>(
    steps: u32,
    tolerance: Option<f64>,
    count: fn(&M::State<T, Dyn>) -> u32,
) -> (Vec<Vector>, f64) {
    let scene = falling(steps);
    let mut sim = start::<T, M>(&scene, scene.cloth.columns, scene.cloth.rows);
    if let Some(tolerance) = tolerance {
        M::tighten(sim.state_mut(), tolerance);
    }
    let mut iterations = 0;
    for _ in 0..steps {
        sim.step();
        iterations += count(sim.state());
    }
    (positions(&sim), f64::from(iterations) / f64::from(steps))
}

/// Largest distance of a particle from where it should be, m.
fn off(x: &[Vector], exact: &[Vector]) -> f64 {
    let pairs = x.iter().zip(exact);
    pairs.map(|(&a, &b)| length(sub(a, b))).fold(0.0, f64::max)
}

/// Steps from 1/1600 s on, halved seven times.
const HALVINGS: std::ops::Range<u32> = 0..8;

/// The errors of the default settings for each halving; each is that of a solution to the
/// end, to `part` of it.
fn errors<T: Scalar, M: Tight>(
    exact: &[Vector],
    part: f64,
    count: fn(&M::State<T, Dyn>) -> u32,
) -> Vec<f64> {
    let one = |halving| {
        let steps = 320_u32 << halving;
        let (x, iterations) = fall::<T, M>(steps, None, count);
        let (tight, most) = fall::<T, M>(steps, Some(1e-10), count);
        let (error, best) = (off(&x, exact), off(&tight, exact));
        println!(
            "{:14} {} dt 1/{:6} s: off by {error:.3e} m ({best:.3e} to 1e-10), {iterations:.2} \
             iterations ({most:.2})",
            M::NAME,
            T::NAME,
            f64::from(steps) / TIME,
        );
        assert!((error / best - 1.0).abs() < part, "{error:e} {best:e}");
        // Where the tolerance follows dt a step costs one iteration, not all of them.
        assert!((0.9..3.0).contains(&iterations), "{iterations}");
        error
    };
    HALVINGS.map(one).collect()
}

#[test]
fn the_default_tolerance_keeps_order_1_at_short_steps() {
    let (exact, _) = fall::<f64, Rk4>(40_960, None, |_| 0);
    let backward = errors::<f64, BackwardEuler>(&exact, 0.01, |s| s.report().iterations);
    for pair in backward.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((1.9..2.1).contains(&ratio), "{ratio}");
    }
    // IMEX errs by the stiffness across the springs, and is of order 1 at shorter steps.
    let imex = errors::<f64, Imex>(&exact, 0.01, |s| s.report().solver.iterations);
    for pair in imex[2..].windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((1.8..2.1).contains(&ratio), "{ratio}");
    }
    // In f32 rounding takes over in the end, however well each step is solved.
    errors::<f32, BackwardEuler>(&exact, 0.1, |s| s.report().iterations);
}
