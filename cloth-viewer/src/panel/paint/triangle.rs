//! Any triangle.

use super::blend::{Ink, tint};
use super::texture::Texture;
use super::{Canvas, Corner};
use egui::Color32;

/// Colour and place in the texture, as numbers that can be stepped from pixel to pixel.
type Values = [f32; 6];

fn values(corner: Corner) -> Values {
    let [r, g, b, a] = corner.color.to_array().map(f32::from);
    [r, g, b, a, corner.u, corner.v]
}

/// The edge from `a` down to `b`: its x at the height of a row of pixels.
///
/// The same two corners give the same bits for the triangles on both sides, so no pixel between
/// two triangles is painted twice, and none is left out.
fn edge(a: Corner, b: Corner, y: f32) -> f32 {
    a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))
}

/// Paints a triangle whose pixels have their middle in it.
pub(super) fn paint(canvas: &mut Canvas<'_>, texture: &Texture, mut corners: [Corner; 3]) {
    corners.sort_by(|a, b| {
        (a.y, a.x)
            .partial_cmp(&(b.y, b.x))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let [a, b, c] = corners;
    let clip = canvas.clip;
    let row = |y: f32| ((y - 0.5).ceil() as usize).clamp(clip.top, clip.bottom);
    let (first, middle, last) = (row(a.y), row(b.y), row(c.y));
    if first >= last {
        return;
    }
    let Some(fill) = Fill::of(texture, corners) else {
        return;
    };
    for y in first..last {
        let height = y as f32 + 0.5;
        let long = edge(a, c, height);
        let short = match y < middle {
            true => edge(a, b, height),
            false => edge(b, c, height),
        };
        let column = |x: f32| ((x - 0.5).ceil() as usize).clamp(clip.left, clip.right);
        let (left, right) = (column(long.min(short)), column(long.max(short)));
        if left < right {
            fill.span(
                canvas.span(y, left, right),
                texture,
                left as f32 + 0.5,
                height,
            );
        }
    }
}

/// What a triangle is filled with.
enum Fill {
    /// One colour.
    Plain(Ink),
    /// Colours that change, and one texel.
    Blend(Plane, Color32),
    /// All of it.
    Texture(Plane),
}

/// Values that change evenly over the picture.
struct Plane {
    /// The values at (0, 0) of `origin`.
    start: Values,
    origin: (f32, f32),
    along: Values,
    down: Values,
}

impl Fill {
    /// `None` where there is nothing to see.
    fn of(texture: &Texture, corners: [Corner; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let one_texel = a.u == b.u && a.u == c.u && a.v == b.v && a.v == c.v;
        if one_texel && a.color == b.color && a.color == c.color {
            let ink = tint(a.color, texture.nearest(a.u, a.v));
            return (!ink.is_clear()).then_some(Self::Plain(ink));
        }
        let plane = Plane::through(corners)?;
        Some(match one_texel {
            true => Self::Blend(plane, texture.nearest(a.u, a.v)),
            false => Self::Texture(plane),
        })
    }

    /// Fills a part of a row, from a place on.
    fn span(&self, pixels: &mut [u32], texture: &Texture, x: f32, y: f32) {
        match self {
            Self::Plain(ink) => ink.fill(pixels),
            Self::Blend(plane, texel) => plane.walk(pixels, x, y, |color, _, _| match *texel {
                Color32::WHITE => Ink::of(color),
                texel => tint(color, texel),
            }),
            Self::Texture(plane) => {
                plane.walk(pixels, x, y, |color, u, v| {
                    tint(color, texture.between(u, v))
                });
            }
        }
    }
}

impl Plane {
    /// The plane through the values of three corners; `None` if they are in a line.
    fn through([a, b, c]: [Corner; 3]) -> Option<Self> {
        let (bx, by, cx, cy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y);
        let inverse = 1.0 / (bx * cy - by * cx);
        if !inverse.is_finite() {
            return None;
        }
        let [start, b, c] = [a, b, c].map(values);
        let slope = |p: f32, q: f32| -> Values {
            std::array::from_fn(|i| ((b[i] - start[i]) * p - (c[i] - start[i]) * q) * inverse)
        };
        Some(Self {
            start,
            origin: (a.x, a.y),
            along: slope(cy, by),
            down: slope(-cx, -bx),
        })
    }

    #[inline(always)]
    fn walk(&self, pixels: &mut [u32], x: f32, y: f32, ink: impl Fn(Color32, f32, f32) -> Ink) {
        let (dx, dy) = (x - self.origin.0, y - self.origin.1);
        let at = |i: usize| self.start[i] + self.along[i] * dx + self.down[i] * dy;
        let mut now: Values = std::array::from_fn(at);
        for pixel in pixels {
            // A cast limits to 0 and 255.
            let [r, g, b, a] = [0, 1, 2, 3].map(|i: usize| (now[i] + 0.5) as u8);
            let color = Color32::from_rgba_premultiplied(r, g, b, a);
            *pixel = ink(color, now[4], now[5]).over(*pixel);
            for (value, step) in now.iter_mut().zip(self.along) {
                *value += step;
            }
        }
    }
}
