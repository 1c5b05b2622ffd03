//! From what is known of the pixels of a row to their colours.
//!
//! A piece of a row is turned into arrays, one for each number. Every step then goes over whole
//! arrays without branches, so that the compiler does four pixels at a time; what is not seen is
//! worked out too and left out at the end.

use glam::{Mat4, Vec3};

use super::band::{BACK, BODY, RowOf, Sample};
use super::framebuffer::{pack_quick, whole};
use super::light::{light, mirrored, power};
use super::paint::Paints;
use super::shadow::Ceiling;
use super::wide::Wide;
use crate::camera::Lens;
use crate::look::Shine;

/// Pixels worked on together.
pub(super) const PIECE: usize = 64;
/// Materials from here on are bodies.
const BODIES: f32 = BODY - 0.5;
/// Materials between this and [`BODIES`] are the cloth's back.
const BACKS: f32 = BACK - 0.5;

type Numbers = [f32; PIECE];

/// All that the colours of a picture depend on besides what is at each pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shading<'a> {
    pub(super) lens: &'a Lens,
    pub(super) shine: &'a Shine,
    /// Whether cloth comes with its light already.
    pub(super) lit: bool,
    pub(super) paints: &'a Paints<'a>,
    /// What darkens bodies.
    pub(super) ceilings: &'a [Ceiling],
    /// The form of the loops.
    pub(super) wide: Wide,
}

/// The numbers of the pixels of a piece.
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    /// 1 / depth.
    pub(super) inverse: Numbers,
    /// The unit normal, or the light.
    pub(super) x: Numbers,
    pub(super) y: Numbers,
    pub(super) z: Numbers,
    /// The strain, or the highlight.
    pub(super) extra: Numbers,
    /// The place in the paint.
    pub(super) u: Numbers,
    pub(super) v: Numbers,
    pub(super) material: Numbers,
    /// The light: red, green, blue, and the highlight.
    light: [Numbers; 4],
    /// The colour without light.
    pub(super) base: [Numbers; 3],
    /// Which of two checks it is, 0 or 1.
    pub(super) check: Numbers,
}

impl Pixels {
    const ZERO: Self = Self {
        inverse: [0.0; PIECE],
        x: [0.0; PIECE],
        y: [0.0; PIECE],
        z: [0.0; PIECE],
        extra: [0.0; PIECE],
        u: [0.0; PIECE],
        v: [0.0; PIECE],
        material: [0.0; PIECE],
        light: [[0.0; PIECE]; 4],
        base: [[0.0; PIECE]; 3],
        check: [0.0; PIECE],
    };

    /// Takes over a whole piece.
    fn gather(&mut self, samples: &[Sample; PIECE], depths: &[f32; PIECE]) {
        self.inverse = *depths;
        for (i, four) in samples.chunks_exact(4).enumerate() {
            let range = 4 * i..4 * i + 4;
            let turned = |part: fn(&Sample) -> glam::Vec4| {
                Mat4::from_cols(
                    part(&four[0]),
                    part(&four[1]),
                    part(&four[2]),
                    part(&four[3]),
                )
                .transpose()
            };
            let surface = turned(|sample| sample.surface);
            self.x[range.clone()].copy_from_slice(surface.x_axis.as_ref());
            self.y[range.clone()].copy_from_slice(surface.y_axis.as_ref());
            self.z[range.clone()].copy_from_slice(surface.z_axis.as_ref());
            self.extra[range.clone()].copy_from_slice(surface.w_axis.as_ref());
            let place = turned(|sample| sample.place);
            self.u[range.clone()].copy_from_slice(place.y_axis.as_ref());
            self.v[range.clone()].copy_from_slice(place.z_axis.as_ref());
            self.material[range].copy_from_slice(place.w_axis.as_ref());
        }
    }

    /// Takes back the division by the depth, and gives normals unit length.
    fn restore(&mut self, lit: bool, wide: Wide) {
        wide.run(|| {
            for i in 0..PIECE {
                let depth = self.inverse[i].max(1e-12).recip();
                self.extra[i] *= depth;
                self.u[i] *= depth;
                self.v[i] *= depth;
                let (x, y, z) = (self.x[i], self.y[i], self.z[i]);
                let unit = (x * x + y * y + z * z).max(1e-30).sqrt().recip();
                let is_light = lit & !is_body(self.material[i]);
                let scale = if is_light { depth } else { unit };
                self.x[i] = x * scale;
                self.y[i] = y * scale;
                self.z[i] = z * scale;
            }
        });
    }

