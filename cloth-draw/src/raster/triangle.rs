//! Triangles on the screen: corners, boxes around them, and which side of a side a pixel is on.
//!
//! Corners are rounded to 1/256 of a pixel and all inside-or-outside decisions are made in whole
//! numbers, so that two triangles that share an edge cover each pixel along it exactly once.

use glam::Vec3;

use crate::camera::Lens;

/// Steps that a pixel is divided into.
pub(super) const STEPS: i64 = 256;

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
    /// The pixels whose centres a triangle's box has.
    #[inline(always)]
    pub(super) fn around([a, b, c]: [&Corner; 3]) -> Self {
        let half = STEPS as i32 / 2;
        let first = |p: i32, q: i32, r: i32| (p.min(q).min(r) + half - 1) >> 8;
        let last = |p: i32, q: i32, r: i32| ((p.max(q).max(r) - half) >> 8) + 1;
        Self {
            columns: (first(a.x, b.x, c.x), last(a.x, b.x, c.x)),
            rows: (first(a.y, b.y, c.y), last(a.y, b.y, c.y)),
        }
    }

    /// The pixels that are in another as well.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        let both = |a: (i32, i32), b: (i32, i32)| (a.0.max(b.0), a.1.min(b.1));
        Self {
            columns: both(self.columns, other.columns),
            rows: both(self.rows, other.rows),
        }
    }

    /// Whether it has at most so many columns and rows.
    #[inline(always)]
    pub(super) fn is_within(&self, most: i32) -> bool {
        self.columns.1 - self.columns.0 <= most && self.rows.1 - self.rows.0 <= most
    }

    /// Whether there are no pixels in it.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.columns.0 >= self.columns.1 || self.rows.0 >= self.rows.1
    }
}

/// One side of a triangle, as a value that is ≥ 0 at the pixels inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) value: i64,
    pub(super) step_x: i64,
    pub(super) step_y: i64,
}

impl Side {
    /// The side from a to b, with its value at the centre of a pixel.
    #[inline(always)]
    pub(super) fn new(a: &Corner, b: &Corner, pixel: (i32, i32)) -> Self {
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
