//! How a scheme remembers motion: as a velocity, or as the previous position.
//!
//! With the substep as the unit of time, a velocity is a displacement, so both
//! hold the same information: velocity = position − previous. Everything that
//! needs velocities (damping along springs, wind, contacts, pins) is written
//! once over [`Motion`] and serves every scheme.

use crate::scalar::Scalar;
use core::fmt::Debug;

/// The meaning of the vector that a scheme keeps with each position.
pub trait Motion: Copy + Debug {
    /// Whether a particle's mark keeps what rounding leaves of its velocity.
    const HAS_REMAINDER: bool;
    /// Velocity (rest spacings a substep) from a position and what is kept.
    fn velocity<T: Scalar>(position: T, kept: T) -> T;
    /// What to keep so that a particle at `position` has this velocity.
    fn keep<T: Scalar>(position: T, velocity: T) -> T;

    /// Where the particle was when the substep began, from its motion; exact if that place is kept.
    fn start<T: Scalar>(position: T, kept: T) -> T;

    /// [`velocity`](Motion::velocity) of a vector.
    #[inline(always)]
    fn velocity3<T: Scalar>(position: [T; 3], kept: [T; 3]) -> [T; 3] {
        [
            Self::velocity(position[0], kept[0]),
            Self::velocity(position[1], kept[1]),
            Self::velocity(position[2], kept[2]),
        ]
    }

    /// [`keep`](Motion::keep) of a vector.
    #[inline(always)]
    fn keep3<T: Scalar>(position: [T; 3], velocity: [T; 3]) -> [T; 3] {
        [
            Self::keep(position[0], velocity[0]),
            Self::keep(position[1], velocity[1]),
            Self::keep(position[2], velocity[2]),
        ]
    }
}

/// The previous position is kept; moving a particle changes its velocity.
#[derive(Clone, Copy, Debug)]
pub struct PreviousPosition;

impl Motion for PreviousPosition {
    const HAS_REMAINDER: bool = true;
    #[inline(always)]
    fn velocity<T: Scalar>(position: T, kept: T) -> T {
        position.minus(kept)
    }
    #[inline(always)]
    fn keep<T: Scalar>(position: T, velocity: T) -> T {
        position - velocity
    }
    #[inline(always)]
    fn start<T: Scalar>(_position: T, kept: T) -> T {
        kept
    }
}

/// The velocity itself is kept.
#[derive(Clone, Copy, Debug)]
pub struct Velocity;

impl Motion for Velocity {
    const HAS_REMAINDER: bool = false;
    #[inline(always)]
    fn velocity<T: Scalar>(_position: T, kept: T) -> T {
        kept
    }
    #[inline(always)]
    fn keep<T: Scalar>(_position: T, velocity: T) -> T {
        velocity
    }
    #[inline(always)]
    fn start<T: Scalar>(position: T, kept: T) -> T {
        position - kept
    }
}
