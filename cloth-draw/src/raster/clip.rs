//! Cutting off what cannot be projected: what is behind the near plane, or so far to the side that
//! its pixel coordinates would lose their precision.

use glam::Vec3;

use crate::camera::Lens;

/// Coordinates beyond this, in metres, are treated as not a number: their products could
/// overflow.
const FARTHEST: f32 = 1e9;

/// The five planes that bound what is drawn: a point is inside where `normal · p >= offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frustum {
    planes: [(Vec3, f32); 5],
}

impl Frustum {
    /// The frustum `margin` times as wide as the picture. 1 is the picture itself.
    ///
    /// Triangles use a wide margin, since cutting them costs more than leaving them partly
    /// outside the picture.
    pub(super) fn new(lens: &Lens, margin: f32) -> Self {
        let wide = lens.center.0 * margin / lens.focal;
        let high = lens.center.1 * margin / lens.focal;
        Self {
            planes: [
                (Vec3::Z, lens.near),
                (Vec3::new(1.0, 0.0, wide), 0.0),
                (Vec3::new(-1.0, 0.0, wide), 0.0),
                (Vec3::new(0.0, 1.0, high), 0.0),
                (Vec3::new(0.0, -1.0, high), 0.0),
            ],
        }
    }

    /// One bit for each plane the point is outside of; `None` for a point that cannot be drawn.
    pub(super) fn outside(&self, view: Vec3) -> Option<u32> {
        // Written so that a NaN fails it.
        if !(view.abs().max_element() < FARTHEST && view.is_finite()) {
            return None;
        }
        let bits = self.planes.iter().enumerate();
        Some(bits.fold(0, |code, (bit, (normal, offset))| {
            code | u32::from(normal.dot(view) < *offset) << bit
        }))
    }

    /// The part of a segment that is inside, or `None` if there is none.
    pub(super) fn segment(&self, from: Vec3, to: Vec3) -> Option<(Vec3, Vec3)> {
        let codes = (self.outside(from)?, self.outside(to)?);
        if codes == (0, 0) {
            return Some((from, to));
        }
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for (normal, offset) in &self.planes {
            let (start, end) = (normal.dot(from) - offset, normal.dot(to) - offset);
            if start < 0.0 && end < 0.0 {
                return None;
            } else if start < 0.0 {
                enter = enter.max(start / (start - end));
            } else if end < 0.0 {
                leave = leave.min(start / (start - end));
            }
        }
        (enter < leave).then(|| (from.lerp(to, enter), from.lerp(to, leave)))
    }

    /// The part of a triangle that is inside, a convex polygon; empty if there is none.
    pub(super) fn triangle(&self, corners: [Vec3; 3]) -> Vec<Point> {
        let corner = |i: usize| Point {
            view: corners[i],
            shares: Vec3::AXES[i],
        };
        let mut polygon = vec![corner(0), corner(1), corner(2)];
        let mut kept = Vec::with_capacity(polygon.len() + self.planes.len());
        for (normal, offset) in &self.planes {
            let distance = |corner: &Point| normal.dot(corner.view) - offset;
            kept.clear();
            for (i, corner) in polygon.iter().enumerate() {
                let next = &polygon[(i + 1) % polygon.len()];
                let (here, there) = (distance(corner), distance(next));
                if here >= 0.0 {
                    kept.push(*corner);
                }
                if (here < 0.0) != (there < 0.0) {
                    let share = here / (here - there);
                    kept.push(Point {
                        view: corner.view.lerp(next.view, share),
                        shares: corner.shares.lerp(next.shares, share),
                    });
                }
            }
            std::mem::swap(&mut polygon, &mut kept);
        }
        polygon
    }
}

/// A corner of the polygon that is left of a triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    /// Along the camera's axes.
    pub(super) view: Vec3,
    /// Its barycentric coordinates in the triangle; the sum is 1.
    pub(super) shares: Vec3,
}
