//! Soft shadows, so that the height of a thing above another reads.
//!
//! Light comes from straight above a floor. What is over it is noted in a coarse map, in layers by
//! height: the higher the layer, the wider it is blurred and the less it darkens.

use glam::{Vec2, Vec3};

use super::floor::cloth_size;
use crate::picture::Picture;
use crate::solid::Solid;

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

/// Where a map lies on a plane: cells count from a corner along two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    /// The corner, m.
    corner: Vec3,
    /// Along the map, in cells a metre.
    along: [Vec3; 2],
    /// Out of the plane, unit length.
    up: Vec3,
}

impl Layout {
    /// A map on a plane below everything in `places`; `None` if there is nothing.
    fn below<'a>(
        places: impl Iterator<Item = &'a [f32; 3]>,
        point: Vec3,
        up: Vec3,
    ) -> Option<Self> {
        let (across, along) = up.any_orthonormal_pair();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for place in places {
            let way = Vec3::from(*place) - point;
            let flat = Vec2::new(way.dot(across), way.dot(along));
            if flat.is_finite() && flat.abs().max_element() < 1e6 {
                low = low.min(flat);
                high = high.max(flat);
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
        })
    }

    /// A place in cells along the map, and its height above it, m.
    #[inline(always)]
    fn locate(&self, place: Vec3) -> (Vec2, f32) {
        let way = place - self.corner;
        let flat = Vec2::new(way.dot(self.along[0]), way.dot(self.along[1]));
        (flat, way.dot(self.up))
    }

    /// The number of the cell at a place along the map.
    fn number(flat: Vec2) -> Option<usize> {
        let inside = flat.cmpge(Vec2::ZERO).all() && flat.cmplt(Vec2::splat(CELLS as f32)).all();
        inside.then(|| flat.y as usize * CELLS + flat.x as usize)
    }
}

/// Calls `take` with points all over a mesh, no farther apart than a cell, more or less: in cells
/// along the map, and the height above it.
fn points_of(
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
    layout: &Layout,
    mut take: impl FnMut(Vec2, f32),
) {
    let places: Vec<_> = positions
        .iter()
        .map(|place| {
            let (flat, height) = layout.locate(Vec3::from(*place));
            flat.extend(height)
        })
        .collect();
    let mut take = |place: Vec3| take(place.truncate(), place.z);
    let at = |i: u32| places.get(i as usize).copied();
    let corners =
        |triangle: &[u32; 3]| Some([at(triangle[0])?, at(triangle[1])?, at(triangle[2])?]);
    // A look at some triangles tells how fine the mesh is, as seen from above.
    let stride = (triangles.len() / 64).max(1);
    let some = triangles.iter().step_by(stride).filter_map(corners);
    let longest = some
        .map(|corners| {
            let [a, b, c] = corners.map(Vec3::truncate);
            a.distance(b).max(b.distance(c)).max(c.distance(a))
        })
        .filter(|length| length.is_finite())
        .fold(0.0, f32::max);
    places.iter().for_each(|place| take(*place));
    let pieces = ((longest * 0.9).ceil() as usize).clamp(1, MOST_PIECES);
    if pieces == 1 {
        return;
    }
    let part = 1.0 / pieces as f32;
    for [a, b, c] in triangles.iter().filter_map(corners) {
        let (b, c) = ((b - a) * part, (c - a) * part);
        // All but the corners, which were taken already.
        for i in 0..pieces {
            for j in usize::from(i == 0)..=(pieces - i).min(pieces - 1) {
                take(a + b * i as f32 + c * j as f32);
            }
        }
    }
}

/// The shadows on a floor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Occlusion {
    layout: Layout,
    /// The part of the light that is left, cell by cell.
    left: Vec<f32>,
}

