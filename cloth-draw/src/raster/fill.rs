//! Filling triangles, eight pixels at a time.

use fearless_simd::{i32x8, mask32x8, prelude::*};

use super::band::{Band, Eight, INVERSE, LANES, NOTES, lanes, three};
use super::triangle::{Corner, Side, Window, area};

/// Pixels along a side of the box around a triangle up to which its sides' values fit in 32 bits.
const SMALL: i32 = 120;

/// What a triangle's pixels are to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content<S: Simd> {
    /// At each corner, in the order of a pixel's notes and not divided by the depth: 1, a normal or
    /// a light and a number more, the place in the paint, 0.
    pub(super) numbers: [Eight<S>; 3],
    /// The material.
    pub(super) material: f32,
}

/// The notes of eight pixels but for the material.
type Value<S> = [Eight<S>; NOTES - 1];

/// The sum of what is in the corners, each times its share, at eight pixels.
#[inline(always)]
fn weigh<S: Simd>(simd: S, numbers: &[Eight<S>; 3], shares: [i64; 3]) -> Value<S> {
    let [p, q, r] = *numbers;
    let sum = p * shares[0] as f32 + q * shares[1] as f32 + r * shares[2] as f32;
    let sum = sum.to_array();
    [
        Eight::splat(simd, sum[0]),
        Eight::splat(simd, sum[1]),
        Eight::splat(simd, sum[2]),
        Eight::splat(simd, sum[3]),
        Eight::splat(simd, sum[4]),
        Eight::splat(simd, sum[5]),
        Eight::splat(simd, sum[6]),
    ]
}

/// Fills the part of a triangle that is in a window, in correct perspective.
///
/// The corners must run clockwise on the screen and must have been clipped: in front of the camera
/// and not more than some 10,000 pixels outside the picture.
#[inline(always)]
pub(super) fn fill<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    window: &Window,
    corners: [&Corner; 3],
    content: &Content<S>,
) {
    let area = area(corners);
    let around = Window::around(corners);
    let window = around.and(window);
    if area <= 0 || window.is_empty() {
        return;
    }
    band.touch((window.columns.0 as usize, window.columns.1 as usize));
    let [a, b, c] = corners;
    let first = (window.columns.0, window.rows.0);
    // Opposite each corner lies the side whose value is that corner's share of a pixel.
    let sides = [
        Side::new(b, c, first),
        Side::new(c, a, first),
        Side::new(a, b, first),
    ];
    // What is in a corner changes in step with 1 / depth on the screen, once divided by depth.
    let per_area = (area as f32).recip();
    let numbers = three(
        #[inline(always)]
        |k| content.numbers[k] * (corners[k].inverse * per_area),
    );
    let width = window.columns.1 - window.columns.0;
    let material = content.material;
    if !around.is_within(SMALL) {
        fill_rows(simd, band, &window, sides, &numbers, material);
    } else if width <= LANES as i32 {
        fill_small::<S, true>(simd, band, &window, sides, &numbers, material);
    } else {
        fill_small::<S, false>(simd, band, &window, sides, &numbers, material);
    }
}

/// As [`fill_rows`], for most triangles of a fine cloth: which pixels are inside is found for eight
/// at once, not by going along a row until something changes. `NARROW` ones have no more columns.
#[inline(always)]
fn fill_small<S: Simd, const NARROW: bool>(
    simd: S,
    band: &mut Band<'_>,
    window: &Window,
    sides: [Side; 3],
    numbers: &[Eight<S>; 3],
    material: f32,
) {
    let width = window.columns.1 - window.columns.0;
    let [p, q, r] = sides;
    let along = weigh(simd, numbers, [p.step_x, q.step_x, r.step_x]);
    let below = weigh(simd, numbers, [p.step_y, q.step_y, r.step_y]);
    let mut left = weigh(simd, numbers, [p.value, q.value, r.value]);
    advance(&mut left, &along, lanes(simd));
    let next = Eight::splat(simd, LANES as f32);
    let whole = i32x8::load_array(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
    let mut starts = three(
        #[inline(always)]
        |k| whole * sides[k].step_x as i32 + sides[k].value as i32,
    );
    let material = Eight::splat(simd, material);
    let mut row = (window.rows.0 as usize - band.first) * band.width + window.columns.0 as usize;
    for _ in window.rows.0..window.rows.1 {
        let (mut sides_here, mut value) = (starts, left);
        let mut passed = 0;
        loop {
            // The sign bit is set if any of the three is negative.
            let signs = sides_here[0] | sides_here[1] | sides_here[2];
            let inside = signs.simd_gt(-1) & whole.simd_lt(width - passed);
            put_nearer(simd, band, row + passed as usize, inside, &value, material);
            passed += LANES as i32;
            if NARROW || passed >= width {
                break;
            }
            for k in 0..3 {
                sides_here[k] += sides[k].step_x as i32 * LANES as i32;
            }
            advance(&mut value, &along, next);
        }
        for k in 0..3 {
            starts[k] += sides[k].step_y as i32;
        }
        for k in 0..NOTES - 1 {
            left[k] += below[k];
        }
        row += band.width;
    }
}

/// Visits the pixels of a window and fills those inside all three sides.
#[inline(always)]
fn fill_rows<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    window: &Window,
    mut sides: [Side; 3],
    numbers: &[Eight<S>; 3],
    material: f32,
) {
    let [p, q, r] = sides;
    let along = weigh(simd, numbers, [p.step_x, q.step_x, r.step_x]);
    let width = (window.columns.1 - window.columns.0) as usize;
    let lanes = lanes(simd);
    let next = Eight::splat(simd, LANES as f32);
    let material = Eight::splat(simd, material);
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
            let mut value = weigh(simd, numbers, [s0, s1, s2]);
            advance(&mut value, &along, lanes);
            let mut end = skipped;
            while end < width && (s0 | s1 | s2) >= 0 {
                s0 += sides[0].step_x;
                s1 += sides[1].step_x;
                s2 += sides[2].step_x;
                end += 1;
            }
            let row = (y as usize - band.first) * band.width + window.columns.0 as usize;
            for at in (skipped..end).step_by(LANES) {
                let inside = lanes.simd_lt((end - at) as f32);
                put_nearer(simd, band, row + at, inside, &value, material);
                advance(&mut value, &along, next);
            }
        }
        for side in &mut sides {
            side.value += side.step_y;
        }
    }
}

