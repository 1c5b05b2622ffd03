//! Colours as numbers, `0x00RRGGBB`, and the light every surface is seen in: one warm lamp, one weak lamp
//! from the other side, and a sky that is brighter than the ground. Fixed in the world, so that orbiting shows
//! the form.
//!
//! All of it is inlined into loops over pixels, which the compiler turns into wide instructions:
//! no branches, and no function of the library.

use crate::look::Shine;
use glam::Vec3;

/// Direction to the main lamp: above, to the right, in front. Unit length. Low enough that a cloth
/// that hangs is lit as well as one that lies.
const KEY: [f32; 3] = [0.3989, 0.6183, 0.6772];
const KEY_COLOR: [f32; 3] = [0.66, 0.63, 0.58];
/// Direction to the weak lamp: behind on the left. Unit length.
const FILL: [f32; 3] = [-0.6013, 0.2005, -0.7735];
const FILL_COLOR: [f32; 3] = [0.20, 0.23, 0.28];
/// What falls from the sky, and what the ground sends back up: undersides are to be seen.
const SKY: [f32; 3] = [0.38, 0.41, 0.46];
const GROUND: [f32; 3] = [0.42, 0.38, 0.36];
/// How far the main light reaches round a form, 0 to 1: cloth scatters light, so its shadow line
/// is soft.
const WRAP: f32 = 0.2;

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The light that a surface with this unit normal sends to the eye, as factors for red, green and
/// blue; without the highlight. Above 1 it is brighter than the colour itself.
#[inline(always)]
pub(super) fn light(normal: [f32; 3], shine: &Shine) -> [f32; 3] {
    let key = most((dot(normal, KEY) + WRAP) * (1.0 / (1.0 + WRAP)), 0.0) * shine.diffuse;
    let fill = most(dot(normal, FILL), 0.0) * shine.diffuse;
    let up = normal[1] * (0.5 * shine.ambient) + 0.5 * shine.ambient;
    let channel = |i: usize| {
        let ground = GROUND[i] * shine.ambient;
        key * KEY_COLOR[i] + fill * FILL_COLOR[i] + up * (SKY[i] - GROUND[i]) + ground
    };
    [channel(0), channel(1), channel(2)]
}

/// What highlights depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gloss {
    exponent: f32,
    strength: f32,
    /// R · eye from which on a highlight is seen, at least 0.
    least: f32,
}

impl Gloss {
    pub(super) fn new(shine: &Shine) -> Self {
        let faintest = 0.4 / (255.0 * shine.specular.max(1e-6));
        Self {
            exponent: shine.exponent,
            strength: shine.specular,
            least: faintest.min(1.0).powf(shine.exponent.max(1e-3).recip()),
        }
    }
}

/// R · eye as (its length times that of `from_eye`, the square of that length), with R the
/// direction to the main lamp, mirrored.
#[inline(always)]
fn mirrored(normal: [f32; 3], from_eye: [f32; 3]) -> (f32, f32) {
    let facing = most(dot(normal, KEY), 0.0);
    let along = dot(from_eye, KEY) - 2.0 * facing * dot(normal, from_eye);
    // Away from the lamp there is none.
    let along = if facing > 0.0 { along } else { 0.0 };
    (along, dot(from_eye, from_eye))
}

/// Whether a highlight would change a colour by one of 255 levels. On most pixels it would not.
#[inline(always)]
pub(super) fn is_glossy(normal: [f32; 3], from_eye: [f32; 3], gloss: &Gloss) -> bool {
    let (along, square) = mirrored(normal, from_eye);
    (along > 0.0) & (along * along > square * (gloss.least * gloss.least))
}

/// The highlight of the main lamp: Phong's max(0, R · eye) to a power, times its strength. The
/// normal has unit length, the way from the eye any.
#[inline(always)]
pub(super) fn highlight(normal: [f32; 3], from_eye: [f32; 3], gloss: &Gloss) -> f32 {
    let (along, square) = mirrored(normal, from_eye);
    let cosine = least(along / square.sqrt(), 1.0);
    let strength = power(cosine, gloss.exponent) * gloss.strength;
    if is_glossy(normal, from_eye, gloss) {
        strength
    } else {
        0.0
    }
}

