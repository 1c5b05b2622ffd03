//! Filling triangles.
//!
//! Corners are rounded to 1/256 of a pixel and all inside-or-outside decisions are made in whole
//! numbers, so that two triangles that share an edge cover each pixel along it exactly once.

use glam::{Vec3, Vec4};

use super::band::{Band, Sample};
use crate::camera::Lens;

/// Steps that a pixel is divided into.
const STEPS: i64 = 256;
/// Columns of a small triangle: a vector of them.
const SMALL: usize = 8;

/// A corner on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// Position in 1/256 of a pixel.
    x: i32,
    y: i32,
    /// 1 / depth.
    inverse: f32,
}

impl Corner {
    /// The corner at a position along the camera's axes.
    #[inline(always)]
    pub(super) fn new(lens: &Lens, view: Vec3) -> Self {
        let inverse = view.z.recip();
        let scale = lens.focal * inverse;
        Self {
            x: fixed(lens.center.0 + view.x * scale),
            y: fixed(lens.center.1 - view.y * scale),
            inverse,
        }
    }
}

/// Pixels in steps, rounded. Halves and the sign of zero do not matter: all that does is that the
/// same number always gives the same.
#[inline(always)]
fn fixed(pixels: f32) -> i32 {
    (pixels * STEPS as f32 + 0.5).floor() as i32
}

/// Twice the area of the triangle of edge a–b and point p: positive where p is to the right of
/// the way from a to b, as seen on the screen.
#[inline(always)]
fn edge_value(a: &Corner, b: &Corner, p: (i64, i64)) -> i64 {
    i64::from(b.x - a.x) * (p.1 - i64::from(a.y)) - i64::from(b.y - a.y) * (p.0 - i64::from(a.x))
}

/// Twice the area of a triangle in steps squared, negative where it runs the other way round.
#[inline(always)]
pub(super) fn area([a, b, c]: [&Corner; 3]) -> i64 {
    edge_value(a, b, (c.x.into(), c.y.into()))
}

/// Columns and rows of pixels, both from the first to before the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) columns: (i32, i32),
    pub(super) rows: (i32, i32),
}

impl Window {
    /// The pixels of it whose centres a triangle's box has.
    #[inline(always)]
    pub(super) fn around(&self, [a, b, c]: [&Corner; 3]) -> Self {
        let half = STEPS as i32 / 2;
        let first = |p: i32, q: i32, r: i32| (p.min(q).min(r) + half - 1) >> 8;
        let last = |p: i32, q: i32, r: i32| ((p.max(q).max(r) - half) >> 8) + 1;
        Self {
            columns: (
                first(a.x, b.x, c.x).max(self.columns.0),
                last(a.x, b.x, c.x).min(self.columns.1),
            ),
            rows: (
                first(a.y, b.y, c.y).max(self.rows.0),
                last(a.y, b.y, c.y).min(self.rows.1),
            ),
        }
    }

    /// Whether there are no pixels in it.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.columns.0 >= self.columns.1 || self.rows.0 >= self.rows.1
    }
}

/// One side of a triangle, as a value that is ≥ 0 at the pixels inside.
#[derive(Clone, Copy, Debug)]
struct Side {
    value: i64,
    step_x: i64,
    step_y: i64,
}

impl Side {
    /// The side from a to b, with its value at the centre of a pixel.
    #[inline(always)]
    fn new(a: &Corner, b: &Corner, pixel: (i32, i32)) -> Self {
        let center = |i: i32| i64::from(i) * STEPS + STEPS / 2;
        // A pixel centre exactly on a side belongs to the triangle on one side of it only.
        let is_top_left = b.y < a.y || (b.y == a.y && b.x > a.x);
        Self {
            value: edge_value(a, b, (center(pixel.0), center(pixel.1))) - i64::from(!is_top_left),
            step_x: i64::from(a.y - b.y) * STEPS,
            step_y: i64::from(b.x - a.x) * STEPS,
        }
    }
}

/// What a triangle's pixels are to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// At each corner: a normal or a light and a number more.
    pub(super) surface: [Vec4; 3],
    /// At each corner: the place in the paint.
    pub(super) place: [[f32; 2]; 3],
    /// The material.
    pub(super) material: f32,
}