    /// Works out the light at each pixel; `ray` goes through the first.
    fn lighten(&mut self, ray: Vec3, step: Vec3, shading: &Shading<'_>) {
        let (shine, wide) = (shading.shine, shading.wide);
        let normals = [&self.x, &self.y, &self.z];
        let [red, green, blue, shining] = &mut self.light;
        wide.run(|| scatter(normals, [red, green, blue], shine));
        wide.run(|| mirror(normals, shining, ray, step));
        wide.run(|| raise(shining, shine.exponent, shine.specular));
        if !shading.lit {
            return;
        }
        // Where vertices were lit already the light came in place of the normal.
        let extra = &self.extra;
        let parts = [&self.x, &self.y, &self.z, extra];
        for (light, part) in self.light.iter_mut().zip(parts) {
            wide.run(|| take_lit(light, part, &self.material));
        }
    }

    /// Darkens the bodies that are under something.
    fn darken(&mut self, ray: Vec3, step: Vec3, eye: Vec3, ceilings: &[Ceiling]) {
        for i in 0..PIECE {
            if !is_body(self.material[i]) || self.inverse[i] <= 0.0 {
                continue;
            }
            let place = eye + (ray + step * i as f32) / self.inverse[i];
            let left = ceilings.iter().map(|ceiling| ceiling.light_at(place));
            let left: f32 = left.product();
            self.light.iter_mut().for_each(|part| part[i] *= left);
        }
    }

    /// Puts colours where something is, and what it is.
    fn put(&self, colors: &mut [u32; PIECE], kinds: &mut [u8; PIECE], wide: Wide) {
        let mut channels = self.base;
        for (channel, light) in channels.iter_mut().zip(&self.light) {
            wide.run(|| apply(channel, light, &self.light[3]));
        }
        wide.run(|| blend(colors, &channels, &self.inverse));
        let pixels = [&self.material, &self.check, &self.inverse];
        wide.run(|| name_kinds(kinds, pixels));
    }

    /// Lets the cloth's own colour count for a share of what it shows, and the light for the rest.
    pub(super) fn light_fully(&mut self, share: f32) {
        for i in 0..PIECE {
            if is_body(self.material[i]) {
                continue;
            }
            for part in &mut self.light[..3] {
                part[i] = share + part[i] * (1.0 - share);
            }
            self.light[3][i] = 0.0;
        }
    }

    /// Whether a pixel that is seen fulfils a condition on its material.
    fn any(&self, condition: impl Fn(f32) -> bool) -> bool {
        let pixels = self.inverse.iter().zip(&self.material);
        pixels.fold(false, |any, (inverse, material)| {
            any | ((*inverse > 0.0) & condition(*material))
        })
    }
}

/// The scattered light of unit normals.
#[inline(always)]
fn scatter([x, y, z]: [&Numbers; 3], [red, green, blue]: [&mut Numbers; 3], shine: &Shine) {
    let shine = *shine;
    for i in 0..PIECE {
        let found = light(Vec3::new(x[i], y[i], z[i]), &shine);
        red[i] = found.x;
        green[i] = found.y;
        blue[i] = found.z;
    }
}

/// The cosine that the highlight is a power of; `ray` goes through the first pixel.
#[inline(always)]
fn mirror([x, y, z]: [&Numbers; 3], cosines: &mut Numbers, ray: Vec3, step: Vec3) {
    for i in 0..PIECE {
        let ray = ray + step * (i as i32 as f32);
        let to_eye = ray * -ray.length_squared().sqrt().recip();
        cosines[i] = mirrored(Vec3::new(x[i], y[i], z[i]), to_eye);
    }
}

#[inline(always)]
fn raise(cosines: &mut Numbers, exponent: f32, strength: f32) {
    for cosine in cosines {
        *cosine = power(*cosine, exponent) * strength;
    }
}

/// Turns a colour's channel into what the eye sees of it.
#[inline(always)]
fn apply(channel: &mut Numbers, light: &Numbers, shining: &Numbers) {
    for i in 0..PIECE {
        channel[i] = (channel[i] * light[i] + shining[i] * 255.0).clamp(0.0, 255.0);
    }
}