/// `base` to the power of `exponent`, for bases from 0 to 1 and an exponent from 1 to 200.
///
/// It is 1 % off at most. The logarithm is the float's own exponent and a polynomial in its
/// fraction; the way back likewise.
#[inline(always)]
fn power(base: f32, exponent: f32) -> f32 {
    let bits = most(base, 1e-20).to_bits();
    let whole = (bits >> 23) as i32 as f32 - 127.0;
    let part = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    // log2 of 1 to 2 by atanh's series in (x − 1) / (x + 1), which is at most 1/3.
    let y = (part - 1.0) / (part + 1.0);
    let square = y * y;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)));
    let logarithm = whole + y * series * (2.0 * std::f32::consts::LOG2_E);
    // Less than 2⁻⁴⁰ is nothing, and numbers too small to be normal would be slow.
    let power = least(most(logarithm * exponent, -40.0), 0.0);
    // Adding 1.5 · 2²³ leaves no room for a fraction: the nearest whole number, and its bits.
    let shifted = power + 12_582_912.0;
    let whole = shifted.to_bits().wrapping_sub(0x4b40_0000);
    let x = (power - (shifted - 12_582_912.0)) * std::f32::consts::LN_2;
    let fraction =
        1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0)))));
    fraction * f32::from_bits(whole.wrapping_add(127) << 23)
}

/// A colour with channels from 0 to 255 as `0x00RRGGBB`; anything beyond is limited.
pub(super) fn pack(color: Vec3) -> u32 {
    let byte = |channel: f32| u32::from((channel + 0.5) as u8);
    byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
}

/// The whole number nearest to a value from 0 to 2²², for inner loops.
///
/// Adding 2²³ leaves no room for a fraction in an `f32`, so the number stands in its low bits. The
/// plain conversion also checks for NaN and for the range, one pixel at a time, and that took more
/// time than all the rest of drawing a floor.
#[inline(always)]
pub(super) fn whole(value: f32) -> u32 {
    (value + 8_388_608.0).to_bits() & 0x003f_ffff
}

/// Packs channels that are known to be from 0 to 255.
#[inline(always)]
pub(super) fn pack_quick(red: f32, green: f32, blue: f32) -> u32 {
    whole(red) << 16 | whole(green) << 8 | whole(blue)
}

/// The channels of `0x00RRGGBB`, from 0 to 255.
pub(super) fn unpack(color: u32) -> Vec3 {
    let [_, red, green, blue] = color.to_be_bytes();
    Vec3::new(red.into(), green.into(), blue.into())
}

/// The smaller of two numbers: one instruction for several at once, where `min` must ask whether one of
/// them is none.
#[inline(always)]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers.
#[inline(always)]
pub(super) fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_that_of_the_library() {
        for base in 0..=1000 {
            let base = base as f32 / 1000.0;
            for exponent in [1.0, 2.5, 24.0, 200.0] {
                let (found, exact) = (power(base, exponent), base.powf(exponent));
                let is_close = (found - exact).abs() <= 0.01 * exact + 1e-6;
                assert!(is_close, "{base} to {exponent}: {found}, not {exact}");
            }
        }
    }

    #[test]
    fn the_highlight_is_where_a_mirror_would_show_the_lamp() {
        let mut shine = Shine::DEFAULT;
        shine.specular = 1.0;
        let seen = |normal: Vec3| highlight(normal.into(), [0.0, 0.0, -1.0], &Gloss::new(&shine));
        // The normal half-way between lamp and eye mirrors the lamp into the eye.
        let mirror = (Vec3::from(KEY) + Vec3::Z).normalize();
        assert!((seen(mirror) - 1.0).abs() < 0.02);
        // Turned by an angle, the mirrored ray turns by twice that.
        let axis = Vec3::from(KEY).cross(Vec3::Z).normalize();
        let turned = glam::Quat::from_axis_angle(axis, 0.1) * mirror;
        assert!((seen(turned) / 0.2_f32.cos().powf(24.0) - 1.0).abs() < 0.02);
        assert!(seen(Vec3::NEG_Y) == 0.0);
    }
}
