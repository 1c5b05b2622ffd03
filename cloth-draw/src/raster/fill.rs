//! A strip of rows of the picture, the notes of each of its pixels before it has a colour, and triangles that
//! are filled with notes, eight pixels at a time.
//!
//! Strips are drawn one after another or at the same time by several threads. Each draws everything
//! that reaches into it, in the same order, so that the picture does not depend on the threads; and
//! its notes stay in the processor's cache until its pixels are coloured.
//!
//! Corners are rounded to 1/256 of a pixel and all inside-or-outside decisions are made in whole
//! numbers, so that two triangles that share an edge cover each pixel along it exactly once.

use fearless_simd::{f32x8, i32x8, prelude::*};
use glam::Vec3;

use crate::camera::Lens;

/// Rows of a strip.
pub(super) const ROWS: usize = 16;
/// Pixels side by side that are coloured together.
pub(super) const PIECE: usize = 32;

/// The material of the cloth's front; 0 is where nothing is.
pub(super) const FRONT: f32 = 1.0;
/// The cloth's back.
pub(super) const BACK: f32 = 2.0;
/// The first of the bodies; each has a number of its own.
pub(super) const BODY: f32 = 3.0;
/// Numbers for bodies; they are used again from the first when they run out.
pub(super) const BODIES: usize = 100;
/// The first of the floors.
pub(super) const FLOOR: u8 = 240;

/// Numbers that are noted of a pixel. All but the material are divided by the depth, since that
/// can be stepped from pixel to pixel.
pub(super) const NOTES: usize = 8;
/// 1 / depth in 1/m; 0 where nothing was drawn. All other notes are valid where it is not 0.
pub(super) const INVERSE: usize = 0;
/// The first of three: the normal, or the light where vertices or faces were lit.
pub(super) const SURFACE: usize = 1;
/// The strain, or the highlight.
pub(super) const EXTRA: usize = 4;
/// The first of two: the place in the paint.
pub(super) const PLACE: usize = 5;
/// The material.
pub(super) const MATERIAL: usize = 7;

/// Some rows of the picture.
#[derive(Debug)]
pub(super) struct Strip<'a> {
    /// The first of its rows.
    pub(super) first: usize,
    /// Pixels in a row.
    pub(super) width: usize,
    /// Rows.
    pub(super) rows: usize,
    pub(super) colors: &'a mut [u32],
    pub(super) depths: &'a mut [f32],
    /// What each pixel shows: between two with different numbers there is an edge.
    pub(super) kinds: &'a mut [u8],
    /// For each note one number a pixel, and [`PIECE`] more.
    pub(super) notes: &'a mut [Vec<f32>; NOTES],
}

/// Where the cloth's light is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lighting {
    /// At each pixel.
    Pixel,
    /// At each vertex.
    Vertex,
    /// Once a triangle.
    Face,
}

/// Columns of the picture in which the cloth is lit in one way, from the first to before the last.
pub(super) type LitColumns = (Lighting, (usize, usize));

/// Steps that a pixel is divided into.
pub(super) const STEPS: i64 = 256;
/// Pixels side by side that are tried together.
const LANES: usize = 8;
/// Columns of a tile. In one, and a strip's 16 rows, a side's value changes by less than 2³⁰: by at
/// most 2²⁴ a pixel, as corners are at most 65,536 pixels apart.
const TILE: i32 = 32;

/// A corner on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    /// Position in 1/256 of a pixel.
    pub(super) x: i32,
    pub(super) y: i32,
    /// 1 / depth.
    pub(super) inverse: f32,
}

impl Corner {
    /// The corner at a position along the camera's axes.
    #[inline(always)]
    pub(super) fn new(lens: &Lens, view: Vec3) -> Self {
        let inverse = view.z.recip();
        let scale = lens.focal * inverse;
        // How halves are rounded does not matter, only that equal numbers give equal results.
        let fixed = |pixels: f32| (pixels * STEPS as f32 + 0.5).floor() as i32;
        Self {
            x: fixed(lens.center.0 + view.x * scale),
            y: fixed(lens.center.1 - view.y * scale),
            inverse,
        }
    }
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
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelBox {
    pub(super) columns: (i32, i32),
    pub(super) rows: (i32, i32),
}

impl PixelBox {
    /// These columns and rows.
    pub(super) fn new(columns: (usize, usize), rows: (usize, usize)) -> Self {
        Self {
            columns: (columns.0 as i32, columns.1 as i32),
            rows: (rows.0 as i32, rows.1 as i32),
        }
    }

