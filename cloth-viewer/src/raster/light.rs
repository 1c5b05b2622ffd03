//! The light every surface is seen in: one warm lamp, one weak lamp from the other side, and a
//! sky that is brighter than the ground. Fixed in the world, so that orbiting shows the form.

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
    fn hanging_cloth_reads_well_from_both_sides() {
        for (normal, least) in [(Vec3::Z, 0.7), (Vec3::NEG_Z, 0.4)] {
            assert!(light(normal).min_element() > least, "{normal}");
        }
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
