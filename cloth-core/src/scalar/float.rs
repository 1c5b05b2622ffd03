//! `f32` and `f64` with IEEE square root and division.

use super::{Fineness, REMAINDER_BITS, Scalar};
use crate::vector::from_f64;

/// A link in floating point: nothing to prepare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLink<T> {
    /// Rest length, rest spacings.
    pub rest: T,
    /// The part of the difference that is taken.
    pub strength: T,
}

/// How coordinates move under gravity and damping, in floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatMotion<T> {
    /// The part of its velocity that a particle loses in a substep.
    pub(super) loss: T,
    /// Displacement by gravity in a substep.
    pub(super) gravity: [T; 3],
    /// One unit of a remainder, and how many of them make a spacing; zero without remainders.
    pub(super) unit: [T; 2],
    /// Added to a remainder before it is rounded.
    pub(super) place: T,
}

/// One unit of a remainder for coordinates of up to `reach` spacings with so many bits: the
/// largest remainder is half of their last bit.
fn unit(reach: f64, bits: i32) -> f64 {
    let exponent = libm::ilogb(reach.max(1.0)) + 1;
    libm::scalbn(1.0, exponent - bits - REMAINDER_BITS as i32)
}

/// 1.5·2²³: a sum with it has no bits after the point, and a whole number in its last ones.
const WHOLE: f32 = 12_582_912.0;

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
    ($float:ident, $sqrt:path, $sin:path, $tiny:expr, $take:path, $leave:path) => {
        impl crate::extent::sealed::Sealed for $float {}

        impl Scalar for $float {
            const NAME: &'static str = stringify!($float);
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            // f32 squares lengths of up to 10⁶ spacings a substep for 10⁹
            // substeps before they near its range of 3·10³⁸.
            const MAX_DISPLACEMENT: Self = 1e6;
            const HAS_WIDTHS: bool = size_of::<Self>() == size_of::<f32>();

            type Link = FloatLink<Self>;
            const SLACK: FloatLink<Self> = FloatLink {
                rest: 1.0,
                strength: 0.0,
            };

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
            fn cell(self, cells_a_spacing: Self) -> i32 {
                let value = self * cells_a_spacing;
                // A cast rounds towards zero.
                let near = value as i32;
                near.wrapping_sub(i32::from(value < near as Self))
            }
            #[inline(always)]
            fn sin(self) -> Self {
                $sin(self)
            }
            #[inline(always)]
            fn link(rest: f64, strength: f64) -> FloatLink<Self> {
                FloatLink {
                    rest: rest as Self,
                    strength: strength as Self,
                }
            }
            #[inline(always)]
            fn twice(link: &FloatLink<Self>) -> FloatLink<Self> {
                FloatLink {
                    rest: link.rest,
                    strength: link.strength + link.strength,
                }
            }
            #[inline(always)]
            fn pull<const LIMIT: bool>([x, y, z]: [Self; 3], link: &FloatLink<Self>) -> [Self; 3] {
                let length = Self::norm(x, y, z);
                // So small that it changes no bit of a length above 10⁻⁴, and
                // large enough that a quotient by it stays finite: cheaper than
                // to ask whether the length is zero, and d is zero then.
                let stretch = (length - link.rest) / (length + $tiny);
                let wanted = if LIMIT { stretch.most(0.0) } else { stretch };
                let factor = link.strength * wanted;
                [factor * x, factor * y, factor * z]
            }
            #[inline(always)]
            fn slack(link: &FloatLink<Self>) -> Option<Self> {
                // Less by more than rounding may make of it.
                Some((1.0 - 1e-6) * (link.rest * link.rest))
            }
            #[inline(always)]
            fn pull_pliant(
                [x, y, z]: [Self; 3],
                soft: &FloatLink<Self>,
                extra: &FloatLink<Self>,
            ) -> [Self; 3] {
                let length = Self::norm(x, y, z);
                let stretch = (length - soft.rest) / (length + $tiny);
                let factor = soft.strength * stretch + extra.strength * stretch.most(0.0);
                [factor * x, factor * y, factor * z]
            }
            #[inline(always)]
            fn side(length: Self) -> Self {
                length * length
            }
            /// With e the difference of the squares and s their sum, e/s is
            /// 1 − reach/|d| to second order: a division, and no root.
            #[inline(always)]
            fn over(d: [Self; 3], [across, down]: [Self; 2]) -> Self {
                let squared = Self::squared(d);
                // So small that it changes no reach of a spacing or more, and
                // keeps the quotient finite where there is none.
                let reach = across + (down + $tiny);
                let part = (squared - reach) / (squared + reach);
                part.most(0.0)
            }
            type Motion = FloatMotion<Self>;
            const AT_REST: FloatMotion<Self> = FloatMotion {
                loss: 0.0,
                gravity: [0.0; 3],
                unit: [0.0; 2],
                place: 0.0,
            };
            fn motion(gravity: [f64; 3], loss: f64, reach: f64) -> FloatMotion<Self> {
                FloatMotion {
                    loss: loss as Self,
                    gravity: from_f64(gravity),
                    unit: Self::remainder_unit(reach),
                    place: 0.0,
                }
            }
            fn dithered(motion: FloatMotion<Self>, place: u32) -> FloatMotion<Self> {
                // From −½ to ½.
                let place = place as i32 as Self / 4_294_967_296.0;
                FloatMotion { place, ..motion }
            }
            #[inline(always)]
            fn advance<const AXIS: usize, const FORCED: bool>(
                x: Self,
                previous: Self,
                remainder: i32,
                motion: &FloatMotion<Self>,
                acceleration: Self,
            ) -> (Self, i32) {
                let velocity = (x - previous) + $take(remainder, motion.unit[0]);
                let mut moved = (velocity - velocity * motion.loss) + motion.gravity[AXIS];
                if FORCED {
                    moved += acceleration;
                }
                let moved = moved.within(Self::MAX_DISPLACEMENT);
                let after = x + moved;
                (
                    after,
                    $leave(moved - (after - x), motion.unit[1], motion.place),
                )
            }
            fn remainder_unit(reach: f64) -> [Self; 2] {
                let unit = unit(reach, Self::MANTISSA_DIGITS as i32);
                [unit as Self, (1.0 / unit) as Self]
            }
            #[inline(always)]
            fn remainder(remainder: i32, [one, _]: [Self; 2]) -> f64 {
                $take(remainder, one).to_f64()
            }
            #[inline(always)]
            fn rest(fine: Self, rounded: Self, _: Fineness, [_, many]: [Self; 2]) -> i32 {
                $leave(fine - rounded, many, 0.0)
            }
        }
    };
}

