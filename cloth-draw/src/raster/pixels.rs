//! From the notes of a row's pixels to their colours.
//!
//! A piece of a row goes through one plain loop after another, so that the compiler makes wide
//! instructions of each.

use glam::Vec3;

use super::faces::Pass;
use super::fill::{
    BACK, BODY, EXTRA, INVERSE, Lighting, LitColumns, MATERIAL, NOTES, PIECE, PLACE, SURFACE, Strip,
};
use super::light::{highlight, is_glossy, least, light, most, pack_quick, unpack, whole};
use crate::look::{Paint, Surface, Texture, Theme};

/// The two colours of the checker pattern on the front and on the back: coral and teal.
const FRONT_CHECKS: [[f32; 3]; 2] = [[224.0, 110.0, 84.0], [247.0, 160.0, 124.0]];
const BACK_CHECKS: [[f32; 3]; 2] = [[64.0, 134.0, 146.0], [98.0, 172.0, 180.0]];
/// Colour of a fully lit body: nearly white on dark, a neutral grey on light.
const BODIES: [[f32; 3]; 2] = [[240.0, 239.0, 234.0], [168.0, 173.0, 182.0]];
/// Added to numbers of checks so that they are positive. Even, so that it does not swap colours.
pub(super) const POSITIVE: f32 = 8192.0;
/// Colours of strain from the most compressed to the most stretched: lightness rises to the
/// middle and falls again, so that the amount reads as well as the direction.
const STRAIN: [[f32; 3]; 7] = [
    [28.0, 56.0, 128.0],
    [66.0, 120.0, 190.0],
    [146.0, 186.0, 220.0],
    [222.0, 222.0, 222.0],
    [238.0, 168.0, 132.0],
    [208.0, 84.0, 72.0],
    [122.0, 16.0, 40.0],
];

/// What the cloth's colours are taken from.
#[derive(Clone, Copy, Debug)]
enum Cover<'a> {
    /// Two colours in squares: of the front, of the back.
    Checks([[[f32; 3]; 2]; 2]),
    Texture(&'a Texture),
    Normals,
    /// Holds the strain at the end of the scale.
    Strain(f32),
}

/// What the colours of all pixels depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shading<'a> {
    pass: &'a Pass<'a>,
    cover: Cover<'a>,
}

impl<'a> Shading<'a> {
    /// `range` is the strain at the end of the scale.
    pub(super) fn new(pass: &'a Pass<'a>, range: f32) -> Self {
        let look = pass.look;
        let cover = match (look.surface, look.paint, look.texture.as_deref()) {
            (Surface::Normals, ..) => Cover::Normals,
            (Surface::Strain, ..) => Cover::Strain(range),
            (_, Paint::Checker, _) => Cover::Checks([FRONT_CHECKS, BACK_CHECKS]),
            (_, Paint::Texture, Some(texture)) if is_usable(texture) => Cover::Texture(texture),
            _ => Cover::Checks([[FRONT_CHECKS[0]; 2], [BACK_CHECKS[0]; 2]]),
        };
        Self { pass, cover }
    }
}

/// A number at each pixel of a piece.
type Numbers = [f32; PIECE];

/// Three numbers of a pixel.
#[inline(always)]
fn at(all: &[Numbers; 3], i: usize) -> [f32; 3] {
    [all[0][i], all[1][i], all[2][i]]
}

#[inline(always)]
fn set(all: &mut [Numbers; 3], i: usize, [x, y, z]: [f32; 3]) {
    (all[0][i], all[1][i], all[2][i]) = (x, y, z);
}

/// Colours what is seen in a part of a row of a strip, and notes what it shows.
#[inline(always)]
pub(super) fn shade_row(
    strip: &mut Strip<'_>,
    row: usize,
    shading: &Shading<'_>,
    (lighting, (first, last)): LitColumns,
) {
    let is_lit = lighting != Lighting::Pixel;
    let lens = shading.pass.lens;
    let up = (lens.center.1 - (strip.first + row) as f32 - 0.5) / lens.focal;
    let middle = (lens.forward + lens.up * up).to_array();
    let right = (lens.right / lens.focal).to_array();
    for left in (first..last).step_by(PIECE) {
        let place = row * strip.width + left;
        let count = (last - left).min(PIECE);
        let inverses = &strip.notes[INVERSE][place..place + count];
        if inverses.iter().all(|inverse| *inverse == 0.0) {
            continue;
        }
        let mut notes = [[0.0; PIECE]; NOTES];
        notes[INVERSE][..count].copy_from_slice(inverses);
        for (note, all) in notes.iter_mut().zip(strip.notes.iter()).skip(1) {
            note.copy_from_slice(&all[place..place + PIECE]);
        }
        let mut ways = [[0.0; PIECE]; 3];
        for i in 0..PIECE {
            let across = i as i32 as f32 + (left as f32 + 0.5 - lens.center.0);
            let way = |k: usize| across * right[k] + middle[k];
            set(&mut ways, i, [way(0), way(1), way(2)]);
        }
        let (colors, kinds) = shade(&notes, &ways, shading, is_lit);
        let seen = notes[INVERSE].iter().map(|inverse| *inverse > 0.0);
        let shown = &mut strip.colors[place..place + count];
        for ((shown, color), seen) in shown.iter_mut().zip(colors).zip(seen) {
            *shown = if seen { color } else { *shown };
        }
        strip.kinds[place..place + count].copy_from_slice(&kinds[..count]);
    }
}