impl Occlusion {
    /// The shadows of all cloths and bodies on a plane with a unit normal; `size` is that of the
    /// cloth, m. `None` where nothing throws any.
    pub(super) fn new(
        pictures: &[Picture<'_>],
        bodies: &[&Solid],
        point: Vec3,
        up: Vec3,
        size: f32,
    ) -> Option<Self> {
        // Of a cloth without triangles only a string is seen.
        let is_seen = |p: &&Picture<'_>| p.is_string() || !p.triangles.is_empty();
        let cloths = pictures.iter().filter(is_seen);
        let cloths = cloths.map(|cloth| (cloth.positions, cloth.triangles));
        let solids = bodies
            .iter()
            .map(|body| (&body.corners[..], &body.triangles[..]));
        let meshes: Vec<_> = cloths.chain(solids).collect();
        let places = meshes.iter().flat_map(|(positions, _)| *positions);
        let layout = Layout::below(places, point, up)?;
        let mut lowest = vec![f32::INFINITY; CELLS * CELLS];
        for (positions, triangles) in meshes {
            points_of(positions, triangles, &layout, |flat, height| {
                if let Some(cell) = Layout::number(flat)
                    && height > -0.1 * size
                {
                    lowest[cell] = lowest[cell].min(height);
                }
            });
        }
        Some(Self {
            left: blend_layers(&lowest, size),
            layout,
        })
    }

    /// The part of the light that is left at a place on the floor.
    pub(super) fn light_at(&self, place: Vec3) -> f32 {
        let (flat, _) = self.layout.locate(place);
        interpolate(flat, &self.left).unwrap_or(1.0)
    }

    /// Whether a way on the floor from one place to another leads past all shadows: both ends are on
    /// one side of the map.
    pub(super) fn misses(&self, ends: [Vec3; 2]) -> bool {
        let [a, b] = ends.map(|end| self.layout.locate(end).0);
        let (low, high) = (a.min(b), a.max(b));
        high.min_element() < 0.0 || low.max_element() > CELLS as f32
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

/// The value between the centres of four cells; `None` outside of the map.
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
    layout: Layout,
    /// How much of a cell's surroundings is under the cloth, 0 to 1.
    cover: Vec<f32>,
    /// That, times the cloth's height above the plane, m.
    heights: Vec<f32>,
    /// The cloth's size, m.
    size: f32,
}

impl Ceiling {
    /// Light that is left where cloth is far above, and where it is close.
    const LEFT: (f32, f32) = (0.95, 0.8);

    /// The ceiling that a picture's cloth is; `None` without a surface.
    pub(super) fn new(picture: &Picture<'_>) -> Option<Self> {
        if picture.triangles.is_empty() {
            return None;
        }
        let layout = Layout::below(picture.positions.iter(), Vec3::ZERO, Vec3::Y)?;
        let mut cover = vec![0.0; CELLS * CELLS];
        let mut heights = vec![f32::NEG_INFINITY; CELLS * CELLS];
        points_of(
            picture.positions,
            picture.triangles,
            &layout,
            |flat, height| {
                if let Some(cell) = Layout::number(flat) {
                    cover[cell] = 1.0;
                    heights[cell] = heights[cell].max(height);
                }
            },
        );
        for height in &mut heights {
            *height = if height.is_finite() { *height } else { 0.0 };
        }
        let mut memory = vec![0.0; CELLS * CELLS];
        for map in [&mut cover, &mut heights] {
            blur_rows(map, &mut memory, 2);
            blur_rows(&memory, map, 2);
        }
        Some(Self {
            layout,
            cover,
            heights,
            size: cloth_size(picture),
        })
    }

    /// The part of the light that is left at a place.
    pub(super) fn light_at(&self, place: Vec3) -> f32 {
        let (flat, height) = self.layout.locate(place);
        let maps = [&self.cover, &self.heights].map(|map| interpolate(flat, map));
        let [Some(cover), Some(ceiling)] = maps else {
            return 1.0;
        };
        let gap = (ceiling / cover.max(1e-3) - height) / self.size;
        // Just below the cloth is not below yet, or it would darken what it touches from the side.
        let below = ((gap + 0.01) * (1.0 / 0.03)).clamp(0.0, 1.0);
        let (far, close) = Self::LEFT;
        let left = (gap * (1.0 / 0.6)).clamp(0.0, 1.0) * (far - close) + close;
        1.0 - (1.0 - left) * below * cover
    }
}