/// Fills the part of a triangle that is in a window, in correct perspective.
///
/// The corners may be in either order and must have been clipped: in front of the camera and not
/// more than some 10,000 pixels outside the picture.
#[inline(always)]
pub(super) fn fill(band: &mut Band<'_>, window: &Window, corners: [&Corner; 3], content: &Content) {
    let mut area = area(corners);
    let mut order = [0, 1, 2];
    if area < 0 {
        area = -area;
        order = [0, 2, 1];
    }
    let corners = order.map(|i| corners[i]);
    let window = window.around(corners);
    if area == 0 || window.is_empty() {
        return;
    }
    let [a, b, c] = corners;
    let first = (window.columns.0, window.rows.0);
    // Opposite each corner lies the side whose value is that corner's share of a pixel.
    let sides = [(b, c), (c, a), (a, b)].map(|(from, to)| Side::new(from, to, first));
    // What is in a corner changes in step with 1 / depth on the screen, once divided by depth.
    let per_area = (area as f32).recip();
    let values = [0, 1, 2].map(|k| {
        let (i, scale) = (order[k], corners[k].inverse * per_area);
        let [u, v] = content.place[i];
        Sample {
            surface: content.surface[i] * scale,
            place: Vec4::new(1.0, u, v, 0.0) * scale,
        }
    });
    if is_small(corners) {
        fill_small(band, &window, sides, &values, content.material);
    } else {
        fill_rows(band, &window, sides, &values, content.material);
    }
}

/// Whether a triangle's box has at most [`SMALL`] columns and eight times as many rows: then all
/// values of its sides fit in 32 bits.
#[inline(always)]
fn is_small([a, b, c]: [&Corner; 3]) -> bool {
    let extent = |p: i32, q: i32, r: i32| p.max(q).max(r) - p.min(q).min(r);
    let most = (SMALL as i32 - 1) * STEPS as i32;
    extent(a.x, b.x, c.x) <= most && extent(a.y, b.y, c.y) <= 8 * most
}

/// As [`fill_rows`], for most triangles of a fine cloth: where a row begins and ends is found for
/// all its pixels at once, not by going along it until something changes.
#[inline(always)]
fn fill_small(
    band: &mut Band<'_>,
    window: &Window,
    sides: [Side; 3],
    values: &[Sample; 3],
    material: f32,
) {
    let step = weigh(values, sides.map(|side| side.step_x));
    let [p, q, r] = sides.map(|side| {
        let step = side.step_x as i32;
        std::array::from_fn::<i32, SMALL, _>(|i| step * i as i32)
    });
    let width = window.columns.1 - window.columns.0;
    let mut starts = sides.map(|side| side.value as i32);
    let mut left = weigh(values, sides.map(|side| side.value));
    let below = weigh(values, sides.map(|side| side.step_y));
    for y in window.rows.0..window.rows.1 {
        let (mut first, mut count) = (SMALL as i32, 0);
        for i in 0..SMALL {
            // The sign bit is set if any of the three is negative.
            let signs = (starts[0] + p[i]) | (starts[1] + q[i]) | (starts[2] + r[i]);
            let inside = (signs >= 0) & ((i as i32) < width);
            first = first.min(if inside { i as i32 } else { SMALL as i32 });
            count += i32::from(inside);
        }
        if count > 0 {
            let along = first as f32;
            let mut value = Sample {
                surface: left.surface + step.surface * along,
                place: left.place + step.place * along,
            };
            value.place.w = material;
            let start = (y as usize - band.first) * band.width;
            let start = start + (window.columns.0 + first) as usize;
            let span = start..start + count as usize;
            let samples = &mut band.samples[span.clone()];
            fill_span(samples, &mut band.depths[span], value, step);
        }
        for (start, side) in starts.iter_mut().zip(&sides) {
            *start += side.step_y as i32;
        }
        left.surface += below.surface;
        left.place += below.place;
    }
}

/// Visits the pixels of a window and fills those inside all three sides.
#[inline(always)]
fn fill_rows(
    band: &mut Band<'_>,
    window: &Window,
    mut sides: [Side; 3],
    values: &[Sample; 3],
    material: f32,
) {
    let step = weigh(values, sides.map(|side| side.step_x));
    let width = (window.columns.1 - window.columns.0) as usize;
    for y in window.rows.0..window.rows.1 {
        let [mut s0, mut s1, mut s2] = sides.map(|side| side.value);
        let mut skipped = 0;
        // The sign bit is set if any of the three is negative.
        while skipped < width && (s0 | s1 | s2) < 0 {
            s0 += sides[0].step_x;
            s1 += sides[1].step_x;
            s2 += sides[2].step_x;
            skipped += 1;
        }
        if skipped < width {
            let mut value = weigh(values, [s0, s1, s2]);
            value.place.w = material;
            let mut end = skipped;
            while end < width && (s0 | s1 | s2) >= 0 {
                s0 += sides[0].step_x;
                s1 += sides[1].step_x;
                s2 += sides[2].step_x;
                end += 1;
            }
            let row = (y as usize - band.first) * band.width + window.columns.0 as usize;
            let span = row + skipped..row + end;
            let samples = &mut band.samples[span.clone()];
            fill_span(samples, &mut band.depths[span], value, step);
        }
        for side in &mut sides {
            side.value += side.step_y;
        }
    }
}

