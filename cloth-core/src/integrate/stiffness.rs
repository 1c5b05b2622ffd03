//! The Jacobian of the spring forces, as products.
//!
//! For a spring with direction n, S = k⊥(I − nnᵀ) + k·nnᵀ and
//! k⊥ = k·max(0, 1 − l₀/l). The clamp keeps S positive definite where a spring
//! is compressed (S2's list, 5). A difference Δx between the ends changes the
//! force by S·Δx, a difference Δv by c·nnᵀ·Δv.

use crate::force::{SpringLaw, length_and_inverse};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, scale, sub};

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
        n.map(|n| across + (along - across) * n * n)
    }
}

impl<T: Scalar> SpringLaw<T> for BlockSides<T> {
    const SAME_SIGN: bool = true;

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
