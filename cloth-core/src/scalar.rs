//! The numbers a cloth is made of: [`Scalar`], implemented by `f32` and `f64`.
//!
//! The engine works in units of the scene itself: the rest spacing is the unit
//! of length, the substep the unit of time, the particle's mass the unit of
//! mass. Lengths are then near 1 in every number format, and the same kernels
//! serve floating point and, later, fixed point.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A number format the engine can compute with.
///
/// Sealed: the bit-exact contract (IEEE square root and division, no fused
/// multiply-add, sums in a fixed order) is part of the engine.
///
/// Lengths come from [`norm`](Scalar::norm), not from a bare square root: a
/// fixed point format must widen the squares before it takes the root.
pub trait Scalar:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Send
    + Sync
    + 'static
{
    /// Name of the format as tables and logs print it, for example `f32`.
    const NAME: &'static str;
    /// Zero.
    const ZERO: Self;
    /// One: the rest spacing, the substep, the particle's mass.
    const ONE: Self;
    /// The largest displacement of a particle in one substep along one axis, in
    /// rest spacings. Far above anything physical: it keeps an unstable
    /// explicit scheme finite instead of letting it run into infinity and NaN.
    const MAX_DISPLACEMENT: Self;
    /// The largest coefficient (stiffness, acceleration, distance; in units of
    /// the engine) that settings may lead to. Larger ones are refused.
    const MAX_COEFFICIENT: f64;

    /// Nearest value of this format to `value`.
    fn from_f64(value: f64) -> Self;
    /// The value as `f64`, exact for `f32` and `f64`.
    fn to_f64(self) -> f64;
    /// The bits of the value, zero-extended, for hashes.
    fn bits(self) -> u64;

    /// Length of the vector (x, y, z): √(x²+y²+z²), summed in this order.
    fn norm(x: Self, y: Self, z: Self) -> Self;
    /// Square root of a value that is not negative.
    fn square_root(self) -> Self;
    /// Sine of an angle in radians, by `libm` on every target.
    fn sin(self) -> Self;

    /// The smaller of the two; `other` where `self` is not a number.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The larger of the two; `other` where `self` is not a number.
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// `self` held between `-bound` and `bound`.
    #[inline(always)]
    fn within(self, bound: Self) -> Self {
        self.least(bound).most(-bound)
    }

    /// (|d| − rest) / (|d| · weight) for the vector d = (x, y, z): how much of
    /// d has to go to bring it to length `rest`, a unit of `weight` at a time.
    ///
    /// Zero where d or `weight` is zero: coincident particles have no direction
    /// to be parted in, and two pinned ones do not move. The quotient is always
    /// computed and then selected, so that loops over it vectorise.
    #[inline(always)]
    fn stretch(x: Self, y: Self, z: Self, rest: Self, weight: Self) -> Self {
        let length = Self::norm(x, y, z);
        let divisor = length * weight;
        let defined = divisor > Self::ZERO;
        let quotient = (length - rest) / if defined { divisor } else { Self::ONE };
        if defined { quotient } else { Self::ZERO }
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// The C library's square roots. The compiler knows these names and their
/// meaning, so a call becomes one instruction where the processor has it
/// (`sqrtps`, `vsqrt.f32`) and still vectorises; elsewhere the compiler's
/// runtime library computes the same correctly rounded bits in software.
/// `f32::sqrt` is not in `core`, and `libm::sqrtf` does neither.
mod root {
    // The one `unsafe` of the crate: the declaration of two pure functions.
    // Both are defined for every argument, which is what `safe fn` promises.
    #[allow(unsafe_code)]
    unsafe extern "C" {
        pub safe fn sqrtf(x: f32) -> f32;
        pub safe fn sqrt(x: f64) -> f64;
    }
}

macro_rules! float_scalar {
    ($float:ident, $sqrt:path, $sin:path, $max_displacement:expr, $max_coefficient:expr) => {
        impl Scalar for $float {
            const NAME: &'static str = stringify!($float);
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MAX_DISPLACEMENT: Self = $max_displacement;
            const MAX_COEFFICIENT: f64 = $max_coefficient;

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            #[inline(always)]
            fn norm(x: Self, y: Self, z: Self) -> Self {
                $sqrt(x * x + y * y + z * z)
            }
            #[inline(always)]
            fn square_root(self) -> Self {
                $sqrt(self)
            }
            #[inline(always)]
            fn sin(self) -> Self {
                $sin(self)
            }
        }
    };
}

// f32 squares lengths of up to 10⁶ spacings a substep for 10⁹ substeps before
// they near its range of 3·10³⁸.
float_scalar!(f32, root::sqrtf, libm::sinf, 1e6, 1e9);
float_scalar!(f64, root::sqrt, libm::sin, 1e6, 1e9);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_root_is_correctly_rounded() {
        // Against f64: rounding the f64 root to f32 is correct because f64 has
        // more than twice the digits of f32.
        for i in 0..200_000_u32 {
            let x = f32::from_bits(i.wrapping_mul(21_341) & 0x7f7f_ffff);
            let expected = f64::from(x).sqrt() as f32;
            assert_eq!(root::sqrtf(x).to_bits(), expected.to_bits(), "{x}");
        }
    }

    #[test]
    fn software_root_has_the_same_bits() {
        for i in 0..200_000_u32 {
            let x = f32::from_bits(i.wrapping_mul(10_007) & 0x7f7f_ffff);
            assert_eq!(root::sqrtf(x).to_bits(), libm::sqrtf(x).to_bits(), "{x}");
        }
    }

    #[test]
    fn stretch_of_nothing_is_zero() {
        assert_eq!(f32::stretch(0.0, 0.0, 0.0, 1.0, 2.0), 0.0);
        assert_eq!(f32::stretch(3.0, 0.0, 4.0, 1.0, 0.0), 0.0);
        assert_eq!(f64::stretch(3.0, 0.0, 4.0, 4.0, 2.0), 0.1);
    }

    #[test]
    fn selections_prefer_the_number() {
        assert_eq!(f32::NAN.least(2.0), 2.0);
        assert_eq!(f32::NAN.within(2.0), 2.0);
        assert_eq!((-7.0_f32).within(2.0), -2.0);
    }
}
