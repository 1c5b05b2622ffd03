//! The largest eigenvalue of the springs' stiffness and damping, by Lanczos'
//! method in two grids of memory.

use super::conjugate_gradient::dot;
use super::explicit::{update, zip};
use super::implicit::{Matrix, product};
use super::outline::largest;
use crate::base::{Cloth, Extent, Grid, Mark, Scalar};
use crate::force::SpringForce;
use crate::scratch::Scratch;
use crate::tear::Tear;

/// Most steps: the size of the small matrix on the stack.
const STEPS: usize = 48;

/// The largest eigenvalue of M⁻¹·(−K − D) over the free particles at the
/// present positions, with K and D the Jacobians of `springs`; 0 if there is
/// none above. The springs' numbers may be negative.
///
/// Power iteration would need a thousand products where the eigenvalues lie as
/// close together as those of a large sheet do; the three-term recurrence of
/// Lanczos (1950) needs 48 for about a thousandth, and the same memory: the
/// product is written row by row over the vector before last.
///
/// Also says whether it is exact, as in a small grid: else it may be too small.
pub(crate) fn largest_eigenvalue<T: Scalar, G: Extent>(
    (springs, tear): (&SpringForce<T>, &impl Tear<G>),
    cloth: &Cloth<T, G>,
    scratch: &mut Scratch<T, G>,
    [before, now]: &mut [Grid<T, G>; 2],
) -> (f64, bool) {
    let mut matrix = Matrix {
        cloth,
        springs: *springs,
        tear,
        own: T::ZERO,
        scratch,
    };
    before.clear();
    fill(cloth, now);
    let (mut v, mut w) = (now, before);
    if normalise(v) <= T::ZERO {
        return (0.0, true);
    }
    let (mut diagonal, mut off_diagonal) = ([0.0; STEPS], [0.0; STEPS]);
    let mut beta = T::ZERO;
    for step in 0..STEPS {
        // w ← A·v − beta·w. Pinned particles have an inverse mass of 0 and started as zero.
        let of = |w, _, p, mark: Mark| -(mark.inverse_mass::<T>() * p) - beta * w;
        matrix.sums::<false, 3>(product, v, (w, 0), of);
        let alpha = dot(v, w);
        zip(w, [v; 2], |w, v, _| w - alpha * v);
        beta = normalise(w);
        (diagonal[step], off_diagonal[step]) = (alpha.to_f64(), beta.to_f64());
        // What is less is rounding: the vectors span all that matters.
        let most = diagonal.iter().chain(&off_diagonal);
        let most = most.fold(0.0, |most: f64, value| most.max(value.abs()));
        if beta.to_f64() <= 1e-6 * most {
            return (largest_of(&diagonal[..=step], &off_diagonal), true);
        }
        (v, w) = (w, v);
    }
    (largest_of(&diagonal, &off_diagonal), false)
}

/// A start with a part of every mode: alternating signs, as in the fastest
/// modes of a sheet, and fixed noise.
fn fill<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, out: &mut Grid<T, G>) {
    out.clear();
    let mut state = 1_u32;
    for row in 0..cloth.extent().rows() {
        for column in 0..cloth.extent().columns() {
            let mut next = |sign: f64| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                T::from_f64(sign + f64::from(state >> 8) / f64::from(1 << 24))
            };
            let sign = |odd: usize| if odd.is_multiple_of(2) { 0.5 } else { -1.5 };
            let any = [column, column + row, row].map(|odd| next(sign(odd)));
            let pinned = cloth.is_pinned(column, row);
            out.put(column, row, if pinned { [T::ZERO; 3] } else { any });
        }
    }
}

/// Brings a vector to length 1 and returns the length it had.
fn normalise<T: Scalar, G: Extent>(v: &mut Grid<T, G>) -> T {
    let length = dot(v, v).square_root();
    let inverse = T::ONE / if length > T::ZERO { length } else { T::ONE };
    update(v, |v| v * inverse);
    length
}

/// The largest eigenvalue of the symmetric tridiagonal matrix, by bisection on
/// the signs of its leading minors (Sturm). 0 if none is above.
fn largest_of(diagonal: &[f64], off_diagonal: &[f64; STEPS]) -> f64 {
    largest(|value| !all_below(diagonal, off_diagonal, value))
}

/// Whether all eigenvalues lie below `value`: every pivot of the matrix less
/// `value` is negative.
fn all_below(diagonal: &[f64], off_diagonal: &[f64; STEPS], value: f64) -> bool {
    let mut pivot = -1.0;
    let mut left = 0.0;
    for (d, next) in diagonal.iter().zip(off_diagonal) {
        pivot = d - value - left * left / pivot;
        if pivot >= 0.0 {
            return false;
        }
        left = *next;
    }
    true
}
