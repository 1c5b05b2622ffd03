//! Soft shadows, so that the height of a thing above another reads.
//!
//! Light comes from straight above a floor. What is over it is noted in a coarse map, in layers by
//! height: the higher the layer, the wider it is blurred and the less it darkens.

use fearless_simd::prelude::*;
use glam::{Vec2, Vec3};

use super::band::{Eight, LANES, three};
use super::light::{Directions, dot};
use crate::picture::Picture;

/// Cells along each side of a map.
const CELLS: usize = 96;
/// Cells beside what throws the shadow, for it to fade out in.
const MARGIN: usize = 20;
/// How far each layer's middle is above the floor, in parts of the cloth's size.
const HEIGHTS: [f32; 3] = [0.0, 0.12, 0.5];
/// Half the width of each layer's blur, in cells; it is done twice.
const BLURS: [usize; 3] = [1, 4, 9];
/// How much of the light each layer takes.
const STRENGTHS: [f32; 3] = [0.55, 0.42, 0.26];
/// Most pieces that an edge of a triangle is cut into: the diagonal of all cells but the margins.
const MOST_PIECES: usize = 80;

/// A map that lies on a plane: cells count from a corner along two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sheet {
    /// The corner, m.
    corner: Vec3,
    /// Along the sheet, in cells a metre.
    along: [Vec3; 2],
    /// Out of the sheet, unit length.
    up: Vec3,
    /// Width of a cell, m.
    cell: f32,
}

impl Sheet {
    /// A sheet on a plane below everything in `places`; `None` if there is nothing.
    fn below(places: impl Iterator<Item = (Vec3, f32)>, point: Vec3, up: Vec3) -> Option<Self> {
        let (across, along) = up.any_orthonormal_pair();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for (place, radius) in places {
            let way = place - point;
            let flat = Vec2::new(way.dot(across), way.dot(along));
            if flat.is_finite() && flat.abs().max_element() < 1e6 {
                low = low.min(flat - radius);
                high = high.max(flat + radius);
            }
        }
        let size = (high - low).max_element();
        let cell = size / (CELLS - 2 * MARGIN) as f32;
        if !(size.is_finite() && cell > 1e-6) {
            return None;
        }
        let first = (low + high) * 0.5 - 0.5 * cell * CELLS as f32;
        Some(Self {
            corner: point + across * first.x + along * first.y,
            along: [across / cell, along / cell],
            up,
            cell,
        })
    }

    /// A place in cells along the sheet, and its height above it, m.
    #[inline(always)]
    fn locate(&self, place: Vec3) -> (Vec2, f32) {
        let way = place - self.corner;
        let flat = Vec2::new(way.dot(self.along[0]), way.dot(self.along[1]));
        (flat, way.dot(self.up))
    }

    /// The number of the cell at a place along the sheet.
    fn number(flat: Vec2) -> Option<usize> {
        let inside = flat.cmpge(Vec2::ZERO).all() && flat.cmplt(Vec2::splat(CELLS as f32)).all();
        inside.then(|| flat.y as usize * CELLS + flat.x as usize)
    }
}

