//! Filling triangles.
//!
//! Corners are rounded to 1/256 of a pixel and all inside-or-outside decisions are made in whole
//! numbers, so that two triangles that share an edge cover each pixel along it exactly once.

use glam::{Vec3, Vec4};

use super::framebuffer::{Framebuffer, pack_quick};
use crate::camera::Lens;

/// Steps that a pixel is divided into.
const STEPS: i64 = 256;

/// A corner on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// Position in 1/256 of a pixel.
    x: i64,
    y: i64,
    /// 1 / depth.
    inverse: f32,
}

impl Corner {
    /// The corner at a position along the camera's axes.
    pub(super) fn new(lens: &Lens, view: Vec3) -> Self {
        let (x, y) = lens.to_screen(view);
        Self {
            x: (x * STEPS as f32).round() as i64,
            y: (y * STEPS as f32).round() as i64,
            inverse: view.z.recip(),
        }
    }
}

/// Twice the area of the triangle of edge a–b and point p: positive where p is to the right of
/// the way from a to b, as seen on the screen.
fn edge_value(a: &Corner, b: &Corner, p: (i64, i64)) -> i64 {
    (b.x - a.x) * (p.1 - a.y) - (b.y - a.y) * (p.0 - a.x)
}

/// One side of a triangle, as a value that is ≥ 0 at the pixels inside.
#[derive(Clone, Copy, Debug)]
struct Side {
    value: i64,
    step_x: i64,
    step_y: i64,
}

impl Side {
    /// The side from a to b, at the centre of pixel `start`.
    fn new(a: &Corner, b: &Corner, start: (i64, i64)) -> Self {
        let center = (start.0 * STEPS + STEPS / 2, start.1 * STEPS + STEPS / 2);
        // A pixel centre exactly on a side belongs to the triangle below it or to the right of
        // it: here a top side runs to the right and a left side runs upwards.
        let is_top_left = b.y < a.y || (b.y == a.y && b.x > a.x);
        Self {
            value: edge_value(a, b, center) - i64::from(!is_top_left),
            step_x: (a.y - b.y) * STEPS,
            step_y: (b.x - a.x) * STEPS,
        }
    }
}

/// Fills one triangle with smoothly changing colour, in correct perspective.
///
/// Colours have channels from 0 to 255. The corners may be in either order and must have been
/// clipped: in front of the camera and not more than some 10,000 pixels outside the picture.
pub(super) fn fill(frame: &mut Framebuffer, corners: [&Corner; 3], colors: [Vec3; 3]) {
    let ([a, mut b, mut c], [color_a, mut color_b, mut color_c]) = (corners, colors);
    let mut area = edge_value(a, b, (c.x, c.y));
    if area == 0 {
        return;
    }
    if area < 0 {
        area = -area;
        (b, c) = (c, b);
        (color_b, color_c) = (color_c, color_b);
    }
    let Some((first, last)) = pixel_box(frame, [a, b, c]) else {
        return;
    };
    // Opposite each corner lies the side whose value is that corner's share of a pixel.
    let sides = [(b, c), (c, a), (a, b)].map(|(from, to)| Side::new(from, to, first));
    // Colour and 1 change in step with 1 / depth on the screen, so all four are divided by depth
    // here and the first three multiplied by it again at each pixel.
    let per_area = (area as f32).recip();
    let values = [(color_a, a), (color_b, b), (color_c, c)]
        .map(|(color, corner)| color.extend(1.0) * (corner.inverse * per_area));
    fill_rows(frame, first, last, sides, values);
}

/// First and last pixel, inclusive, of the part of the triangle's box that is in the picture.
fn pixel_box(frame: &Framebuffer, corners: [&Corner; 3]) -> Option<((i64, i64), (i64, i64))> {
    let [a, b, c] = corners;
    let first = |p: i64, q: i64, r: i64| (p.min(q).min(r) + STEPS / 2 - 1).div_euclid(STEPS).max(0);
    let last = |p: i64, q: i64, r: i64, size: usize| {
        (p.max(q).max(r) - STEPS / 2)
            .div_euclid(STEPS)
            .min(size as i64 - 1)
    };
    let low = (first(a.x, b.x, c.x), first(a.y, b.y, c.y));
    let high = (
        last(a.x, b.x, c.x, frame.width),
        last(a.y, b.y, c.y, frame.height),
    );
    (low.0 <= high.0 && low.1 <= high.1).then_some((low, high))
}

