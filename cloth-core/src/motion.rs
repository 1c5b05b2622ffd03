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
    /// Whether that vector is the position when the substep began, and the particle's mark keeps what
    /// rounding leaves of the velocity between the two; else it is the velocity itself.
    const HAS_PREVIOUS: bool;

    /// Velocity (rest spacings a substep) from a position and what is kept.
    #[inline(always)]
    fn velocity<T: Scalar>(position: T, kept: T) -> T {
        match Self::HAS_PREVIOUS {
            true => position.minus(kept),
            false => kept,
        }
    }

    /// What to keep so that a particle at `position` has this velocity.
    #[inline(always)]
    fn keep<T: Scalar>(position: T, velocity: T) -> T {
        match Self::HAS_PREVIOUS {
            true => position - velocity,
            false => velocity,
        }
    }

    /// Where the particle was when the substep began, from its motion; exact if that place is kept.
    #[inline(always)]
    fn start<T: Scalar>(position: T, kept: T) -> T {
        match Self::HAS_PREVIOUS {
            true => kept,
            false => position - kept,
        }
    }

    /// [`velocity`](Motion::velocity) of a vector.
    #[inline(always)]
    fn velocity3<T: Scalar>([x, y, z]: [T; 3], [a, b, c]: [T; 3]) -> [T; 3] {
        [
            Self::velocity(x, a),
            Self::velocity(y, b),
            Self::velocity(z, c),
        ]
    }

    /// [`keep`](Motion::keep) of a vector.
    #[inline(always)]
    fn keep3<T: Scalar>([x, y, z]: [T; 3], [a, b, c]: [T; 3]) -> [T; 3] {
        [Self::keep(x, a), Self::keep(y, b), Self::keep(z, c)]
    }
}

/// The previous position is kept; moving a particle changes its velocity.
#[derive(Clone, Copy, Debug)]
pub struct PreviousPosition;

impl Motion for PreviousPosition {
    const HAS_PREVIOUS: bool = true;
}

/// The velocity itself is kept.
#[derive(Clone, Copy, Debug)]
pub struct Velocity;

impl Motion for Velocity {
    const HAS_PREVIOUS: bool = false;
}

/// No motion, for undamped springs, which do not look at it: a small core would load it in vain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Still;

impl Motion for Still {
    const HAS_PREVIOUS: bool = false;

    #[inline(always)]
    fn velocity<T: Scalar>(_position: T, _kept: T) -> T {
        T::ZERO
    }
}
