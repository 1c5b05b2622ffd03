//! Conjugate gradient against dense solutions (V19), with steepest descent for comparison
//! (S2-21). S2's listing never enters its loop and returns nothing. And how exactly implicit methods solve.

use cloth_core::extent::Extent;
use cloth_core::integrate::{Descent, SolverReport, SolverSettings, solve};
use cloth_core::{Dyn, Grid};
use cloth_tests::linear::eliminate;
use cloth_tests::prelude::*;
use cloth_tests::put;

pub(crate) const METHODS: [Descent; 3] = [
    Descent::PreconditionedConjugateGradient,
    Descent::ConjugateGradient,
    Descent::SteepestDescent,
];

/// A symmetric positive definite matrix of 3·columns·rows, as a list of rows, and a right side.
#[derive(Clone, Debug)]
struct Dense {
    matrix: Vec<Vec<f64>>,
    b: Vec<f64>,
    /// Where a solution begins.
    guess: Vec<f64>,
    extent: Dyn,
}

fn flat(x: &Grid<f64, Dyn>) -> Vec<f64> {
    let (columns, rows) = (x.extent().columns(), x.extent().rows());
    let all = particles(columns, rows);
    all.flat_map(|(c, r)| x.get(c, r).unwrap()).collect()
}

fn grid(extent: Dyn, x: &[f64]) -> Grid<f64, Dyn> {
    let mut grid = Grid::new(extent).unwrap();
    for (i, v) in x.chunks(3).enumerate() {
        let (column, row) = (i % extent.columns(), i / extent.columns());
        put(&mut grid, column, row, [v[0], v[1], v[2]]);
    }
    grid
}

impl Dense {
    /// Bᵀ·B + 0.1·I with noise in B, and noise on the right side.
    fn random(extent: Dyn, seed: u64) -> Self {
        let n = 3 * extent.columns() * extent.rows();
        let mut noise = Noise::new(seed);
        let mut row = |_: usize| -> Vec<f64> { (0..n).map(|_| noise.number()).collect() };
        let c: Vec<Vec<f64>> = (0..n).map(&mut row).collect();
        let element = |i: usize, j: usize| {
            let own = if i == j { 0.1 } else { 0.0 };
            own + c.iter().map(|row| row[i] * row[j]).sum::<f64>()
        };
        let matrix = (0..n).map(|i| (0..n).map(|j| element(i, j)).collect());
        Self {
            matrix: matrix.collect(),
            b: row(n),
            guess: vec![0.0; n],
            extent,
        }
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let dot = |row: &Vec<f64>| row.iter().zip(x).map(|(a, b)| a * b).sum();
        self.matrix.iter().map(dot).collect()
    }

    fn exact(&self) -> Vec<f64> {
        eliminate(self.matrix.clone(), &self.b)
    }

