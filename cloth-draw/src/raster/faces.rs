//! Every triangle of the picture, projected, and sorted by the bands it reaches into.

use fearless_simd::prelude::*;
use glam::{Vec3, Vec4};
use rayon::prelude::*;

use super::band::{BACK, BODIES, BODY, Band, EXTRA, Eight, FRONT, ROWS, SURFACE, three};
use super::clip::{Bounds, Point};
use super::fill::{Content, fill};
use super::light::{Gloss, light_at};
use super::triangle::{self, Corner, Window};
use crate::camera::Lens;
use crate::look::Shine;
use crate::picture::Picture;

/// How many times as wide as the picture triangles may be before they are cut.
const MARGIN: f32 = 4.0;
/// Checks along the longer side of the cloth; along the shorter one as many as fit, so that they
/// are square or nearly so, and whole at every edge.
const CHECKS: f32 = 16.0;
/// The normal where there is none.
const UP: [f32; 3] = [0.0, 1.0, 0.0];
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

/// A corner that is ready for every triangle it belongs to, in as much memory as is read at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Vertex {
    /// What is seen of its front, as [`Content::numbers`].
    numbers: [f32; 8],
    /// Along the camera's axes.
    view: Vec3,
    corner: Corner,
    /// Planes it is outside of; `None` if it cannot be drawn.
    outside: Option<u32>,
}

/// Turns the normal of a front into that of the back.
const MIRROR: [f32; 8] = [1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0];

/// A triangle that is in front of the camera.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// Clockwise on the screen.
    corners: [u32; 3],
    /// Whether its back is seen.
    is_back: bool,
    material: f32,
}

/// How triangles are taken up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'a> {
    pub(super) lens: &'a Lens,
    pub(super) shine: &'a Shine,
    pub(super) gloss: Gloss,
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
    /// The light on the backs of the vertices, and the highlight, where vertices are lit.
    backs: Vec<Vec4>,
    faces: Vec<Face>,
    /// Numbers of the faces in each band, in order.
    bins: Vec<Vec<u32>>,
}

impl Faces {
    /// Forgets all triangles, for a picture with so many rows.
    pub(super) fn clear(&mut self, height: usize, lighting: Lighting) {
        self.lighting = lighting;
        self.vertices.clear();
        self.backs.clear();
        self.faces.clear();
        self.bins.resize(height.div_ceil(ROWS), Vec::new());
        self.bins.iter_mut().for_each(Vec::clear);
    }

