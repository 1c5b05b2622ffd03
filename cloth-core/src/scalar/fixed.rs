//! Fixed point: 20 binary digits after the point, for cores without a
//! floating-point unit.
//!
//! Range ±2,048 rest spacings, resolution 2⁻²⁰ (about a millionth of one).
//! Overflow: every operation saturates, none wraps. Division by zero gives the
//! largest value of the dividend's sign. The sums that are known to fit
//! ([`Scalar::plus`], [`Scalar::minus`]) do not pay for saturation: integration
//! holds coordinates within ±512, the scene's passes are limited so that
//! corrections cannot add another 512, and so no difference reaches 2,048.
//!
//! What a link does is the inner loop of the engine. Near the rest length it is
//! computed in 32 bits, without a root, a division, or a wide product, which a
//! Cortex-M0 has not: see `FixedLink::factor`.

mod link;

use super::{Fineness, REMAINDER_BITS, Scalar};
use crate::rounding::nearest_whole;
use crate::vector::{each, from_f64};
use core::ops::{Add, Div, Mul, Neg, Sub};
use fixed::types::I12F20;
pub use link::FixedLink;
use link::pull_far;

/// A fixed-point number of 12 integer and 20 fractional bits.
///
/// ```
/// use cloth_core::{Fixed, Scalar};
/// assert_eq!(Fixed::RESOLUTION.to_f64(), 1.0 / 1048576.0);
/// assert_eq!(Fixed::MAX.to_f64().round(), 2048.0);
/// assert_eq!(Fixed::MAX + Fixed::ONE, Fixed::MAX); // saturates
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixed(I12F20);

/// Fractional bits of [`Fixed`].
const FRACTION: u32 = I12F20::FRAC_NBITS;
/// Fractional bits of the differences that [`Scalar::pull`] squares.
const COARSE: u32 = 12;
/// The largest component of the short way: 4 rest spacings.
const MAX_COARSE: i32 = 4 << COARSE;

impl Fixed {
    /// The largest value, and what positive overflow gives.
    pub const MAX: Self = Self(I12F20::MAX);
    /// The smallest value, and what negative overflow gives.
    pub const MIN: Self = Self(I12F20::MIN);
    /// The distance between neighbouring values.
    pub const RESOLUTION: Self = Self(I12F20::DELTA);

    /// The value in units of [`RESOLUTION`](Self::RESOLUTION).
    #[inline(always)]
    pub const fn to_bits(self) -> i32 {
        self.0.to_bits()
    }

    /// So many units of [`RESOLUTION`](Self::RESOLUTION).
    #[inline(always)]
    pub const fn from_bits(bits: i32) -> Self {
        Self(I12F20::from_bits(bits))
    }

    /// The components with [`COARSE`] fractional bits, rounded down.
    #[inline(always)]
    fn coarse(d: [Self; 3]) -> [i32; 3] {
        d.map(|v| v.to_bits() >> (FRACTION - COARSE))
    }

    /// The sum of the squares, 40 fractional bits, exact.
    #[inline(always)]
    fn wide_squared([x, y, z]: [Self; 3]) -> u64 {
        let square = |v: Self| wide_square(v.to_bits().unsigned_abs());
        square(x) + square(y) + square(z)
    }

    /// A value with 20 fractional bits, or the largest there is.
    #[inline(always)]
    fn saturated(magnitude: u64) -> Self {
        i32::try_from(magnitude).map_or(Self::MAX, Self::from_bits)
    }
}

impl crate::extent::sealed::Sealed for Fixed {}

impl Scalar for Fixed {
    const NAME: &'static str = "i12f20";
    const ZERO: Self = Self(I12F20::ZERO);
    const ONE: Self = Self(I12F20::ONE);
    // All there is: the bound on positions holds it.
    const MAX_DISPLACEMENT: Self = Self::MAX;
    const MAX_POSITION: f64 = 512.0;
    const MAX_COEFFICIENT: f64 = 64.0;
    // Sixteen times the resolution: half of that is 1/32 of it.
    const MIN_COEFFICIENT: f64 = 16.0 / (1 << FRACTION) as f64;
    // A pass moves a particle by at most half of each of its links' rest
    // lengths: 4·(1 + √2 + 2 + 2√2)/2 < 15 rest spacings, twice that where all
    // its neighbours are pinned. 16 passes: less than 480.
    const MAX_ITERATIONS: u32 = 16;

