//! Solving A·x = b for a symmetric positive definite A that is given as a
//! product, not as a matrix.

use super::explicit::zip;
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::scene::SettingError;

/// A symmetric positive definite matrix over the vectors of a grid.
pub trait LinearSystem<T: Scalar, const W: usize, const H: usize> {
    /// out = A·x.
    fn apply(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>);
    /// out = P⁻¹·x with P an approximation of A.
    fn precondition(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>);
}

/// The way to the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Conjugate gradient with the system's preconditioner.
    #[default]
    PreconditionedConjugateGradient,
    /// Conjugate gradient without.
    ConjugateGradient,
    /// Steepest descent, for comparison (S2-21): each step goes down the
    /// residual alone, and forgets the steps before.
    SteepestDescent,
}

/// When to be content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverSettings {
    /// The way to the solution.
    pub method: Method,
    /// Largest residual, relative to the right hand side, both in the norm of
    /// the preconditioner. 0.01 looks right, 1e-5 is about the best in `f32`.
    pub tolerance: f64,
    /// Most iterations of one solution.
    pub iterations: u32,
}

impl SolverSettings {
    /// Preconditioned conjugate gradient to 0.001, at most 200 iterations.
    pub const DEFAULT: Self = Self {
        method: Method::PreconditionedConjugateGradient,
        tolerance: 1e-3,
        iterations: 200,
    };

    /// The settings themselves, if they are in range.
    ///
    /// # Errors
    /// A tolerance outside of 1e-12 to 1, or iterations outside of 1 to 100000.
    pub fn validate(self) -> Result<Self, SettingError> {
        let refuse = |key, value, allowed| {
            Err(SettingError {
                key,
                value,
                allowed,
            })
        };
        if !(1e-12..=1.0).contains(&self.tolerance) {
            return refuse("tolerance", self.tolerance, "1e-12 to 1");
        }
        if !(1..=100_000).contains(&self.iterations) {
            return refuse("iterations", self.iterations.into(), "1 to 100000");
        }
        Ok(self)
    }
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How a solution went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverReport {
    /// Iterations made.
    pub iterations: u32,
    /// Residual that is left, relative to the right hand side.
    pub residual: f64,
}

/// The vectors a solution works with: 48 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverMemory<T, const W: usize, const H: usize> {
    /// b before the solution, the residual b − A·x in the course of it.
    pub residual: Grid<T, W, H>,
    direction: Grid<T, W, H>,
    product: Grid<T, W, H>,
    improved: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> SolverMemory<T, W, H> {
    /// Zeros, for a `static`.
    pub const EMPTY: Self = Self {
        residual: Grid::ZERO,
        direction: Grid::ZERO,
        product: Grid::ZERO,
        improved: Grid::ZERO,
    };

    /// A vector that a solution overwrites before it reads it.
    pub(super) const fn scratch(&mut self) -> &mut Grid<T, W, H> {
        &mut self.improved
    }
}

/// Solves A·x = b with b in `memory.residual` and a first guess in `x`.
pub fn solve<T: Scalar, S: LinearSystem<T, W, H>, const W: usize, const H: usize>(
    system: &S,
    x: &mut Grid<T, W, H>,
    memory: &mut SolverMemory<T, W, H>,
    settings: &SolverSettings,
) -> SolverReport {
    let SolverMemory {
        residual: r,
        direction: p,
        product: q,
        improved: z,
    } = memory;
    let preconditioned = settings.method == Method::PreconditionedConjugateGradient;
    let improve = |r: &Grid<T, W, H>, z: &mut Grid<T, W, H>| {
        if preconditioned {
            system.precondition(r, z);
        } else {
            z.clone_from(r);
        }
    };
    improve(r, z);
    let size = dot(r, z);
    system.apply(x, q);
    zip(r, [q, q, q], |r, q, _, _| r - q);
    improve(r, z);
    p.clone_from(z);
    let mut error = dot(r, z);
    let tolerance = T::from_f64(settings.tolerance);
    let enough = tolerance * tolerance * size;
    let mut iterations = 0;
    while error > enough && iterations < settings.iterations {
        system.apply(p, q);
        let curvature = dot(p, q);
        // Also where it is not a number: the vectors have left the format.
        if curvature.most(T::ZERO) <= T::ZERO {
            break;
        }
        let along = error / curvature;
        zip(x, [p, p, p], |x, p, _, _| x + along * p);
        zip(r, [q, q, q], |r, q, _, _| r - along * q);
        improve(r, z);
        let before = error;
        error = dot(r, z);
        let turn = match settings.method {
            Method::SteepestDescent => T::ZERO,
            _ => error / before,
        };
        zip(p, [z, z, z], |p, z, _, _| z + turn * p);
        iterations += 1;
    }
    let relative = if size > T::ZERO {
        error / size
    } else {
        T::ZERO
    };
    SolverReport {
        iterations,
        residual: relative.most(T::ZERO).square_root().to_f64(),
    }
}

/// Scalar product of two grids: column by column first, then the columns in
/// order, so that the sum vectorises and is the same on every machine.
pub(super) fn dot<T: Scalar, const W: usize, const H: usize>(
    a: &Grid<T, W, H>,
    b: &Grid<T, W, H>,
) -> T {
    let mut sums = [T::ZERO; W];
    for (a, b) in a.rows.iter().zip(&b.rows) {
        for i in 0..W {
            sums[i] += a.x[i] * b.x[i] + a.y[i] * b.y[i] + a.z[i] * b.z[i];
        }
    }
    sums.iter().fold(T::ZERO, |total, &sum| total + sum)
}
