//! The cloth's surface: a lit, two-coloured checker pattern, in other hues on the back.

use glam::Vec3;

use super::clip::Bounds;
use super::framebuffer::Framebuffer;
use super::light::light;
use super::triangle::{self, Corner};
use crate::camera::Lens;
use crate::picture::{Picture, View};

/// The two colours of the checker pattern on the front and on the back: coral and teal.
const FRONT: [Vec3; 2] = [
    Vec3::new(224.0, 110.0, 84.0),
    Vec3::new(247.0, 160.0, 124.0),
];
const BACK: [Vec3; 2] = [Vec3::new(64.0, 134.0, 146.0), Vec3::new(98.0, 172.0, 180.0)];
/// Checks along the longer side of the cloth, about.
const CHECKS: usize = 16;
/// How many times as wide as the picture triangles may be before they are cut.
pub(super) const MARGIN: f32 = 4.0;

/// A particle, ready for every triangle it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    view: Vec3,
    corner: Corner,
    /// Planes it is outside of; `None` if it cannot be drawn.
    outside: Option<u32>,
    /// Light on the front and on the back.
    lights: [Vec3; 2],
}

/// Draws all triangles. Under springs the cloth is of one colour: checks and lines together would
/// be too busy to read.
pub(super) fn draw(frame: &mut Framebuffer, lens: &Lens, picture: &Picture, view: View) {
    let bounds = Bounds::new(lens, MARGIN);
    let vertices = prepare(lens, &bounds, picture.positions, picture.normals);
    for triangle in picture.triangles {
        let found = triangle.map(|index| vertices.get(index as usize));
        if let [Some(a), Some(b), Some(c)] = found {
            let check = match view {
                View::ShadedWireframe => 0,
                _ => check_of(picture, triangle),
            };
            let colors = [FRONT[check], BACK[check]];
            draw_triangle(frame, lens, &bounds, [a, b, c], colors);
        }
    }
}

/// Projects and lights each particle once; a particle belongs to up to six triangles.
pub(super) fn prepare(
    lens: &Lens,
    bounds: &Bounds,
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
) -> Vec<Vertex> {
    let positions = positions.iter().enumerate();
    positions
        .map(|(index, position)| {
            let view = lens.to_view(Vec3::from(*position));
            let normal = normals.get(index).copied().map_or(Vec3::Y, Vec3::from);
            let normal = if normal.is_finite() { normal } else { Vec3::Y };
            Vertex {
                view,
                corner: Corner::new(lens, view),
                outside: bounds.outside(view),
                lights: [light(normal), light(-normal)],
            }
        })
        .collect()
}

/// Which of the two colours a triangle has: 0 or 1.
///
/// A triangle never leaves its cell of the grid and checks are made of whole cells, so one colour
/// serves the whole triangle.
fn check_of(picture: &Picture, triangle: &[u32; 3]) -> usize {
    let columns = picture.columns.max(1);
    let cells = picture.columns.max(picture.rows).saturating_sub(1);
    let check = (cells / CHECKS).max(1);
    let [a, b, c] = triangle.map(|index| index as usize);
    let column = (a % columns).min(b % columns).min(c % columns);
    let row = (a / columns).min(b / columns).min(c / columns);
    (column / check + row / check) % 2
}

/// Draws a triangle, or what is in the picture of it, in its colours on the front and
/// on the back.
pub(super) fn draw_triangle(
    frame: &mut Framebuffer,
    lens: &Lens,
    bounds: &Bounds,
    vertices: [&Vertex; 3],
    colors: [Vec3; 2],
) {
    let [Some(out_a), Some(out_b), Some(out_c)] = vertices.map(|vertex| vertex.outside) else {
        return;
    };
    if out_a & out_b & out_c != 0 {
        return;
    }
    let [a, b, c] = vertices.map(|vertex| vertex.view);
    // The triple product tells the side seen, also for triangles that are partly behind the
    // camera. The camera's axes are left-handed (z is away from the eye), hence the sign.
    let side = usize::from(a.dot(b.cross(c)) < 0.0);
    let colors = vertices.map(|vertex| vertex.lights[side] * colors[side]);
    if out_a | out_b | out_c == 0 {
        triangle::fill(frame, vertices.map(|vertex| &vertex.corner), colors);
        return;
    }
    let mut polygon = vec![(a, colors[0]), (b, colors[1]), (c, colors[2])];
    bounds.polygon(&mut polygon);
    let corners: Vec<_> = polygon
        .iter()
        .map(|(view, _)| Corner::new(lens, *view))
        .collect();
    for i in 2..corners.len() {
        triangle::fill(
            frame,
            [&corners[0], &corners[i - 1], &corners[i]],
            [polygon[0].1, polygon[i - 1].1, polygon[i].1],
        );
    }
}