    type Link = FixedLink;
    const SLACK: FixedLink = FixedLink::SLACK;

    #[inline(never)]
    fn from_f64(value: f64) -> Self {
        Self::constant(value)
    }
    #[inline(always)]
    fn constant(value: f64) -> Self {
        // Exact but for the rounding, to even; what is no number is zero.
        Self::from_bits(nearest_whole(value * f64::from(1 << FRACTION)))
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self.0.to_num()
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.to_bits() as u32)
    }
    #[inline]
    fn norm(x: Self, y: Self, z: Self) -> Self {
        Self::saturated(Self::wide_squared([x, y, z]).isqrt())
    }
    #[inline]
    fn square_root(self) -> Self {
        let wide = u64::from(self.to_bits().max(0) as u32) << FRACTION;
        Self::saturated(wide.isqrt())
    }
    #[inline]
    fn cell(self, cells_a_spacing: Self) -> i32 {
        let product = i64::from(self.to_bits()) * i64::from(cells_a_spacing.to_bits());
        // 11 bits before the point, times at most 10: it fits.
        (product >> (2 * FRACTION)) as i32
    }
    #[inline]
    fn sin(self) -> Self {
        Self::from_f64(libm::sin(self.to_f64()))
    }

    fn link(rest: f64, strength: f64) -> FixedLink {
        FixedLink::new(rest, strength)
    }
    fn rounded(link: &FixedLink, place: u32) -> FixedLink {
        link.rounded(place)
    }
    fn twice(link: &FixedLink) -> FixedLink {
        link.twice()
    }
    #[inline(always)]
    fn pull<const LIMIT: bool>(d: [Self; 3], link: &FixedLink) -> [Self; 3] {
        match Self::pull_near::<LIMIT>(d, link) {
            Some(pull) => pull,
            None => pull_far::<LIMIT>(d, link),
        }
    }

    #[inline(always)]
    fn pull_near<const LIMIT: bool>(d: [Self; 3], link: &FixedLink) -> Option<[Self; 3]> {
        let factor = link.factor::<LIMIT>(d)?;
        let product = |v: i32| v.wrapping_mul(factor).wrapping_add(link.place.into()) >> COARSE;
        Some(Self::coarse(d).map(|v| Self::from_bits(product(v))))
    }

    #[inline(always)]
    fn force(d: [Self; 3], link: &FixedLink) -> [Self; 3] {
        match link.factor::<false>(d) {
            Some(factor) => {
                let product = |v: i32| v.wrapping_mul(factor) >> (COARSE - REMAINDER_BITS);
                each(Self::coarse(d), |v| Self::from_bits(product(v)))
            }
            None => each(pull_far::<false>(d, link), |v| v.finer(REMAINDER_BITS)),
        }
    }

    const FOR_SMALL_CORES: bool = true;

    /// Of components rounded down to 12 bits after the point, so that of −d can be larger; the largest value
    /// where one is beyond ±4.
    #[inline(always)]
    fn squared(d: [Self; 3]) -> Self {
        let [x, y, z] = Self::coarse(d);
        if is_far([x, y, z]) {
            return Self::MAX;
        }
        Self::from_bits((x * x + y * y + z * z) >> (2 * COARSE - FRACTION))
    }

    #[inline]
    fn reaches(d: [Self; 3], bound: Self) -> bool {
        let bound = bound.to_bits().max(0);
        // Nearly all points are outside of the cube around the ball, or inside
        // of the cube within it.
        let beyond = |v: Self, half: i32| v.to_bits().wrapping_add(half) as u32 >= 2 * half as u32;
        if d.iter().any(|&v| beyond(v, bound)) {
            return true;
        }
        d.iter().any(|&v| beyond(v, bound / 2))
            && Self::wide_squared(d) >= wide_square(bound as u32)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
    /// In two products of 32 bits, exact but for the last four bits of `part`.
    #[inline(always)]
    fn part(self, part: Self) -> Self {
        let part = part.to_bits() >> 4;
        let (high, low) = (self.to_bits() >> 16, self.to_bits() as u32 & 0xffff);
        let low = low.wrapping_mul(part as u32) >> 16;
        Self::from_bits(high.wrapping_mul(part).wrapping_add(low as i32))
    }
    #[inline(always)]
    fn in_range(self) -> Self {
        self.within(Self::from_bits(BOUND))
    }

    type Motion = FixedMotion;
    const AT_REST: FixedMotion = FixedMotion {
        gravity: [0; 3],
        loss: 0,
        shift: 0,
        place: 0,
        never: 0,
        coarse: [Self::ZERO; 3],
        keep: Self::ZERO,
    };
    fn motion(gravity: [f64; 3], loss: f64, _reach: f64) -> FixedMotion {
        // Its eleven leading bits.
        let shift = match loss > 0.0 {
            true => 1 + (-1 - libm::ilogb(loss)).clamp(0, 27) as u32,
            false => 1,
        };
        let scale = |bits: u32| libm::scalbn(1.0, bits as i32);
        let is_small = gravity.iter().all(|g| g.abs() <= 0.25);
        let finest = |g: f64| nearest_whole(g * scale(FRACTION + REMAINDER_BITS));
        FixedMotion {
            gravity: each(gravity, finest),
            loss: nearest_whole(loss * scale(REMAINDER_BITS + shift)).min(2_047),
            shift,
            place: 0,
            never: if is_small { 0 } else { -1 },
            coarse: from_f64(gravity),
            keep: Self::from_f64(1.0 - loss),
        }
    }
    fn dithered(motion: FixedMotion, place: u32) -> FixedMotion {
        let place = (place >> (32 - motion.shift.max(1))) as i32;
        FixedMotion { place, ..motion }
    }
    #[inline(always)]
    fn are_near(x: &[Self], previous: &[Self], motion: &FixedMotion) -> bool {
        let far = x.iter().zip(previous).fold(motion.never, |far, (x, p)| {
            far | above::<POSITION_BITS>(*x) | above::<NEAR_BITS>(x.minus(*p))
        });
        far as u32 <= 1
    }
    #[inline(always)]
    fn are_small(accelerations: &[Self]) -> bool {
        let large = |large, a: &Self| large | above::<{ NEAR_BITS + REMAINDER_BITS }>(*a);
        accelerations.iter().fold(0, large) as u32 <= 1
    }
    #[inline(always)]
    fn advance<const AXIS: usize, const FORCED: bool>(
        x: Self,
        previous: Self,
        remainder: i32,
        motion: &FixedMotion,
        acceleration: Self,
    ) -> (Self, i32) {
        // Every product fits in 32 bits.
        let velocity = x.minus(previous).to_bits();
        // Damping sees the velocity without the remainder, which moves the particle, and is damped, later.
        let lost = (velocity * motion.loss + motion.place) >> motion.shift;
        let mut moved = (velocity << REMAINDER_BITS) + remainder - lost + motion.gravity[AXIS];
        if FORCED {
            moved += acceleration.to_bits();
        }
        let whole = (moved + (1 << (REMAINDER_BITS - 1))) >> REMAINDER_BITS;
        (x.plus(Self::from_bits(whole)), moved)
    }
    fn advance_any(
        x: Self,
        previous: Self,
        remainder: i32,
        (motion, axis): (&FixedMotion, usize),
        acceleration: Self,
    ) -> (Self, i32) {
        let is_near = Self::are_near(&[x], &[previous], motion);
        if is_near && Self::are_small(&[acceleration]) {
            let gravity = Self::from_bits(motion.gravity.get(axis).copied().unwrap_or(0));
            let forced = gravity.plus(acceleration);
            let gravity = [0; 3];
            let motion = FixedMotion { gravity, ..*motion };
            return Self::advance::<0, true>(x, previous, remainder, &motion, forced);
        }
        // It is too fast for the bits of a remainder.
        let gravity = motion.coarse.get(axis).copied().unwrap_or(Self::ZERO);
        let acceleration = acceleration.coarser(REMAINDER_BITS);
        let moved = (x - previous) * motion.keep + gravity + acceleration;
        ((x + moved).in_range(), 0)
    }
    fn remainder_unit(_reach: f64) -> [Self; 2] {
        [Self::ZERO; 2]
    }
    fn remainder(remainder: i32, _unit: [Self; 2]) -> f64 {
        f64::from(remainder) / f64::from(1 << (FRACTION + REMAINDER_BITS))
    }
    #[inline(always)]
    fn roundings(_unit: [Self; 2]) -> Self {
        Self::from_bits(4)
    }
    #[inline]
    fn relative(
        d: [Self; 3],
        remainders: [i32; 3],
        surface: [Self; 3],
        _unit: [Self; 2],
    ) -> ([Self; 3], Fineness) {
        let is_far = |v: &Self| v.to_bits().wrapping_add(NEAR) as u32 >= 2 * NEAR as u32;
        if d.iter().chain(&surface).any(is_far) {
            return (each([0, 1, 2], |i| d[i] - surface[i]), 0);
        }
        let fine = |i: usize| (d[i].minus(surface[i]).to_bits() << REMAINDER_BITS) + remainders[i];
        (
            each([0, 1, 2], |i| Self::from_bits(fine(i))),
            REMAINDER_BITS,
        )
    }
    const FINENESS: Fineness = REMAINDER_BITS;
    #[inline]
    fn finer(self, fineness: Fineness) -> Self {
        let bound = i32::MAX >> fineness;
        Self::from_bits(self.to_bits().clamp(-bound, bound) << fineness)
    }
    #[inline]
    fn coarser_at(self, fineness: Fineness, place: u32) -> Self {
        let part = place.unbounded_shr(32 - fineness) as i32;
        Self::from_bits(self.to_bits().saturating_add(part) >> fineness)
    }
    #[inline]
    fn rest(fine: Self, rounded: Self, fineness: Fineness, _unit: [Self; 2]) -> i32 {
        let rest = fine.to_bits().wrapping_sub(rounded.to_bits() << fineness);
        rest & ((1 << fineness) - 1)
    }
}