    fn solve(&self, method: Descent, tolerance: f64, iterations: u32) -> (Vec<f64>, SolverReport) {
        let new = || Grid::new(self.extent).unwrap();
        let mut b = grid(self.extent, &self.b);
        let mut x = grid(self.extent, &self.guess);
        let mut settings = SolverSettings::DEFAULT;
        settings.method = method;
        (settings.tolerance, settings.iterations) = (tolerance, iterations);
        let report = solve(
            [&mut x, &mut b],
            &mut [new(), new(), new()],
            &settings,
            |x, out| *out = grid(self.extent, &self.times(&flat(x))),
            |x, out| {
                let y = flat(x).into_iter().enumerate();
                let y: Vec<f64> = y.map(|(i, y)| y / self.matrix[i][i]).collect();
                *out = grid(self.extent, &y);
            },
            |_, _| {},
        );
        (flat(&x), report)
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

fn norm(a: &[f64]) -> f64 {
    distance(a, &vec![0.0; a.len()])
}

#[test]
fn v19_matches_a_dense_solution_and_is_exact_in_n_steps() {
    for seed in 0..20 {
        let system = Dense::random(Dyn::new(1, 1), seed);
        let exact = system.exact();
        for method in METHODS {
            let (x, report) = system.solve(method, 1e-12, 100_000);
            assert!(distance(&x, &exact) < 1e-9, "{method:?} {x:?} {exact:?}");
            assert!(report.residual <= 1e-12 && report.iterations > 0);
            // Exact after as many iterations as there are unknowns.
            let steepest = method == Descent::SteepestDescent;
            assert!(steepest || report.iterations <= 3, "{method:?} {report:?}");
        }
    }
    for seed in 0..5 {
        let system = Dense::random(Dyn::new(3, 2), 40 + seed);
        let exact = system.exact();
        for method in &METHODS[..2] {
            // Rounding costs some iterations more; the answer is there.
            let (x, report) = system.solve(*method, 1e-12, 18 + 4);
            let off = distance(&x, &exact);
            assert!(off < 1e-7 * norm(&exact).max(1.0), "{method:?} {report:?}");
        }
    }
}

/// √(eᵀ·A·e) of the error e: the norm in which every method falls in every
/// iteration. The residual's own norm may rise in between.
fn energy_error(system: &Dense, x: &[f64], exact: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().zip(exact).map(|(a, b)| a - b).collect();
    let products = e.iter().zip(system.times(&e)).map(|(a, b)| a * b);
    products.sum::<f64>().sqrt()
}

#[test]
fn v19_the_error_falls_in_every_iteration() {
    let system = Dense::random(Dyn::new(3, 2), 7);
    let exact = system.exact();
    let after = METHODS.map(|method| {
        let mut before = energy_error(&system, &[0.0; 18], &exact);
        for iterations in 1..=10 {
            let (x, report) = system.solve(method, 1e-12, iterations);
            assert_eq!(report.iterations, iterations, "the loop runs");
            let now = energy_error(&system, &x, &exact);
            assert!(now < before, "{method:?} {iterations}: {now} {before}");
            before = now;
        }
        before
    });
    // Preconditioned, plain, and steepest descent, which forgets and pays.
    assert!(after[1] < 0.5 * after[2], "{after:?}");
    let iterations = METHODS.map(|method| system.solve(method, 1e-6, 100_000).1.iterations);
    let [_, plain, steepest] = iterations;
    assert!(plain <= 20 && steepest > 20 * plain, "{iterations:?}");
}

#[test]
fn the_reported_residual_is_the_true_one() {
    let system = Dense::random(Dyn::new(3, 2), 17);
    for tolerance in [0.3, 1e-3, 1e-8] {
        let (x, report) = system.solve(Descent::ConjugateGradient, tolerance, 1000);
        let residual = distance(&system.b, &system.times(&x)) / norm(&system.b);
        assert_near(report.residual / residual, 1.0, 1e-3);
        assert!(report.residual <= tolerance && report.residual > 1e-6 * tolerance);
    }
}

#[test]
fn a_good_guess_needs_nothing() {
    let mut system = Dense::random(Dyn::new(1, 1), 5);
    for exact in [[0.3, -0.2, 0.9], [0.0; 3]] {
        (system.b, system.guess) = (system.times(&exact), exact.to_vec());
        for method in METHODS {
            let (x, report) = system.solve(method, 1e-6, 100);
            assert_eq!((x, report.iterations), (exact.to_vec(), 0));
            // And nothing to solve is solved.
            assert!(exact[0] != 0.0 || report == SolverReport::default());
        }
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let with = |tolerance, iterations| {
        let mut settings = SolverSettings::DEFAULT;
        (settings.tolerance, settings.iterations) = (tolerance, iterations);
        settings.validate()
    };
    assert!(with(1e-12, 1).is_ok() && with(1.0, 100_000).is_ok());
    for (tolerance, iterations) in [(0.0, 1), (1.1, 1), (f64::NAN, 1), (0.1, 0), (0.1, 100_001)] {
        let refused = with(tolerance, iterations).unwrap_err().to_string();
        let range = refused.contains("100000") || refused.contains("1e-12");
        assert!(range, "{refused}");
    }
}

/// Simulated time, s.
const TIME: f64 = 0.2;

/// A sheet falls from two corners: where the particles are after `steps` steps, and the solver's
/// iterations a step.
fn fall(method: Method, format: Format, steps: u32, tolerance: Option<f64>) -> (Vec<Vector>, f64) {
    let mut scene = sized(&Scene::DEFAULT, 9, 7);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    stiffen(&mut scene, [20.3, 9.7, 2.1]);
    scene.solver.damping = Damping::Rate(0.0);
    scene.solver.substeps = 1;
    scene.solver.steps_per_second = f64::from(steps) / TIME;
    let mut sim = Trial::new(&scene, method, format);
    if let Some(tolerance) = tolerance {
        sim.tighten(tolerance);
    }
    let mut iterations = 0;
    for _ in 0..steps {
        sim.step();
        iterations += sim.solver_report().map_or(0, |report| report.iterations);
    }
    (sim.positions(), f64::from(iterations) / f64::from(steps))
}

/// What the solver leaves, as it is set by default, falls with the step, or order 1 would end where
/// the tolerance begins. Steps from 1/1600 s on, a quarter as long three times.
#[test]
fn the_default_tolerance_keeps_order_1_at_short_steps() {
    let (exact, _) = fall(Rk4, F64, 40_960, None);
    for (method, format, part, first, order) in [
        (BackwardEuler, F64, 0.01, 0, 1.9..2.1),
        // IMEX errs by the stiffness across the springs, and is of order 1 at shorter steps.
        (Imex, F64, 0.01, 1, 1.8..2.1),
        // In f32 rounding takes over in the end, however well each step is solved.
        (BackwardEuler, F32, 0.1, 3, 0.0..0.0),
    ] {
        let errors = [0, 2, 4, 6].map(|halvings| {
            let steps = 320_u32 << halvings;
            let (x, iterations) = fall(method, format, steps, None);
            let (tight, _) = fall(method, format, steps, Some(1e-10));
            let (error, best) = (furthest(&x, &exact), furthest(&tight, &exact));
            // That of a solution to the end.
            assert!((error / best - 1.0).abs() < part, "{error:e} {best:e}");
            // Where the tolerance follows dt a step costs one iteration, not all of them.
            assert!((0.9..3.0).contains(&iterations), "{iterations}");
            error
        });
        for pair in errors[first..].windows(2) {
            // Of one halving.
            let ratio = (pair[0] / pair[1]).sqrt();
            assert!(order.contains(&ratio), "{method} {ratio}");
        }
    }
}
