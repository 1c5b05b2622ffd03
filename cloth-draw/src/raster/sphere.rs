//! Spheres, found exactly at each pixel by the ray through it.

use fearless_simd::{mask32x8, prelude::*};
use glam::{Vec2, Vec3};

use super::band::{Band, Eight, INVERSE, LANES, lanes, three};
use crate::camera::Lens;
use crate::picture::SphereShape;

/// Notes where a sphere is seen in a band. A camera inside it does not see it.
#[inline(always)]
pub(super) fn draw<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    lens: &Lens,
    sphere: &SphereShape,
    material: f32,
) {
    let center = lens.to_view(Vec3::from(sphere.center));
    let radius = sphere.radius;
    let drawable = center.is_finite() && center.length() < 1e9 && radius > 0.0;
    if !drawable || center.length() <= radius || center.z + radius < lens.near {
        return;
    }
    let last = band.first + band.rows;
    let ((left, right), (top, bottom)) = pixel_box(lens, center, radius, (band.width, last));
    if left < right {
        band.touch((left, right));
    }
    let lanes = lanes(simd);
    let ball = Ball {
        center,
        radius,
        material,
    };
    for y in top.max(band.first)..bottom {
        let up = (lens.center.1 - y as f32 - 0.5) / lens.focal;
        for x in (left..right).step_by(LANES) {
            // Along the camera's axes the ray through a pixel is (x, y, 1) times depth.
            let across = (lanes + (x as f32 + 0.5 - lens.center.0)) / lens.focal;
            let at = (y - band.first) * band.width + x;
            let inside = lanes.simd_lt((right - x) as f32);
            note(simd, band, at, inside, (across, up), lens, ball);
        }
    }
}

/// A sphere that can be seen.
#[derive(Clone, Copy, Debug)]
struct Ball {
    /// Along the camera's axes.
    center: Vec3,
    radius: f32,
    material: f32,
}

/// Notes eight pixels.
#[inline(always)]
fn note<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    at: usize,
    inside: mask32x8<S>,
    (x, y): (Eight<S>, f32),
    lens: &Lens,
    ball: Ball,
) {
    let (center, radius) = (ball.center, ball.radius);
    let (depth, is_hit) = hit((x, y), center, radius);
    let hidden_by = band.note(simd, INVERSE, at);
    let nearer = depth.simd_ge(lens.near) & (depth * hidden_by).simd_lt(1.0);
    let seen = inside & is_hit & nearer;
    // Most of a sphere is often under the cloth.
    if !seen.any_true() {
        return;
    }
    let across = [x * depth - center.x, y * depth - center.y, depth - center.z];
    let [x, y, z] = three(
        #[inline(always)]
        |i| across[0] * lens.right[i] + across[1] * lens.up[i] + across[2] * lens.forward[i],
    );
    let none = Eight::splat(simd, 0.0);
    let inverse = 1.0 / depth;
    let material = Eight::splat(simd, ball.material);
    band.put(
        simd,
        at,
        seen,
        &[inverse, x, y, z, none, none, none, material],
    );
}

/// How many times the ray goes into the way to the nearer of its two meetings with the sphere, and
/// whether it meets it at all.
///
/// Written with the cross product, since the textbook's b² − 4ac loses all its digits for a small
/// sphere far away.
#[inline(always)]
fn hit<S: Simd>((x, y): (Eight<S>, f32), center: Vec3, radius: f32) -> (Eight<S>, mask32x8<S>) {
    let square = x * x + (y * y + 1.0);
    let (across, down) = (center.x - x * center.z, y * center.z - center.y);
    let around = x * center.y - y * center.x;
    let aside = across * across + around * around + down * down;
    let under_root = square * (radius * radius) - aside;
    let root = under_root.max(0.0).sqrt();
    let along = x * center.x + (y * center.y + center.z);
    ((along - root) / square, under_root.simd_ge(0.0))
}

/// Columns and rows of pixels that the sphere can reach, as half-open ranges.
fn pixel_box(
    lens: &Lens,
    center: Vec3,
    radius: f32,
    (width, height): (usize, usize),
) -> ((usize, usize), (usize, usize)) {
    let (low_x, high_x) = tangents(Vec2::new(center.x, center.z), radius);
    let (low_y, high_y) = tangents(Vec2::new(center.y, center.z), radius);
    // Conversion to whole numbers limits negative and infinite values to the picture.
    let range = |low: f32, high: f32, size: usize| {
        let first = (low.floor().max(0.0) as usize).min(size);
        (first, (high.ceil().max(0.0) as usize).clamp(first, size))
    };
    let (x, y) = lens.center;
    (
        range(x + low_x * lens.focal, x + high_x * lens.focal, width),
        range(y - high_y * lens.focal, y - low_y * lens.focal, height),
    )
}

