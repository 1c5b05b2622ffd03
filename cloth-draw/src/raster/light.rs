//! The light every surface is seen in: one warm lamp, one weak lamp from the other side, and a
//! sky that is brighter than the ground. Fixed in the world, so that orbiting shows the form.

use super::band::{Eight, three};
use crate::look::Shine;
use fearless_simd::{Level, dispatch, prelude::*};
use glam::{Vec3, Vec4};

/// Direction to the main lamp: above, to the right, in front. Unit length. Low enough that a cloth
/// that hangs is lit as well as one that lies.
const KEY: Vec3 = Vec3::new(0.3989, 0.6183, 0.6772);
const KEY_COLOR: Vec3 = Vec3::new(0.66, 0.63, 0.58);
/// Direction to the weak lamp: behind on the left. Unit length.
const FILL: Vec3 = Vec3::new(-0.6013, 0.2005, -0.7735);
const FILL_COLOR: Vec3 = Vec3::new(0.20, 0.23, 0.28);
/// What falls from the sky, and what the ground sends back up: undersides are to be seen.
const SKY: Vec3 = Vec3::new(0.38, 0.41, 0.46);
const GROUND: Vec3 = Vec3::new(0.42, 0.38, 0.36);
/// How far the main light reaches round a form, 0 to 1: cloth scatters light, so its shadow line
/// is soft.
const WRAP: f32 = 0.2;

/// A direction at each of eight pixels.
pub(super) type Directions<S> = [Eight<S>; 3];

/// The cosine between a unit direction at each of eight pixels and one that is the same for all.
#[inline(always)]
pub(super) fn dot<S: Simd>([x, y, z]: Directions<S>, other: Vec3) -> Eight<S> {
    x * other.x + y * other.y + z * other.z
}

/// The light that surfaces with these unit normals send to the eye, as factors for red, green and
/// blue; without the highlight. Above 1 it is brighter than the colour itself.
#[inline(always)]
pub(super) fn light<S: Simd>(normal: Directions<S>, shine: &Shine) -> [Eight<S>; 3] {
    let key = ((dot(normal, KEY) + WRAP) * (1.0 / (1.0 + WRAP))).max(0.0) * shine.diffuse;
    let fill = dot(normal, FILL).max(0.0) * shine.diffuse;
    let up = normal[1] * (0.5 * shine.ambient) + 0.5 * shine.ambient;
    three(
        #[inline(always)]
        |i| {
            let ground = GROUND[i] * shine.ambient;
            key * KEY_COLOR[i] + fill * FILL_COLOR[i] + up * (SKY[i] - GROUND[i]) + ground
        },
    )
}

/// The highlight of the main lamp: Phong's max(0, R · eye) to a power, times its strength, with R
/// the mirrored direction to the lamp. The normal has unit length, the way from the eye any. What
/// would not change a colour by one of 255 levels is 0: on most pixels there is no need for the
/// power.
#[inline(always)]
pub(super) fn highlight<S: Simd>(
    simd: S,
    normal: Directions<S>,
    from_eye: Directions<S>,
    gloss: &Gloss,
) -> Eight<S> {
    let facing = dot(normal, KEY).max(0.0);
    let [x, y, z] = normal;
    let [p, q, r] = from_eye;
    let square = p * p + q * q + r * r;
    let mirrored = dot(from_eye, KEY) - 2.0 * facing * (x * p + y * q + z * r);
    let none = Eight::splat(simd, 0.0);
    let strong = (mirrored * mirrored).simd_gt(square * (gloss.least * gloss.least));
    let seen = strong & mirrored.simd_gt(0.0) & facing.simd_gt(0.0);
    if seen.any_true() {
        let cosine = (mirrored / square.sqrt()).min(1.0);
        let strength = power(cosine, gloss.exponent) * gloss.strength;
        seen.select(strength, none)
    } else {
        none
    }
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

/// [`light`] and [`highlight`] of two normals.
pub(super) fn light_at(
    normals: [Vec3; 2],
    from_eye: Vec3,
    shine: &Shine,
    gloss: &Gloss,
) -> [Vec4; 2] {
    dispatch!(Level::baseline(), simd => two_lights(simd, normals, from_eye, shine, gloss))
}

#[inline(always)]
fn two_lights<S: Simd>(
    simd: S,
    [n, m]: [Vec3; 2],
    from_eye: Vec3,
    shine: &Shine,
    gloss: &Gloss,
) -> [Vec4; 2] {
    let normal = three(
        #[inline(always)]
        |i| Eight::load_array(simd, [n[i], m[i], n[i], m[i], n[i], m[i], n[i], m[i]]),
    );
    let from_eye = three(
        #[inline(always)]
        |i| Eight::splat(simd, from_eye[i]),
    );
    let [x, y, z] = light(normal, shine);
    let w = highlight(simd, normal, from_eye, gloss);
    [
        Vec4::new(x[0], y[0], z[0], w[0]),
        Vec4::new(x[1], y[1], z[1], w[1]),
    ]
}

/// `base` to the power of `exponent`, for bases from 0 to 1 and an exponent from 1 to 200.
///
/// It is 1 % off at most. The logarithm is the float's own exponent and a polynomial in its
/// fraction; the way back likewise.
#[inline(always)]
fn power<S: Simd>(base: Eight<S>, exponent: f32) -> Eight<S> {
    let bits = base.max(1e-20).to_bits();
    let whole = (bits >> 23).to_float::<Eight<S>>() - 127.0;
    let part = Eight::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    // log2 of 1 to 2 by atanh's series in (x − 1) / (x + 1), which is at most 1/3.
    let y = (part - 1.0) / (part + 1.0);
    let square = y * y;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)));
    let logarithm = whole + y * series * (2.0 * std::f32::consts::LOG2_E);
    // Less than 2⁻⁴⁰ is nothing, and numbers too small to be normal would be slow.
    let power = (logarithm * exponent).max(-40.0).min(0.0);
    // Adding 1.5 · 2²³ leaves no room for a fraction: the nearest whole number, and its bits.
    let shifted = power + 12_582_912.0;
    let whole = shifted.to_bits() - 0x4b40_0000;
    let x = (power - (shifted - 12_582_912.0)) * std::f32::consts::LN_2;
    let fraction =
        1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0)))));
    fraction * Eight::from_bits((whole + 127) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(normal: Vec3) -> Vec3 {
        light_at(
            [normal; 2],
            Vec3::Y,
            &Shine::DEFAULT,
            &Gloss::new(&Shine::DEFAULT),
        )[0]
        .truncate()
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
                let found =
                    dispatch!(Level::new(), simd => power(Eight::splat(simd, base), exponent)[0]);
                let exact = base.powf(exponent);
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
        let shine = Shine {
            exponent: 24.0,
            specular: 1.0,
            ..Shine::DEFAULT
        };
        let highlight = |normal| light_at([normal; 2], -to_eye, &shine, &Gloss::new(&shine))[1].w;
        assert!((highlight(mirror) - 1.0).abs() < 0.02);
        // Turned by an angle, the mirrored ray turns by twice that.
        let turned = glam::Quat::from_axis_angle(KEY.cross(to_eye).normalize(), 0.1) * mirror;
        let expected = 0.2_f32.cos().powf(24.0);
        assert!((highlight(turned) / expected - 1.0).abs() < 0.02);
        assert!(highlight(Vec3::NEG_Y) == 0.0);
    }
}
