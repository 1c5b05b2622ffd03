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

use super::{Fineness, REMAINDER_BITS, Scalar, sealed};
use crate::vector::{each, from_f64};
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use fixed::types::I12F20;

/// A fixed-point number of 12 integer and 20 fractional bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixed(I12F20);

/// A link in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedLink {
    /// Rest length squared, 24 fractional bits; less as much as rounds the factor to the nearest.
    squared: i32,
    /// How far the squared length may be from `squared` in the short way: a
    /// power of two, at most a quarter of it; 0 where there is no short way.
    near: i32,
    /// Coefficients of the short way's series, `shift` fractional bits: as many as there is room
    /// for.
    series: [i32; 2],
    shift: u16,
    /// Where in the last bit what it takes is rounded, 12 fractional bits.
    place: u16,
    /// Rest length and strength for the long way.
    rest: Fixed,
    strength: Fixed,
}

/// Fractional bits of [`Fixed`].
const FRACTION: u32 = I12F20::FRAC_NBITS;
/// Fractional bits of the differences that [`Scalar::pull`] squares.
const COARSE: u32 = 12;
/// The largest strength of the short way.
const MAX_STRENGTH: f64 = 1.0;
/// The largest component of the short way: 4 rest spacings.
const MAX_COARSE: i32 = 4 << COARSE;

impl Fixed {
    /// The largest value, and what positive overflow gives.
    pub const MAX: Self = Self(I12F20::MAX);
    /// The smallest value, and what negative overflow gives.
    pub const MIN: Self = Self(I12F20::MIN);
    /// The distance between neighbouring values.
    pub const RESOLUTION: Self = Self(I12F20::DELTA);

    #[inline(always)]
    const fn raw(self) -> i32 {
        self.0.to_bits()
    }

    #[inline(always)]
    const fn of_raw(bits: i32) -> Self {
        Self(I12F20::from_bits(bits))
    }

    /// The components with [`COARSE`] fractional bits, rounded down.
    #[inline(always)]
    fn coarse(d: [Self; 3]) -> [i32; 3] {
        d.map(|v| v.raw() >> (FRACTION - COARSE))
    }

    /// The sum of the squares, 40 fractional bits, exact.
    #[inline(always)]
    fn wide_squared([x, y, z]: [Self; 3]) -> u64 {
        let square = |v: Self| wide_square(v.raw().unsigned_abs());
        square(x) + square(y) + square(z)
    }

    /// A value with 20 fractional bits, or the largest there is.
    #[inline(always)]
    fn saturated(magnitude: u64) -> Self {
        match i32::try_from(magnitude) {
            Ok(bits) => Self::of_raw(bits),
            Err(_) => Self::MAX,
        }
    }
}

impl sealed::Sealed for Fixed {}

