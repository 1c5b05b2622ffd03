//! Conjugate gradient against dense solutions (V19), and steepest descent
//! beside it (S2-21). S2's listing never enters its loop and returns nothing.

use cloth_core::extent::{Blank, Extent};
use cloth_core::integrate::{
    Descent, LinearSystem, SolverMemory, SolverReport, SolverSettings, solve,
};
use cloth_core::{Dyn, Grid};
use cloth_tests::{Noise, put};

const METHODS: [Descent; 3] = [
    Descent::PreconditionedConjugateGradient,
    Descent::ConjugateGradient,
    Descent::SteepestDescent,
];

/// A symmetric positive definite matrix, N = 3·W·H, as a list of rows.
#[derive(Clone, Debug)]
struct Dense(Vec<Vec<f64>>);

fn flat(x: &Grid<f64, Dyn>) -> Vec<f64> {
    let (columns, rows) = (x.extent().columns(), x.extent().rows());
    (0..columns * rows)
        .flat_map(|i| x.get(i % columns, i / columns).unwrap())
        .collect()
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
    /// Bᵀ·B + 0.1·I with noise in B.
    fn random(n: usize, seed: u64) -> Self {
        let mut noise = Noise::new(seed);
        let b: Vec<Vec<f64>> = (0..n)
            .map(|_| (0..n).map(|_| noise.number()).collect())
            .collect();
        let element = |i: usize, j: usize| {
            let own = if i == j { 0.1 } else { 0.0 };
            own + b.iter().map(|row| row[i] * row[j]).sum::<f64>()
        };
        Self(
            (0..n)
                .map(|i| (0..n).map(|j| element(i, j)).collect())
                .collect(),
        )
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let dot = |row: &Vec<f64>| row.iter().zip(x).map(|(a, b)| a * b).sum();
        self.0.iter().map(dot).collect()
    }

    /// Gauss's elimination with pivots.
    fn solution(&self, b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let mut rows: Vec<Vec<f64>> = self.0.clone();
        rows.iter_mut().zip(b).for_each(|(row, &b)| row.push(b));
        for k in 0..n {
            let pivot = (k..n)
                .max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()))
                .unwrap();
            rows.swap(k, pivot);
            for i in (0..n).filter(|&i| i != k) {
                let factor = rows[i][k] / rows[k][k];
                for j in k..=n {
                    rows[i][j] -= factor * rows[k][j];
                }
            }
        }
        (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
    }
}

impl LinearSystem<f64, Dyn> for Dense {
    fn apply(&mut self, x: &Grid<f64, Dyn>, out: &mut Grid<f64, Dyn>) {
        *out = grid(x.extent(), &self.times(&flat(x)));
    }

    fn precondition(&self, x: &Grid<f64, Dyn>, out: &mut Grid<f64, Dyn>) {
        let mut y = flat(x);
        y.iter_mut()
            .enumerate()
            .for_each(|(i, y)| *y /= self.0[i][i]);
        *out = grid(x.extent(), &y);
    }
}

fn run<const W: usize, const H: usize>(
    system: &Dense,
    b: &[f64],
    guess: &[f64],
    method: Descent,
    (tolerance, iterations): (f64, u32),
) -> (Vec<f64>, SolverReport) {
    let extent = Dyn::new(W, H);
    let mut memory = SolverMemory::BLANK;
    memory.allocate(extent).unwrap();
    memory.residual = grid(extent, b);
    let mut x = grid(extent, guess);
    let settings = SolverSettings {
        method,
        tolerance,
        iterations,
    };
    let report = solve(&mut system.clone(), &mut x, &mut memory, &settings);
    (flat(&x), report)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f64>()
        .sqrt()
}

#[test]
fn v19_matches_a_dense_solution_of_three_by_three() {
    for seed in 0..20 {
        let system = Dense::random(3, seed);
        let mut noise = Noise::new(seed + 100);
        let b: Vec<f64> = noise.vector(1.0).to_vec();
        let exact = system.solution(&b);
        for method in METHODS {
            let (x, report) = run::<1, 1>(&system, &b, &[0.0; 3], method, (1e-12, 100_000));
            assert!(distance(&x, &exact) < 1e-9, "{method:?} {x:?} {exact:?}");
            assert!(
                report.residual <= 1e-12 && report.iterations > 0,
                "{report:?}"
            );
            if method != Descent::SteepestDescent {
                // Exact after as many iterations as there are unknowns.
                assert!(report.iterations <= 3, "{method:?} {report:?}");
            }
        }
    }
}

