//! Lines and dots with smooth edges.

use glam::Vec3;

use super::clip::Frustum;
use super::light::{pack_quick, unpack};
use crate::camera::Lens;

/// Lines are drawn this much nearer than they are, as a factor for 1 / depth, so that the surface
/// they lie on does not hide them. 1.003 is 6 mm at 2 m.
const BIAS: f32 = 1.003;
/// Length of a dash, and of the gap after it, in pixels.
const DASH: i32 = 3;

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pen {
    /// Channels from 0 to 255.
    pub(super) color: Vec3,
    /// 0 to 1: how much of what is behind the line it covers.
    pub(super) opacity: f32,
    /// Pixels across.
    pub(super) thickness: f32,
    pub(super) dashed: bool,
}

/// A line on the screen, or a dot where both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    /// x and y in pixels, and 1 / depth.
    ends: [Vec3; 2],
    pen: Pen,
}

impl Segment {
    /// The part in the picture of a line between two points along the camera's axes, or the dot where they are
    /// the same, if that is in the picture.
    pub(super) fn new(lens: &Lens, bounds: &Frustum, ends: [Vec3; 2], pen: Pen) -> Option<Self> {
        let (from, to) = bounds.segment(ends[0], ends[1])?;
        let ends = [from, to].map(|view| {
            let (x, y) = lens.to_screen(view);
            Vec3::new(x, y, BIAS / view.z)
        });
        Some(Self { ends, pen })
    }
}

/// Some rows of a picture that lines are drawn on.
#[derive(Debug)]
pub(super) struct Canvas<'a> {
    /// The first of the rows.
    pub(super) first: usize,
    /// Pixels in a row.
    pub(super) width: usize,
    pub(super) colors: &'a mut [u32],
    pub(super) depths: &'a mut [f32],
}

