//! Capsules and boxes, as triangles.

use super::clip::Bounds;
use super::cloth::{MARGIN, draw_triangle, prepare};
use super::framebuffer::Framebuffer;
use super::sphere::COLOR;
use crate::camera::Lens;
use crate::solid::Solid;

/// Draws one solid.
pub(super) fn draw(frame: &mut Framebuffer, lens: &Lens, solid: &Solid) {
    let bounds = Bounds::new(lens, MARGIN);
    let vertices = prepare(lens, &bounds, &solid.corners, &solid.normals);
    for triangle in &solid.triangles {
        let [a, b, c] = triangle.map(|index| &vertices[index as usize]);
        draw_triangle(frame, lens, &bounds, [a, b, c], [COLOR; 2]);
    }
}