/// How coordinates move under gravity and damping, in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedMotion {
    /// Displacement by gravity in a substep, with the bits of a remainder. For the short way alone.
    gravity: [i32; 3],
    /// What a coordinate loses of its velocity, with the bits of a remainder: `loss` · 2^−`shift`
    /// of it.
    loss: i32,
    shift: u32,
    /// Threshold for rounding the loss: what is added before it is rounded down.
    place: i32,
    /// 0 where the short way has room for gravity, else −1.
    never: i32,
    /// For others: gravity, and the part of its velocity that a coordinate keeps.
    coarse: [Fixed; 3],
    keep: Fixed,
}

/// The largest coordinate at the end of integration, but for half a rest spacing: 512.
const BOUND: i32 = 1 << POSITION_BITS;
const POSITION_BITS: u32 = FRACTION + 9;

/// The largest displacement, and the largest acceleration, that are taken with the bits of a
/// remainder: half a rest spacing and a quarter of one.
const NEAR: i32 = 1 << NEAR_BITS;
const NEAR_BITS: u32 = FRACTION - 1;

/// 0 or 1 where a number is no further from zero than 2 to so many bits, else another number.
#[inline(always)]
const fn above<const BITS: u32>(v: Fixed) -> i32 {
    (v.to_bits() >> BITS) + 1
}

