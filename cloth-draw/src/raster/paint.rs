//! What colour the cloth has before any light falls on it.

use fearless_simd::{mask32x8, prelude::*, u32x8};
use glam::Vec3;

use super::band::{Eight, LANES, three};
use super::light::Directions;
use crate::look::{Look, Paint, Surface, Texture, Theme};

/// The two colours of the checker pattern on the front and on the back: coral and teal.
const FRONT: [Vec3; 2] = [
    Vec3::new(224.0, 110.0, 84.0),
    Vec3::new(247.0, 160.0, 124.0),
];
const BACK: [Vec3; 2] = [Vec3::new(64.0, 134.0, 146.0), Vec3::new(98.0, 172.0, 180.0)];
/// Colour of a fully lit sphere or solid: nearly white on dark, a neutral grey on light.
const BODIES: [Vec3; 2] = [
    Vec3::new(240.0, 239.0, 234.0),
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

/// What is seen at eight pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pixels<S: Simd> {
    /// Where anything is.
    pub(super) seen: mask32x8<S>,
    pub(super) is_body: mask32x8<S>,
    pub(super) is_back: mask32x8<S>,
    /// The unit normal, or the light.
    pub(super) surface: Directions<S>,
    /// The strain, or the highlight.
    pub(super) extra: Eight<S>,
    /// The place in the paint.
    pub(super) place: [Eight<S>; 2],
}

/// The light at eight pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light<S: Simd> {
    /// Factors for red, green and blue.
    pub(super) scattered: [Eight<S>; 3],
    pub(super) highlight: Eight<S>,
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

    /// The colours of eight pixels without light, and which of two checks each is in, 0 or 1. Some
    /// paints need no light, or less.
    #[inline(always)]
    pub(super) fn paint<S: Simd>(
        &self,
        simd: S,
        pixels: &Pixels<S>,
        light: &mut Light<S>,
    ) -> ([Eight<S>; 3], Eight<S>) {
        let none = Eight::splat(simd, 0.0);
        let (cloth, check) = match self.source {
            Source::Colors { front, back } => check(simd, pixels, front, back),
            Source::Texture(texture) => {
                let [u, v] = pixels.place;
                (
                    paint_with(simd, pixels, |i| sample(texture, u[i], v[i])),
                    none,
                )
            }
            Source::Normals => {
                light_fully(pixels, light, 1.0);
                let [x, y, z] = pixels.surface;
                let colors = [(x + 1.0) * 127.5, (y + 1.0) * 127.5, (z + 1.0) * 127.5];
                (colors, none)
            }
            Source::Strain(range) => {
                light_fully(pixels, light, 0.65);
                let strains = pixels.extra;
                let colors = paint_with(simd, pixels, |i| strain_color(strains[i] / range));
                (colors, none)
            }
        };
        let base = three(
            #[inline(always)]
            |i| {
                let body = Eight::splat(simd, self.body[i]);
                pixels.is_body.select(body, cloth[i])
            },
        );
        (base, pixels.is_body.select(none, check))
    }
}

/// [`super::color::whole`] of eight numbers.
#[inline(always)]
pub(super) fn whole<S: Simd>(value: Eight<S>) -> u32x8<S> {
    (value + 8_388_608.0).to_bits() & 0x003f_ffff
}

/// Two colours in squares, and which of the two it is.
#[inline(always)]
fn check<S: Simd>(
    simd: S,
    pixels: &Pixels<S>,
    front: [Vec3; 2],
    back: [Vec3; 2],
) -> ([Eight<S>; 3], Eight<S>) {
    // Half a check less, since the nearest whole number is found, not the one below.
    let [u, v] = pixels.place;
    let u = whole(u.max(-1e3).min(1e6) + (POSITIVE - 0.5));
    let v = whole(v.max(-1e3).min(1e6) + (POSITIVE - 0.5));
    let odd = ((u + v) & 1).simd_eq(1);
    let colors = three(
        #[inline(always)]
        |i| {
            let front = [
                Eight::splat(simd, front[0][i]),
                Eight::splat(simd, front[1][i]),
            ];
            let back = [
                Eight::splat(simd, back[0][i]),
                Eight::splat(simd, back[1][i]),
            ];
            let even = pixels.is_back.select(back[0], front[0]);
            odd.select(pixels.is_back.select(back[1], front[1]), even)
        },
    );
    let check = odd.select(Eight::splat(simd, 1.0), Eight::splat(simd, 0.0));
    (colors, check)
}

/// Gives each pixel with cloth a colour of its own.
#[inline(always)]
fn paint_with<S: Simd>(
    simd: S,
    pixels: &Pixels<S>,
    color: impl Fn(usize) -> Vec3,
) -> [Eight<S>; 3] {
    let mut colors = [[0.0; LANES]; 3];
    let cloth = pixels.seen & !pixels.is_body;
    for i in (0..LANES).filter(|i| cloth.test(*i)) {
        for (channel, part) in colors.iter_mut().zip(color(i).to_array()) {
            channel[i] = part;
        }
    }
    three(
        #[inline(always)]
        |i| Eight::load_array(simd, colors[i]),
    )
}

/// Lets the cloth's own colour count for a share of what it shows, and the light for the rest.
#[inline(always)]
fn light_fully<S: Simd>(pixels: &Pixels<S>, light: &mut Light<S>, share: f32) {
    for i in 0..3 {
        let part = light.scattered[i];
        light.scattered[i] = pixels.is_body.select(part, part * (1.0 - share) + share);
    }
    light.highlight = pixels
        .is_body
        .select(light.highlight, light.highlight * 0.0);
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
    let pixel = |x: usize, y: usize| super::color::unpack(texture.pixels[y * texture.width + x]);
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
