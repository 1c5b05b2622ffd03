//! Soft shadows on floors, so that the height of a cloth above them reads.
//!
//! Light comes from straight above a floor. What is over it is noted in a coarse map, in layers by
//! height: the higher the layer, the wider it is blurred and the less it darkens.

use glam::{Vec2, Vec3};

use crate::picture::Picture;
use crate::solid::Solid;

/// Cells along each side of a map.
const CELLS: usize = 96;
/// Cells along the map's edges for the shadow to fade out in.
const MARGIN: usize = 20;
/// How far each layer's middle is above the floor, in parts of the cloth's size.
const HEIGHTS: [f32; 3] = [0.0, 0.12, 0.5];
/// Half the width of each layer's blur, in cells; it is done twice.
const BLURS: [usize; 3] = [1, 4, 9];
/// How much of the light each layer takes.
const STRENGTHS: [f32; 3] = [0.55, 0.42, 0.26];
/// Most pieces that an edge of a triangle is cut into: the diagonal of all cells but the margins.
const MOST_PIECES: usize = 80;

/// The shadows on a floor.
#[derive(Clone, Debug)]
pub(super) struct Occlusion {
    /// The map's corner, in the floor's coordinates.
    corner: Vec2,
    /// Cells a unit of the floor's coordinates.
    cells: f32,
    /// The part of the light that is left, cell by cell.
    left: Vec<f32>,
}

impl Occlusion {
    /// The shadows of all cloths and bodies on a floor; `size` is that of the cloth, m. `on_floor` turns a
    /// place into two coordinates along the floor, in any unit, and the height above it, m. `None` where
    /// nothing throws any.
    pub(super) fn new(
        pictures: &[Picture<'_>],
        bodies: &[&Solid],
        on_floor: impl Fn(&[f32; 3]) -> Vec3,
        size: f32,
    ) -> Option<Self> {
        // A cloth without triangles is seen only if it is a string.
        let is_seen = |p: &&Picture<'_>| p.is_string() || !p.triangles.is_empty();
        let cloths = pictures.iter().filter(is_seen);
        let cloths = cloths.map(|cloth| (cloth.positions, cloth.triangles));
        let solids = (bodies.iter()).map(|body| (&body.corners[..], &body.triangles[..]));
        let placed = |(positions, triangles): (&[[f32; 3]], _)| {
            let places: Vec<Vec3> = positions.iter().map(&on_floor).collect();
            (places, triangles)
        };
        let mut meshes: Vec<_> = cloths.chain(solids).map(placed).collect();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for place in meshes.iter().flat_map(|(places, _)| places) {
            let flat = place.truncate();
            if flat.is_finite() && flat.abs().max_element() < 1e6 {
                (low, high) = (low.min(flat), high.max(flat));
            }
        }
        let extent = (high - low).max_element();
        let cells = (CELLS - 2 * MARGIN) as f32 / extent;
        if !(extent.is_finite() && cells < 1e6) {
            return None;
        }
        let corner = (low + high) * 0.5 - 0.5 * CELLS as f32 / cells;
        let mut lowest = vec![f32::INFINITY; CELLS * CELLS];
        for (places, triangles) in &mut meshes {
            for place in places.iter_mut() {
                *place = ((place.truncate() - corner) * cells).extend(place.z);
            }
            points_of(places, triangles, |place| {
                let flat = place.truncate();
                let is_inside =
                    flat.cmpge(Vec2::ZERO).all() && flat.cmplt(Vec2::splat(CELLS as f32)).all();
                if is_inside && place.z > -0.1 * size {
                    let cell = flat.y as usize * CELLS + flat.x as usize;
                    lowest[cell] = lowest[cell].min(place.z);
                }
            });
        }
        Some(Self {
            corner,
            cells,
            left: blend_layers(&lowest, size),
        })
    }

    /// A place on the floor in cells along the map.
    pub(super) fn on_map(&self, place: Vec2) -> Vec2 {
        (place - self.corner) * self.cells
    }

    /// The part of the light that is left at a place on the map, between the centres of four cells.
    pub(super) fn light_at(&self, flat: Vec2) -> f32 {
        let at = flat - 0.5;
        let last = (CELLS - 1) as f32;
        if !(at.x >= 0.0 && at.y >= 0.0 && at.x < last && at.y < last) {
            return 1.0;
        }
        let (x, y) = (at.x as usize, at.y as usize);
        let (across, down) = (at.x - x as f32, at.y - y as f32);
        let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
        let row = |cell: usize| mix(self.left[cell], self.left[cell + 1], across);
        let cell = y * CELLS + x;
        mix(row(cell), row(cell + CELLS), down)
    }

    /// Whether a way on the map from one place to another leads past all shadows: both ends are on one
    /// side of it.
    pub(super) fn misses([a, b]: [Vec2; 2]) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        high.min_element() < 0.0 || low.max_element() > CELLS as f32
    }
}

/// Calls `take` with points all over a mesh, about a cell apart or less. Places are in cells along the
/// map, and the height above it.
fn points_of(places: &[Vec3], triangles: &[[u32; 3]], mut take: impl FnMut(Vec3)) {
    let at = |i: u32| places.get(i as usize).copied();
    let corners = |[a, b, c]: &[u32; 3]| Some([at(*a)?, at(*b)?, at(*c)?]);
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

/// The part of the light that reaches each cell, from the height of the lowest thing above it.
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

/// The share that a layer has of something at a height, 0 to 1; the shares of all layers sum to 1 at
/// most.
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
