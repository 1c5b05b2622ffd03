//! Every triangle of the picture, projected, and sorted by the bands it reaches into.

use fearless_simd::Simd;
use glam::{Vec3, Vec4};
use rayon::prelude::*;

use super::band::{BACK, BODIES, BODY, Band, FRONT, ROWS};
use super::clip::{Bounds, Point};
use super::fill::{Content, fill};
use super::light::light_at;
use super::triangle::{self, Corner, Window};
use crate::camera::Lens;
use crate::look::Shine;
use crate::picture::Picture;

/// How many times as wide as the picture triangles may be before they are cut.
const MARGIN: f32 = 4.0;
/// Checks along the longer side of the cloth, about.
const CHECKS: usize = 16;
/// Vertices that a thread takes at once.
const PORTION: usize = 2048;

/// Where the cloth's light is worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lighting {
    /// At each pixel.
    #[default]
    Pixel,
    /// At each vertex.
    Vertex,
    /// Once a triangle.
    Face,
}

/// How the places in the paint are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// In checks.
    Checks,
    /// From 0 to 1 over the whole cloth.
    Whole,
}

/// A corner that is ready for every triangle it belongs to.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    point: Point,
    corner: Corner,
    /// Planes it is outside of; `None` if it cannot be drawn.
    outside: Option<u32>,
}

/// A triangle that is in front of the camera.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [u32; 3],
    /// 0 if its front is seen, 1 if its back is.
    side: u32,
    material: f32,
}

/// How triangles are taken up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'a> {
    pub(super) lens: &'a Lens,
    pub(super) shine: &'a Shine,
    pub(super) lighting: Lighting,
    pub(super) places: Places,
    /// The part of the picture that they are drawn in.
    pub(super) window: Window,
}

/// Triangles and their corners. Its memory is used again for the next picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Faces {
    lighting: Lighting,
    vertices: Vec<Vertex>,
    faces: Vec<Face>,
    /// Numbers of the faces in each band, in order.
    bins: Vec<Vec<u32>>,
}

impl Faces {
    /// Forgets all triangles, for a picture with so many rows.
    pub(super) fn clear(&mut self, height: usize, lighting: Lighting) {
        self.lighting = lighting;
        self.vertices.clear();
        self.faces.clear();
        self.bins.resize(height.div_ceil(ROWS), Vec::new());
        self.bins.iter_mut().for_each(Vec::clear);
    }

    /// Takes up a cloth.
    pub(super) fn add_cloth(&mut self, manner: &Manner<'_>, picture: &Picture<'_>) {
        let columns = picture.columns.max(1);
        let cells = |n: usize| n.saturating_sub(1).max(1);
        let scale = match manner.places {
            Places::Checks => {
                let check = (cells(picture.columns.max(picture.rows)) / CHECKS).max(1);
                [check, check]
            }
            Places::Whole => [cells(picture.columns), cells(picture.rows)],
        };
        let scale = scale.map(|n| (n as f32).recip());
        let place = |i: usize| {
            let (column, row) = (i % columns, i / columns);
            [column as f32 * scale[0], row as f32 * scale[1]]
        };
        let extra = |i: usize| picture.strains.get(i).copied().unwrap_or(0.0);
        let first = self.add_vertices(manner, manner.lighting, picture.positions, |i| {
            (picture.normals.get(i), extra(i), place(i))
        });
        self.add_faces(manner, first, picture.triangles, [FRONT, BACK]);
    }

    /// Takes up capsules and boxes; the first has the number `first` among the bodies.
    pub(super) fn add_solids(&mut self, manner: &Manner<'_>, picture: &Picture<'_>, first: usize) {
        for (number, solid) in picture.solids.iter().enumerate() {
            let material = BODY + ((first + number) % BODIES) as f32;
            let start = self.add_vertices(manner, Lighting::Pixel, &solid.corners, |i| {
                (solid.normals.get(i), 0.0, [0.0; 2])
            });
            self.add_faces(manner, start, &solid.triangles, [material; 2]);
        }
    }

    /// Projects and lights each vertex once; it belongs to up to six triangles.
    fn add_vertices<'a>(
        &mut self,
        manner: &Manner<'_>,
        lighting: Lighting,
        positions: &[[f32; 3]],
        rest: impl Fn(usize) -> (Option<&'a [f32; 3]>, f32, [f32; 2]) + Sync,
    ) -> usize {
        let first = self.vertices.len();
        let bounds = Bounds::new(manner.lens, MARGIN);
        self.vertices
            .resize(first + positions.len(), Vertex::default());
        let portions = self.vertices[first..].par_chunks_mut(PORTION);
        let portions = portions.zip(positions.par_chunks(PORTION)).enumerate();
        portions.for_each(|(number, (vertices, positions))| {
            for (i, (vertex, position)) in vertices.iter_mut().zip(positions).enumerate() {
                let (normal, extra, place) = rest(number * PORTION + i);
                let position = Vec3::from(*position);
                let normal = normal.copied().map_or(Vec3::Y, Vec3::from);
                let normal = if normal.is_finite() { normal } else { Vec3::Y };
                let view = manner.lens.to_view(position);
                *vertex = Vertex {
                    point: Point {
                        view,
                        surfaces: surfaces(manner, lighting, position, normal, extra),
                        place,
                    },
                    corner: Corner::new(manner.lens, view),
                    outside: bounds.outside(view),
                };
            }
        });
        first
    }

