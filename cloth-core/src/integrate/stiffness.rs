//! The Jacobian of the spring forces, as products.
//!
//! For a spring with direction n, S = k⊥(I − nnᵀ) + k·nnᵀ and
//! k⊥ = k·max(0, 1 − l₀/l). The clamp keeps S positive definite where a spring
//! is compressed (S2's list, 5). A difference Δx between the ends changes the
//! force by S·Δx, a difference Δv by c·nnᵀ·Δv.

use crate::force::{SpringLaw, length_and_inverse};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, scale, sub};

/// k⊥, k + c, and n of a spring.
#[inline(always)]
fn stiffness<T: Scalar>(law: &Law<T>, d: Vector<T>) -> (T, T, Vector<T>) {
    let (_, inverse) = length_and_inverse(d);
    let across = law.stiffness * (T::ONE - law.rest * inverse).most(T::ZERO);
    (across, law.stiffness + law.damping, scale(d, inverse))
}

#[derive(Clone, Copy)]
struct Law<T> {
    stiffness: T,
    rest: T,
    damping: T,
}

/// (S + c·nnᵀ)·u with u the difference of another vector between the ends.
#[derive(Clone, Copy)]
pub(super) struct Product<T>(Law<T>);

/// The diagonal (xx, yy, zz) of S + c·nnᵀ, for both ends.
#[derive(Clone, Copy)]
pub(super) struct BlockDiagonal<T>(Law<T>);

/// The elements (xy, yz, zx) of S + c·nnᵀ, for both ends.
#[derive(Clone, Copy)]
pub(super) struct BlockSides<T>(Law<T>);

/// (k + c)·u: the same stiffness in every direction, IMEX's H.
#[derive(Clone, Copy)]
pub(super) struct Laplacian<T>(T);

/// k + c for both ends, in all components.
#[derive(Clone, Copy)]
pub(super) struct Degree<T>(T);

impl<T: Scalar> SpringLaw<T> for Laplacian<T> {
    const SAME_SIGN: bool = false;

    fn new(stiffness: T, _rest: T, damping: T) -> Self {
        Self(stiffness + damping)
    }

    #[inline(always)]
    fn result(self, _d: Vector<T>, u: Vector<T>) -> Vector<T> {
        scale(u, self.0)
    }
}

impl<T: Scalar> SpringLaw<T> for Degree<T> {
    const SAME_SIGN: bool = true;
    const HAS_WIDTHS: bool = false;

    fn new(stiffness: T, _rest: T, damping: T) -> Self {
        Self(stiffness + damping)
    }

    #[inline(always)]
    fn result(self, _d: Vector<T>, _u: Vector<T>) -> Vector<T> {
        [self.0; 3]
    }
}

impl<T: Scalar> SpringLaw<T> for Product<T> {
    const SAME_SIGN: bool = false;

    fn new(stiffness: T, rest: T, damping: T) -> Self {
        Self(Law {
            stiffness,
            rest,
            damping,
        })
    }

    #[inline(always)]
    fn result(self, d: Vector<T>, u: Vector<T>) -> Vector<T> {
        let (across, along, n) = stiffness(&self.0, d);
        let part = scale(n, dot(u, n));
        add(scale(sub(u, part), across), scale(part, along))
    }
}

impl<T: Scalar> SpringLaw<T> for BlockDiagonal<T> {
    const SAME_SIGN: bool = true;
    const HAS_WIDTHS: bool = false;

    fn new(stiffness: T, rest: T, damping: T) -> Self {
        Self(Law {
            stiffness,
            rest,
            damping,
        })
    }

    #[inline(always)]
    fn result(self, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
        let (across, along, n) = stiffness(&self.0, d);
        each(n, |n| across + (along - across) * n * n)
    }
}

impl<T: Scalar> SpringLaw<T> for BlockSides<T> {
    const SAME_SIGN: bool = true;
    const HAS_WIDTHS: bool = false;

    fn new(stiffness: T, rest: T, damping: T) -> Self {
        Self(Law {
            stiffness,
            rest,
            damping,
        })
    }

    #[inline(always)]
    fn result(self, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
        let (across, along, [x, y, z]) = stiffness(&self.0, d);
        scale([x * y, y * z, z * x], along - across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::Tension;

    const K: f64 = 3.0;
    const STEP: f64 = 1e-5;

    /// The derivative of a spring's force at d along u, by central differences.
    fn difference(d: Vector<f64>, u: Vector<f64>) -> Vector<f64> {
        let tension = Tension::new(K, 1.0, 0.0);
        let at = |s: f64| tension.result(add(d, scale(u, s)), [0.0; 3]);
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
        let product = Product::new(K, 1.0, 0.0);
        for (n, u) in directions() {
            for length in [1.0, 1.001, 1.4, 20.0] {
                let d = scale(n, length);
                assert_near(product.result(d, u), difference(d, u), 1e-8);
            }
        }
    }

    #[test]
    fn v20_compressed_springs_keep_their_stiffness_along_and_none_across() {
        let product = Product::new(K, 1.0, 0.0);
        for (n, u) in directions() {
            let d = scale(n, 0.6);
            let got = product.result(d, u);
            assert_near(got, scale(n, K * dot(n, u)), 1e-14);
            // The true one would push: K(1 − 1/0.6) < 0 across.
            let along = scale(n, dot(u, n));
            let across = scale(sub(u, along), K * (1.0 - 1.0 / 0.6));
            assert_near(add(got, across), difference(d, u), 1e-8);
        }
    }

    #[test]
    fn v20_the_damping_part_is_the_derivative_by_velocity() {
        // c·(u·n)·n is linear in u.
        let product = Product::new(0.0, 1.0, 0.7);
        for (n, u) in directions() {
            assert_near(
                product.result(scale(n, 1.3), u),
                scale(n, 0.7 * dot(n, u)),
                1e-14,
            );
        }
    }

    #[test]
    fn blocks_are_the_elements_of_the_product() {
        let law = (K, 1.0, 0.4);
        let product = Product::new(law.0, law.1, law.2);
        let (diagonal, sides) = (
            BlockDiagonal::new(law.0, law.1, law.2),
            BlockSides::new(law.0, law.1, law.2),
        );
        for (n, _) in directions() {
            let d = scale(n, 1.2);
            let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                .map(|unit| product.result(d, unit));
            assert_near(diagonal.result(d, d), [x[0], y[1], z[2]], 1e-14);
            assert_near(sides.result(d, d), [x[1], y[2], z[0]], 1e-14);
        }
    }

    #[test]
    fn the_filter_is_as_stiff_as_any_spring_in_every_direction() {
        let laplacian = Laplacian::new(K, 1.0, 0.4);
        let product = Product::new(K, 1.0, 0.4);
        for (n, u) in directions() {
            for length in [0.0, 0.5, 1.0, 30.0] {
                let d = scale(n, length);
                let slack = dot(u, laplacian.result(d, u)) - dot(u, product.result(d, u));
                assert!(slack > -1e-14, "{slack}");
            }
        }
    }
}
