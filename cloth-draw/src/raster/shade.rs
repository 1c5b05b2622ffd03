//! From what is noted of the pixels of a row to their colours, eight pixels at a time.

use fearless_simd::{mask32x8, prelude::*, u32x8};

use super::band::{
    BACK, BODY, Band, EXTRA, Eight, INVERSE, LANES, MATERIAL, NOTES, Notes, PLACE, SURFACE, lanes,
    three,
};
use super::light::{Directions, Gloss, highlight, light};
use super::paint::{Light, Paints, Pixels, whole};
use super::shadow::Ceiling;
use crate::camera::Lens;
use crate::look::Shine;

/// All that the colours of a picture depend on besides what is at each pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shading<'a> {
    pub(super) lens: &'a Lens,
    pub(super) shine: Shine,
    pub(super) gloss: Gloss,
    /// Whether cloth comes with its light already.
    pub(super) lit: bool,
    pub(super) paints: &'a Paints<'a>,
    /// What darkens bodies.
    pub(super) ceilings: &'a [Ceiling],
}

/// The way of the light to eight pixels beside each other.
#[derive(Clone, Copy, Debug)]
struct Rays<S: Simd> {
    /// From the eye, one metre along the camera's axis.
    ways: Directions<S>,
    inverse: Eight<S>,
}

/// Colours the pixels of a row of a band that are in the columns from the first to before the last.
#[inline(always)]
pub(super) fn shade_row<S: Simd>(
    simd: S,
    band: &mut Band<'_>,
    row: usize,
    columns: (usize, usize),
    shading: &Shading<'_>,
) {
    let shading = *shading;
    let (first, last) = (columns.0.max(band.touched.0), columns.1.min(band.touched.1));
    let lens = shading.lens;
    let up = (lens.center.1 - (band.first + row) as f32 - 0.5) / lens.focal;
    let middle = lens.forward + lens.up * up;
    let right = lens.right / lens.focal;
    let lanes = lanes(simd);
    for left in (first..last).step_by(LANES) {
        let at = row * band.width + left;
        let count = (last - left).min(LANES);
        let inverse = band.note(simd, INVERSE, at);
        let seen = inverse.simd_gt(0.0) & lanes.simd_lt(count as f32);
        if !seen.any_true() {
            continue;
        }
        let mut notes: Notes<S> = [inverse; NOTES];
        for (which, note) in notes.iter_mut().enumerate().skip(1) {
            *note = band.note(simd, which, at);
        }
        let across = lanes + (left as f32 + 0.5 - lens.center.0);
        let ways = three(
            #[inline(always)]
            |i| across * right[i] + middle[i],
        );
        let rays = Rays { ways, inverse };
        let (colors, kinds) = shade(simd, &notes, seen, rays, &shading);
        let mut bytes = [0; LANES];
        for (byte, kind) in bytes.iter_mut().zip(kinds.to_array()) {
            *byte = kind as u8;
        }
        if count == LANES {
            let old = &mut band.colors[at..at + LANES];
            let new = seen.select(colors, u32x8::from_slice(simd, old));
            new.store_slice(old);
            band.kinds[at..at + LANES].copy_from_slice(&bytes);
            continue;
        }
        // The end of a row that is no multiple of eight.
        for i in (0..count).filter(|i| seen.test(*i)) {
            band.colors[at + i] = colors[i];
        }
        band.kinds[at..at + count].copy_from_slice(&bytes[..count]);
    }
}

/// The colours of eight pixels, and what they show: the material, and the check of its paint; 0
/// where nothing is.
#[inline(always)]
fn shade<S: Simd>(
    simd: S,
    notes: &Notes<S>,
    seen: mask32x8<S>,
    rays: Rays<S>,
    shading: &Shading<'_>,
) -> (u32x8<S>, u32x8<S>) {
    let pixels = restore(notes, seen, shading.lit);
    let mut light = lighten(simd, &pixels, &rays, shading);
    if !shading.ceilings.is_empty() {
        darken(simd, &pixels, &rays, shading, &mut light);
    }
    let (base, check) = shading.paints.paint(simd, &pixels, &mut light);
    let shining = light.highlight * 255.0;
    let [red, green, blue] = three(
        #[inline(always)]
        |i| {
            let channel = base[i] * light.scattered[i] + shining;
            whole(channel.max(0.0).min(255.0))
        },
    );
    let kind = notes[MATERIAL] * 2.0 + check;
    let kinds = seen.select(whole(kind), u32x8::splat(simd, 0));
    ((red << 16) | (green << 8) | blue, kinds)
}

/// Takes back the division by the depth, and gives normals unit length.
#[inline(always)]
fn restore<S: Simd>(notes: &Notes<S>, seen: mask32x8<S>, lit: bool) -> Pixels<S> {
    let depth = 1.0 / notes[INVERSE].max(1e-12);
    let [x, y, z] = [notes[SURFACE], notes[SURFACE + 1], notes[SURFACE + 2]];
    let is_body = notes[MATERIAL].simd_gt(BODY - 0.5);
    let mut scale = 1.0 / (x * x + y * y + z * z).max(1e-30).sqrt();
    if lit {
        scale = is_body.select(scale, depth);
    }
    Pixels {
        seen,
        is_body,
        is_back: notes[MATERIAL].simd_gt(BACK - 0.5),
        surface: [x * scale, y * scale, z * scale],
        extra: notes[EXTRA] * depth,
        place: [notes[PLACE] * depth, notes[PLACE + 1] * depth],
    }
}

/// Works out the light at each pixel.
#[inline(always)]
fn lighten<S: Simd>(
    simd: S,
    pixels: &Pixels<S>,
    rays: &Rays<S>,
    shading: &Shading<'_>,
) -> Light<S> {
    let scattered = light(pixels.surface, &shading.shine);
    let highlight = highlight(simd, pixels.surface, rays.ways, &shading.gloss);
    if !shading.lit {
        return Light {
            scattered,
            highlight,
        };
    }
    // Where vertices were lit already the light came in place of the normal.
    let is_body = pixels.is_body;
    Light {
        scattered: three(
            #[inline(always)]
            |i| is_body.select(scattered[i], pixels.surface[i]),
        ),
        highlight: is_body.select(highlight, pixels.extra),
    }
}

/// Darkens the bodies that are under something.
#[inline(always)]
fn darken<S: Simd>(
    simd: S,
    pixels: &Pixels<S>,
    rays: &Rays<S>,
    shading: &Shading<'_>,
    light: &mut Light<S>,
) {
    let bodies = pixels.seen & pixels.is_body;
    if !bodies.any_true() {
        return;
    }
    let depth = 1.0 / rays.inverse.max(1e-12);
    let eye = shading.lens.eye;
    let place = three(
        #[inline(always)]
        |i| rays.ways[i] * depth + eye[i],
    );
    let mut left = Eight::splat(simd, 1.0);
    for ceiling in shading.ceilings {
        left *= ceiling.light_at(simd, place);
    }
    let left = pixels.is_body.select(left, Eight::splat(simd, 1.0));
    for i in 0..3 {
        light.scattered[i] *= left;
    }
    light.highlight *= left;
}
