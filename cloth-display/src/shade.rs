//! How light a surface is: Lambert's law with a little light from everywhere, in whole numbers.

use crate::palette::LEVELS;

/// Towards the light, along the camera's right, up and backward, times 256: above the
/// camera's left shoulder.
pub(crate) const LIGHT: [i32; 3] = [-102, 128, 197];
/// Light that falls from everywhere, of the palette's levels.
pub(crate) const AMBIENT: i32 = 9;
/// The lightest level.
pub(crate) const BRIGHTEST: i32 = LEVELS as i32 - 1;

/// Bits of a normal's components.
const NORMAL_BITS: u32 = 10;
/// Longest diagonals of a cell, units: of cloth that is seen from so near there is little in
/// the picture.
const LONGEST: i32 = (1 << 13) - 1;

/// The direction towards the light along the world's axes, times 256, for a camera with these
/// axes (right, up, forward, times 2^14).
pub(crate) fn light([right, up, forward]: [[i32; 3]; 3]) -> [i32; 3] {
    let along = |i: usize| LIGHT[0] * right[i] + LIGHT[1] * up[i] - LIGHT[2] * forward[i];
    [along(0) >> 14, along(1) >> 14, along(2) >> 14]
}

/// The level of light on a cell with these corners, in the order of
/// [`triangles`](cloth_core::triangles), on the side that is seen from `eye`. All places are
/// counted from the same point.
pub(crate) fn level(corners: [[i32; 3]; 4], eye: [i32; 3], light: [i32; 3]) -> u8 {
    let [p0, p1, p2, p3] = corners;
    let normal = shortened(cross(difference(p3, p0), difference(p1, p2)));
    let to_eye = [0, 1, 2].map(|i| (eye[i] - p0[i]) >> 4);
    let length = dot(normal, normal).unsigned_abs().isqrt().max(1) as i32;
    let lit = dot(normal, light);
    let lit = if dot(normal, to_eye) < 0 { -lit } else { lit };
    of_cosine(lit / length)
}

/// The level of light where the cosine between the normal and the light is `cosine`/256.
#[inline]
pub(crate) fn of_cosine(cosine: i32) -> u8 {
    let level = AMBIENT + (((BRIGHTEST - AMBIENT) * cosine) >> 8);
    level.clamp(AMBIENT, BRIGHTEST) as u8
}

/// The vector, shifted to at most 10 bits so that squares have 20.
fn shortened(v: [i32; 3]) -> [i32; 3] {
    let largest = v[0].unsigned_abs() | v[1].unsigned_abs() | v[2].unsigned_abs();
    let bits = 32 - largest.leading_zeros();
    v.map(|v| v >> bits.saturating_sub(NORMAL_BITS))
}

fn difference(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|i| (a[i] - b[i]).clamp(-LONGEST, LONGEST))
}

fn cross(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: [[i32; 3]; 3] = [[1 << 14, 0, 0], [0, 1 << 14, 0], [0, 0, -(1 << 14)]];
    const EYE: [i32; 3] = [0, 0, 8192];

    /// A cell whose sides are these.
    fn cell(across: [i32; 3], down: [i32; 3]) -> [[i32; 3]; 4] {
        let both = [0, 1, 2].map(|i| across[i] + down[i]);
        [[0; 3], across, down, both]
    }

    #[test]
    fn the_level_is_the_cosine_on_the_side_that_is_seen() {
        for i in 0..49 {
            let (x, y) = (i % 7 * 40 - 120, i / 7 * 40 - 120);
            let (across, down) = ([128, 0, x], [0, -128, y]);
            // Across × down points away from the eye, so it is the other side that is seen.
            let normal = [-x, y, 128].map(f64::from);
            let along = |v: [f64; 3]| normal[0] * v[0] + normal[1] * v[1] + normal[2] * v[2];
            let cosine = along(LIGHT.map(f64::from)) / libm::sqrt(along(normal)) / 256.0;
            let expected = 9.0 + 22.0 * cosine.max(0.0);
            for corners in [cell(across, down), cell(down, across)] {
                let level = level(corners, EYE, light(AXES));
                let error = f64::from(level) - expected;
                assert!(error.abs() < 1.1, "{level} {expected}");
            }
        }
    }

    #[test]
    fn what_has_no_normal_is_dark_and_nothing_overflows() {
        assert_eq!(level([[0; 3]; 4], EYE, light(AXES)), AMBIENT as u8);
        let far = (1 << 15) - 1;
        for x in [-far, 0, far] {
            for y in [-far, 1, far] {
                let corners = [[x, y, far], [y, x, -far], [far, -far, x], [-x, -y, y]];
                let _ = level(corners, [-far; 3], light(AXES));
            }
        }
    }
}
