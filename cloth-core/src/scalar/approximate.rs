//! `f32` with the approximate roots of `micromath`.

use super::{Fineness, FloatLink, FloatMotion, Scalar};
use core::ops::{Add, Div, Mul, Neg, Sub};
// By name, not as methods: a build with `std` would take `f32::sqrt` instead.
use micromath::F32Ext;

/// `f32` whose roots `micromath` estimates: outside the bit-exact path.
///
/// It is for cores whose floating-point unit has no fast root and division, and
/// for cores without such a unit, as a comparison: how much of the motion is
/// left when the root of the inner loop costs a shift and a subtraction. No
/// golden hash covers it: its bits are those of one version of `micromath`.
/// Sums, products and the sine are those of `f32`, and so is the range.
///
/// # What is estimated
/// | operation | formula | relative error |
/// |---|---|---|
/// | [`pull`](Scalar::pull) | strength · (1 − rest′ · `invsqrt`(d²)) · d | see below |
/// | [`norm`](Scalar::norm) | d² · `invsqrt`(d²) | −3.5 % to +3.4 % |
/// | [`square_root`](Scalar::square_root) | `sqrt` | 0 to +6.1 %, none at powers of 4 |
/// | division | IEEE | rounding only |
///
/// `sqrt` would do for the norm too, but it is always too long. `inv` is not
/// used: it is up to 12.5 % too large and never too small, `pull` needs no
/// division, and what divides elsewhere (unit normals, the implicit solvers)
/// needs it right.
///
/// # What that does to a link
/// A link's rest length is prepared with the same estimate, so that it comes to
/// rest where it should. Elsewhere the error of `pull` is at most 7.1 % of
/// strength · rest. Around its rest length a side is between half and nearly twice
/// as stiff as asked, a diagonal between 0.7 and 1.4 times. Not prepared, sides
/// and diagonals contradicted each other by 5 %, and free cloths in constraint
/// mode gained motion that nothing gave them.
///
/// # What that does to a cloth
/// The built-in scenes after one second, 8 × 8 particles, as springs and as
/// constraints, against `f64`: the median distance is 0.08 rest spacings and the
/// largest 0.49; the median of `f32` is 0.0004. Spheres are felt up to 3.5 % of
/// their radius too near or too far.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Approximate(f32);

impl crate::extent::sealed::Sealed for Approximate {}

impl Scalar for Approximate {
    const NAME: &'static str = "f32-micromath";
    const ZERO: Self = Self(0.0);
    const ONE: Self = Self(1.0);
    const MAX_DISPLACEMENT: Self = Self(<f32 as Scalar>::MAX_DISPLACEMENT);

    type Link = FloatLink<f32>;
    const SLACK: FloatLink<f32> = <f32 as Scalar>::SLACK;

    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        Self(value as f32)
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self.0)
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.0.to_bits())
    }
    #[inline(always)]
    fn norm(x: Self, y: Self, z: Self) -> Self {
        let squared = Self::squared([x, y, z]).0;
        // Zero where the square is: the estimate at zero is finite.
        Self(squared * F32Ext::invsqrt(squared))
    }
    #[inline(always)]
    fn square_root(self) -> Self {
        // The estimate of a root of 0 is not 0, and that of −0 is huge.
        Self(if self.0 > 0.0 {
            F32Ext::sqrt(self.0)
        } else {
            0.0
        })
    }
    #[inline(always)]
    fn cell(self, cells_a_spacing: Self) -> i32 {
        self.0.cell(cells_a_spacing.0)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        Self(libm::sinf(self.0))
    }
    #[inline(always)]
    fn link(rest: f64, strength: f64) -> FloatLink<f32> {
        // As the estimate sees it: the pull is then zero at the rest length.
        let rest = rest as f32;
        FloatLink {
            rest: 1.0 / F32Ext::invsqrt(rest * rest),
            strength: strength as f32,
        }
    }
    #[inline(always)]
    fn twice(link: &FloatLink<f32>) -> FloatLink<f32> {
        f32::twice(link)
    }
    #[inline(always)]
    fn pull<const LIMIT: bool>(d: [Self; 3], link: &FloatLink<f32>) -> [Self; 3] {
        // At |d| = 0 the estimate is 10¹⁹: with the largest rest length and
        // strength the factor is still finite, and the pull zero.
        let wanted = 1.0 - link.rest * F32Ext::invsqrt(Self::squared(d).0);
        let wanted = if LIMIT { wanted.most(0.0) } else { wanted };
        let factor = link.strength * wanted;
        d.map(|v| Self(factor * v.0))
    }
    type Motion = FloatMotion<f32>;
    const AT_REST: FloatMotion<f32> = f32::AT_REST;
    fn motion(gravity: [f64; 3], loss: f64, reach: f64) -> FloatMotion<f32> {
        f32::motion(gravity, loss, reach)
    }
    fn dithered(motion: FloatMotion<f32>, place: u32) -> FloatMotion<f32> {
        f32::dithered(motion, place)
    }
    #[inline(always)]
    fn advance<const AXIS: usize, const FORCED: bool>(
        x: Self,
        previous: Self,
        remainder: i32,
        motion: &FloatMotion<f32>,
        acceleration: Self,
    ) -> (Self, i32) {
        let (x, previous, a) = (x.0, previous.0, acceleration.0);
        let (after, remainder) = f32::advance::<AXIS, FORCED>(x, previous, remainder, motion, a);
        (Self(after), remainder)
    }
    fn remainder_unit(reach: f64) -> [Self; 2] {
        f32::remainder_unit(reach).map(Self)
    }
    #[inline(always)]
    fn remainder(remainder: i32, unit: [Self; 2]) -> f64 {
        f32::remainder(remainder, unit.map(|v| v.0))
    }
    fn rest(fine: Self, rounded: Self, fineness: Fineness, unit: [Self; 2]) -> i32 {
        f32::rest(fine.0, rounded.0, fineness, unit.map(|v| v.0))
    }
}

impl Add for Approximate {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Approximate {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Approximate {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for Approximate {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl Neg for Approximate {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
