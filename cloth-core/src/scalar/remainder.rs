//! What a coordinate's last bit cannot hold: ten bits more for Verlet's displacement.
//!
//! Verlet reads a particle's displacement off two positions, so it is a multiple of their last
//! bit, and with short substeps gravity's share is less than that. So what rounding the position
//! leaves of the displacement is kept beside them, in ten bits of the particle's mark.

use super::Scalar;

/// Bits of a remainder.
pub(crate) const REMAINDER_BITS: u32 = 10;
/// All of them.
pub(crate) const REMAINDER_MASK: u32 = (1 << REMAINDER_BITS) - 1;

/// How a coordinate moves under gravity and damping, in floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatMotion<T> {
    /// The part of its velocity that it loses in a substep.
    pub(super) loss: T,
    /// Displacement by gravity in a substep.
    pub(super) gravity: T,
    /// What one is in a remainder, and how many of it a spacing has; zero for none.
    pub(super) unit: [T; 2],
}

impl<T: Scalar> FloatMotion<T> {
    pub(super) fn new(gravity: f64, loss: f64, unit: [T; 2]) -> Self {
        Self {
            loss: T::from_f64(loss),
            gravity: T::from_f64(gravity),
            unit,
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

/// A remainder as a number from −512 to 511. No conversion: vectors of old processors have
/// none of whole numbers without sign.
#[inline(always)]
pub(super) const fn to_f32(remainder: u32) -> f32 {
    // 2²³ + 512 + remainder.
    let bits = 0x4b00_0000 | (remainder & REMAINDER_MASK) ^ 512;
    f32::from_bits(bits) - 8_389_120.0
}

/// The nearest remainder.
#[inline(always)]
pub(super) fn of_f32(value: f32) -> u32 {
    (value.least(511.0).most(-512.0) + WHOLE).to_bits() & REMAINDER_MASK
}

/// The nearest remainder to a value, given what one is; 0 where there are none.
pub(super) fn nearest(value: f64, unit: f64) -> u32 {
    match unit > 0.0 {
        true => libm::rint(value / unit).clamp(-512.0, 511.0) as i32 as u32 & REMAINDER_MASK,
        false => 0,
    }
}

/// The whole number that a remainder is.
pub(super) const fn to_whole(remainder: u32) -> i32 {
    ((remainder << (32 - REMAINDER_BITS)) as i32) >> (32 - REMAINDER_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remainder_comes_back() {
        for whole in -512..512 {
            let remainder = of_f32(whole as f32);
            assert_eq!(to_f32(remainder), whole as f32);
            assert_eq!(to_whole(remainder), whole);
        }
        assert_eq!(to_whole(of_f32(1e9)), 511);
        assert_eq!(to_whole(of_f32(f32::NEG_INFINITY)), -512);
        assert_eq!(to_whole(of_f32(0.4)), 0);
        assert_eq!(to_whole(of_f32(-0.6)), -1);
    }
}