/// v², from products of 32 bits: a Cortex-M0 has no wider ones, and calls a
/// function for them that takes three times as long.
#[inline]
fn wide_square(v: u32) -> u64 {
    let (high, low) = (v >> 16, v & 0xffff);
    (u64::from(high * high) << 32) + (u64::from(high * low) << 17) + u64::from(low * low)
}

/// Whether a component is beyond ±[`MAX_COARSE`].
#[inline(always)]
fn is_far([x, y, z]: [i32; 3]) -> bool {
    // A bit above the allowed ones tells of it.
    let reach = (x + MAX_COARSE) | (y + MAX_COARSE) | (z + MAX_COARSE);
    reach as u32 >> (2 * MAX_COARSE).ilog2() != 0
}

impl Add for Fixed {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Fixed {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul for Fixed {
    type Output = Self;
    /// Rounded down.
    #[inline]
    fn mul(self, other: Self) -> Self {
        // One wide product; the crate's own saturating one takes four.
        let wide = (i64::from(self.to_bits()) * i64::from(other.to_bits())) >> FRACTION;
        Self::from_bits(wide.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }
}

impl Div for Fixed {
    type Output = Self;
    /// Rounded towards zero.
    #[inline]
    fn div(self, other: Self) -> Self {
        match other == Self::ZERO {
            true if self < Self::ZERO => Self::MIN,
            true => Self::MAX,
            false => Self(self.0.saturating_div(other.0)),
        }
    }
}

impl Neg for Fixed {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

#[cfg(test)]
mod tests;
