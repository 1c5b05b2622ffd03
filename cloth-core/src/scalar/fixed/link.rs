//! Links in fixed point.

use super::super::Scalar;
use super::{COARSE, FRACTION, Fixed};
use crate::vector::each;

/// The largest strength of the short way.
const MAX_STRENGTH: f64 = 1.0;

/// A link in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedLink {
    /// Rest length squared, 24 fractional bits; less half a step of the factor, so that it is rounded to the nearest.
    squared: i32,
    /// How far the squared length may be from `squared` in the short way: a
    /// power of two, at most a quarter of it; 0 where there is no short way.
    near: i32,
    /// Coefficients of the short way's series, `shift` fractional bits: as many as there is room
    /// for.
    series: [i32; 2],
    shift: u16,
    /// Threshold for rounding the pull, a part of its last bit with 12 fractional bits.
    pub(super) place: u16,
    /// Rest length and strength for the long way.
    rest: Fixed,
    strength: Fixed,
}

impl FixedLink {
    /// Exerts nothing.
    pub(super) const SLACK: Self = Self {
        squared: 1 << (2 * COARSE),
        near: 1 << (2 * COARSE - 2),
        series: [0; 2],
        shift: 1,
        place: 1 << (COARSE - 1),
        rest: Fixed::ONE,
        strength: Fixed::ZERO,
    };

    /// A link of this rest length (spacings) that takes a part of its error.
    pub(super) fn new(rest: f64, strength: f64) -> Self {
        let scaled = |value: f64, bits: u32| (value * f64::from(1_u32 << bits) + 0.5) as i32;
        let inverse = 1.0 / (rest * rest);
        let squared = scaled(rest * rest, 2 * COARSE);
        let has_short_way = strength <= MAX_STRENGTH && (0.9..=3.2).contains(&rest);
        let near = match has_short_way {
            true => 1 << (squared / 4).ilog2(),
            false => 0,
        };
        // The first coefficient times `near`, both as `factor` has them, is below 2³⁰.
        let first = strength * inverse / 2.0;
        let second = strength * inverse * inverse * 5.0 / 16.0;
        let room = libm::ldexp(1.0, 30 + 5) / (first * f64::from(near)).max(1e-9);
        let shift = libm::ilogb(room).clamp(1, 30) as u16;
        let term = |factor: f64| scaled(factor, shift.into());
        // Also of a strength of −0.
        let half = (16.0 / (2.0 * first.abs())).min(f64::from(near) / 4.0) as i32;
        Self {
            squared: squared - half,
            near,
            series: [term(first), term(second)],
            shift,
            place: 1 << (COARSE - 1),
            rest: Fixed::from_f64(rest),
            strength: Fixed::from_f64(strength),
        }
    }

    /// With this threshold for rounding the pull, a part of 2³².
    pub(super) fn rounded(&self, place: u32) -> Self {
        let place = (place >> (32 - COARSE)) as u16;
        Self { place, ..*self }
    }

    /// Of twice the strength.
    pub(super) fn twice(&self) -> Self {
        let strength = self.strength + self.strength;
        let short = strength <= Fixed::constant(MAX_STRENGTH);
        // Twice as much with a bit less after the point.
        Self {
            near: if short && self.shift > 1 {
                self.near
            } else {
                0
            },
            shift: self.shift.saturating_sub(1).max(1),
            strength,
            ..*self
        }
    }

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
    pub(super) fn factor<const LIMIT: bool>(&self, d: [Fixed; 3]) -> Option<i32> {
        let ([x, y, z], [u, v, w]) = (Fixed::coarse(d), d.map(Fixed::to_bits));
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

/// [`Scalar::pull`] for links far from their rest length: with a root and
/// divisions. Kept out of the loops.
#[cold]
#[inline(never)]
pub(super) fn pull_far<const LIMIT: bool>(d: [Fixed; 3], link: &FixedLink) -> [Fixed; 3] {
    let [x, y, z] = d.map(Fixed::to_bits);
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
    let rest = i64::from(link.rest.to_bits() >> (FRACTION - 14));
    let excess = core::array::from_fn(|i| {
        // In 64 bits: a cloth of long and narrow cells has links of many spacings.
        let unit = i64::from((scaled[i] << 15) / length);
        let at_rest = ((rest * unit) >> (29 - FRACTION)) as i32;
        Fixed::from_bits([x, y, z][i]) - Fixed::from_bits(at_rest)
    });
    // The length itself with 20 fractional bits may be too long for 32.
    let short = match shift >= 0 {
        true => (link.rest.to_bits() >> shift) >= length,
        false => link.rest.to_bits() >= length >> -shift,
    };
    if LIMIT && short {
        return [Fixed::ZERO; 3];
    }
    excess.map(|v| link.strength * v)
}
