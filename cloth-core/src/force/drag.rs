//! Air drag: a force against each particle's velocity.

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
    pub(crate) fn accumulate<M: Motion, const W: usize>(
        &self,
        position: &Row<T, W>,
        kept: &Row<T, W>,
        force: &mut Row<T, W>,
    ) {
        let c = self.coefficient;
        for i in 0..W {
            force.x[i] -= c * M::velocity(position.x[i], kept.x[i]);
            force.y[i] -= c * M::velocity(position.y[i], kept.y[i]);
            force.z[i] -= c * M::velocity(position.z[i], kept.z[i]);
        }
    }
}