/// Packs colours, where something is.
#[inline(always)]
fn blend(colors: &mut [u32; PIECE], [red, green, blue]: &[Numbers; 3], inverse: &Numbers) {
    for i in 0..PIECE {
        let color = pack_quick(red[i], green[i], blue[i]);
        colors[i] = if inverse[i] > 0.0 { color } else { colors[i] };
    }
}

/// Names what each pixel shows: the material, and the check of its paint.
#[inline(always)]
fn name_kinds(kinds: &mut [u8; PIECE], [material, check, inverse]: [&Numbers; 3]) {
    for i in 0..PIECE {
        // Small whole numbers: the plain conversion would check for all others.
        let kind = whole(material[i] * 2.0 + check[i]);
        kinds[i] = if inverse[i] > 0.0 { kind as u8 } else { 0 };
    }
}

#[inline(always)]
fn take_lit(light: &mut Numbers, lit: &Numbers, material: &Numbers) {
    for i in 0..PIECE {
        light[i] = if is_body(material[i]) {
            light[i]
        } else {
            lit[i]
        };
    }
}

/// The back of the cloth?
#[inline(always)]
pub(super) fn is_back(material: f32) -> bool {
    material > BACKS
}

/// A body?
#[inline(always)]
pub(super) fn is_body(material: f32) -> bool {
    material > BODIES
}

/// Colours the pixels of a row of the picture from a column on; `y` is the row.
pub(super) fn shade_row(row: RowOf<'_>, y: usize, first: usize, shading: &Shading<'_>) {
    let lens = shading.lens;
    let up = (lens.center.1 - y as f32 - 0.5) / lens.focal;
    let step = lens.right / lens.focal;
    let pieces = row.samples.chunks(PIECE).zip(row.depths.chunks(PIECE));
    let targets = row
        .colors
        .chunks_mut(PIECE)
        .zip(row.kinds.chunks_mut(PIECE));
    for (number, ((samples, depths), (colors, kinds))) in pieces.zip(targets).enumerate() {
        if depths.iter().all(|depth| *depth == 0.0) {
            continue;
        }
        let x = (first + number * PIECE) as f32 + 0.5 - lens.center.0;
        let ray = lens.forward + lens.up * up + step * x;
        let whole = (samples.try_into(), depths.try_into());
        let targets = (colors.try_into(), kinds.try_into());
        if let ((Ok(samples), Ok(depths)), (Ok(colors), Ok(kinds))) = (whole, targets) {
            shade(samples, depths, colors, kinds, (ray, step), shading);
            continue;
        }
        // The end of a row that is no whole piece.
        let count = samples.len();
        let (mut all, mut far) = ([Sample::default(); PIECE], [0.0; PIECE]);
        all[..count].copy_from_slice(samples);
        far[..count].copy_from_slice(depths);
        let (mut painted, mut kind) = ([0; PIECE], [0; PIECE]);
        painted[..count].copy_from_slice(colors);
        shade(&all, &far, &mut painted, &mut kind, (ray, step), shading);
        colors.copy_from_slice(&painted[..count]);
        kinds.copy_from_slice(&kind[..count]);
    }
}

/// Colours a piece, of which the ray `way.0` goes through the first pixel and `way.1` is the
/// change from one to the next.
fn shade(
    samples: &[Sample; PIECE],
    depths: &[f32; PIECE],
    colors: &mut [u32; PIECE],
    kinds: &mut [u8; PIECE],
    way: (Vec3, Vec3),
    shading: &Shading<'_>,
) {
    let mut pixels = Pixels::ZERO;
    pixels.gather(samples, depths);
    pixels.restore(shading.lit, shading.wide);
    pixels.lighten(way.0, way.1, shading);
    let bodies = pixels.any(is_body);
    if bodies && !shading.ceilings.is_empty() {
        pixels.darken(way.0, way.1, shading.lens.eye, shading.ceilings);
    }
    if pixels.any(|material| !is_body(material)) {
        shading.paints.paint(&mut pixels, shading.wide);
    }
    if bodies {
        shading.paints.paint_bodies(&mut pixels);
    }
    pixels.put(colors, kinds, shading.wide);
}