impl crate::extent::Blank for Fixed {
    const BLANK: Self = Self::ZERO;
}

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
    const SLACK: FixedLink = FixedLink {
        squared: 1 << (2 * COARSE),
        near: 1 << (2 * COARSE - 2),
        series: [0; 2],
        shift: 1,
        place: 1 << (COARSE - 1),
        rest: Self::ONE,
        strength: Self::ZERO,
    };

    #[inline(never)]
    fn from_f64(value: f64) -> Self {
        Self::constant(value)
    }
    #[inline(always)]
    fn constant(value: f64) -> Self {
        // Exact but for the rounding; what is no number is zero.
        Self::of_raw(libm::rint(value * f64::from(1 << FRACTION)) as i32)
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self.0.to_num()
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.raw() as u32)
    }
    #[inline]
    fn norm(x: Self, y: Self, z: Self) -> Self {
        Self::saturated(Self::wide_squared([x, y, z]).isqrt())
    }
    #[inline]
    fn square_root(self) -> Self {
        let wide = u64::from(self.raw().max(0) as u32) << FRACTION;
        Self::saturated(wide.isqrt())
    }
    #[inline]
    fn cell(self, cells_a_spacing: Self) -> i32 {
        let product = i64::from(self.raw()) * i64::from(cells_a_spacing.raw());
        // 11 bits before the point, times at most 10: it fits.
        (product >> (2 * FRACTION)) as i32
    }
    #[inline]
    fn sin(self) -> Self {
        Self::from_f64(libm::sin(self.to_f64()))
    }

    fn link(rest: f64, strength: f64) -> FixedLink {
        let scaled = |value: f64, bits: u32| (value * f64::from(1_u32 << bits) + 0.5) as i32;
        let inverse = 1.0 / (rest * rest);
        let squared = scaled(rest * rest, 2 * COARSE);
        let has_short_way = strength <= MAX_STRENGTH && (0.9..=3.2).contains(&rest);
        let near = match has_short_way {
            true => 1 << (squared / 4).ilog2(),
            false => 0,
        };
        // The first coefficient times `near`, both as `factor` has them, is below 2³⁰.
        let (first, second) = (
            strength * inverse / 2.0,
            strength * inverse * inverse * 5.0 / 16.0,
        );
        let room = libm::ldexp(1.0, 30 + 5) / (first * f64::from(near)).max(1e-9);
        let shift = libm::ilogb(room).clamp(1, 30) as u16;
        let term = |factor: f64| match has_short_way {
            true => scaled(factor, shift.into()),
            false => 0,
        };
        let half = match has_short_way {
            true => (16.0 / (2.0 * first)).min(f64::from(near) / 4.0) as i32,
            false => 0,
        };
        FixedLink {
            squared: squared - half,
            near,
            series: [term(first), term(second)],
            shift,
            place: 1 << (COARSE - 1),
            rest: Self::from_f64(rest),
            strength: Self::from_f64(strength),
        }
    }

    fn rounded(link: &FixedLink, place: u32) -> FixedLink {
        let place = (place >> (32 - COARSE)) as u16;
        FixedLink { place, ..*link }
    }

    fn twice(link: &FixedLink) -> FixedLink {
        let strength = link.strength + link.strength;
        let short = strength <= Self::constant(MAX_STRENGTH);
        // Twice as much with a bit less after the point.
        FixedLink {
            near: if short && link.shift > 1 {
                link.near
            } else {
                0
            },
            shift: link.shift.saturating_sub(1).max(1),
            strength,
            ..*link
        }
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
        Some(Self::coarse(d).map(|v| Self::of_raw(product(v))))
    }

    #[inline(always)]
    fn force(d: [Self; 3], link: &FixedLink) -> [Self; 3] {
        match link.factor::<false>(d) {
            Some(factor) => {
                let product = |v: i32| v.wrapping_mul(factor) >> (COARSE - REMAINDER_BITS);
                each(Self::coarse(d), |v| Self::of_raw(product(v)))
            }
            None => each(pull_far::<false>(d, link), |v| v.finer(REMAINDER_BITS)),
        }
    }

    const FOR_SMALL_CORES: bool = true;

    #[inline(always)]
    fn squared(d: [Self; 3]) -> Self {
        let [x, y, z] = Self::coarse(d);
        if is_far([x, y, z]) {
            return Self::MAX;
        }
        Self::of_raw((x * x + y * y + z * z) >> (2 * COARSE - FRACTION))
    }

    #[inline]
    fn reaches(d: [Self; 3], bound: Self) -> bool {
        let bound = bound.raw().max(0);
        // Nearly all points are outside of the cube around the ball, or inside
        // of the cube within it.
        let beyond = |v: Self, half: i32| v.raw().wrapping_add(half) as u32 >= 2 * half as u32;
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
        let part = part.raw() >> 4;
        let (high, low) = (self.raw() >> 16, self.raw() as u32 & 0xffff);
        let low = low.wrapping_mul(part as u32) >> 16;
        Self::of_raw(high.wrapping_mul(part).wrapping_add(low as i32))
    }
    #[inline(always)]
    fn in_range(self) -> Self {
        self.within(Self::of_raw(BOUND))
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
        FixedMotion::new(gravity, loss)
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
        let moved = motion.displacement(x.minus(previous), remainder, motion.gravity[AXIS]);
        let moved = if FORCED {
            moved + acceleration.raw()
        } else {
            moved
        };
        let whole = (moved + (1 << (REMAINDER_BITS - 1))) >> REMAINDER_BITS;
        (x.plus(Self::of_raw(whole)), moved)
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
            let gravity = Self::of_raw(motion.gravity.get(axis).copied().unwrap_or(0));
            let forced = gravity.plus(acceleration);
            let motion = FixedMotion {
                gravity: [0; 3],
                ..*motion
            };
            return Self::advance::<0, true>(x, previous, remainder, &motion, forced);
        }
        let coarse = motion.coarse.get(axis).copied().unwrap_or(Self::ZERO);
        (motion.far(x, previous, coarse, acceleration), 0)
    }
    fn remainder_unit(_reach: f64) -> [Self; 2] {
        [Self::ZERO; 2]
    }
    fn remainder(remainder: i32, _unit: [Self; 2]) -> f64 {
        f64::from(remainder) / f64::from(1 << (FRACTION + REMAINDER_BITS))
    }
    #[inline(always)]
    fn roundings(_unit: [Self; 2]) -> Self {
        Self::of_raw(4)
    }
    #[inline]
    fn relative(
        d: [Self; 3],
        remainders: [i32; 3],
        surface: [Self; 3],
        _unit: [Self; 2],
    ) -> ([Self; 3], Fineness) {
        let is_far = |v: &Self| v.raw().wrapping_add(NEAR) as u32 >= 2 * NEAR as u32;
        if d.iter().chain(&surface).any(is_far) {
            return (each([0, 1, 2], |i| d[i] - surface[i]), 0);
        }
        let fine = |i: usize| (d[i].minus(surface[i]).raw() << REMAINDER_BITS) + remainders[i];
        (each([0, 1, 2], |i| Self::of_raw(fine(i))), REMAINDER_BITS)
    }
    const FINENESS: Fineness = REMAINDER_BITS;
    #[inline]
    fn finer(self, fineness: Fineness) -> Self {
        let bound = i32::MAX >> fineness;
        Self::of_raw(self.raw().clamp(-bound, bound) << fineness)
    }
    #[inline]
    fn coarser(self, fineness: Fineness) -> Self {
        let half = (1 << fineness) >> 1;
        Self::of_raw(self.raw().saturating_add(half) >> fineness)
    }
    #[inline]
    fn coarser_at(self, fineness: Fineness, place: u32) -> Self {
        let part = place.unbounded_shr(32 - fineness) as i32;
        Self::of_raw(self.raw().saturating_add(part) >> fineness)
    }
    #[inline]
    fn rest(fine: Self, rounded: Self, fineness: Fineness, _unit: [Self; 2]) -> i32 {
        let rest = fine.raw().wrapping_sub(rounded.raw() << fineness);
        rest & ((1 << fineness) - 1)
    }
}

