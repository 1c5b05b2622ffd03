//! The light every surface is seen in: one warm lamp, one weak lamp from the other side, and a
//! sky that is brighter than the ground. Fixed in the world, so that orbiting shows the form.

use glam::Vec3;

/// Direction to the main lamp: above, to the right, in front. Unit length.
const KEY: Vec3 = Vec3::new(0.4622, 0.7702, 0.4395);
const KEY_COLOR: Vec3 = Vec3::new(0.74, 0.70, 0.64);
/// Direction to the weak lamp: behind on the left. Unit length.
const FILL: Vec3 = Vec3::new(-0.8018, 0.2673, -0.5345);
const FILL_COLOR: Vec3 = Vec3::new(0.10, 0.13, 0.18);
const SKY: Vec3 = Vec3::new(0.33, 0.36, 0.42);
const GROUND: Vec3 = Vec3::new(0.17, 0.15, 0.15);
/// How far the main light reaches round a form, 0 to 1: cloth scatters light, so its shadow line
/// is soft.
const WRAP: f32 = 0.2;

/// The light that a surface with this unit normal sends to the eye, as a factor for its colour:
/// red, green and blue from 0 to 1.
#[inline(always)]
pub(super) fn light(normal: Vec3) -> Vec3 {
    let key = ((normal.dot(KEY) + WRAP) / (1.0 + WRAP)).max(0.0);
    let fill = normal.dot(FILL).max(0.0);
    let ambient = GROUND.lerp(SKY, normal.y * 0.5 + 0.5);
    (KEY_COLOR * key + FILL_COLOR * fill + ambient).clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lamps_have_unit_directions() {
        assert!((KEY.length() - 1.0).abs() < 1e-3);
        assert!((FILL.length() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn faces_towards_the_lamp_are_brightest_and_nothing_is_black() {
        let brightest = light(KEY).element_sum();
        for normal in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, FILL] {
            let sum = light(normal).element_sum();
            assert!(0.3 < sum && sum < brightest, "{normal}: {sum}");
        }
    }
}
