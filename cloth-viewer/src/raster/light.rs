//! The light every surface is seen in: one warm lamp, one weak lamp from the other side, and a
//! sky that is brighter than the ground. Fixed in the world, so that orbiting shows the form.

use crate::look::Shine;
use glam::Vec3;

/// Direction to the main lamp: above, to the right, in front. Unit length. Low enough that a cloth
/// that hangs is lit as well as one that lies.
const KEY: Vec3 = Vec3::new(0.3989, 0.6183, 0.6772);
const KEY_COLOR: Vec3 = Vec3::new(0.66, 0.63, 0.58);
/// Direction to the weak lamp: behind on the left. Unit length.
const FILL: Vec3 = Vec3::new(-0.6013, 0.2005, -0.7735);
const FILL_COLOR: Vec3 = Vec3::new(0.20, 0.23, 0.28);
const SKY: Vec3 = Vec3::new(0.38, 0.41, 0.46);
const GROUND: Vec3 = Vec3::new(0.22, 0.20, 0.20);
/// How far the main light reaches round a form, 0 to 1: cloth scatters light, so its shadow line
/// is soft.
const WRAP: f32 = 0.2;

/// The light that a surface with this unit normal sends to the eye, as a factor for its colour;
/// without the highlight. Above 1 it is brighter than the colour itself.
#[inline(always)]
pub(super) fn light(normal: Vec3, shine: &Shine) -> Vec3 {
    let key = ((normal.dot(KEY) + WRAP) / (1.0 + WRAP)).max(0.0);
    let fill = normal.dot(FILL).max(0.0);
    let sky = GROUND + (SKY - GROUND) * (normal.y * 0.5 + 0.5);
    (KEY_COLOR * key + FILL_COLOR * fill) * shine.diffuse + sky * shine.ambient
}

/// The highlight of the main lamp, from 0 to 1: Phong's max(0, R · eye) to a power, with R the
/// mirrored direction to the lamp. Both directions have unit length.
#[inline(always)]
pub(super) fn highlight(normal: Vec3, to_eye: Vec3, exponent: f32) -> f32 {
    power(mirrored(normal, to_eye), exponent)
}

/// R · eye, from 0 to 1.
#[inline(always)]
pub(super) fn mirrored(normal: Vec3, to_eye: Vec3) -> f32 {
    let facing = normal.dot(KEY).max(0.0);
    (2.0 * facing * normal.dot(to_eye) - KEY.dot(to_eye)).clamp(0.0, 1.0) * (facing * 1e6).min(1.0)
}

/// `base` to the power of `exponent`, for a base from 0 to 1 and an exponent from 1 to 200.
///
/// It is 1 % off at most, and the compiler does four at a time; the library's function does one.
/// The logarithm is the float's own exponent and a polynomial in its fraction; the way back
/// likewise.
#[inline(always)]
pub(super) fn power(base: f32, exponent: f32) -> f32 {
    let bits = base.max(1e-20).to_bits() as i32;
    let whole = (bits >> 23) - 127;
    let part = f32::from_bits((bits & 0x007f_ffff | 0x3f80_0000) as u32);
    // log2 of 1 to 2 by atanh's series in (x − 1) / (x + 1), which is at most 1/3.
    let y = (part - 1.0) / (part + 1.0);
    let square = y * y;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)));
    let logarithm = whole as f32 + y * series * (2.0 * std::f32::consts::LOG2_E);
    // Less than 2⁻⁴⁰ is nothing, and numbers too small to be normal would be slow.
    let power = (logarithm * exponent).clamp(-40.0, 0.0);
    // Adding 1.5 · 2²³ leaves no room for a fraction: the nearest whole number, and its bits.
    let shifted = power + 12_582_912.0;
    let whole = shifted.to_bits() as i32 - 0x4b40_0000;
    let x = (power - (shifted - 12_582_912.0)) * std::f32::consts::LN_2;
    let fraction =
        1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0)))));
    fraction * f32::from_bits(((whole + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(normal: Vec3) -> Vec3 {
        light(normal, &Shine::DEFAULT)
    }

    #[test]
    fn lamps_have_unit_directions() {
        assert!((KEY.length() - 1.0).abs() < 1e-3);
        assert!((FILL.length() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn hanging_cloth_reads_well_from_both_sides() {
        for (normal, least) in [(Vec3::Z, 0.7), (Vec3::NEG_Z, 0.4)] {
            assert!(plain(normal).min_element() > least, "{normal}");
        }
    }

    #[test]
    fn faces_towards_the_lamp_are_brightest_and_nothing_is_black() {
        let brightest = plain(KEY).element_sum();
        for normal in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, FILL] {
            let sum = plain(normal).element_sum();
            assert!(0.3 < sum && sum < brightest, "{normal}: {sum}");
        }
    }

    #[test]
    fn the_power_is_that_of_the_library() {
        for base in 0..=1000 {
            let base = base as f32 / 1000.0;
            for exponent in [1.0, 2.5, 24.0, 200.0] {
                let (found, exact) = (power(base, exponent), base.powf(exponent));
                assert!(
                    (found - exact).abs() <= 0.01 * exact + 1e-6,
                    "{base} to {exponent}: {found}, not {exact}"
                );
            }
        }
    }

    #[test]
    fn the_highlight_is_where_a_mirror_would_show_the_lamp() {
        // The normal half-way between lamp and eye mirrors the lamp into the eye.
        let to_eye = Vec3::Z;
        let mirror = (KEY + to_eye).normalize();
        assert!((highlight(mirror, to_eye, 24.0) - 1.0).abs() < 0.02);
        // Turned by an angle, the mirrored ray turns by twice that.
        let turned = glam::Quat::from_axis_angle(KEY.cross(to_eye).normalize(), 0.1) * mirror;
        let expected = 0.2_f32.cos().powf(24.0);
        assert!((highlight(turned, to_eye, 24.0) / expected - 1.0).abs() < 0.02);
        assert!(highlight(Vec3::NEG_Y, to_eye, 24.0) < 1e-6);
    }
}