/// Calls `take` with points all over the cloth, no farther apart than a cell, more or less: in cells along
/// the sheet, and the height above it.
fn points_of(picture: &Picture<'_>, sheet: &Sheet, mut take: impl FnMut(Vec2, f32)) {
    let places = picture.positions.iter();
    let places: Vec<_> = places
        .map(|place| {
            let (flat, height) = sheet.locate(Vec3::from(*place));
            flat.extend(height)
        })
        .collect();
    let mut take = |place: Vec3| take(place.truncate(), place.z);
    let at = |i: u32| places.get(i as usize).copied();
    let corners =
        |triangle: &[u32; 3]| Some([at(triangle[0])?, at(triangle[1])?, at(triangle[2])?]);
    // A look at some triangles tells how fine the mesh is, as seen from above.
    let stride = (picture.triangles.len() / 64).max(1);
    let some = picture.triangles.iter().step_by(stride).filter_map(corners);
    let longest = some
        .map(|corners| {
            let [a, b, c] = corners.map(Vec3::truncate);
            a.distance(b).max(b.distance(c)).max(c.distance(a))
        })
        .filter(|length| length.is_finite())
        .fold(0.0, f32::max);
    if picture.is_string() || !picture.triangles.is_empty() {
        places.iter().for_each(|place| take(*place));
    }
    let pieces = ((longest * 0.9).ceil() as usize).clamp(1, MOST_PIECES);
    if pieces == 1 {
        return;
    }
    let part = 1.0 / pieces as f32;
    for triangle in picture.triangles {
        let Some([a, b, c]) = corners(triangle) else {
            continue;
        };
        // The other triangle at an edge has its ends the other way round.
        let [i, j, k] = *triangle;
        for (from, to, is_own) in [(a, b, i < j), (b, c, j < k), (c, a, k < i)] {
            let step = (to - from) * part;
            (1..pieces)
                .filter(|_| is_own)
                .for_each(|n| take(from + step * n as f32));
        }
        let (b, c) = ((b - a) * part, (c - a) * part);
        for i in 1..pieces {
            for j in 1..pieces - i {
                take(a + b * i as f32 + c * j as f32);
            }
        }
    }
}

/// The shadows on a floor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Occlusion {
    sheet: Sheet,
    /// The part of the light that is left, cell by cell.
    left: Vec<f32>,
}

