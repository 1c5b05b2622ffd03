//! The largest eigenvalue of the springs' stiffness or damping, by Lanczos'
//! method in two grids of memory.

use super::conjugate_gradient::dot;
use super::explicit::zip;
use super::stiffness::Product;
use crate::cloth::Cloth;
use crate::force::{ForceWindow, SpringForce};
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// Most steps: the size of the small matrix on the stack.
const STEPS: usize = 48;

/// The largest eigenvalue of M⁻¹·(−K − D) over the free particles at the
/// present positions, with K and D the Jacobians of `springs`; approached from
/// below.
///
/// Power iteration would need a thousand products where the eigenvalues lie as
/// close together as those of a large sheet do; the three-term recurrence of
/// Lanczos (1950) needs 48 for about a thousandth, and the same memory: the
/// product is written row by row over the vector before last.
pub(crate) fn largest_eigenvalue<T: Scalar, const W: usize, const H: usize>(
    springs: (&SpringForce<T>, &impl Tear<W, H>),
    cloth: &Cloth<T, W, H>,
    [before, now]: &mut [Grid<T, W, H>; 2],
) -> f64 {
    *before = Grid::ZERO;
    fill(cloth, now);
    let (mut v, mut w) = (now, before);
    let (mut diagonal, mut beside) = ([0.0; STEPS], [0.0; STEPS]);
    let mut steps = 0;
    let mut size = normalise(v);
    let mut beta = T::ZERO;
    while steps < STEPS && size > T::ZERO {
        recur(springs, cloth, v, beta, w);
        let alpha = dot(v, w);
        zip(w, [v, v, v], |w, v, _, _| w - alpha * v);
        size = normalise(w);
        diagonal[steps] = alpha.to_f64();
        beside[steps] = size.to_f64();
        steps += 1;
        // The vectors span all that matters once nothing but rounding is left.
        if size.to_f64() < 1e-6 * largest_of(&diagonal[..steps], &beside) {
            break;
        }
        beta = size;
        (v, w) = (w, v);
    }
    largest_of(&diagonal[..steps], &beside)
}

/// w ← A·v − beta·w, zero for pinned particles.
fn recur<T: Scalar, const W: usize, const H: usize>(
    springs: (&SpringForce<T>, &impl Tear<W, H>),
    cloth: &Cloth<T, W, H>,
    v: &Grid<T, W, H>,
    beta: T,
    w: &mut Grid<T, W, H>,
) {
    let mut window = ForceWindow::EMPTY;
    for row in 0..H {
        let product = window.finish_springs::<Product<T>, H>(row, springs, &cloth.position, v);
        let (weight, w) = (&cloth.inverse_mass[row], &mut w.rows[row]);
        for i in 0..W {
            // Pinned particles have weight 0 and started as zero.
            w.x[i] = -(weight[i] * product.x[i]) - beta * w.x[i];
            w.y[i] = -(weight[i] * product.y[i]) - beta * w.y[i];
            w.z[i] = -(weight[i] * product.z[i]) - beta * w.z[i];
        }
    }
}

/// A vector with something of every mode: signs in turn, as in the fastest
/// modes of a sheet, disturbed by a fixed sequence.
fn fill<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    out: &mut Grid<T, W, H>,
) {
    let mut state = 1_u32;
    for row in 0..H {
        for column in 0..W {
            let mut next = |sign: f64| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                T::from_f64(sign + f64::from(state >> 8) / f64::from(1 << 24))
            };
            let sign = |odd: usize| if odd.is_multiple_of(2) { 0.5 } else { -1.5 };
            let any = [
                next(sign(column)),
                next(sign(column + row)),
                next(sign(row)),
            ];
            let free = cloth.inverse_mass[row][column] > T::ZERO;
            out.rows[row].set(column, if free { any } else { [T::ZERO; 3] });
        }
    }
}

/// Brings a vector to length 1 and returns the length it had.
fn normalise<T: Scalar, const W: usize, const H: usize>(v: &mut Grid<T, W, H>) -> T {
    let length = dot(v, v).square_root();
    let inverse = T::ONE / if length > T::ZERO { length } else { T::ONE };
    for row in &mut v.rows {
        for component in [&mut row.x, &mut row.y, &mut row.z] {
            for value in component {
                *value = *value * inverse;
            }
        }
    }
    length
}

/// The largest eigenvalue of the symmetric tridiagonal matrix, by bisection on
/// the signs of its leading minors (Sturm). 0 for an empty one.
fn largest_of(diagonal: &[f64], beside: &[f64; STEPS]) -> f64 {
    // An eigenvalue is at most a diagonal element plus its neighbours.
    let bound = (0..diagonal.len()).fold(0.0, |most: f64, i| {
        let left = if i > 0 { beside[i - 1] } else { 0.0 };
        most.max(diagonal[i] + left + beside[i])
    });
    let (mut low, mut high) = (0.0, bound);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if all_below(diagonal, beside, middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Whether all eigenvalues lie below `value`: every pivot of the matrix less
/// `value` is negative.
fn all_below(diagonal: &[f64], beside: &[f64; STEPS], value: f64) -> bool {
    let mut pivot = -1.0;
    let mut left = 0.0;
    for (d, next) in diagonal.iter().zip(beside) {
        pivot = d - value - left * left / pivot;
        if pivot >= 0.0 {
            return false;
        }
        left = *next;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_a_string_of_masses() {
        // −1, 2, −1 with n rows: 2 − 2·cos(n·π/(n + 1)).
        for n in [1, 2, 5, 40] {
            let diagonal = [2.0; STEPS];
            let got = largest_of(&diagonal[..n], &[1.0; STEPS]);
            let angle = core::f64::consts::PI * n as f64 / (n + 1) as f64;
            let expected = 2.0 - 2.0 * libm::cos(angle);
            assert!((got - expected).abs() < 1e-12, "{n}: {got} {expected}");
        }
    }
}