impl Canvas<'_> {
    /// Draws the part of a segment that is in these rows.
    pub(super) fn draw(&mut self, segment: &Segment) {
        let [from, to] = segment.ends;
        let reach = segment.pen.thickness + 1.0;
        let rows = self.colors.len() / self.width;
        let (low, high) = (self.first as f32, (self.first + rows) as f32);
        if from.y.max(to.y) + reach < low || from.y.min(to.y) - reach > high {
            return;
        }
        let way = (to - from).abs();
        if way.x == 0.0 && way.y == 0.0 {
            self.draw_dot(segment);
        } else {
            self.draw_along(segment, way.x < way.y);
        }
    }

    /// Goes along the direction that the line is longer in: x, or y where it is steep. Each pixel is
    /// covered by the part of it that lies between the line's two sides.
    fn draw_along(&mut self, segment: &Segment, is_steep: bool) {
        let [mut from, mut to] = match is_steep {
            true => segment.ends.map(|p| Vec3::new(p.y, p.x, p.z)),
            false => segment.ends,
        };
        if to.x < from.x {
            std::mem::swap(&mut from, &mut to);
        }
        let way = to - from;
        let slope = way.y / way.x;
        let half = 0.5 * segment.pen.thickness * (1.0 + slope * slope).sqrt();
        for along in from.x.floor() as i32..to.x.ceil() as i32 {
            if segment.pen.dashed && along.div_euclid(DASH) % 2 != 0 {
                continue;
            }
            let left = (along as f32).max(from.x);
            let right = (along as f32 + 1.0).min(to.x);
            let middle = 0.5 * (left + right);
            let part = ((middle - from.x) / way.x).clamp(0.0, 1.0);
            let place = from + way * part;
            let (low, high) = (place.y - half, place.y + half);
            for aside in low.floor() as i32..high.ceil() as i32 {
                let edge = aside as f32;
                let cover = (high.min(edge + 1.0) - low.max(edge)) * (right - left);
                let [x, y] = [[along, aside], [aside, along]][usize::from(is_steep)];
                self.put(x, y, place.z, cover, &segment.pen);
            }
        }
    }

    fn draw_dot(&mut self, segment: &Segment) {
        let middle = segment.ends[0];
        let radius = 0.5 * segment.pen.thickness;
        let range = |at: f32| (at - radius).floor() as i32..(at + radius).ceil() as i32;
        for y in range(middle.y) {
            for x in range(middle.x) {
                let aside = Vec3::new(x as f32 + 0.5 - middle.x, y as f32 + 0.5 - middle.y, 0.0);
                let cover = radius + 0.5 - aside.length();
                self.put(x, y, middle.z, cover, &segment.pen);
            }
        }
    }

    /// Covers a part of a pixel, unless something nearer is there.
    #[inline(always)]
    fn put(&mut self, x: i32, y: i32, inverse: f32, cover: f32, pen: &Pen) {
        let row = y.wrapping_sub(self.first as i32);
        if x < 0 || row < 0 || x as usize >= self.width {
            return;
        }
        let index = row as usize * self.width + x as usize;
        let Some(depth) = self.depths.get_mut(index) else {
            return;
        };
        if inverse < *depth || cover <= 0.0 {
            return;
        }
        let cover = cover.min(1.0);
        let behind = unpack(self.colors[index]);
        let mixed = behind + (pen.color - behind) * (cover * pen.opacity);
        self.colors[index] = pack_quick(mixed.x, mixed.y, mixed.z);
        // What covers most of a pixel hides what is farther away.
        if cover >= 0.5 {
            *depth = inverse;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use std::f32::consts::PI;

    /// A white line on black, or a dot where both ends are the same, in pixels' worth of white. The eye looks
    /// along -z from the origin at a picture of 100 × 100 pixels, 1 m wide at 1 m.
    fn drawn(ends: [Vec3; 2], thickness: f32) -> f32 {
        let camera = Camera {
            eye: Vec3::ZERO,
            target: Vec3::NEG_Z,
            field_of_view: 2.0 * 0.5_f32.atan(),
            aside: 0.0,
            below: 0.0,
        };
        let lens = camera.lens((100, 100));
        let pen = Pen {
            color: Vec3::splat(255.0),
            opacity: 1.0,
            thickness,
            dashed: false,
        };
        let segment = Segment::new(&lens, &Frustum::new(&lens, 1.0), ends, pen);
        let (mut colors, mut depths) = (vec![0; 10_000], vec![0.0; 10_000]);
        let mut canvas = Canvas {
            first: 0,
            width: 100,
            colors: &mut colors,
            depths: &mut depths,
        };
        segment.iter().for_each(|segment| canvas.draw(segment));
        let share = |color: &u32| (color & 0xff) as f32 / 255.0;
        colors.iter().map(share).sum()
    }

    #[test]
    fn a_line_covers_its_length_times_its_thickness_and_a_dot_a_disc() {
        let from = Vec3::new(0.013, 0.007, 1.0);
        for i in 0..32 {
            let (y, x) = (0.125 * PI * (i / 2) as f32).sin_cos();
            let thickness = [1.0, 2.5][i % 2];
            let found = drawn([from, from + 0.3 * Vec3::new(x, y, 0.0)], thickness);
            let part = found / (30.0 * thickness);
            // Ends are cut along the pixels, not across the line.
            assert!((part - 1.0).abs() < 0.02, "{x} {y} {thickness}: {part}");
        }
        let found = drawn([from; 2], 9.0);
        assert!((found / (PI * 4.5 * 4.5) - 1.0).abs() < 0.05, "{found}");
    }

    #[test]
    fn lines_through_the_camera_and_out_of_the_picture_stop_at_the_edge() {
        assert!(drawn([Vec3::new(0.1, 0.1, -5.0), Vec3::new(0.1, 0.1, 50.0)], 1.0) > 0.0);
        let across = [Vec3::new(-9.0, 0.0, 1.0), Vec3::new(9.0, 0.1, 1.0)];
        assert!((drawn(across, 1.0) - 100.0).abs() < 1.0);
        for ends in [[Vec3::NAN, Vec3::Z], [Vec3::NEG_Z; 2]] {
            assert_eq!(drawn(ends, 1.0), 0.0);
        }
    }
}
