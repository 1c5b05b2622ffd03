//! Paints egui's triangles into a picture.
//!
//! Colours are as egui has them: sRGB bytes with premultiplied alpha, and blended as such bytes, as
//! in egui's own shaders.

mod blend;
mod quad;
mod texture;
mod triangle;

#[cfg(test)]
mod tests;

use cloth_draw::raster::Framebuffer;
use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, Pos2, Rect, TextureId, TexturesDelta};
use std::collections::HashMap;
use texture::Texture;

/// Where may be painted, in pixels: from `left` and `top` to before `right` and `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clip {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Clip {
    /// The whole pixels of a rectangle that are in a picture of this size.
    fn of(rect: Rect, scale: f32, size: (usize, usize)) -> Self {
        // A cast makes 0 of what is negative or no number.
        let pixel = |at: f32, most: usize| ((at * scale).round() as usize).min(most);
        Self {
            left: pixel(rect.min.x, size.0),
            top: pixel(rect.min.y, size.1),
            right: pixel(rect.max.x, size.0),
            bottom: pixel(rect.max.y, size.1),
        }
    }

    fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }
}

/// Pixels that can be painted on.
struct Canvas<'a> {
    pixels: &'a mut [u32],
    width: usize,
    clip: Clip,
}

impl Canvas<'_> {
    /// The pixels of a row from one column to before another; both must be inside of the clip.
    fn span(&mut self, y: usize, left: usize, right: usize) -> &mut [u32] {
        let row = y * self.width;
        &mut self.pixels[row + left..row + right]
    }
}

/// A corner of a triangle, in pixels and texels.
#[derive(Clone, Copy, Debug)]
struct Corner {
    x: f32,
    y: f32,
    u: f32,
    v: f32,
    color: Color32,
}

/// egui's textures: the atlas of its letters, for the most part.
#[derive(Debug, Default)]
pub(super) struct Painter {
    textures: HashMap<TextureId, Texture>,
}

impl Painter {
    /// Takes in what egui has changed, before the painting. What it no longer needs goes after
    /// it: see [`Painter::free`].
    pub(super) fn update(&mut self, delta: &TexturesDelta) {
        for (id, change) in &delta.set {
            self.textures.entry(*id).or_default().apply(change);
        }
    }

    /// Forgets textures.
    pub(super) fn free(&mut self, delta: &TexturesDelta) {
        for id in &delta.free {
            self.textures.remove(id);
        }
    }

    /// Paints meshes whose places are in points of `scale` pixels.
    pub(super) fn paint(&self, meshes: &[ClippedPrimitive], scale: f32, frame: &mut Framebuffer) {
        let size = frame.size();
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in meshes
        {
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let clip = Clip::of(*clip_rect, scale, size);
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            if clip.is_empty() {
                continue;
            }
            let mut canvas = Canvas {
                pixels: frame.pixels_mut(),
                width: size.0,
                clip,
            };
            paint_mesh(&mut canvas, mesh, texture, scale);
        }
    }
}

/// Paints the triangles of a mesh: two at a time where they are an upright rectangle, which most
/// are.
fn paint_mesh(canvas: &mut Canvas<'_>, mesh: &Mesh, texture: &Texture, scale: f32) {
    let corner = |index: &u32| -> Option<Corner> {
        let Vertex { pos, uv, color } = *mesh.vertices.get(*index as usize)?;
        let Pos2 { x, y } = pos * scale;
        let (u, v) = texture.place(uv);
        let finite = x.is_finite() && y.is_finite() && u.is_finite() && v.is_finite();
        finite.then_some(Corner { x, y, u, v, color })
    };
    let mut rest = mesh.indices.as_slice();
    while let [a, b, c, after @ ..] = rest {
        rest = after;
        let (Some(first), Some(second), Some(third)) = (corner(a), corner(b), corner(c)) else {
            continue;
        };
        if let [d, e, f, after @ ..] = rest
            && let (true, Some(last)) = (d == c && e == b, corner(f))
            && quad::paint(canvas, texture, [first, second, third, last])
        {
            rest = after;
            continue;
        }
        triangle::paint(canvas, texture, [first, second, third]);
    }
}
