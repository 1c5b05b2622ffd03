//! What a coordinate's last bit cannot hold: ten bits more for Verlet's displacement.
//!
//! Verlet reads a particle's displacement off two positions, so it is a multiple of their last
//! bit, and with short substeps gravity's share is less than that. So what rounding the position
//! leaves of the displacement is kept beside them, in ten bits of the particle's mark.

use super::Scalar;
use crate::rounding::nearest_whole;

/// Bits of a remainder.
pub(crate) const REMAINDER_BITS: u32 = 10;
/// All of them.
pub(crate) const REMAINDER_MASK: u32 = (1 << REMAINDER_BITS) - 1;

/// How coordinates move under gravity and damping, in floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatMotion<T> {
    /// The part of its velocity that it loses in a substep.
    pub(super) loss: T,
    /// Displacement by gravity in a substep.
    pub(super) gravity: [T; 3],
    /// What one is in a remainder, and how many of it a spacing has; zero for none.
    pub(super) unit: [T; 2],
    /// What is added to a remainder before it is rounded.
    pub(super) place: T,
}

impl<T: Scalar> FloatMotion<T> {
    pub(super) fn new(gravity: [f64; 3], loss: f64, unit: [T; 2]) -> Self {
        Self {
            loss: T::from_f64(loss),
            gravity: gravity.map(T::from_f64),
            unit,
            place: T::ZERO,
        }
    }
}

/// What one is in a remainder of coordinates of up to `reach` spacings with so many bits: the
/// largest remainder is half of the last of these.
pub(super) fn unit(reach: f64, bits: i32) -> f64 {
    let exponent = libm::ilogb(reach.max(1.0)) + 1;
    libm::scalbn(1.0, exponent - bits - REMAINDER_BITS as i32)
}

/// 1.5·2²³: a sum with it has no bits after the point, and a whole number in its last ones.
const WHOLE: f32 = 12_582_912.0;

/// The nearest whole number, in the bits of a remainder; of what is too large for them, their
/// last ones.
#[inline(always)]
pub(super) fn of_f32(value: f32) -> i32 {
    (value + WHOLE).to_bits() as i32
}

/// The nearest remainder to a value, given what one is; 0 where there are none.
pub(super) fn nearest(value: f64, unit: f64) -> i32 {
    match unit > 0.0 {
        true => nearest_whole(value / unit).clamp(-512, 511),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::Mark;

    #[test]
    fn every_remainder_comes_back() {
        for whole in -512..512 {
            for axis in 0..3 {
                let mark = Mark::FREE.with_remainder(axis, of_f32(whole as f32));
                assert_eq!(mark.remainder(axis), whole);
                assert!(mark.is_free());
                let other = (axis + 1) % 3;
                assert_eq!(mark.with_remainder(other, -1).remainder(axis), whole);
            }
        }
        for (value, nearest) in [(0.4, 0), (-0.6, -1), (7.5, 8), (-512.2, -512)] {
            assert_eq!(
                Mark::FREE.with_remainder(2, of_f32(value)).remainder(2),
                nearest
            );
        }
        assert_eq!(
            [nearest(1e9, 0.5), nearest(-1e9, 0.5), nearest(1.0, 0.0)],
            [511, -512, 0]
        );
    }
}