/// The largest coordinate at the end of integration, but for half a rest spacing: 512.
const BOUND: i32 = 1 << POSITION_BITS;
const POSITION_BITS: u32 = FRACTION + 9;

/// How coordinates move under gravity and damping, in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedMotion {
    /// Displacement by gravity in a substep, with the bits of a remainder.
    gravity: [i32; 3],
    /// What a coordinate loses of its velocity, with the bits of a remainder: `loss` · 2^−`shift`
    /// of it.
    loss: i32,
    shift: u32,
    /// What is added before it is rounded down.
    place: i32,
    /// 0 where the short way has room for gravity, else −1.
    never: i32,
    /// For others: gravity, and the part of its velocity that a coordinate keeps.
    coarse: [Fixed; 3],
    keep: Fixed,
}

/// The largest displacement, and the largest acceleration, that are taken with the bits of a
/// remainder: half a rest spacing and a quarter of one.
const NEAR: i32 = 1 << NEAR_BITS;
const NEAR_BITS: u32 = FRACTION - 1;

/// 0 or 1 where a number is no further from zero than 2 to so many bits, else another number.
#[inline(always)]
const fn above<const BITS: u32>(v: Fixed) -> i32 {
    (v.raw() >> BITS) + 1
}

impl FixedMotion {
    fn new(gravity: [f64; 3], loss: f64) -> Self {
        // Eleven bits of it, wherever it begins.
        let shift = match loss > 0.0 {
            true => 1 + (-1 - libm::ilogb(loss)).clamp(0, 27) as u32,
            false => 1,
        };
        let scale = |bits: u32| libm::scalbn(1.0, bits as i32);
        let is_small = gravity.iter().all(|g| g.abs() <= 0.25);
        let finest = |g: f64| libm::rint(g * scale(FRACTION + REMAINDER_BITS)) as i32;
        Self {
            gravity: if is_small {
                each(gravity, finest)
            } else {
                [0; 3]
            },
            loss: libm::rint(loss * scale(REMAINDER_BITS + shift)).min(2_047.0) as i32,
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
    fn displacement(&self, velocity: Fixed, remainder: i32, gravity: i32) -> i32 {
        let velocity = velocity.raw();
        // Of what was moved, without the remainder: that is moved, and damped, later.
        let lost = (velocity * self.loss + self.place) >> self.shift;
        (velocity << REMAINDER_BITS) + remainder - lost + gravity
    }

    /// The new coordinate of a particle that is too fast for the bits of a remainder.
    #[cold]
    #[inline(never)]
    fn far(&self, x: Fixed, previous: Fixed, gravity: Fixed, acceleration: Fixed) -> Fixed {
        let moved = (x - previous) * self.keep + gravity + acceleration.coarser(REMAINDER_BITS);
        (x + moved).in_range()
    }
}

impl FixedLink {
    /// Near the rest length 1 − l₀/l = 1 − 1/√(1+t), with t = l²/l₀² − 1, is
    /// t/2 − 5/16 t²: exactly zero at the rest length, within 0.8 % for
    /// stretched links (t up to 1/4, 12 % of strain), and too small by up to
    /// 6.6 % for pressed ones (t down to −1/4). The second coefficient, 3/8 in
    /// Taylor's series, makes up for the terms left out.
    ///
    /// Every product fits in 32 bits. A component of d is c·2⁻¹² + r·2⁻²⁰, with 0 ≤ r < 2⁸:
    ///
    /// | quantity | fractional bits | below |
    /// |---|---|---|
    /// | c | 12 | 4 |
    /// | l² − l₀² = c² + 2·c·r − l₀², without r² | 24 | l₀²/4 |
    /// | e, the same | 19 | l₀²/4 |
    /// | e · coefficient | 19 + `shift` | 2³⁰ in bits |
    /// | factor | 20 | strength · 0.155 |
    /// | factor · c | 32 | 0.49 |
    ///
    /// `None` where the link is too far from its rest length. Beyond 15 rest spacings the squares
    /// no longer fit, and a link in a few hundred is taken for one that is near: what is so torn
    /// apart is pulled a little later.
    #[inline(always)]
    fn factor<const LIMIT: bool>(&self, d: [Fixed; 3]) -> Option<i32> {
        let ([x, y, z], [u, v, w]) = (Fixed::coarse(d), d.map(Fixed::raw));
        let sum = |[a, b, c]: [i32; 3]| a.wrapping_add(b).wrapping_add(c);
        let square = sum([x.wrapping_mul(x), y.wrapping_mul(y), z.wrapping_mul(z)]);
        // c·r is c·(d − 2⁸·c): of which only the last bits are needed.
        let both = sum([x.wrapping_mul(u), y.wrapping_mul(v), z.wrapping_mul(w)]);
        let cross = both.wrapping_sub(square << 8);
        let excess = (square.wrapping_add(cross >> 7)).wrapping_sub(self.squared);
        if excess.wrapping_add(self.near) as u32 >= 2 * self.near as u32 {
            return None;
        }
        let e = excess >> 5;
        let [first, second] = self.series;
        let factor = ((first - ((second * e) >> 19)) * e) >> (self.shift - 1);
        Some(if LIMIT { factor.max(0) } else { factor })
    }
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

/// [`Scalar::pull`] for links far from their rest length: with a root and
/// divisions, all in 32 bits. Kept out of the loops.
#[cold]
#[inline(never)]
fn pull_far<const LIMIT: bool>(d: [Fixed; 3], link: &FixedLink) -> [Fixed; 3] {
    let [x, y, z] = d.map(Fixed::raw);
    let largest = x.unsigned_abs() | y.unsigned_abs() | z.unsigned_abs();
    // Scaled to 15 bits, so that the sum of squares fits and nothing small is
    // lost.
    let shift = 17 - largest.leading_zeros() as i32;
    let scaled = each([x, y, z], |v| match shift >= 0 {
        true => v >> shift,
        false => v << -shift,
    });
    let square = |v: i32| v.unsigned_abs() * v.unsigned_abs();
    let length = (square(scaled[0]) + square(scaled[1]) + square(scaled[2])).isqrt() as i32;
    if length == 0 {
        return [Fixed::ZERO; 3];
    }
    // Unit vector with 15 fractional bits; rest length with 14.
    let rest = link.rest.raw() >> (FRACTION - 14);
    let excess = core::array::from_fn(|i| {
        let unit = (scaled[i] << 15) / length;
        Fixed::of_raw([x, y, z][i]) - Fixed::of_raw((rest * unit) >> (29 - FRACTION))
    });
    // The length itself with 20 fractional bits may be too long for 32.
    let short = match shift >= 0 {
        true => (link.rest.raw() >> shift) >= length,
        false => link.rest.raw() >= length >> -shift,
    };
    if LIMIT && short {
        return [Fixed::ZERO; 3];
    }
    excess.map(|v| link.strength * v)
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
        let wide = (i64::from(self.raw()) * i64::from(other.raw())) >> FRACTION;
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        Self::of_raw(wide.clamp(least, most) as i32)
    }
}

impl Div for Fixed {
    type Output = Self;
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

impl AddAssign for Fixed {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Fixed {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests;