/// Visits the pixels of a box and fills those inside all three sides.
fn fill_rows(
    frame: &mut Framebuffer,
    first: (i64, i64),
    last: (i64, i64),
    mut sides: [Side; 3],
    values: [Vec4; 3],
) {
    let step = weigh(values, sides.map(|side| side.step_x));
    let width = (last.0 - first.0 + 1) as usize;
    for y in first.1..=last.1 {
        let [mut s0, mut s1, mut s2] = sides.map(|side| side.value);
        let mut skipped = 0;
        // The sign bit is set if any of the three is negative.
        while skipped < width && (s0 | s1 | s2) < 0 {
            s0 += sides[0].step_x;
            s1 += sides[1].step_x;
            s2 += sides[2].step_x;
            skipped += 1;
        }
        let first_value = weigh(values, [s0, s1, s2]);
        let mut end = skipped;
        while end < width && (s0 | s1 | s2) >= 0 {
            s0 += sides[0].step_x;
            s1 += sides[1].step_x;
            s2 += sides[2].step_x;
            end += 1;
        }
        let start = y as usize * frame.width + first.0 as usize;
        let span = start + skipped..start + end;
        let colors = &mut frame.colors[span.clone()];
        fill_span(colors, &mut frame.depths[span], first_value, step);
        for side in &mut sides {
            side.value += side.step_y;
        }
    }
}

/// Fills the pixels of one row that are not hidden; `value` is colour / depth and 1 / depth of the
/// first of them.
fn fill_span(colors: &mut [u32], depths: &mut [f32], mut value: Vec4, step: Vec4) {
    for (color, depth) in colors.iter_mut().zip(depths) {
        if value.w > *depth {
            *depth = value.w;
            let lit = value / value.w;
            *color = pack_quick(lit.x, lit.y, lit.z);
        }
        value += step;
    }
}