    /// The pixels of `within` whose centres are in a triangle's box.
    #[inline(always)]
    pub(super) fn around([a, b, c]: [&Corner; 3], within: &Self) -> Self {
        let half = STEPS as i32 / 2;
        let span = |p: i32, q: i32, r: i32, (first, last): (i32, i32)| {
            let low = (p.min(q).min(r) + half - 1) >> 8;
            let high = ((p.max(q).max(r) - half) >> 8) + 1;
            (low.max(first), high.min(last))
        };
        Self {
            columns: span(a.x, b.x, c.x, within.columns),
            rows: span(a.y, b.y, c.y, within.rows),
        }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.columns.0 >= self.columns.1 || self.rows.0 >= self.rows.1
    }
}

/// One side of a triangle: a value at a pixel's centre that is ≥ 0 inside, and its changes.
#[derive(Clone, Copy, Debug)]
struct Edge {
    value: i64,
    step_x: i64,
    step_y: i64,
}

impl Edge {
    /// The side from a to b, with its value at a pixel.
    #[inline(always)]
    fn new(a: &Corner, b: &Corner, pixel: (i32, i32)) -> Self {
        let center = |i: i32| i64::from(i) * STEPS + STEPS / 2;
        // A pixel centre exactly on a side belongs to the triangle on one side of it only.
        // Without branches: which it is cannot be foretold.
        let is_top_left = (b.y < a.y) | ((b.y == a.y) & (b.x > a.x));
        Self {
            value: edge_value(a, b, (center(pixel.0), center(pixel.1))) - i64::from(!is_top_left),
            step_x: i64::from(a.y - b.y) * STEPS,
            step_y: i64::from(b.x - a.x) * STEPS,
        }
    }
}

/// Fills the part of a triangle that is in a window, in correct perspective.
///
/// The corners must run clockwise on the screen and must have been clipped: in front of the camera
/// and not more than 65,536 pixels apart. `numbers` are those at each corner, in the order of
/// a pixel's notes and not divided by the depth: 1, a normal or a light and a number more, the
/// place in the paint, and nothing.
#[inline(always)]
pub(super) fn fill<S: Simd>(
    simd: S,
    strip: &mut Strip<'_>,
    window: &PixelBox,
    corners: [&Corner; 3],
    numbers: &[[f32; NOTES]; 3],
    material: f32,
) {
    let area = area(corners);
    let window = PixelBox::around(corners, window);
    if area <= 0 || window.is_empty() {
        return;
    }
    let [a, b, c] = corners;
    let first = (window.columns.0, window.rows.0);
    // Opposite each corner lies the side whose value is that corner's share of a pixel.
    let mut sides = [
        Edge::new(b, c, first),
        Edge::new(c, a, first),
        Edge::new(a, b, first),
    ];
    // What is in a corner changes in step with 1 / depth on the screen, once divided by depth.
    let per_area = (area as f32).recip();
    let scaled = |k: usize| {
        let numbers = f32x8::load_array(simd, numbers[k]);
        numbers * (corners[k].inverse * per_area)
    };
    let [p, q, r] = [scaled(0), scaled(1), scaled(2)];
    let sum = |x: i64, y: i64, z: i64| p * x as f32 + q * y as f32 + r * z as f32;
    let along = sum(sides[0].step_x, sides[1].step_x, sides[2].step_x).to_array();
    let below = sum(sides[0].step_y, sides[1].step_y, sides[2].step_y);
    let lanes = f32x8::load_array(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let whole = i32x8::load_array(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
    let material = f32x8::splat(simd, material);
    for left in (window.columns.0..window.columns.1).step_by(TILE as usize) {
        let width = (window.columns.1 - left).min(TILE);
        // Divided by the steps of a pixel, rounded down, a value keeps its sign at all pixels. What
        // is too large to change its sign in the tile may as well be smaller.
        let start = |k: usize| {
            let value = (sides[k].value >> 8).clamp(-(1 << 30), 1 << 30) as i32;
            whole * (sides[k].step_x >> 8) as i32 + value
        };
        let mut starts = [start(0), start(1), start(2)];
        let mut noted = sum(sides[0].value, sides[1].value, sides[2].value);
        let first = (window.rows.0 as usize - strip.first) * strip.width + left as usize;
        for row in 0..(window.rows.1 - window.rows.0) as usize {
            let at_left = noted.to_array();
            let mut here = starts;
            for passed in (0..width).step_by(LANES) {
                // The sign bit is set if any of the three is negative.
                let signs = here[0] | here[1] | here[2];
                let inside = signs.simd_gt(-1) & whole.simd_lt(width - passed);
                let at = first + row * strip.width + passed as usize;
                let columns = lanes + passed as f32;
                let inverse = columns * along[INVERSE] + at_left[INVERSE];
                let before = f32x8::from_slice(simd, &strip.notes[INVERSE][at..at + LANES]);
                let seen = inside & inverse.simd_gt(before);
                if seen.any_true() {
                    for k in 0..NOTES {
                        let value = match k {
                            MATERIAL => material,
                            _ => columns * along[k] + at_left[k],
                        };
                        let old = &mut strip.notes[k][at..at + LANES];
                        let new = seen.select(value, f32x8::from_slice(simd, old));
                        new.store_slice(old);
                    }
                }
                for k in 0..3 {
                    here[k] += (sides[k].step_x >> 8) as i32 * LANES as i32;
                }
            }
            for k in 0..3 {
                starts[k] += (sides[k].step_y >> 8) as i32;
            }
            noted += below;
        }
        for side in &mut sides {
            side.value += side.step_x * i64::from(TILE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    const SIZE: (usize, usize) = (40, 30);

    /// A corner at a pixel position and depth, without a camera.
    fn corner(x: f32, y: f32, depth: f32) -> Corner {
        Corner {
            x: (x * STEPS as f32).round() as i32,
            y: (y * STEPS as f32).round() as i32,
            inverse: depth.recip(),
        }
    }

    /// What is noted of a picture that is one strip, with a triangle whose corners hold these numbers.
    fn filled(level: Level, corners: [Corner; 3], n: [f32; 3]) -> [Vec<f32>; NOTES] {
        let (width, rows) = SIZE;
        let mut notes = std::array::from_fn(|_| vec![0.0; width * rows + PIECE]);
        let mut strip = Strip {
            first: 0,
            width,
            rows,
            colors: &mut [],
            depths: &mut [],
            kinds: &mut [],
            notes: &mut notes,
        };
        let window = PixelBox::new((0, width), (0, rows));
        let numbers = n.map(|n| [1.0, n, n, n, n, n, 2.0 * n, 0.0]);
        let order = [[0, 1, 2], [0, 2, 1]][usize::from(area(corners.each_ref()) < 0)];
        let (corners, numbers) = (order.map(|i: usize| &corners[i]), order.map(|i| numbers[i]));
        dispatch!(level, simd => fill(simd, &mut strip, &window, corners, &numbers, 1.0));
        notes
    }

    /// Numbers from 0 to 1 that look random and are the same in every run.
    fn random() -> impl FnMut() -> f32 {
        let mut state = 12_345_u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    /// Against areas in f64, from the rounded corners; with every kind of instructions.
    #[test]
    fn pixels_and_what_they_hold_are_those_of_a_point_in_triangle_test() {
        let mut number = random();
        let mut held = 0;
        for round in 0..400 {
            // At most a vector wide, wider, wider than a tile, and as large as they come.
            let size = [8.0, 30.0, 400.0, 65_000.0][round % 4];
            let [x, y] = [30.0 - 0.7 * size, 20.0 - 0.6 * size];
            let corners =
                [0; 3].map(|_| corner(x + number() * size, y + number() * size, 0.5 + number()));
            let numbers = [0; 3].map(|_| number());
            let [plain, notes] =
                [Level::baseline(), Level::new()].map(|level| filled(level, corners, numbers));
            assert!(plain == notes, "round {round}");
            let places = corners.map(|p| [p.x, p.y].map(|v| f64::from(v) / STEPS as f64));
            for i in 0..SIZE.0 * SIZE.1 {
                let center = [(i % SIZE.0) as f64 + 0.5, (i / SIZE.0) as f64 + 0.5];
                let areas = [[1, 2], [2, 0], [0, 1]].map(|ends| {
                    let [p, q] = ends.map(|k| places[k]);
                    (q[0] - p[0]) * (center[1] - p[1]) - (q[1] - p[1]) * (center[0] - p[0])
                });
                let inside = areas.iter().all(|x| *x > 0.0) || areas.iter().all(|x| *x < 0.0);
                let inverse = f64::from(notes[INVERSE][i]);
                let is_right = areas.contains(&0.0) || inside == (inverse > 0.0);
                assert!(is_right, "{corners:?} pixel {i}");
                if !inside || size > 1000.0 {
                    continue;
                }
                // What corners hold changes in correct perspective.
                let all: f64 = areas.iter().sum();
                let shares = [0, 1, 2].map(|k| areas[k] / all * f64::from(corners[k].inverse));
                let number: f64 = (0..3).map(|k| shares[k] * f64::from(numbers[k])).sum();
                assert!((inverse - shares.iter().sum::<f64>()).abs() < 1e-4);
                for (which, scale) in [(SURFACE, 1.0), (EXTRA, 1.0), (PLACE, 1.0), (PLACE + 1, 2.0)]
                {
                    let found = f64::from(notes[which][i]);
                    assert!((found - scale * number).abs() < 1e-4, "{found} {number}");
                }
                held += 1;
            }
        }
        assert!(held > 10_000, "{held}");
    }

    #[test]
    fn a_fan_of_triangles_covers_each_pixel_exactly_once() {
        let mut number = random();
        for round in 0..200 {
            // Whole and half pixels on purpose: there pixel centres lie exactly on edges.
            let mut place = |size: f32| match round % 2 {
                0 => (number() * size * 2.0).round() * 0.5,
                _ => number() * size,
            };
            let middle = corner(place(40.0), place(30.0), 1.0);
            let rim = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)];
            let rim = rim.map(|(x, y)| corner(x, y, 1.0));
            let mut counts = vec![0; SIZE.0 * SIZE.1];
            for i in 0..4 {
                let corners = [middle, rim[i], rim[(i + 1) % 4]];
                let notes = filled(Level::new(), corners, [1.0; 3]);
                for (count, inverse) in counts.iter_mut().zip(&notes[INVERSE]) {
                    *count += u32::from(*inverse > 0.0);
                }
            }
            assert!(counts.iter().all(|count| *count == 1), "round {round}");
        }
    }
}