#[test]
fn v19_exact_in_n_steps() {
    let n = 3 * 3 * 2;
    for seed in 0..5 {
        let system = Dense::random(n, 40 + seed);
        let mut noise = Noise::new(seed);
        let b: Vec<f64> = (0..n).map(|_| noise.number()).collect();
        let exact = system.solution(&b);
        for method in &METHODS[..2] {
            let (x, report) =
                run::<3, 2>(&system, &b, &vec![0.0; n], *method, (1e-12, n as u32 + 4));
            // Rounding costs some iterations more; the answer is there.
            println!("{method:?} {report:?}");
            assert!(
                distance(&x, &exact) < 1e-7 * distance(&exact, &vec![0.0; n]).max(1.0),
                "{report:?}"
            );
        }
    }
}

/// √(eᵀ·A·e) of the error e: the norm in which every method falls in every
/// iteration. The residual's own norm may rise in between.
fn energy_error(system: &Dense, x: &[f64], exact: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().zip(exact).map(|(a, b)| a - b).collect();
    let product = system.times(&e);
    e.iter()
        .zip(&product)
        .map(|(a, b)| a * b)
        .sum::<f64>()
        .sqrt()
}

#[test]
fn v19_the_error_falls_in_every_iteration() {
    let n = 18;
    let system = Dense::random(n, 7);
    let mut noise = Noise::new(8);
    let b: Vec<f64> = (0..n).map(|_| noise.number()).collect();
    let exact = system.solution(&b);
    let mut after = Vec::new();
    for method in METHODS {
        let mut before = energy_error(&system, &vec![0.0; n], &exact);
        for iterations in 1..=10 {
            let (x, report) = run::<3, 2>(&system, &b, &vec![0.0; n], method, (1e-12, iterations));
            assert_eq!(report.iterations, iterations, "the loop runs");
            let now = energy_error(&system, &x, &exact);
            assert!(now < before, "{method:?} {iterations}: {now} {before}");
            before = now;
        }
        after.push(before);
    }
    // Preconditioned, plain, and steepest descent, which forgets and pays.
    assert!(after[1] < 0.5 * after[2], "{after:?}");
    let zero = vec![0.0; n];
    let iterations = METHODS.map(|method| {
        let (_, report) = run::<3, 2>(&system, &b, &zero, method, (1e-6, 100_000));
        report.iterations
    });
    println!("{METHODS:?}: {iterations:?} iterations to 1e-6");
    assert!(
        iterations[1] <= n as u32 + 2 && iterations[2] > 20 * iterations[1],
        "{iterations:?}"
    );
}

#[test]
fn the_reported_residual_is_the_true_one() {
    let n = 18;
    let system = Dense::random(n, 17);
    let mut noise = Noise::new(3);
    let b: Vec<f64> = (0..n).map(|_| noise.number()).collect();
    let zero = vec![0.0; n];
    for tolerance in [0.3, 1e-3, 1e-8] {
        let (x, report) = run::<3, 2>(
            &system,
            &b,
            &zero,
            Descent::ConjugateGradient,
            (tolerance, 1000),
        );
        let residual = distance(&b, &system.times(&x)) / distance(&b, &zero);
        assert!(
            (report.residual / residual - 1.0).abs() < 1e-3,
            "{report:?} {residual}"
        );
        assert!(report.residual <= tolerance && report.residual > 1e-6 * tolerance);
    }
}

#[test]
fn a_good_guess_needs_nothing() {
    let system = Dense::random(3, 5);
    let exact = [0.3, -0.2, 0.9];
    let b = system.times(&exact);
    for method in METHODS {
        let (x, report) = run::<1, 1>(&system, &b, &exact, method, (1e-6, 100));
        assert_eq!((x.as_slice(), report.iterations), (exact.as_slice(), 0));
        // And nothing to solve is solved.
        let (x, report) = run::<1, 1>(&system, &[0.0; 3], &[0.0; 3], method, (1e-6, 100));
        assert_eq!(
            (x.as_slice(), report),
            ([0.0; 3].as_slice(), SolverReport::default())
        );
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let with = |tolerance, iterations| {
        let settings = SolverSettings {
            tolerance,
            iterations,
            ..SolverSettings::DEFAULT
        };
        settings.validate()
    };
    assert!(with(1e-12, 1).is_ok() && with(1.0, 100_000).is_ok());
    for (tolerance, iterations) in [(0.0, 1), (1.1, 1), (f64::NAN, 1), (0.1, 0), (0.1, 100_001)] {
        let refused = with(tolerance, iterations).unwrap_err();
        assert!(
            refused.to_string().contains("100000") || refused.to_string().contains("1e-12"),
            "{refused}"
        );
    }
}
