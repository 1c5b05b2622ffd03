//! Floors: a checker pattern that fades into the background with distance.

use glam::Vec3;

use super::framebuffer::{Framebuffer, pack_quick, whole};
use super::light::light;
use crate::camera::{Camera, Lens};
use crate::picture::{Picture, PlaneShape};

/// Colours of the two kinds of check.
const CHECKS: [Vec3; 2] = [
    Vec3::new(98.0, 103.0, 111.0),
    Vec3::new(112.0, 117.0, 125.0),
];
/// A floor is taken to be this much farther away than it is, as a factor for 1 / depth, so that
/// cloth lying on it is not mixed with it.
const BIAS: f32 = 0.998;
/// Added to check numbers so that they are positive. Even, so that it does not swap the colours.
const POSITIVE: f32 = 8192.0;

/// Pixels worked on together.
const PIECE: usize = 64;

/// What is the same for all pixels of a floor.
struct Floor {
    /// Camera axes' share of the plane's normal; 1 / depth of a ray is `across · ray`.
    across: Vec3,
    /// The eye, measured along the plane from the middle of the fading circle; the circle's
    /// radius is 1.
    eye: [f32; 2],
    /// The same two directions along the camera's axes.
    axes: [Vec3; 2],
    /// Checks in one radius.
    checks: f32,
    /// Where the circle's middle lies among the checks, as a positive number of checks.
    origin: [f32; 2],
    /// Lit colours of the checks.
    colors: [Vec3; 2],
}

/// Draws one floor, seen from its front only.
pub(super) fn draw(
    frame: &mut Framebuffer,
    lens: &Lens,
    camera: &Camera,
    picture: &Picture,
    plane: &PlaneShape,
) {
    let Some(floor) = prepare(lens, camera, picture, plane) else {
        return;
    };
    let width = frame.width;
    let rows = frame.colors.chunks_exact_mut(width);
    for (y, (colors, depths)) in rows.zip(frame.depths.chunks_exact_mut(width)).enumerate() {
        let up = (lens.center.1 - y as f32 - 0.5) / lens.focal;
        let left = Vec3::new((0.5 - lens.center.0) / lens.focal, up, 1.0);
        let row = Row::new(&floor, left, lens.focal.recip());
        let last = row.inverse.0 + row.inverse.1 * (width - 1) as f32;
        if row.inverse.0 > 0.0 || last > 0.0 {
            shade_visible(colors, depths, row, &floor);
        }
    }
}

fn prepare(lens: &Lens, camera: &Camera, picture: &Picture, plane: &PlaneShape) -> Option<Floor> {
    let normal = Vec3::from(plane.normal).try_normalize()?;
    let point = Vec3::from(plane.point);
    let height = normal.dot(lens.eye - point);
    if !(height > lens.near && height < 1e9) {
        return None;
    }
    let along = normal.any_orthonormal_vector();
    let directions = if normal.y.abs() > 0.9 {
        // On level ground checks lie along the world's axes.
        let x = (Vec3::X - normal * normal.x).normalize();
        [x, x.cross(normal)]
    } else {
        [along, along.cross(normal)]
    };
    let size = cloth_size(picture);
    let radius = size * 3.0 + (camera.eye - camera.target).length() * 1.5;
    let middle = camera.target - normal * normal.dot(camera.target - point);
    // A power of two, so that a cloth that stretches a little does not change the floor.
    let check = (size * 0.25).log2().round().exp2();
    let floor = Floor {
        across: lens.turn(normal) * (-BIAS / height),
        eye: directions.map(|direction| direction.dot(lens.eye - middle) / radius),
        axes: directions.map(|direction| lens.turn(direction) / radius),
        checks: radius / check,
        // Only the place within a pair of checks matters.
        origin: directions
            .map(|direction| (direction.dot(middle) / check).rem_euclid(2.0) + POSITIVE),
        colors: CHECKS.map(|color| color * light(normal)),
    };
    let usable = floor.eye.iter().chain(&floor.origin).all(|x| x.is_finite());
    (usable && floor.checks < POSITIVE * 0.5).then_some(floor)
}

/// Length of the cloth's longer side in metres, along the cloth; 1 where there is no telling.
///
/// Unlike the box around it, this hardly changes while a cloth falls and folds.
fn cloth_size(picture: &Picture) -> f32 {
    let length = |count: usize, stride: usize| -> f32 {
        let ends = (1..count).map(|i| (i * stride, (i - 1) * stride));
        ends.map_while(|(a, b)| Some((picture.positions.get(a)?, picture.positions.get(b)?)))
            .map(|(a, b)| Vec3::from(*a).distance(Vec3::from(*b)))
            .sum()
    };
    let size = length(picture.columns, 1).max(length(picture.rows, picture.columns));
    if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    }
}

/// What is the same for all pixels of one row: (value at the left, change per pixel).
struct Row {
    inverse: (f32, f32),
    u: (f32, f32),
    v: (f32, f32),
}

impl Row {
    fn new(floor: &Floor, left: Vec3, step: f32) -> Self {
        let linear = |direction: Vec3| (direction.dot(left), direction.x * step);
        Self {
            inverse: linear(floor.across),
            u: linear(floor.axes[0]),
            v: linear(floor.axes[1]),
        }
    }

    /// Moves the left end to the right by some pixels.
    fn advance(&mut self, pixels: f32) {
        for (left, step) in [&mut self.inverse, &mut self.u, &mut self.v] {
            *left += *step * pixels;
        }
    }
}

/// Shades the pieces of a row of which anything is seen.
fn shade_visible(colors: &mut [u32], depths: &mut [f32], mut row: Row, floor: &Floor) {
    for (colors, depths) in colors.chunks_mut(PIECE).zip(depths.chunks_mut(PIECE)) {
        let (left, step) = row.inverse;
        let nearest = left.max(left + step * PIECE as f32);
        if depths.iter().any(|depth| nearest > *depth) {
            shade_row(colors, depths, &row, floor);
        }
        row.advance(PIECE as f32);
    }
}

/// Shades part of a row. Every pixel is worked out and what is hidden is then left as it was: without
/// branches the compiler does four pixels at a time.
///
/// Not inlined: only as arguments are the slices known not to overlap, which that needs.
#[inline(never)]
fn shade_row(colors: &mut [u32], depths: &mut [f32], row: &Row, floor: &Floor) {
    let [dark, light] = floor.colors;
    for (i, (color, depth)) in colors.iter_mut().zip(depths).enumerate() {
        let x = i as i32 as f32;
        let inverse = row.inverse.0 + row.inverse.1 * x;
        let distance = inverse.recip();
        let u = floor.eye[0] + distance * (row.u.0 + row.u.1 * x);
        let v = floor.eye[1] + distance * (row.v.0 + row.v.1 * x);
        let near_middle = (1.0 - (u * u + v * v)).max(0.0);
        let visible = inverse > *depth && near_middle > 0.0;
        let opacity = if visible {
            near_middle * near_middle
        } else {
            0.0
        };
        let check = whole(u * floor.checks + floor.origin[0])
            .wrapping_add(whole(v * floor.checks + floor.origin[1]));
        let share = (check & 1) as i32 as f32;
        let blend = |shift: u32, dark: f32, light: f32| {
            let old = (*color >> shift & 0xff) as i32 as f32;
            old + (dark + (light - dark) * share - old) * opacity
        };
        *color = pack_quick(
            blend(16, dark.x, light.x),
            blend(8, dark.y, light.y),
            blend(0, dark.z, light.z),
        );
        *depth = if visible { inverse } else { *depth };
    }
}
