//! The linear theory of a cloth near a state: the matrix of a method's step, and
//! whether its powers grow. By differences of the reference's forces, without the
//! engine.

use crate::measure::Vector;
use crate::reference::spring_forces;
use cloth_core::{Damping, Scene};

/// A square matrix, row by row.
type Matrix = Vec<Vec<f64>>;

fn by_columns(size: usize, column: impl Fn(usize) -> Vec<f64>) -> Matrix {
    let columns: Vec<_> = (0..size).map(column).collect();
    let row = |i: usize| columns.iter().map(|column| column[i]).collect();
    (0..size).map(row).collect()
}

fn times(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(x).map(|(a, x)| a * x).sum();
    matrix.iter().map(product).collect()
}

fn squared(matrix: &Matrix) -> Matrix {
    let mut square = vec![vec![0.0; matrix.len()]; matrix.len()];
    for (row, out) in matrix.iter().zip(&mut square) {
        for (&a, other) in row.iter().zip(matrix).filter(|(a, _)| **a != 0.0) {
            out.iter_mut().zip(other).for_each(|(o, b)| *o += a * b);
        }
    }
    square
}

/// Whether powers of the matrix grow exponentially: its 2³⁰th by repeated
/// squares. What grows with the number of steps alone, as free flight does,
/// stays below 10⁻⁷ a step.
fn powers_grow(mut matrix: Matrix) -> bool {
    let mut logarithm = 0.0;
    for power in 0..30 {
        let norm = matrix.iter().flatten().map(|v| v * v).sum::<f64>().sqrt();
        matrix.iter_mut().flatten().for_each(|v| *v /= norm);
        logarithm += norm.ln() / f64::from(1 << power);
        // Far beyond what a matrix that is not symmetric does for a while. And a power whose norm is below 1
        // falls from there on.
        let of_power = logarithm * f64::from(1 << power);
        if of_power.abs() > 60.0 {
            return of_power > 0.0;
        }
        matrix = squared(&matrix);
    }
    logarithm > 3e-7
}

/// x″ = −K·x − (C + rate)·x′ for the components of the free particles, of mass 1.
#[derive(Clone, Debug)]
pub struct Linear {
    stiffness: Matrix,
    damping: Matrix,
    /// Damping of the whole cloth, 1/s.
    rate: f64,
}

impl Linear {
    /// The cloth of this size at `x`, spacing and mass 1, of which the particles
    /// `free` can move.
    ///
    /// # Panics
    /// If the scene damps by step instead of by time.
    #[must_use]
    pub fn new(scene: &Scene, size: (usize, usize), x: &[Vector], free: &[usize]) -> Self {
        let count = 3 * free.len();
        let rest = vec![[0.0; 3]; x.len()];
        let change = |forces: [Vec<Vector>; 2], by: f64| -> Vec<f64> {
            let [a, b] = forces;
            let parts = free.iter().flat_map(|&i| (0..3).map(move |k| (i, k)));
            parts.map(|(i, k)| (a[i][k] - b[i][k]) / by).collect()
        };
        let moved = |from: &[Vector], j: usize, by: f64| {
            let mut to = from.to_vec();
            to[free[j / 3]][j % 3] += by;
            to
        };
        let springs = &scene.springs;
        // Central for the stiffness; the damping is linear as it is.
        let stiffness = by_columns(count, |j| {
            let at = |by| spring_forces(size, springs, &moved(x, j, by), &rest, |_| true);
            change([at(-1e-5), at(1e-5)], 2e-5)
        });
        let mut damping = by_columns(count, |j| {
            let at = |by| spring_forces(size, springs, x, &moved(&rest, j, by), |_| true);
            change([at(0.0), at(1.0)], 1.0)
        });
        for i in 0..count {
            damping[i][i] += scene.forces.air_drag;
        }
        let Damping::Rate(rate) = scene.solver.damping else {
            panic!("a rate is meant");
        };
        Self {
            stiffness,
            damping,
            rate,
        }
    }

    fn acceleration(&self, x: &[f64], v: &[f64], rate: f64) -> Vec<f64> {
        let (k, c) = (times(&self.stiffness, x), times(&self.damping, v));
        let parts = k.iter().zip(&c).zip(v);
        parts.map(|((k, c), v)| -k - c - rate * v).collect()
    }

    /// Positions and velocities after a step.
    fn step(&self, method: &str, dt: f64, state: &[f64]) -> Vec<f64> {
        let slope = |state: &[f64]| {
            let (x, v) = state.split_at(state.len() / 2);
            [v, &self.acceleration(x, v, self.rate)].concat()
        };
        let ahead = |slope: &[f64], dt: f64| -> Vec<f64> {
            let parts = state.iter().zip(slope);
            parts.map(|(s, d)| s + dt * d).collect()
        };
        let k1 = slope(state);
        match method {
            "forward-euler" => ahead(&k1, dt),
            "rk2" => ahead(&slope(&ahead(&k1, 0.5 * dt)), dt),
            "rk4" => {
                let k2 = slope(&ahead(&k1, 0.5 * dt));
                let k3 = slope(&ahead(&k2, 0.5 * dt));
                let k4 = slope(&ahead(&k3, dt));
                let sum = |i: usize| (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0;
                ahead(&(0..state.len()).map(sum).collect::<Vec<_>>(), dt)
            }
            // Verlet's positions are those of symplectic Euler.
            _ => {
                let (x, v) = state.split_at(state.len() / 2);
                let (a, keep) = (self.acceleration(x, v, 0.0), (-self.rate * dt).exp());
                let v: Vec<f64> = v.iter().zip(&a).map(|(v, a)| keep * v + dt * a).collect();
                let x: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + dt * v).collect();
                [x, v].concat()
            }
        }
    }

    /// Whether any motion grows exponentially in steps of `dt` of a method, by name.
    #[must_use]
    pub fn grows(&self, method: &str, dt: f64) -> bool {
        let size = 2 * self.stiffness.len();
        powers_grow(by_columns(size, |j| {
            let mut unit = vec![0.0; size];
            unit[j] = 1.0;
            self.step(method, dt, &unit)
        }))
    }
}

/// The solution of a dense linear system by Gauss's elimination with pivots.
///
/// # Panics
/// If the matrix is empty and the right side is not.
#[must_use]
pub fn eliminate(mut rows: Vec<Vec<f64>>, b: &[f64]) -> Vec<f64> {
    let n = b.len();
    rows.iter_mut().zip(b).for_each(|(row, &b)| row.push(b));
    for k in 0..n {
        let size = |i: usize| rows[i][k].abs();
        let pivot = (k..n).max_by(|&i, &j| size(i).total_cmp(&size(j)));
        rows.swap(k, pivot.expect("there is a row"));
        let own = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[k] / own[k];
            row.iter_mut().zip(&own).for_each(|(a, b)| *a -= factor * b);
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}
