//! Floors: a checker pattern that fades into the background with distance.

use glam::Vec3;

use super::band::{Band, RowOf};
use super::color::{least, most, pack_quick, whole};
use super::ground::{self, OfBand};
use super::light::{Gloss, light_at};
use super::shadow::Occlusion;
use crate::camera::{Camera, Lens};
use crate::look::{Look, Theme};
use crate::picture::{Picture, PlaneShape};

/// Colours of the two kinds of check, on dark and on light.
const CHECKS: [[Vec3; 2]; 2] = [
    [
        Vec3::new(98.0, 103.0, 111.0),
        Vec3::new(112.0, 117.0, 125.0),
    ],
    [
        Vec3::new(196.0, 201.0, 208.0),
        Vec3::new(214.0, 219.0, 226.0),
    ],
];
/// A floor is taken to be this much farther away than it is, as a factor for 1 / depth, so that
/// cloth lying on it is not mixed with it.
const BIAS: f32 = 0.998;
/// Added to check numbers so that they are positive. Even, so that it does not swap the colours.
const POSITIVE: f32 = 8192.0;

/// Pixels worked on together.
pub(super) const PIECE: usize = 64;
/// Pixels from one place where shadows are looked up to the next.
const APART: usize = 8;

/// What is the same for all pixels of a floor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Floor {
    /// Camera axes' share of the plane's normal; 1 / depth of a ray is `across · ray`.
    across: Vec3,
    /// The eye, measured along the plane from the middle of the fading circle; the circle's
    /// radius is 1.
    eye: [f32; 2],
    /// The same two directions along the camera's axes.
    axes: [Vec3; 2],
    /// Checks in one radius.
    checks: f32,
    /// Where the circle's middle lies among the checks, as a positive number of checks.
    origin: [f32; 2],
    /// Lit colours of the checks.
    colors: [Vec3; 2],
    /// The circle's middle, and one radius along each direction, in metres.
    plan: [Vec3; 3],
    shadows: Option<Occlusion>,
}

impl Floor {
    /// Draws the part of the floor that is in a band, behind all that is there; `kind` is noted
    /// where it is seen. `ground` has the colours of the band's pixels where they are known.
    pub(super) fn draw(
        &self,
        band: &mut Band<'_>,
        lens: &Lens,
        kind: u8,
        mut ground: Option<OfBand<'_>>,
    ) {
        let width = band.width;
        for row in 0..band.rows {
            let up = (lens.center.1 - (band.first + row) as f32 - 0.5) / lens.focal;
            let left = Vec3::new((0.5 - lens.center.0) / lens.focal, up, 1.0);
            let line = Row::new(self, left, lens.focal.recip());
            let last = line.inverse.0 + line.inverse.1 * (width - 1) as f32;
            if line.inverse.0 > 0.0 || last > 0.0 {
                let known = ground.as_mut();
                let known = known.map(|ground| ground.row(row, width, &line, self));
                shade_visible(band.row(row), line, self, kind, known);
            }
        }
    }