    /// Takes up a cloth.
    pub(super) fn add_cloth(&mut self, manner: &Manner<'_>, picture: &Picture<'_>) {
        let columns = picture.columns.max(1);
        let cells = [picture.columns, picture.rows].map(|n| n.saturating_sub(1).max(1) as f32);
        let scale = match manner.places {
            Places::Checks => {
                let longer = cells[0].max(cells[1]);
                cells.map(|n| (CHECKS * n / longer).round().clamp(1.0, n) / n)
            }
            Places::Whole => cells.map(f32::recip),
        };
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
                let (normal, extra, [u, v]) = rest(number * PORTION + i);
                let view = manner.lens.to_view(Vec3::from(*position));
                let [x, y, z] = *normal
                    .filter(|n| n.iter().all(|x| x.is_finite()))
                    .unwrap_or(&UP);
                *vertex = Vertex {
                    numbers: [1.0, x, y, z, extra, u, v, 0.0],
                    view,
                    corner: Corner::new(manner.lens, view),
                    outside: bounds.outside(view),
                };
            }
        });
        if lighting == Lighting::Vertex {
            self.light(manner, first, positions);
        } else {
            self.backs.resize(self.vertices.len(), Vec4::ZERO);
        }
        first
    }

    /// Lights both sides of the vertices from one on, which have these positions.
    fn light(&mut self, manner: &Manner<'_>, first: usize, positions: &[[f32; 3]]) {
        let (eye, shine, gloss) = (manner.lens.eye, manner.shine, &manner.gloss);
        let lit = self.vertices[first..].par_iter_mut().zip(positions);
        let backs = lit.map(|(vertex, position)| {
            let [_, x, y, z, ..] = vertex.numbers;
            let normal = Vec3::new(x, y, z);
            let from_eye = Vec3::from(*position) - eye;
            let [front, back] = light_at([normal, -normal], from_eye, shine, gloss);
            vertex.numbers[SURFACE..=EXTRA].copy_from_slice(front.as_ref());
            back
        });
        self.backs.par_extend(backs);
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
        let vertices = corners.map(|i| self.vertices[i as usize]);
        let backs = corners.map(|i| self.backs[i as usize]);
        let corner = |i: usize| Point {
            view: vertices[i].view,
            shares: Vec3::AXES[i],
        };
        let mut polygon = vec![corner(0), corner(1), corner(2)];
        bounds.polygon(&mut polygon);
        let first = self.vertices.len() as u32;
        for Point { view, shares } in &polygon {
            let [a, b, c] = shares.to_array();
            let mix = |k: usize| {
                let [p, q, r] = [0, 1, 2].map(|i: usize| vertices[i].numbers[k]);
                p * a + q * b + r * c
            };
            self.vertices.push(Vertex {
                numbers: std::array::from_fn(mix),
                view: *view,
                corner: Corner::new(manner.lens, *view),
                outside: Some(0),
            });
            (self.backs).push(backs[0] * a + backs[1] * b + backs[2] * c);
        }
        for i in 2..polygon.len() as u32 {
            self.add(manner, [first, first + i - 1, first + i], materials);
        }
    }

    /// Takes up a triangle that is all in the bounds, if it covers the centre of a pixel.
    #[inline(always)]
    fn add(&mut self, manner: &Manner<'_>, corners: [u32; 3], materials: [f32; 2]) {
        let found = corners.map(|i| &self.vertices[i as usize].corner);
        let window = Window::around(found).and(&manner.window);
        let area = triangle::area(found);
        if window.is_empty() || area == 0 {
            return;
        }
        // Counter-clockwise from the front; the screen's y runs down.
        let is_back = area > 0;
        let [a, b, c] = corners;
        let number = self.faces.len() as u32;
        self.faces.push(Face {
            corners: if is_back { [a, b, c] } else { [a, c, b] },
            is_back,
            material: materials[usize::from(is_back)],
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
            let [i, j, k] = face.corners;
            let found = [
                &self.vertices[i as usize],
                &self.vertices[j as usize],
                &self.vertices[k as usize],
            ];
            let numbers = three(
                #[inline(always)]
                |k| Eight::load_array_ref(simd, &found[k].numbers),
            );
            let mut content = Content {
                numbers,
                material: face.material,
            };
            if self.lighting != Lighting::Pixel {
                self.shade_corners(simd, manner, face, &mut content);
            } else if face.is_back {
                let mirror = Eight::load_array_ref(simd, &MIRROR);
                for numbers in &mut content.numbers {
                    *numbers *= mirror;
                }
            }
            let corners = [&found[0].corner, &found[1].corner, &found[2].corner];
            fill(simd, band, &window, corners, &content);
        }
    }

    /// Puts light in place of the normals, where vertices or faces are lit and not pixels.
    #[inline(never)]
    fn shade_corners<S: Simd>(
        &self,
        simd: S,
        manner: &Manner<'_>,
        face: &Face,
        content: &mut Content<S>,
    ) {
        let is_body = face.material >= BODY;
        let flat = match self.lighting {
            Lighting::Face if !is_body => Some(self.flat(manner, face)),
            _ => None,
        };
        for (numbers, i) in content.numbers.iter_mut().zip(face.corners) {
            let mut all = numbers.to_array();
            if let Some(light) = flat {
                all[SURFACE..=EXTRA].copy_from_slice(light.as_ref());
            } else if face.is_back && !is_body {
                all[SURFACE..=EXTRA].copy_from_slice(self.backs[i as usize].as_ref());
            } else if face.is_back {
                for (number, factor) in all.iter_mut().zip(MIRROR) {
                    *number *= factor;
                }
            }
            *numbers = Eight::load_array(simd, all);
        }
    }

    /// The light of a whole triangle.
    fn flat(&self, manner: &Manner<'_>, face: &Face) -> Vec4 {
        let [a, b, c] = face.corners.map(|i| self.vertices[i as usize].view);
        let lens = manner.lens;
        // Towards the eye. The camera's axes are left-handed (z is away from it), hence the order.
        let view = (b - a).cross(c - a).normalize_or(Vec3::NEG_Z);
        let normal = lens.right * view.x + lens.up * view.y + lens.forward * view.z;
        let [light, _] = light_at([normal; 2], Vec3::Y, manner.shine, &manner.gloss);
        light.with_w(0.0)
    }
}
