//! The Jacobian of the spring forces, as products.
//!
//! For a spring with direction n, S = k⊥(I − nnᵀ) + k·nnᵀ and
//! k⊥ = k·max(0, 1 − l₀/l). The clamp keeps S positive definite where a spring
//! is compressed (S2's list, 5). A difference Δx between the ends changes the
//! force by S·Δx, a difference Δv by c·nnᵀ·Δv.

use crate::force::{Elastic, length_and_inverse};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, scale, sub};

/// k⊥, k + c, and n of a spring.
#[inline(always)]
fn stiffness<T: Scalar>(of: &Elastic<T>, d: Vector<T>) -> (T, T, Vector<T>) {
    let (_, inverse) = length_and_inverse(d);
    let across = of.stiffness * (T::ONE - of.rest * inverse).most(T::ZERO);
    (across, of.stiffness + of.damping, scale(d, inverse))
}

/// (S + c·nnᵀ)·u with u the difference of another vector between the ends.
#[inline(always)]
pub(super) fn product<T: Scalar>(of: &Elastic<T>, d: Vector<T>, u: Vector<T>) -> Vector<T> {
    let (across, along, n) = stiffness(of, d);
    let part = scale(n, dot(u, n));
    add(scale(sub(u, part), across), scale(part, along))
}

/// The diagonal (xx, yy, zz) of S + c·nnᵀ, for both ends.
#[inline(always)]
pub(super) fn diagonal<T: Scalar>(of: &Elastic<T>, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    let (across, along, n) = stiffness(of, d);
    each(n, |n| across + (along - across) * n * n)
}

/// The elements (xy, yz, zx) of S + c·nnᵀ, for both ends.
#[inline(always)]
pub(super) fn sides<T: Scalar>(of: &Elastic<T>, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    let (across, along, [x, y, z]) = stiffness(of, d);
    scale([x * y, y * z, z * x], along - across)
}

/// (k + c)·u: the same stiffness in every direction, IMEX's H.
#[inline(always)]
pub(super) fn laplacian<T: Scalar>(of: &Elastic<T>, _d: Vector<T>, u: Vector<T>) -> Vector<T> {
    scale(u, of.stiffness + of.damping)
}

/// k + c for both ends, in all components.
#[inline(always)]
pub(super) fn degree<T: Scalar>(of: &Elastic<T>, _d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    [of.stiffness + of.damping; 3]
}

/// A symmetric block of 3 × 3 numbers: (xx, yy, zz, xy, yz, zx).
pub(super) type Symmetric<T> = [T; 6];

/// The inverse of a symmetric block; zero where there is none.
#[inline(always)]
pub(super) fn invert<T: Scalar>([a, b, c, d, e, f]: Symmetric<T>) -> Symmetric<T> {
    // | a d f |
    // | d b e |
    // | f e c |
    let first = [b * c - e * e, e * f - d * c, d * e - b * f];
    let determinant = a * first[0] + d * first[1] + f * first[2];
    let defined = determinant > T::ZERO;
    let inverse = T::ONE / if defined { determinant } else { T::ONE };
    let inverse = if defined { inverse } else { T::ZERO };
    let [x, y, z] = scale([first[0], a * c - f * f, a * b - d * d], inverse);
    let [u, v, w] = scale([first[1], d * f - a * e, first[2]], inverse);
    [x, y, z, u, v, w]
}

/// block · x.
#[inline(always)]
pub(super) fn block_times<T: Scalar>(
    [a, b, c, d, e, f]: Symmetric<T>,
    [u, v, w]: Vector<T>,
) -> Vector<T> {
    [
        a * u + d * v + f * w,
        d * u + b * v + e * w,
        f * u + e * v + c * w,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::tension;

    const STEP: f64 = 1e-5;

    fn spring(stiffness: f64, damping: f64) -> Elastic<f64> {
        let (rest, link) = (1.0, f64::link(1.0, stiffness));
        Elastic {
            stiffness,
            rest,
            damping,
            link,
        }
    }

    /// The derivative of a spring's force at d along u, by central differences.
    fn difference(of: &Elastic<f64>, d: Vector<f64>, u: Vector<f64>) -> Vector<f64> {
        let at = |s: f64| tension(of, add(d, scale(u, s)), [0.0; 3]);
        scale(sub(at(STEP), at(-STEP)), 0.5 / STEP)
    }

    fn directions() -> impl Iterator<Item = (Vector<f64>, Vector<f64>)> {
        (0..50).map(|i| {
            let t = f64::from(i);
            let d = [libm::sin(t), libm::cos(1.7 * t), libm::sin(2.3 * t + 1.0)];
            let u = [libm::cos(3.1 * t), libm::sin(0.7 * t), libm::cos(t) - 0.5];
            (scale(d, 1.0 / length_and_inverse(d).0), u)
        })
    }

    fn assert_near(got: Vector<f64>, expected: Vector<f64>, error: f64) {
        for i in 0..3 {
            assert!((got[i] - expected[i]).abs() < error, "{got:?} {expected:?}");
        }
    }

    #[test]
    fn v20_the_product_is_the_derivative_of_the_force() {
        let (k, damper) = (spring(3.0, 0.0), spring(0.0, 0.7));
        for (n, u) in directions() {
            for length in [1.0, 1.001, 1.4, 20.0] {
                let d = scale(n, length);
                assert_near(product(&k, d, u), difference(&k, d, u), 1e-8);
            }
            // Compressed springs keep their stiffness along and have none across: the true one
            // would push there, K(1 − 1/0.6) < 0.
            let (d, along) = (scale(n, 0.6), scale(n, dot(n, u)));
            let got = product(&k, d, u);
            assert_near(got, scale(along, 3.0), 1e-14);
            let across = scale(sub(u, along), 3.0 * (1.0 - 1.0 / 0.6));
            assert_near(add(got, across), difference(&k, d, u), 1e-8);
            // Damping c·(u·n)·n is linear in u.
            assert_near(product(&damper, scale(n, 1.3), u), scale(along, 0.7), 1e-14);
        }
    }

    #[test]
    fn blocks_are_the_elements_of_the_product_and_the_filter_is_as_stiff() {
        let of = spring(3.0, 0.4);
        for (n, u) in directions() {
            let d = scale(n, 1.2);
            let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                .map(|unit| product(&of, d, unit));
            assert_near(diagonal(&of, d, d), [x[0], y[1], z[2]], 1e-14);
            assert_near(sides(&of, d, d), [x[1], y[2], z[0]], 1e-14);
            for length in [0.0, 0.5, 1.0, 30.0] {
                let d = scale(n, length);
                let slack = dot(u, laplacian(&of, d, u)) - dot(u, product(&of, d, u));
                assert!(slack > -1e-14, "{slack}");
            }
        }
    }

    #[test]
    fn inverse_times_block_is_one_and_a_singular_block_has_the_inverse_zero() {
        let of = [3.0, 2.0, 5.0, 0.5, -0.7, 0.3];
        for axis in 0..3 {
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            assert_near(
                block_times(invert::<f64>(of), block_times(of, unit)),
                unit,
                1e-15,
            );
        }
        assert_eq!(invert::<f32>([0.0; 6]), [0.0; 6]);
    }
}
