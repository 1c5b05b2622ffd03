//! Air drag: a force against each particle's velocity.

use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::motion::Motion;
use crate::scalar::Scalar;

/// F = −c·v on every particle.
///
/// With the Verlet scheme this is S0's damping a_d = v·d/m, stable together
/// with springs iff 0 ≤ γ < 2 and κ + 2γ < 4, where γ is the coefficient here
/// (c·dt/m) and κ = k_eff·dt²/m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag<T> {
    /// c·dt/m.
    pub coefficient: T,
}

impl<T: Scalar> Drag<T> {
    #[inline(never)]
    pub(crate) fn accumulate<M: Motion, G: Extent>(
        &self,
        position: &Row<T, G>,
        kept: &Row<T, G>,
        force: &mut Row<T, G>,
    ) {
        let (x, kept) = (position.lanes(), kept.lanes());
        for ((force, x), kept) in force.three_mut().into_iter().zip(x).zip(kept) {
            for ((force, &x), &kept) in force.iter_mut().zip(x).zip(kept) {
                *force -= self.coefficient * M::velocity(x, kept).finer(T::FINENESS);
            }
        }
    }
}