    /// The floor that a plane of a picture is, if it is seen; its front only. Things in `pictures`
    /// throw shadows on it where `shadow` is set.
    pub(super) fn new(
        (lens, camera): (&Lens, &Camera),
        pictures: &[Picture<'_>],
        (picture, plane): (&Picture<'_>, &PlaneShape),
        look: &Look,
    ) -> Option<Self> {
        let normal = Vec3::from(plane.normal).try_normalize()?;
        let point = Vec3::from(plane.point);
        let height = normal.dot(lens.eye - point);
        if !(height > lens.near && height < 1e9) {
            return None;
        }
        let directions = directions(normal);
        let size = cloth_size(picture);
        let middle = camera.target - normal * normal.dot(camera.target - point);
        // A power of two, so that a cloth that stretches a little does not change the floor.
        let check = libm::exp2f(libm::log2f(size * 0.25).round());
        let radius = check * 12.0 + (camera.eye - camera.target).length() * 1.5;
        let colors = CHECKS[usize::from(look.theme == Theme::Light)];
        let gloss = Gloss::new(&look.shine);
        let [light, _] = light_at([normal; 2], normal, &look.shine, &gloss);
        let light = light.truncate();
        let mut floor = Self {
            across: lens.turn(normal) * (-BIAS / height),
            eye: directions.map(|direction| direction.dot(lens.eye - middle) / radius),
            axes: directions.map(|direction| lens.turn(direction) / radius),
            checks: radius / check,
            // Only the place within a pair of checks matters.
            origin: directions
                .map(|direction| (direction.dot(middle) / check).rem_euclid(2.0) + POSITIVE),
            colors: colors.map(|color| color * light),
            plan: [middle, directions[0] * radius, directions[1] * radius],
            shadows: None,
        };
        let usable = floor.eye.iter().chain(&floor.origin).all(|x| x.is_finite());
        if !(usable && floor.checks < POSITIVE * 0.5) {
            return None;
        }
        if look.shadow {
            floor.shadows = Occlusion::new(pictures, point, normal, size);
        }
        Some(floor)
    }
}

impl Floor {
    /// The same without shadows.
    pub(super) fn unshadowed(&self) -> Self {
        Self {
            shadows: None,
            ..*self
        }
    }
}

/// Two directions along a floor.
fn directions(normal: Vec3) -> [Vec3; 2] {
    if normal.y.abs() > 0.9 {
        // On level ground checks lie along the world's axes.
        let x = (Vec3::X - normal * normal.x).normalize();
        [x, x.cross(normal)]
    } else {
        let along = normal.any_orthonormal_vector();
        [along, along.cross(normal)]
    }
}

/// Length of the cloth's longer side in metres, along the cloth; 1 where there is no telling.
///
/// Unlike the box around it, this hardly changes while a cloth falls and folds.
pub(super) fn cloth_size(picture: &Picture) -> f32 {
    let length = |count: usize, stride: usize| -> f32 {
        let ends = (1..count).map(|i| (i * stride, (i - 1) * stride));
        ends.map_while(|(a, b)| Some((picture.positions.get(a)?, picture.positions.get(b)?)))
            .map(|(a, b)| Vec3::from(*a).distance(Vec3::from(*b)))
            .sum()
    };
    let size = length(picture.columns, 1).max(length(picture.rows, picture.columns));
    if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    }
}

/// What is the same for all pixels of one row: (value at the left, change per pixel).
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) inverse: (f32, f32),
    u: (f32, f32),
    v: (f32, f32),
}

impl Row {
    fn new(floor: &Floor, left: Vec3, step: f32) -> Self {
        let linear = |direction: Vec3| (direction.dot(left), direction.x * step);
        Self {
            inverse: linear(floor.across),
            u: linear(floor.axes[0]),
            v: linear(floor.axes[1]),
        }
    }

    /// Moves the left end to the right by some pixels.
    pub(super) fn advance(&mut self, pixels: f32) {
        for (left, step) in [&mut self.inverse, &mut self.u, &mut self.v] {
            *left += *step * pixels;
        }
    }
}

/// Shades the pieces of a row of which anything is seen. Where no shadow falls they may be `known`.
fn shade_visible(
    line: RowOf<'_>,
    mut row: Row,
    floor: &Floor,
    kind: u8,
    mut known: Option<&[u32]>,
) {
    let pieces = line
        .colors
        .chunks_mut(PIECE)
        .zip(line.depths.chunks_mut(PIECE));
    for ((colors, depths), kinds) in pieces.zip(line.kinds.chunks_mut(PIECE)) {
        let here = known.map(|known| known.split_at(colors.len()));
        known = here.map(|(_, rest)| rest);
        let (left, step) = row.inverse;
        let nearest = left.max(left + step * PIECE as f32);
        if depths.iter().any(|depth| nearest > *depth) {
            let mut lights = [1.0; PIECE];
            if let Some(shadows) = &floor.shadows {
                shadow_row(&mut lights, &row, floor, shadows);
            }
            let is_lit = lights.iter().all(|light| *light == 1.0);
            let here = here.map(|(here, _)| here).filter(|_| is_lit);
            if !here.is_some_and(|here| {
                ground::show(here, (&mut *colors, &mut *depths, &mut *kinds), &row, kind)
            }) {
                shade_row((colors, depths, kinds), &row, floor, &lights, kind);
            }
        }
        row.advance(PIECE as f32);
    }
}