/// Fills the pixels of one row that are not hidden, from the first of them.
#[inline(always)]
fn fill_span(samples: &mut [Sample], depths: &mut [f32], mut value: Sample, step: Sample) {
    for (sample, depth) in samples.iter_mut().zip(depths) {
        if value.place.x > *depth {
            *depth = value.place.x;
            *sample = value;
        }
        value.surface += step.surface;
        value.place += step.place;
    }
}

/// The sum of the corners' values, each times its share.
#[inline(always)]
fn weigh(values: &[Sample; 3], shares: [i64; 3]) -> Sample {
    let [a, b, c] = shares.map(|share| share as f32);
    let [p, q, r] = values;
    Sample {
        surface: p.surface * a + q.surface * b + r.surface * c,
        place: p.place * a + q.place * b + r.place * c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner at a pixel position and depth, without a camera.
    fn corner(x: f32, y: f32, depth: f32) -> Corner {
        Corner {
            x: (x * STEPS as f32).round() as i32,
            y: (y * STEPS as f32).round() as i32,
            inverse: depth.recip(),
        }
    }

    /// A picture of the whole size as one band.
    struct Target {
        size: (usize, usize),
        colors: Vec<u32>,
        depths: Vec<f32>,
        kinds: Vec<u8>,
        samples: Vec<Sample>,
    }

    impl Target {
        fn new(width: usize, height: usize) -> Self {
            let count = width * height;
            Self {
                size: (width, height),
                colors: vec![0; count],
                depths: vec![0.0; count],
                kinds: vec![0; count],
                samples: vec![Sample::default(); count],
            }
        }

        /// Fills a triangle whose corners hold numbers.
        fn fill(&mut self, corners: [&Corner; 3], numbers: [f32; 3], material: f32) {
            let (width, rows) = self.size;
            let window = Window {
                columns: (0, width as i32),
                rows: (0, rows as i32),
            };
            let mut band = Band {
                first: 0,
                width,
                rows,
                colors: &mut self.colors,
                depths: &mut self.depths,
                kinds: &mut self.kinds,
                samples: &mut self.samples,
            };
            let content = Content {
                surface: numbers.map(Vec4::splat),
                place: numbers.map(|number| [number, 2.0 * number]),
                material,
            };
            fill(&mut band, &window, corners, &content);
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
        let mut target = Target::new(40, 30);
        target.fill(corners, [1.0; 3], 1.0);
        target.depths.iter().map(|depth| *depth > 0.0).collect()
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
            let mut target = Target::new(10, 10);
            let mut both = [(&far, 7.0), (&near, 8.0)];
            if near_first {
                both.reverse();
            }
            for (corners, material) in both {
                let [a, b, c] = corners;
                target.fill([a, b, c], [1.0; 3], material);
            }
            let mut seen = target.samples.iter().map(|sample| sample.place.w);
            assert!(seen.all(|material| material == 8.0));
        }
    }

    #[test]
    fn what_corners_hold_changes_in_correct_perspective() {
        // A strip from depth 1 at the left to depth 9 at the right, numbers from 0 to 240.
        let (near, far) = (1.0, 9.0);
        let [a, b] = [corner(0.0, 0.0, near), corner(0.0, 10.0, near)];
        let [c, d] = [corner(100.0, 0.0, far), corner(100.0, 10.0, far)];
        let mut target = Target::new(100, 10);
        target.fill([&a, &b, &c], [0.0, 0.0, 240.0], 1.0);
        target.fill([&c, &b, &d], [240.0, 0.0, 240.0], 1.0);
        for x in 0..100 {
            let share = (x as f32 + 0.5) / 100.0;
            let inverse = (1.0 - share) / near + share / far;
            let number = 240.0 * (share / far) / inverse;
            let at = 5 * 100 + x;
            let (depth, sample) = (target.depths[at], target.samples[at]);
            assert!((depth - inverse).abs() < 1e-5);
            let found = [
                sample.surface.x,
                sample.surface.w,
                sample.place.y,
                sample.place.z * 0.5,
            ];
            let found = found.map(|value| value / depth);
            let close = found.iter().all(|found| (found - number).abs() < 0.01);
            assert!(close, "{x}: {found:?} {number}");
        }
    }

    #[test]
    fn slivers_and_far_corners_do_no_harm() {
        let mut target = Target::new(20, 20);
        let corners = [
            corner(0.0, 0.0, 1.0),
            corner(10.0, 10.0, 1.0),
            corner(20.0, 20.004, 1.0),
            corner(1e4, -1e4, 1.0),
        ];
        for [a, b, c] in [[0, 1, 2], [0, 0, 1], [0, 2, 3]] {
            target.fill([&corners[a], &corners[b], &corners[c]], [1.0; 3], 1.0);
        }
        // The last one covers the upper right half.
        let covered = target.depths.iter().filter(|depth| **depth > 0.0).count();
        assert!((180..=210).contains(&covered), "{covered}");
    }
}