/// Slopes (sideways per depth) of the two lines from the eye that touch a circle; `center` is
/// (sideways, depth). Infinite where the circle reaches the eye's own plane.
fn tangents(center: Vec2, radius: f32) -> (f32, f32) {
    let under = center.y * center.y - radius * radius;
    if center.y <= radius || under <= 0.0 {
        return (f32::NEG_INFINITY, f32::INFINITY);
    }
    let root = radius * (center.length_squared() - radius * radius).max(0.0).sqrt();
    let middle = center.x * center.y;
    ((middle - root) / under, (middle + root) / under)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::look::Look;
    use crate::picture::Picture;
    use crate::raster::Framebuffer;

    fn camera() -> Camera {
        Camera {
            eye: Vec3::ZERO,
            target: Vec3::NEG_Z,
            field_of_view: 0.8,
            aside: 0.0,
            below: 0.0,
        }
    }

    fn drawn(center: [f32; 3], radius: f32) -> Framebuffer {
        let spheres = [SphereShape { center, radius }];
        let picture = Picture {
            spheres: &spheres,
            ..Picture::default()
        };
        let mut frame = Framebuffer::new(400, 400);
        super::super::draw(&[picture], &Look::DEFAULT, &camera(), &mut frame);
        frame
    }

    #[test]
    fn the_silhouette_has_the_radius_that_projection_gives() {
        // Seen from distance d, a sphere ends where a ray touches it: focal · r / √(d² − r²).
        let (distance, radius) = (3.0_f32, 0.5_f32);
        let focal = 200.0 / 0.4_f32.tan();
        let expected = focal * radius / (distance * distance - radius * radius).sqrt();
        let frame = drawn([0.0, 0.0, -distance], radius);
        let across = (0..400)
            .filter(|x| frame.depths[200 * 400 + x] > 0.0)
            .count();
        assert!((across as f32 - 2.0 * expected).abs() <= 1.0, "{across}");
        let area = frame.depths.iter().filter(|depth| **depth > 0.0).count() as f32;
        let circle = std::f32::consts::PI * expected * expected;
        assert!((area / circle - 1.0).abs() < 0.005, "{area} {circle}");
    }

    #[test]
    fn the_middle_is_one_radius_nearer_than_the_centre() {
        let frame = drawn([0.0, 0.0, -3.0], 0.5);
        assert!((frame.depths[200 * 400 + 200].recip() - 2.5).abs() < 1e-3);
    }

    #[test]
    fn a_sphere_off_the_axis_is_not_cut_by_its_box() {
        let frame = drawn([0.9, -0.7, -3.0], 0.4);
        let found = frame.depths.iter().filter(|depth| **depth > 0.0).count();
        // Without a box: every pixel of the picture is tried.
        let lens = camera().lens((400, 400));
        let (center, radius) = (Vec3::new(0.9, -0.7, 3.0), 0.4_f32);
        let all = (0..160_000).filter(|i| {
            let ray = Vec3::new(
                ((i % 400) as f32 + 0.5 - 200.0) / lens.focal,
                (200.0 - (i / 400) as f32 - 0.5) / lens.focal,
                1.0,
            );
            ray.length() * radius >= ray.cross(center).length()
        });
        assert_eq!(found, all.count());
    }

    #[test]
    fn spheres_that_cannot_be_drawn_are_left_out() {
        for (center, radius) in [
            ([0.0, 0.0, 3.0], 0.5),
            ([0.0, 0.0, -3.0], 0.0),
            ([0.0, 0.0, -3.0], -1.0),
            ([0.0, 0.0, -3.0], f32::NAN),
            ([0.0, 0.0, -3.0], f32::INFINITY),
            ([f32::NAN, 0.0, -3.0], 0.5),
            ([0.0, 0.0, 0.0], 0.5),
        ] {
            let frame = drawn(center, radius);
            assert!(
                frame.depths.iter().all(|depth| *depth == 0.0),
                "{center:?} {radius}"
            );
        }
        // The camera just outside a large sphere sees nothing else.
        assert!(
            drawn([0.0, 0.0, -1.05], 1.0)
                .depths
                .iter()
                .all(|depth| *depth > 0.0)
        );
    }
}