/// Works out the light along a piece of a row, which is 1 where it is not changed: exactly at some pixels,
/// evenly between them.
fn shadow_row(lights: &mut [f32; PIECE], row: &Row, floor: &Floor, shadows: &Occlusion) {
    let inverse = |x: usize| row.inverse.0 + row.inverse.1 * x as f32;
    let place = |x: usize| {
        let distance = inverse(x).recip();
        let x = x as f32;
        let u = floor.eye[0] + distance * (row.u.0 + row.u.1 * x);
        let v = floor.eye[1] + distance * (row.v.0 + row.v.1 * x);
        let [middle, across, along] = floor.plan;
        middle + across * u + along * v
    };
    if inverse(0).min(inverse(PIECE)) > 0.0 && shadows.misses([0, PIECE].map(place)) {
        return;
    }
    let at = |x: usize| match inverse(x) > 0.0 {
        true => shadows.light_at(place(x)),
        false => 1.0,
    };
    let mut from = at(0);
    for (number, lights) in lights.chunks_exact_mut(APART).enumerate() {
        let to = at((number + 1) * APART);
        let step = (to - from) / APART as f32;
        for (i, light) in lights.iter_mut().enumerate() {
            *light = from + step * i as f32;
        }
        from = to;
    }
}

/// Shades part of a row. Every pixel is worked out and what is hidden is then left as it was: without
/// branches the compiler does four pixels at a time.
///
/// Not inlined: only as arguments are the slices known not to overlap, which that needs.
#[inline(never)]
pub(super) fn shade_row(
    (colors, depths, kinds): (&mut [u32], &mut [f32], &mut [u8]),
    row: &Row,
    floor: &Floor,
    lights: &[f32; PIECE],
    kind: u8,
) {
    let [dark, light] = floor.colors;
    let pixels = colors
        .iter_mut()
        .zip(depths)
        .zip(kinds.iter_mut().zip(lights));
    for (i, ((color, depth), (noted, lit))) in pixels.enumerate() {
        let x = i as i32 as f32;
        let inverse = row.inverse.0 + row.inverse.1 * x;
        let distance = inverse.recip();
        let u = floor.eye[0] + distance * (row.u.0 + row.u.1 * x);
        let v = floor.eye[1] + distance * (row.v.0 + row.v.1 * x);
        let near_middle = most(1.0 - (u * u + v * v), 0.0);
        let visible = inverse > *depth && near_middle > 0.0;
        let opacity = if visible {
            near_middle * near_middle
        } else {
            0.0
        };
        let check = whole(u * floor.checks + floor.origin[0])
            .wrapping_add(whole(v * floor.checks + floor.origin[1]));
        let share = (check & 1) as i32 as f32;
        let blend = |shift: u32, dark: f32, light: f32| {
            let old = (*color >> shift & 0xff) as i32 as f32;
            let new = least((dark + (light - dark) * share) * *lit, 255.0);
            old + (new - old) * opacity
        };
        *color = pack_quick(
            blend(16, dark.x, light.x),
            blend(8, dark.y, light.y),
            blend(0, dark.z, light.z),
        );
        *depth = if visible { inverse } else { *depth };
        *noted = if visible { kind } else { *noted };
    }
}
