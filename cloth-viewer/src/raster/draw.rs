//! The order in which a picture is drawn.

use super::framebuffer::Framebuffer;
use super::{cloth, line, plane, solid, sphere};
use crate::camera::{Camera, Lens};
use crate::picture::{Picture, View};

/// Draws pictures into one another as a camera sees them; what the buffer held before is gone.
///
/// The result depends on the arguments alone. Whatever cannot be drawn is left out: positions that
/// are not finite, indices beyond the end, all that is behind the camera. A buffer without pixels
/// stays as it is.
pub fn draw(pictures: &[Picture<'_>], view: View, camera: &Camera, frame: &mut Framebuffer) {
    frame.clear();
    if frame.width == 0 || frame.height == 0 || !camera.eye.is_finite() {
        return;
    }
    let lens = camera.lens(frame.size());
    for picture in pictures {
        draw_solid(picture, view, &lens, frame);
    }
    // Floors come last: most of the picture may be covered by then, and they blend with the
    // background that is left.
    for picture in pictures {
        for shape in picture.planes {
            plane::draw(frame, &lens, camera, picture, shape);
        }
    }
}

/// Draws all of a picture but its floors.
fn draw_solid(picture: &Picture<'_>, view: View, lens: &Lens, frame: &mut Framebuffer) {
    if view != View::Wireframe {
        cloth::draw(frame, lens, picture, view);
    }
    for shape in picture.spheres {
        sphere::draw(frame, lens, shape);
    }
    for body in picture.solids {
        solid::draw(frame, lens, body);
    }
    if picture.is_string() {
        line::draw_string(frame, lens, picture);
    } else {
        line::draw_springs(frame, lens, picture, view);
    }
    for arrow in picture.arrows {
        line::draw_arrow(frame, lens, arrow);
    }
}