float_scalar!(f32, root::sqrtf, libm::sinf, 1e-12, take, leave);
float_scalar!(f64, root::sqrt, libm::sin, 1e-24, take_none, leave_none);

#[inline(always)]
fn take(remainder: i32, one: f32) -> f32 {
    remainder as f32 * one
}

/// The nearest whole number, of which the last bits are a remainder.
#[inline(always)]
fn leave(rest: f32, many: f32, place: f32) -> i32 {
    ((rest * many + place) + WHOLE).to_bits() as i32
}

// The last bit of an `f64` is small enough.

#[inline(always)]
const fn take_none(_: i32, _: f64) -> f64 {
    0.0
}

#[inline(always)]
const fn leave_none(_: f64, _: f64, _: f64) -> i32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::Mark;

    #[test]
    fn square_root_is_correctly_rounded_as_in_software() {
        // Against f64: rounding the f64 root to f32 is correct because f64 has
        // more than twice the digits of f32.
        for i in 0..200_000_u32 {
            let x = f32::from_bits(i.wrapping_mul(21_341) & 0x7f7f_ffff);
            let expected = f64::from(x).sqrt() as f32;
            assert_eq!(root::sqrtf(x).to_bits(), expected.to_bits(), "{x}");
            assert_eq!(root::sqrtf(x).to_bits(), libm::sqrtf(x).to_bits(), "{x}");
        }
    }

    #[test]
    fn pull_takes_what_is_too_long() {
        // |(3, 0, 4)| is 5: a fifth of it is above 4.
        let pull = f64::pull::<false>([3.0, 0.0, 4.0], &f64::link(4.0, 0.5));
        assert_eq!(
            pull,
            [0.5 * (1.0 / 5.0) * 3.0, 0.0, 0.5 * (1.0 / 5.0) * 4.0]
        );
        let short = f64::pull::<false>([3.0, 0.0, 4.0], &f64::link(10.0, 1.0));
        assert_eq!(short, [-3.0, 0.0, -4.0]);
        assert_eq!(
            f64::pull::<true>([3.0, 0.0, 4.0], &f64::link(10.0, 1.0)),
            [0.0; 3]
        );
    }

    /// Lengths from zero through denormal numbers to huge ones.
    #[test]
    fn pull_is_finite_for_every_length() {
        for exponent in -45..=15 {
            let x = 10.0_f32.powi(exponent);
            let [pull, ..] = f32::pull::<false>([x, 0.0, 0.0], &f32::link(1.0, 1.0));
            // The whole difference at ordinary lengths, less near zero, where
            // the direction is lost in rounding; never more.
            assert!(
                pull.is_finite() && (pull - (x - 1.0)).abs() <= 1.0,
                "{x}: {pull}"
            );
            if x > 1e-5 {
                assert_eq!(pull, (x - 1.0) / x * x, "{x}");
            }
        }
        assert_eq!(f32::pull::<false>([0.0; 3], &f32::link(1.0, 1.0)), [0.0; 3]);
    }

    #[test]
    fn selections_prefer_the_number() {
        assert_eq!(f32::NAN.least(2.0), 2.0);
        assert_eq!(f32::NAN.within(2.0), 2.0);
        assert_eq!((-7.0_f32).within(2.0), -2.0);
    }

    #[test]
    fn every_remainder_comes_back() {
        for whole in -512..512 {
            for axis in 0..3 {
                let mark = Mark::FREE.with_remainder(axis, leave(whole as f32, 1.0, 0.0));
                assert_eq!(mark.remainder(axis), whole);
                assert!(mark.is_free());
                let other = (axis + 1) % 3;
                assert_eq!(mark.with_remainder(other, -1).remainder(axis), whole);
            }
        }
        for (value, nearest) in [(0.4, 0), (-0.6, -1), (7.5, 8), (-512.2, -512)] {
            assert_eq!(
                Mark::FREE
                    .with_remainder(2, leave(value, 1.0, 0.0))
                    .remainder(2),
                nearest
            );
        }
        let nearest = |spacings, one| f32::nearest_remainder(spacings, [one, 1.0 / one]);
        let far = [nearest(1e9, 0.5), nearest(-1e9, 0.5), nearest(1.0, 0.0)];
        assert_eq!(far, [511, -512, 0]);
    }
}