impl Occlusion {
    /// The shadows of everything in pictures on a plane with a unit normal; `size` is that of the
    /// cloth, m. `None` where nothing throws any.
    pub(super) fn new(pictures: &[Picture<'_>], point: Vec3, up: Vec3, size: f32) -> Option<Self> {
        let sheet = Sheet::below(pictures.iter().flat_map(places_of), point, up)?;
        let mut lowest = vec![f32::INFINITY; CELLS * CELLS];
        let mut note = |flat: Vec2, height: f32| {
            if let Some(cell) = Sheet::number(flat)
                && height > -0.1 * size
            {
                lowest[cell] = lowest[cell].min(height);
            }
        };
        for picture in pictures {
            points_of(picture, &sheet, &mut note);
            for sphere in picture.spheres {
                note_sphere(&sheet, Vec3::from(sphere.center), sphere.radius, &mut note);
            }
            for solid in picture.solids {
                let body = Picture {
                    positions: &solid.corners,
                    triangles: &solid.triangles,
                    ..Picture::default()
                };
                points_of(&body, &sheet, &mut note);
            }
        }
        Some(Self {
            left: blend_layers(&lowest, size),
            sheet,
        })
    }

    /// The part of the light that is left at a place on the floor.
    pub(super) fn light_at(&self, place: Vec3) -> f32 {
        let (flat, _) = self.sheet.locate(place);
        interpolate(flat, &self.left).unwrap_or(1.0)
    }

    /// Whether a way on the floor from one place to another leads past all shadows: both ends are on
    /// one side of the sheet.
    pub(super) fn misses(&self, ends: [Vec3; 2]) -> bool {
        let [a, b] = ends.map(|end| self.sheet.locate(end).0);
        let (low, high) = (a.min(b), a.max(b));
        high.min_element() < 0.0 || low.max_element() > CELLS as f32
    }
}

/// Places that throw shadows, each with a radius around it.
fn places_of<'a>(picture: &'a Picture<'_>) -> impl Iterator<Item = (Vec3, f32)> + 'a {
    let cloth = picture.positions.iter().map(|p| (Vec3::from(*p), 0.0));
    let balls = picture.spheres.iter();
    let balls = balls.map(|ball| (Vec3::from(ball.center), ball.radius.abs()));
    let corners = picture.solids.iter().flat_map(|solid| &solid.corners);
    let corners = corners.map(|p| (Vec3::from(*p), 0.0));
    cloth.chain(balls).chain(corners)
}

/// Notes the lower half of a sphere.
fn note_sphere(sheet: &Sheet, center: Vec3, radius: f32, note: &mut impl FnMut(Vec2, f32)) {
    let cells = (radius / sheet.cell).min(CELLS as f32).ceil() as i32;
    for i in -cells..=cells {
        for j in -cells..=cells {
            let aside =
                (sheet.along[0] * i as f32 + sheet.along[1] * j as f32) * sheet.cell.powi(2);
            let under_root = radius * radius - aside.length_squared();
            if under_root >= 0.0 {
                let (flat, height) = sheet.locate(center + aside - sheet.up * under_root.sqrt());
                note(flat, height);
            }
        }
    }
}

/// The part of the light that is left where the lowest things are so high above the floor.
fn blend_layers(lowest: &[f32], size: f32) -> Vec<f32> {
    let mut left = vec![1.0_f32; CELLS * CELLS];
    let mut layer = vec![0.0_f32; CELLS * CELLS];
    let mut memory = layer.clone();
    for (number, (blur, strength)) in BLURS.iter().zip(STRENGTHS).enumerate() {
        for (share, height) in layer.iter_mut().zip(lowest) {
            *share = share_of(number, height / size);
        }
        for _ in 0..2 {
            blur_rows(&layer, &mut memory, *blur);
            blur_rows(&memory, &mut layer, *blur);
        }
        for (left, share) in left.iter_mut().zip(&layer) {
            *left *= 1.0 - strength * share;
        }
    }
    left
}

/// How much of a thing at a height belongs to a layer, 0 to 1; all shares together are 1 at most.
fn share_of(layer: usize, height: f32) -> f32 {
    let height = height.max(0.0);
    let rising = |from: f32, to: f32| ((height - from) / (to - from)).clamp(0.0, 1.0);
    let [near, middle, far] = HEIGHTS;
    match layer {
        0 => 1.0 - rising(near, middle),
        1 => rising(near, middle) - rising(middle, far),
        // What is very high takes no light.
        _ => rising(middle, far) * (1.0 - rising(far, 6.0 * far)),
    }
}

/// Averages over 2 · `half` + 1 cells of a row; rows become columns on the way.
fn blur_rows(from: &[f32], to: &mut [f32], half: usize) {
    let width = (2 * half + 1) as f32;
    for (y, row) in from.chunks_exact(CELLS).enumerate() {
        let mut sum: f32 = row[..half].iter().sum();
        for x in 0..CELLS {
            sum += row.get(x + half).unwrap_or(&0.0);
            to[x * CELLS + y] = sum / width;
            if x >= half {
                sum -= row[x - half];
            }
        }
    }
}

/// The value between the centres of four cells; `None` outside of the sheet.
#[inline(always)]
fn interpolate(flat: Vec2, values: &[f32]) -> Option<f32> {
    let at = flat - 0.5;
    let last = (CELLS - 1) as f32;
    if !(at.x >= 0.0 && at.y >= 0.0 && at.x < last && at.y < last) {
        return None;
    }
    let (x, y) = (at.x as usize, at.y as usize);
    let (across, down) = (at.x - x as f32, at.y - y as f32);
    let cell = y * CELLS + x;
    let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
    let upper = mix(values[cell], values[cell + 1], across);
    let lower = mix(values[cell + CELLS], values[cell + CELLS + 1], across);
    Some(mix(upper, lower, down))
}

/// A cloth seen from above, to darken the bodies below it.
#[derive(Clone, Debug)]
pub(super) struct Ceiling {
    sheet: Sheet,
    /// How much of a cell's surroundings is under the cloth, 0 to 1.
    cover: Vec<f32>,
    /// That, times the cloth's height above the sheet, m.
    heights: Vec<f32>,
    /// The cloth's size, m.
    size: f32,
}

impl Ceiling {
    /// Light that is left where cloth is far above, and where it is close.
    const LEFT: (f32, f32) = (0.95, 0.8);