/// The sum of the corners' values, each times its share.
fn weigh(values: [Vec4; 3], shares: [i64; 3]) -> Vec4 {
    values[0] * shares[0] as f32 + values[1] * shares[1] as f32 + values[2] * shares[2] as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner at a pixel position and depth, without a camera.
    fn corner(x: f32, y: f32, depth: f32) -> Corner {
        Corner {
            x: (x * STEPS as f32).round() as i64,
            y: (y * STEPS as f32).round() as i64,
            inverse: depth.recip(),
        }
    }

    /// Numbers from 0 to 1 that look random and are the same in every run.
    fn numbers() -> impl FnMut() -> f32 {
        let mut state = 12_345_u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    fn covered(corners: [&Corner; 3]) -> Vec<bool> {
        let mut frame = Framebuffer::new(40, 30);
        fill(&mut frame, corners, [Vec3::ONE; 3]);
        frame.depths.iter().map(|depth| *depth > 0.0).collect()
    }

    #[test]
    fn coverage_is_that_of_a_point_in_triangle_test() {
        let mut number = numbers();
        for _ in 0..300 {
            let points = [0; 3].map(|_| [number() * 60.0 - 10.0, number() * 50.0 - 10.0]);
            let corners = points.map(|[x, y]| corner(x, y, 1.0));
            let [a, b, c] = corners;
            let found = covered([&a, &b, &c]);
            for (i, found) in found.iter().enumerate() {
                let center = ((i % 40) as f64 + 0.5, (i / 40) as f64 + 0.5);
                // Signed areas in f64, from the rounded corners.
                let area = |p: &Corner, q: &Corner| {
                    let (px, py) = (p.x as f64 / 256.0, p.y as f64 / 256.0);
                    let (qx, qy) = (q.x as f64 / 256.0, q.y as f64 / 256.0);
                    (qx - px) * (center.1 - py) - (qy - py) * (center.0 - px)
                };
                let areas = [area(&a, &b), area(&b, &c), area(&c, &a)];
                let inside = areas.iter().all(|x| *x > 0.0) || areas.iter().all(|x| *x < 0.0);
                let on_edge = areas.contains(&0.0);
                assert!(on_edge || inside == *found, "{points:?} pixel {i}");
            }
        }
    }

    #[test]
    fn a_fan_of_triangles_covers_each_pixel_exactly_once() {
        let mut number = numbers();
        for round in 0..200 {
            // Whole and half pixels on purpose: there pixel centres lie exactly on edges.
            let mut place = |size: f32| match round % 2 {
                0 => (number() * size * 2.0).round() * 0.5,
                _ => number() * size,
            };
            let middle = corner(place(40.0), place(30.0), 1.0);
            let rim = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)];
            let rim = rim.map(|(x, y)| corner(x, y, 1.0));
            let mut counts = vec![0; 40 * 30];
            for i in 0..4 {
                let found = covered([&middle, &rim[i], &rim[(i + 1) % 4]]);
                for (count, found) in counts.iter_mut().zip(found) {
                    *count += u32::from(found);
                }
            }
            assert!(counts.iter().all(|count| *count == 1), "round {round}");
        }
    }

    #[test]
    fn the_nearer_triangle_is_seen_in_either_order() {
        let far = [
            corner(0.0, 0.0, 2.0),
            corner(80.0, 0.0, 2.0),
            corner(0.0, 60.0, 2.0),
        ];
        let near = [
            corner(0.0, 0.0, 1.0),
            corner(80.0, 0.0, 1.0),
            corner(0.0, 60.0, 1.0),
        ];
        for near_first in [false, true] {
            let mut frame = Framebuffer::new(10, 10);
            let mut both = [
                (&far, Vec3::new(200.0, 0.0, 0.0)),
                (&near, Vec3::new(0.0, 90.0, 0.0)),
            ];
            if near_first {
                both.reverse();
            }
            for (corners, color) in both {
                let [a, b, c] = corners;
                fill(&mut frame, [a, b, c], [color; 3]);
            }
            assert!(frame.pixels().iter().all(|color| *color == 0x0000_5a00));
        }
    }

    #[test]
    fn colour_changes_in_correct_perspective() {
        // A strip from depth 1 at the left to depth 9 at the right, red from 0 to 240.
        let (near, far) = (1.0, 9.0);
        let [a, b] = [corner(0.0, 0.0, near), corner(0.0, 10.0, near)];
        let [c, d] = [corner(100.0, 0.0, far), corner(100.0, 10.0, far)];
        let [dark, light] = [Vec3::ZERO, Vec3::new(240.0, 0.0, 0.0)];
        let mut frame = Framebuffer::new(100, 10);
        fill(&mut frame, [&a, &b, &c], [dark, dark, light]);
        fill(&mut frame, [&c, &b, &d], [light, dark, light]);
        for x in 0..100 {
            let share = (x as f32 + 0.5) / 100.0;
            let inverse = (1.0 - share) / near + share / far;
            let red = 240.0 * (share / far) / inverse;
            let found = frame.pixel(x, 5).unwrap() >> 16;
            assert!((found as f32 - red).abs() <= 0.51, "{x}: {found} {red}");
            let depth = frame.depths[5 * 100 + x];
            assert!((depth - inverse).abs() < 1e-5);
        }
    }

    #[test]
    fn slivers_and_far_corners_do_no_harm() {
        let mut frame = Framebuffer::new(20, 20);
        let corners = [
            corner(0.0, 0.0, 1.0),
            corner(10.0, 10.0, 1.0),
            corner(20.0, 20.004, 1.0),
            corner(1e4, -1e4, 1.0),
            corner(f32::NAN, f32::INFINITY, 1.0),
        ];
        fill(
            &mut frame,
            [&corners[0], &corners[1], &corners[2]],
            [Vec3::ONE; 3],
        );
        fill(
            &mut frame,
            [&corners[0], &corners[0], &corners[1]],
            [Vec3::ONE; 3],
        );
        fill(
            &mut frame,
            [&corners[0], &corners[2], &corners[3]],
            [Vec3::ONE; 3],
        );
    }
}
