//! What colour the cloth has before any light falls on it.

use glam::Vec3;

use super::framebuffer::whole;
use super::shade::{PIECE, Pixels, is_back, is_body};
use super::wide::Wide;
use crate::look::{Look, Paint, Surface, Texture, Theme};

/// The two colours of the checker pattern on the front and on the back: coral and teal.
const FRONT: [Vec3; 2] = [
    Vec3::new(224.0, 110.0, 84.0),
    Vec3::new(247.0, 160.0, 124.0),
];
const BACK: [Vec3; 2] = [Vec3::new(64.0, 134.0, 146.0), Vec3::new(98.0, 172.0, 180.0)];
/// Colour of a fully lit sphere or solid: a neutral grey.
const BODIES: [Vec3; 2] = [
    Vec3::new(196.0, 200.0, 208.0),
    Vec3::new(168.0, 173.0, 182.0),
];
/// Added to numbers of checks so that they are positive. Even, so that it does not swap colours.
const POSITIVE: f32 = 8192.0;
/// Colours of strain from the most compressed to the most stretched: lightness rises to the
/// middle and falls again, so that the amount reads as well as the direction.
const STRAIN: [Vec3; 7] = [
    Vec3::new(28.0, 56.0, 128.0),
    Vec3::new(66.0, 120.0, 190.0),
    Vec3::new(146.0, 186.0, 220.0),
    Vec3::new(222.0, 222.0, 222.0),
    Vec3::new(238.0, 168.0, 132.0),
    Vec3::new(208.0, 84.0, 72.0),
    Vec3::new(122.0, 16.0, 40.0),
];

/// What the cloth's colours are taken from.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Colors {
        front: [Vec3; 2],
        back: [Vec3; 2],
    },
    Texture(&'a Texture),
    Normals,
    /// Holds the strain at the end of the scale.
    Strain(f32),
}

/// All colours of a picture's surfaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paints<'a> {
    source: Source<'a>,
    body: Vec3,
}

impl<'a> Paints<'a> {
    /// The colours that a look asks for; `range` is the strain at the end of the scale.
    pub(super) fn new(look: &'a Look, range: f32) -> Self {
        let plain = Source::Colors {
            front: [FRONT[0]; 2],
            back: [BACK[0]; 2],
        };
        let source = match (look.surface, look.paint, look.texture.as_deref()) {
            (Surface::Normals, ..) => Source::Normals,
            (Surface::Strain, ..) => Source::Strain(range),
            (_, Paint::Checker, _) => Source::Colors {
                front: FRONT,
                back: BACK,
            },
            (_, Paint::Texture, Some(texture)) if is_usable(texture) => Source::Texture(texture),
            _ => plain,
        };
        Self {
            source,
            body: BODIES[usize::from(look.theme == Theme::Light)],
        }
    }

    /// Gives all pixels of a piece the cloth's colours.
    pub(super) fn paint(&self, pixels: &mut Pixels, wide: Wide) {
        match self.source {
            Source::Colors { front, back } => check(pixels, front, back, wide),
            Source::Texture(texture) => paint_with(pixels, |pixels, i| {
                sample(texture, pixels.u[i], pixels.v[i])
            }),
            Source::Normals => {
                paint_with(pixels, |pixels, i| {
                    (Vec3::new(pixels.x[i], pixels.y[i], pixels.z[i]) + 1.0) * 127.5
                });
                pixels.light_fully(1.0);
            }
            Source::Strain(range) => {
                paint_with(pixels, |pixels, i| strain_color(pixels.extra[i] / range));
                pixels.light_fully(0.65);
            }
        }
    }

    /// Gives the pixels of bodies their colour.
    pub(super) fn paint_bodies(&self, pixels: &mut Pixels) {
        for i in 0..PIECE {
            let body = is_body(pixels.material[i]);
            for (base, color) in pixels.base.iter_mut().zip(self.body.to_array()) {
                base[i] = if body { color } else { base[i] };
            }
            pixels.check[i] = if body { 0.0 } else { pixels.check[i] };
        }
    }
}

/// Two colours in squares.
fn check(pixels: &mut Pixels, front: [Vec3; 2], back: [Vec3; 2], wide: Wide) {
    wide.run(|| check_numbers(pixels));
    for channel in 0..3 {
        let [front, back] = [front, back].map(|colors| colors.map(|color| color[channel]));
        wide.run(|| choose(pixels, channel, front, back));
    }
}

/// Finds which of the two checks each pixel is in.
#[inline(always)]
fn check_numbers(pixels: &mut Pixels) {
    for i in 0..PIECE {
        // Half a check less, since the nearest whole number is found, not the one below.
        let number = |place: f32| whole(place.clamp(-1e3, 1e6) + (POSITIVE - 0.5));
        let check = number(pixels.u[i]).wrapping_add(number(pixels.v[i]));
        pixels.check[i] = (check & 1) as i32 as f32;
    }
}

#[inline(always)]
fn choose(pixels: &mut Pixels, channel: usize, front: [f32; 2], back: [f32; 2]) {
    for i in 0..PIECE {
        let front = front[0] + (front[1] - front[0]) * pixels.check[i];
        let back = back[0] + (back[1] - back[0]) * pixels.check[i];
        let chosen = if is_back(pixels.material[i]) {
            back
        } else {
            front
        };
        pixels.base[channel][i] = chosen;
    }
}

/// Gives each pixel with cloth a colour of its own.
fn paint_with(pixels: &mut Pixels, color: impl Fn(&Pixels, usize) -> Vec3) {
    for i in 0..PIECE {
        if pixels.inverse[i] > 0.0 && !is_body(pixels.material[i]) {
            let color = color(pixels, i);
            for (base, color) in pixels.base.iter_mut().zip(color.to_array()) {
                base[i] = color;
            }
        }
        pixels.check[i] = 0.0;
    }
}

/// Whether a texture has the pixels that it says it has.
fn is_usable(texture: &Texture) -> bool {
    let count = texture.width.checked_mul(texture.height);
    count.is_some_and(|count| count > 0 && count <= texture.pixels.len())
}

/// The colour at a place in a texture, from 0 to 1 in both directions, blended from four pixels.
fn sample(texture: &Texture, u: f32, v: f32) -> Vec3 {
    let (left, right, across) = between(u, texture.width);
    let (above, below, down) = between(v, texture.height);
    let pixel =
        |x: usize, y: usize| super::framebuffer::unpack(texture.pixels[y * texture.width + x]);
    let upper = pixel(left, above).lerp(pixel(right, above), across);
    let lower = pixel(left, below).lerp(pixel(right, below), across);
    upper.lerp(lower, down)
}

/// The two pixels whose centres are around a place, and how far it is from the first to the second.
fn between(place: f32, count: usize) -> (usize, usize, f32) {
    let at = (place * count as f32 - 0.5).clamp(0.0, (count - 1) as f32);
    // Not a number becomes 0.
    let first = at as usize;
    (first, (first + 1).min(count - 1), at - first as f32)
}

/// The colour of a strain, from −1 to 1 over the whole scale.
pub(super) fn strain_color(strain: f32) -> Vec3 {
    let last = STRAIN.len() - 1;
    let at = (strain * 0.5 + 0.5).clamp(0.0, 1.0) * last as f32;
    let first = (at as usize).min(last - 1);
    STRAIN[first].lerp(STRAIN[first + 1], at - first as f32)
}
