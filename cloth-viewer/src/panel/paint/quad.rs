//! Upright rectangles: letters, and the fills of boxes.

use super::blend::{Ink, tint};
use super::texture::Texture;
use super::{Canvas, Corner};

/// How far texels may be from one a pixel to be copied, texels in the whole rectangle.
const EXACT: f32 = 0.02;

/// Paints a rectangle of one colour, with corners as egui lists them: top left, top right, bottom
/// left, bottom right. `false` if it is something else, or needs texels between texels.
pub(super) fn paint(canvas: &mut Canvas<'_>, texture: &Texture, corners: [Corner; 4]) -> bool {
    let [a, b, c, d] = corners;
    let upright = a.x == c.x && b.x == d.x && a.y == b.y && c.y == d.y;
    let one_color = a.color == b.color && a.color == c.color && a.color == d.color;
    let straight = a.u == c.u && b.u == d.u && a.v == b.v && c.v == d.v;
    if !(upright && one_color && straight && a.x <= d.x && a.y <= d.y) {
        return false;
    }
    let plain = a.u == d.u && a.v == d.v;
    let texels = ((d.u - a.u) - (d.x - a.x)).abs() + ((d.v - a.v) - (d.y - a.y)).abs();
    if !plain && texels > EXACT {
        return false;
    }
    let clip = canvas.clip;
    // Pixels whose middle is inside; a cast makes 0 of what is negative.
    let pixel = |at: f32, low: usize, high: usize| ((at - 0.5).ceil() as usize).clamp(low, high);
    let (left, right) = (
        pixel(a.x, clip.left, clip.right),
        pixel(d.x, clip.left, clip.right),
    );
    let (top, bottom) = (
        pixel(a.y, clip.top, clip.bottom),
        pixel(d.y, clip.top, clip.bottom),
    );
    if left >= right {
        return true;
    }
    if plain {
        let ink = tint(a.color, texture.nearest(a.u, a.v));
        (top..bottom).for_each(|y| ink.fill(canvas.span(y, left, right)));
        return true;
    }
    let u = a.u + (left as f32 + 0.5 - a.x);
    for y in top..bottom {
        let v = a.v + (y as f32 + 0.5 - a.y);
        let Some(texels) = texture.row(u as usize, v as usize, right - left) else {
            continue;
        };
        for (pixel, texel) in canvas.span(y, left, right).iter_mut().zip(texels) {
            // Most of a letter's box is empty.
            if *texel != egui::Color32::TRANSPARENT {
                let ink: Ink = tint(a.color, *texel);
                *pixel = ink.over(*pixel);
            }
        }
    }
    true
}
