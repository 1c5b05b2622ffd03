//! Solving A·x = b for a symmetric positive definite A that is given as a
//! product, not as a matrix.

use super::explicit::zip;
use crate::base::{Extent, Grid, Lanes, Scalar, chunks, vector};
use crate::scene::{SettingError, refuse};

/// The way to the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Descent {
    /// Conjugate gradient with the system's preconditioner.
    #[default]
    PreconditionedConjugateGradient,
    /// Conjugate gradient without.
    ConjugateGradient,
    /// Steepest descent, for comparison (S2-21): each step goes down the
    /// residual alone, and forgets the steps before.
    SteepestDescent,
}

/// When a solution is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverSettings {
    /// The way to the solution.
    pub method: Descent,
    /// Largest residual, relative to the right hand side, both in the norm of
    /// the preconditioner. 0.01 looks right, 1e-5 is about the best in `f32`.
    /// It is what counts at long steps. At short ones the first guess may be that good, and
    /// [`solve`] leaves a quarter of what is wrong with it.
    pub tolerance: f64,
    /// Most iterations of one solution.
    pub iterations: u32,
}

impl SolverSettings {
    /// Preconditioned conjugate gradient to 0.001, at most 200 iterations.
    pub const DEFAULT: Self = Self {
        method: Descent::PreconditionedConjugateGradient,
        tolerance: 1e-3,
        iterations: 200,
    };

    /// The settings themselves, if they are in range.
    ///
    /// # Errors
    /// A tolerance outside of 1e-12 to 1, or iterations outside of 1 to 100000.
    pub fn validate(self) -> Result<Self, SettingError> {
        if !(1e-12..=1.0).contains(&self.tolerance) {
            refuse("tolerance", self.tolerance, "1e-12 to 1")?;
        }
        if !(1..=100_000).contains(&self.iterations) {
            refuse("iterations", self.iterations.into(), "1 to 100000")?;
        }
        Ok(self)
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

/// The part of the first guess's residual that a solution leaves at most.
///
/// The first guess is the change of velocity of the step before, so its residual is by how
/// much the change has changed: about dt²·v″, twice what a first-order method errs by
/// in a step. A quarter of it is less than that error, at any time step and without
/// a scale of time. A part of the right hand side, which is dt·v′, is not: those of all the
/// steps of a second add up to the same error, however short the steps are. A tenth costs
/// up to twice the iterations where a cloth has come to rest, and gains nothing.
const LEFT: f64 = 0.25;

/// Solves A·x = b with a first guess in `x` and b in the second grid, where the residual b − A·x is in the
/// end: to the settings' tolerance, and to a quarter of the first guess's residual. `work` is written
/// before it is read.
///
/// `apply` writes A·x for a symmetric positive definite A; `precondition` writes P⁻¹·x with P an
/// approximation of A. `filter` moves from a residual what has no part in the solution, and adds it
/// to its second grid. Where a part of x is prescribed, the first guess has it, `precondition`
/// gives zero, and x comes back with what was taken from the residual added to it.
pub fn solve<T: Scalar, G: Extent>(
    [x, r]: [&mut Grid<T, G>; 2],
    work: &mut [Grid<T, G>; 3],
    settings: &SolverSettings,
    mut apply: impl FnMut(&Grid<T, G>, &mut Grid<T, G>),
    precondition: impl Fn(&Grid<T, G>, &mut Grid<T, G>),
    filter: impl Fn(&mut Grid<T, G>, &mut Grid<T, G>),
) -> SolverReport {
    // The direction, A times it, and the residual preconditioned.
    let [p, q, z] = work;
    let improve = |r: &Grid<T, G>, z: &mut Grid<T, G>| match settings.method {
        Descent::PreconditionedConjugateGradient => precondition(r, z),
        _ => z.copy_from(r),
    };
    p.copy_from(r);
    filter(p, q);
    improve(p, z);
    let size = dot(p, z);
    apply(x, q);
    zip(r, [q; 2], |r, q, _| r - q);
    filter(r, x);
    improve(r, z);
    p.copy_from(z);
    let mut error = dot(r, z);
    let [tolerance, left] = [settings.tolerance, LEFT].map(T::from_f64);
    let enough = (tolerance * tolerance * size).least(left * left * error);
    let mut iterations = 0;
    while error > enough && iterations < settings.iterations {
        apply(p, q);
        let curvature = dot(p, q);
        // Also where it is not a number: the vectors have left the format.
        if curvature.most(T::ZERO) <= T::ZERO {
            break;
        }
        let along = error / curvature;
        zip(x, [p; 2], |x, p, _| x + along * p);
        zip(r, [q; 2], |r, q, _| r - along * q);
        filter(r, x);
        improve(r, z);
        let before = error;
        error = dot(r, z);
        let turn = match settings.method {
            Descent::SteepestDescent => T::ZERO,
            _ => error / before,
        };
        zip(p, [z; 2], |p, z, _| z + turn * p);
        iterations += 1;
    }
    let relative = match size > T::ZERO {
        true => error / size,
        false => T::ZERO,
    };
    SolverReport {
        iterations,
        residual: relative.most(T::ZERO).square_root().to_f64(),
    }
}

/// Vectors of columns that are summed side by side: all of grids of up to 256 and of
/// 4096 columns.
const PARTS: [usize; 2] = [32, 512];

/// Scalar product of two grids: column by column first, then the columns in
/// order, so that the sum vectorises and is the same on every machine.
pub(super) fn dot<T: Scalar, G: Extent>(a: &Grid<T, G>, b: &Grid<T, G>) -> T {
    if !G::HAS_VECTORS {
        dot_vectors::<T, G, 1, { PARTS[0] }>(a, b)
    } else if a.extent().vectors() <= PARTS[0] {
        dot_vectors::<T, G, 8, { PARTS[0] }>(a, b)
    } else {
        dot_vectors::<T, G, 8, { PARTS[1] }>(a, b)
    }
}

#[inline(always)]
fn dot_vectors<T: Scalar, G: Extent, const L: usize, const PART: usize>(
    a: &Grid<T, G>,
    b: &Grid<T, G>,
) -> T {
    let (mut total, extent) = (T::ZERO, a.extent());
    for first in (0..extent.vectors()).step_by(PART) {
        let count = PART.min(extent.vectors() - first);
        let mut sums = [[T::ZERO; L]; PART];
        for (a, b) in a.iter().zip(b.iter()) {
            let (a, b) = (chunks(a.lanes()), chunks(b.lanes()));
            for (k, sum) in sums[..count].iter_mut().enumerate() {
                add_products(sum, vector(a, first + k), vector(b, first + k));
            }
        }
        for lane in 0..L {
            for (k, sum) in sums[..count].iter().enumerate() {
                if lane < extent.ends(first + k) {
                    total = total + sum[lane];
                }
            }
        }
    }
    total
}

#[inline(always)]
fn add_products<T: Scalar, const L: usize>(
    sum: &mut [T; L],
    [ax, ay, az]: [[T; L]; 3],
    [bx, by, bz]: [[T; L]; 3],
) {
    for i in 0..L {
        sum[i] = sum[i] + (ax[i] * bx[i] + ay[i] * by[i] + az[i] * bz[i]);
    }
}
