//! Time integration: one file a scheme, each the owner of its own state.

mod backward_euler;
mod conjugate_gradient;
mod explicit;
mod forward_euler;
mod imex;
mod implicit;
pub(crate) mod lanczos;
mod rigid;
mod rk2;
mod rk4;
pub(crate) mod stability;
mod stiffness;
mod symplectic_euler;
mod verlet;
mod xpbd;

pub use backward_euler::BackwardEuler;
pub use conjugate_gradient::{
    LinearSystem, Method, SolverMemory, SolverReport, SolverSettings, solve,
};
pub use forward_euler::ForwardEuler;
pub use imex::{Imex, ImexReport, ImexSettings};
pub use rk2::Rk2;
pub use rk4::Rk4;
pub use symplectic_euler::SymplecticEuler;
pub use verlet::Verlet;
pub use xpbd::Xpbd;

use crate::cloth::Cloth;
use crate::constraint::LinkMemory;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Motion;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;
use core::fmt::Debug;

/// Loss of velocity in a substep, in the two forms that schemes need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping<T> {
    /// Part of its velocity that a particle keeps, 0 to 1.
    pub keep: T,
    /// c·dt in v' = −c·v: −ln(keep), for schemes that evaluate damping as a
    /// force.
    pub rate: T,
}

/// A way to advance a cloth by one substep.
///
/// A scheme owns whatever it needs beside the cloth, so a microcontroller pays
/// only for the one it uses. All of them keep one vector a particle that holds
/// its motion, as [`Motion`] says; contacts, pins and switches of scheme go
/// through that.
///
/// After [`advance`](Scheme::advance), constraints and contacts may move
/// particles. A scheme that keeps velocities and wants them to follow takes a
/// copy in [`before_corrections`](Scheme::before_corrections) and adds the
/// difference in [`after_corrections`](Scheme::after_corrections); one that
/// keeps previous positions has nothing to do.
pub trait Scheme<T: Scalar, const W: usize, const H: usize>: Debug + Sized {
    /// What the kept vectors mean.
    type Motion: Motion;
    /// Name for tables and logs, for example `verlet`.
    const NAME: &'static str;
    /// Memory of the scheme's state in bytes.
    const BYTES: usize = size_of::<Self>();
    /// A value for a `static`, to be set up in place.
    const EMPTY: Self;
    /// Largest stable ω·dt of an undamped oscillation of angular frequency ω:
    /// 0 where it grows at every time step, infinity where at none.
    const LIMIT: f64;

    /// Whether an oscillation x″ = −ω²·x − c·x′ does not grow, with κ = ω²·dt²,
    /// `drag` = c·dt for the part of c that acts as a force and `rate` for the
    /// part that is [`Damping`].
    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool;

    /// Forgets what the scheme carries from step to step beside the kept
    /// motion, so that a run after a reset has the bits of the first one.
    fn forget(&mut self) {}

    /// The kept motion of every particle.
    fn kept(&self) -> &Grid<T, W, H>;
    /// The kept motion of every particle, to write.
    fn kept_mut(&mut self) -> &mut Grid<T, W, H>;

    /// The kept motion to write, and where the particles were when the substep
    /// began, from the end of [`advance`](Scheme::advance) on: where contacts put a
    /// particle back that sticks. `None` if a particle's path is its velocity.
    fn kept_and_start(&mut self) -> (&mut Grid<T, W, H>, Option<&Grid<T, W, H>>) {
        (self.kept_mut(), None)
    }

    /// Moves the free particles by one substep under `forces` and `damping`.
    /// Pinned particles stay and have no velocity; the links that `tear` knows to be
    /// broken are no springs. `observe` is told of each
    /// phase that has ended.
    fn advance(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        damping: Damping<T>,
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    );

    /// Whether [`link_memory`](Scheme::link_memory) gives something.
    const HAS_LINK_MEMORY: bool = false;
    /// The memory that XPBD's links need for more than one pass a substep, and
    /// for damping; `None` where the scheme has none.
    fn link_memory(&mut self) -> Option<LinkMemory<'_, T, W, H>> {
        None
    }

    /// Called before constraints and contacts move particles.
    fn before_corrections(&mut self, _cloth: &Cloth<T, W, H>) {}
    /// Called when constraints have moved particles, before contacts look at
    /// velocities.
    fn after_corrections(&mut self, _cloth: &Cloth<T, W, H>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each scheme's documentation and the README say.
    #[test]
    fn memory_is_as_documented() {
        fn bytes<S: Scheme<f32, 64, 64>>() -> usize {
            S::BYTES / (64 * 64)
        }
        assert_eq!(bytes::<ForwardEuler<f32, 64, 64>>(), 36);
        assert_eq!(bytes::<SymplecticEuler<f32, 64, 64>>(), 24);
        assert_eq!(bytes::<Rk2<f32, 64, 64>>(), 48);
        assert_eq!(bytes::<Rk4<f32, 64, 64>>(), 72);
        assert_eq!(bytes::<Verlet<f32, 64, 64>>(), 12);
        assert_eq!(bytes::<Xpbd<f32, 64, 64>>(), 44);
        assert_eq!(bytes::<BackwardEuler<f32, 64, 64>>(), 96);
        assert_eq!(bytes::<Imex<f32, 64, 64>>(), 76);
    }
}