/// The colours of a piece, and what they show: the material, and the check of its paint; 0 where
/// nothing is. `ways` lead from the eye to the pixels, one metre along the camera's axis; `is_lit`
/// where the cloth's notes have light in place of a normal.
#[inline(always)]
fn shade(
    notes: &[Numbers; NOTES],
    ways: &[Numbers; 3],
    shading: &Shading<'_>,
    is_lit: bool,
) -> ([u32; PIECE], [u8; PIECE]) {
    let pass = shading.pass;
    let material = &notes[MATERIAL];
    let is_body = |i: usize| material[i] > BODY - 0.5;
    // Undo the division by the depth, and give normals unit length.
    let mut depth = [0.0; PIECE];
    let mut surface = [[0.0; PIECE]; 3];
    let mut scattered = [[0.0; PIECE]; 3];
    for i in 0..PIECE {
        depth[i] = 1.0 / most(notes[INVERSE][i], 1e-12);
        let [x, y, z] = [0, 1, 2].map(|k| notes[SURFACE + k][i]);
        let unit = 1.0 / most(x * x + y * y + z * z, 1e-30).sqrt();
        // Where vertices or faces were lit, the notes hold light in place of a normal.
        let is_light = is_lit & !is_body(i);
        let scale = if is_light { depth[i] } else { unit };
        let normal = [x * scale, y * scale, z * scale];
        let light = light(normal, &pass.look.shine);
        let light = [0, 1, 2].map(|k| if is_light { normal[k] } else { light[k] });
        set(&mut surface, i, normal);
        set(&mut scattered, i, light);
    }
    let mut shining = [0.0; PIECE];
    let glossy = |i: usize| is_glossy(at(&surface, i), at(ways, i), &pass.gloss);
    if (0..PIECE).fold(0, |any, i| any | u32::from(glossy(i))) != 0 {
        for i in 0..PIECE {
            shining[i] = highlight(at(&surface, i), at(ways, i), &pass.gloss);
        }
    }
    if is_lit {
        for i in 0..PIECE {
            let lit = notes[EXTRA][i] * depth[i];
            shining[i] = if is_body(i) { shining[i] } else { lit };
        }
    }
    // Some colours are shown unlit, by this share.
    let own = match shading.cover {
        Cover::Normals => 1.0,
        Cover::Strain(_) => 0.65,
        _ => 0.0,
    };
    if own > 0.0 {
        for i in 0..PIECE {
            let light = at(&scattered, i);
            let less = light.map(|light| light * (1.0 - own) + own);
            let part = [0, 1, 2].map(|k| if is_body(i) { light[k] } else { less[k] });
            set(&mut scattered, i, part);
            shining[i] = if is_body(i) { shining[i] } else { 0.0 };
        }
    }
    let (base, checks) = colors(notes, &depth, &surface, shading.cover);
    let body = BODIES[usize::from(pass.look.theme == Theme::Light)];
    let mut colors = [0; PIECE];
    let mut kinds = [0; PIECE];
    for i in 0..PIECE {
        let channel = |k: usize| {
            let base = if is_body(i) { body[k] } else { base[k][i] };
            let channel = base * scattered[k][i] + shining[i] * 255.0;
            least(most(channel, 0.0), 255.0)
        };
        colors[i] = pack_quick(channel(0), channel(1), channel(2));
        let check = if is_body(i) { 0 } else { checks[i] };
        let kind = whole(material[i] * 2.0) + check;
        kinds[i] = if notes[INVERSE][i] > 0.0 { kind } else { 0 };
    }
    (colors, kinds.map(|kind| kind as u8))
}

/// The cloth's own colours, and which of two checks each pixel is in, 0 or 1.
#[inline(always)]
fn colors(
    notes: &[Numbers; NOTES],
    depth: &Numbers,
    surface: &[Numbers; 3],
    cover: Cover<'_>,
) -> ([Numbers; 3], [u32; PIECE]) {
    let mut colors = [[0.0; PIECE]; 3];
    let mut checks = [0; PIECE];
    if let Cover::Checks([front, back]) = cover {
        for i in 0..PIECE {
            // Half a check less, since the nearest whole number is found, not the one below.
            let number = |k: usize| {
                let place = notes[PLACE + k][i] * depth[i];
                whole(least(most(place, -1e3), 1e6) + (POSITIVE - 0.5))
            };
            let odd = number(0).wrapping_add(number(1)) & 1;
            let is_back = notes[MATERIAL][i] > BACK - 0.5;
            for k in 0..3 {
                let even = if is_back { back[0][k] } else { front[0][k] };
                let other = if is_back { back[1][k] } else { front[1][k] };
                colors[k][i] = if odd == 1 { other } else { even };
            }
            checks[i] = odd;
        }
        return (colors, checks);
    }
    for i in 0..PIECE {
        let is_cloth = notes[INVERSE][i] > 0.0 && notes[MATERIAL][i] < BODY - 0.5;
        if is_cloth {
            let note = |which: usize| notes[which][i] * depth[i];
            let color = match cover {
                Cover::Texture(texture) => sample(texture, note(PLACE), note(PLACE + 1)),
                Cover::Strain(range) => strain_color(note(EXTRA) / range),
                _ => (Vec3::from(at(surface, i)) + 1.0) * 127.5,
            };
            set(&mut colors, i, color.into());
        }
    }
    (colors, checks)
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
    let pixel = |x: usize, y: usize| unpack(texture.pixels[y * texture.width + x]);
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
    let [below, above] = [0, 1].map(|i| Vec3::from(STRAIN[first + i]));
    below.lerp(above, at - first as f32)
}