    /// Takes up triangles whose indices count from the vertex `first`.
    fn add_faces(
        &mut self,
        manner: &Manner<'_>,
        first: usize,
        triangles: &[[u32; 3]],
        materials: [f32; 2],
    ) {
        let bounds = Bounds::new(manner.lens, MARGIN);
        let count = self.vertices.len();
        for triangle in triangles {
            let corners = triangle.map(|i| first + i as usize);
            if corners.iter().any(|i| *i >= count) {
                continue;
            }
            let [Some(a), Some(b), Some(c)] = corners.map(|i| self.vertices[i].outside) else {
                continue;
            };
            let corners = corners.map(|i| i as u32);
            if a | b | c == 0 {
                self.add(manner, corners, materials);
            } else if a & b & c == 0 {
                self.add_cut(manner, &bounds, corners, materials);
            }
        }
    }

    /// Takes up what is in the bounds of a triangle.
    fn add_cut(
        &mut self,
        manner: &Manner<'_>,
        bounds: &Bounds,
        corners: [u32; 3],
        materials: [f32; 2],
    ) {
        let mut polygon = corners.map(|i| self.vertices[i as usize].point).to_vec();
        bounds.polygon(&mut polygon);
        let first = self.vertices.len() as u32;
        self.vertices.extend(polygon.iter().map(|point| Vertex {
            point: *point,
            corner: Corner::new(manner.lens, point.view),
            outside: Some(0),
        }));
        for i in 2..polygon.len() as u32 {
            self.add(manner, [first, first + i - 1, first + i], materials);
        }
    }

    /// Takes up a triangle that is all in the bounds, if it covers the centre of a pixel.
    #[inline(always)]
    fn add(&mut self, manner: &Manner<'_>, corners: [u32; 3], materials: [f32; 2]) {
        let found = corners.map(|i| &self.vertices[i as usize].corner);
        let window = manner.window.around(found);
        let area = triangle::area(found);
        if window.is_empty() || area == 0 {
            return;
        }
        // Counter-clockwise from the front; the screen's y runs down.
        let side = u32::from(area > 0);
        let number = self.faces.len() as u32;
        self.faces.push(Face {
            corners,
            side,
            material: materials[side as usize],
        });
        let (low, high) = window.rows;
        for bin in low as usize / ROWS..=(high as usize - 1) / ROWS {
            self.bins[bin].push(number);
        }
    }

    /// Draws what reaches into a band.
    #[inline(always)]
    pub(super) fn draw<S: Simd>(&self, simd: S, band: &mut Band<'_>, manner: &Manner<'_>) {
        let mut window = manner.window;
        window.rows.0 = window.rows.0.max(band.first as i32);
        window.rows.1 = window.rows.1.min((band.first + band.rows) as i32);
        for number in &self.bins[band.first / ROWS] {
            let face = &self.faces[*number as usize];
            let [a, b, c] = face.corners.map(|i| &self.vertices[i as usize]);
            let side = face.side as usize;
            let mut content = Content {
                surface: [a, b, c].map(|vertex| vertex.point.surfaces[side]),
                place: [a, b, c].map(|vertex| vertex.point.place),
                material: face.material,
            };
            if self.lighting == Lighting::Face && face.material < BODY {
                content.surface = [flat(manner, [a, b, c], side); 3];
            }
            let corners = [&a.corner, &b.corner, &c.corner];
            fill(simd, band, &window, corners, &content);
        }
    }
}

/// What a vertex shows on the front and on the back.
#[inline(always)]
fn surfaces(
    manner: &Manner<'_>,
    lighting: Lighting,
    position: Vec3,
    normal: Vec3,
    extra: f32,
) -> [Vec4; 2] {
    let sides = [normal, -normal];
    if lighting != Lighting::Vertex {
        return sides.map(|normal| normal.extend(extra));
    }
    let to_eye = (manner.lens.eye - position).normalize_or(Vec3::Y);
    sides.map(|normal| light_at(normal, to_eye, manner.shine))
}

/// The light of a whole triangle.
fn flat(manner: &Manner<'_>, corners: [&Vertex; 3], side: usize) -> Vec4 {
    let [a, b, c] = corners.map(|vertex| vertex.point.view);
    let lens = manner.lens;
    // The camera's axes are left-handed (z is away from the eye), hence the order.
    let view = (c - a).cross(b - a).normalize_or(Vec3::NEG_Z);
    let normal = lens.right * view.x + lens.up * view.y + lens.forward * view.z;
    let normal = if side == 0 { normal } else { -normal };
    light_at(normal, Vec3::Y, manner.shine).with_w(0.0)
}
