//! Motion under gravity and damping in fixed point.

use super::super::{REMAINDER_BITS, Scalar};
use super::{FRACTION, Fixed};
use crate::rounding::nearest_whole;
use crate::vector::{each, from_f64};

/// How coordinates move under gravity and damping, in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedMotion {
    /// Displacement by gravity in a substep, with the bits of a remainder. For the short way alone.
    pub(super) gravity: [i32; 3],
    /// What a coordinate loses of its velocity, with the bits of a remainder: `loss` · 2^−`shift`
    /// of it.
    loss: i32,
    shift: u32,
    /// Threshold for rounding the loss: what is added before it is rounded down.
    place: i32,
    /// 0 where the short way has room for gravity, else −1.
    pub(super) never: i32,
    /// For others: gravity, and the part of its velocity that a coordinate keeps.
    pub(super) coarse: [Fixed; 3],
    keep: Fixed,
}

impl FixedMotion {
    /// Nothing moves.
    pub(super) const AT_REST: Self = Self {
        gravity: [0; 3],
        loss: 0,
        shift: 0,
        place: 0,
        never: 0,
        coarse: [Fixed::ZERO; 3],
        keep: Fixed::ZERO,
    };

    /// With this threshold for rounding the loss, a part of 2³².
    pub(super) fn dithered(self, place: u32) -> Self {
        let place = (place >> (32 - self.shift.max(1))) as i32;
        Self { place, ..self }
    }

    /// With the loss alone.
    pub(super) fn without_gravity(self) -> Self {
        Self {
            gravity: [0; 3],
            ..self
        }
    }

    pub(super) fn new(gravity: [f64; 3], loss: f64) -> Self {
        // Its eleven leading bits.
        let shift = match loss > 0.0 {
            true => 1 + (-1 - libm::ilogb(loss)).clamp(0, 27) as u32,
            false => 1,
        };
        let scale = |bits: u32| libm::scalbn(1.0, bits as i32);
        let is_small = gravity.iter().all(|g| g.abs() <= 0.25);
        let finest = |g: f64| nearest_whole(g * scale(FRACTION + REMAINDER_BITS));
        Self {
            gravity: each(gravity, finest),
            loss: nearest_whole(loss * scale(REMAINDER_BITS + shift)).min(2_047),
            shift,
            place: 0,
            never: if is_small { 0 } else { -1 },
            coarse: from_f64(gravity),
            keep: Fixed::from_f64(1.0 - loss),
        }
    }

    /// The displacement of a substep with the bits of a remainder, of a particle that is near.
    /// Every product fits in 32 bits.
    #[inline(always)]
    pub(super) fn displacement(&self, velocity: Fixed, remainder: i32, gravity: i32) -> i32 {
        let velocity = velocity.to_bits();
        // Of what was moved, without the remainder: that is moved, and damped, later.
        let lost = (velocity * self.loss + self.place) >> self.shift;
        (velocity << REMAINDER_BITS) + remainder - lost + gravity
    }

    /// The new coordinate of a particle that is too fast for the bits of a remainder.
    #[cold]
    #[inline(never)]
    pub(super) fn far(
        &self,
        x: Fixed,
        previous: Fixed,
        gravity: Fixed,
        acceleration: Fixed,
    ) -> Fixed {
        let moved = (x - previous) * self.keep + gravity + acceleration.coarser(REMAINDER_BITS);
        (x + moved).in_range()
    }
}