    /// The ceiling that a picture's cloth is; `None` without a surface.
    pub(super) fn new(picture: &Picture<'_>, size: f32) -> Option<Self> {
        if picture.triangles.is_empty() {
            return None;
        }
        let places = picture.positions.iter().map(|p| (Vec3::from(*p), 0.0));
        let sheet = Sheet::below(places, Vec3::ZERO, Vec3::Y)?;
        let mut cover = vec![0.0; CELLS * CELLS];
        let mut heights = vec![f32::NEG_INFINITY; CELLS * CELLS];
        points_of(picture, &sheet, |flat, height| {
            if let Some(cell) = Sheet::number(flat) {
                cover[cell] = 1.0;
                heights[cell] = heights[cell].max(height);
            }
        });
        for height in &mut heights {
            *height = if height.is_finite() { *height } else { 0.0 };
        }
        let mut memory = vec![0.0; CELLS * CELLS];
        blur_rows(&cover, &mut memory, 2);
        blur_rows(&memory, &mut cover, 2);
        blur_rows(&heights, &mut memory, 2);
        blur_rows(&memory, &mut heights, 2);
        Some(Self {
            sheet,
            cover,
            heights,
            size,
        })
    }

    /// The part of the light that is left at eight places.
    #[inline(always)]
    pub(super) fn light_at<S: Simd>(&self, simd: S, place: Directions<S>) -> Eight<S> {
        let Sheet {
            corner, along, up, ..
        } = self.sheet;
        let way = three(
            #[inline(always)]
            |i| place[i] - corner[i],
        );
        let across = dot(way, along[0]) - 0.5;
        let down = dot(way, along[1]) - 0.5;
        let height = dot(way, up);
        let last = (CELLS - 1) as f32;
        let inside = across.simd_ge(0.0) & across.simd_lt(last);
        let inside = inside & down.simd_ge(0.0) & down.simd_lt(last);
        // Elsewhere the numbers mean nothing, but there has to be a cell.
        let limit = last - 0.001;
        let (across, down) = (across.max(0.0).min(limit), down.max(0.0).min(limit));
        let (x, y) = (across.trunc(), down.trunc());
        let cells = (y * CELLS as f32 + x).to_array();
        let (across, down) = (across - x, down - y);
        let cover = gather(simd, &self.cover, cells).mix(across, down);
        let ceiling = gather(simd, &self.heights, cells).mix(across, down);
        let gap = (ceiling / cover.max(1e-3) - height) * self.size.recip();
        // Just below the cloth is not below yet, or it would darken what it touches from the side.
        let below = ((gap + 0.01) * (1.0 / 0.03)).max(0.0).min(1.0);
        let (far, close) = Self::LEFT;
        let left = (gap * (1.0 / 0.6)).max(0.0).min(1.0) * (far - close) + close;
        inside.select(1.0 - (1.0 - left) * below * cover, Eight::splat(simd, 1.0))
    }
}

/// Values in four cells around each of eight places.
struct Around<S: Simd>([Eight<S>; 4]);

/// Fetches the values of cells, whose numbers are whole, and of their neighbours.
#[inline(always)]
fn gather<S: Simd>(simd: S, values: &[f32], cells: [f32; LANES]) -> Around<S> {
    let mut found = [[0.0; LANES]; 4];
    for (i, cell) in cells.into_iter().enumerate() {
        let cell = cell as usize;
        if let Some(all) = values.get(cell..cell + CELLS + 2) {
            found[0][i] = all[0];
            found[1][i] = all[1];
            found[2][i] = all[CELLS];
            found[3][i] = all[CELLS + 1];
        }
    }
    Around([
        Eight::load_array(simd, found[0]),
        Eight::load_array(simd, found[1]),
        Eight::load_array(simd, found[2]),
        Eight::load_array(simd, found[3]),
    ])
}

impl<S: Simd> Around<S> {
    /// The values between them.
    #[inline(always)]
    fn mix(self, across: Eight<S>, down: Eight<S>) -> Eight<S> {
        let [a, b, c, d] = self.0;
        let upper = a + (b - a) * across;
        let lower = c + (d - c) * across;
        upper + (lower - upper) * down
    }
}