/// Goes some pixels along the row.
#[inline(always)]
fn advance<S: Simd>(value: &mut Value<S>, along: &Value<S>, pixels: Eight<S>) {
    for k in 0..NOTES - 1 {
        value[k] += along[k] * pixels;
    }
}

/// Notes those of eight pixels that are inside and not hidden.
#[inline(always)]
fn put_nearer<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    at: usize,
    inside: mask32x8<S>,
    value: &Value<S>,
    material: Eight<S>,
) {
    let seen = inside & value[INVERSE].simd_gt(band.note(simd, INVERSE, at));
    if seen.any_true() {
        let [inverse, x, y, z, extra, u, v] = *value;
        band.put(simd, at, seen, &[inverse, x, y, z, extra, u, v, material]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::band::{EXTRA, MATERIAL, PLACE, SURFACE};
    use crate::raster::triangle::STEPS;
    use fearless_simd::{Level, dispatch};

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
        notes: [Vec<f32>; NOTES],
    }

    impl Target {
        fn new(width: usize, height: usize) -> Self {
            Self {
                size: (width, height),
                notes: std::array::from_fn(|_| vec![0.0; width * height + LANES]),
            }
        }

        /// Fills a triangle whose corners hold numbers.
        fn fill(&mut self, corners: [&Corner; 3], numbers: [f32; 3], material: f32) {
            self.fill_by(Level::new(), corners, numbers, material);
        }

        /// As [`Target::fill`], with the instructions of a level.
        fn fill_by(
            &mut self,
            level: Level,
            corners: [&Corner; 3],
            numbers: [f32; 3],
            material: f32,
        ) {
            let (width, rows) = self.size;
            let window = Window {
                columns: (0, width as i32),
                rows: (0, rows as i32),
            };
            let count = width * rows;
            let mut band = Band {
                first: 0,
                width,
                rows,
                touched: (0, 0),
                colors: &mut vec![0; count],
                kinds: &mut vec![0; count],
                notes: self.notes.each_mut().map(|all| &mut all[..]),
            };
            let mut all: [_; 3] = std::array::from_fn(|k| (corners[k], numbers[k]));
            if area(corners) < 0 {
                all.swap(1, 2);
            }
            dispatch!(level, simd => {
                let content = Content {
                    numbers: all.map(|(_, n)| {
                        Eight::load_array(simd, [1.0, n, n, n, n, n, 2.0 * n, 0.0])
                    }),
                    material,
                };
                let corners = all.map(|(corner, _)| corner);
                fill(simd, &mut band, &window, corners, &content)
            });
        }

        /// A note of all pixels.
        fn all(&self, which: usize) -> &[f32] {
            &self.notes[which][..self.size.0 * self.size.1]
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
        target
            .all(INVERSE)
            .iter()
            .map(|depth| *depth > 0.0)
            .collect()
    }

    #[test]
    fn coverage_is_that_of_a_point_in_triangle_test() {
        let mut number = numbers();
        for round in 0..300 {
            // At most a vector wide, wider, and too large for 32 bits.
            let size = [8.0, 60.0, 400.0][round % 3];
            let [x, y] = [30.0 - 0.7 * size, 20.0 - 0.6 * size];
            let points = [0; 3].map(|_| [x + number() * size, y + number() * size]);
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
    fn the_processor_s_instructions_do_not_show() {
        let mut number = numbers();
        for round in 0..300 {
            let size = [8.0, 60.0, 400.0][round % 3];
            let corners = [0; 3].map(|_| corner(number() * size, number() * size, 0.5 + number()));
            let numbers = [number(), number(), number()];
            let [a, b, c] = &corners;
            let [plain, best] = [Level::baseline(), Level::new()].map(|level| {
                let mut target = Target::new(40, 30);
                target.fill_by(level, [a, b, c], numbers, 1.0);
                target
                    .notes
                    .map(|all| all.into_iter().map(f32::to_bits).collect::<Vec<_>>())
            });
            assert!(plain == best, "round {round}");
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
            assert!(target.all(MATERIAL).iter().all(|material| *material == 8.0));
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
            let depth = target.all(INVERSE)[at];
            assert!((depth - inverse).abs() < 1e-5);
            let scales = [(SURFACE, 1.0), (EXTRA, 1.0), (PLACE, 1.0), (PLACE + 1, 0.5)];
            let found = scales.map(|(which, scale)| target.all(which)[at] * scale / depth);
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
        let covered = target
            .all(INVERSE)
            .iter()
            .filter(|depth| **depth > 0.0)
            .count();
        assert!((180..=210).contains(&covered), "{covered}");
    }
}
