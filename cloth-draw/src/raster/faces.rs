//! Every triangle of the picture, projected, and listed with each strip that it reaches into.

use fearless_simd::Simd;
use glam::Vec3;
use rayon::prelude::*;

use super::clip::Frustum;
use super::fill::{
    BACK, BODIES, BODY, EXTRA, FRONT, Lighting, LitColumns, NOTES, ROWS, SURFACE, Strip,
};
use super::fill::{Corner, PixelBox, area, fill};
use super::light::{Gloss, highlight, is_glossy, light};
use crate::camera::Lens;
use crate::look::{Look, Paint, Surface};
use crate::picture::Picture;
use crate::solid::Solid;

/// How many times as wide as the picture triangles may be before they are cut.
const MARGIN: f32 = 4.0;
/// Checks along the longer side of the cloth; along the shorter one as many as fit, so that they
/// are square or nearly so, and whole at every edge.
const CHECKS: f32 = 16.0;
/// Vertices that a thread takes at once.
const PORTION: usize = 2048;

/// What the surfaces of a picture are drawn with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass<'a> {
    pub(super) lens: &'a Lens,
    pub(super) look: &'a Look,
    pub(super) gloss: Gloss,
    /// Columns and rows of the picture.
    pub(super) size: (usize, usize),
}

impl Pass<'_> {
    /// A direction along the camera's axes along the world's.
    fn world(&self, view: Vec3) -> Vec3 {
        self.lens.right * view.x + self.lens.up * view.y + self.lens.forward * view.z
    }
}

/// A corner, ready for every triangle that it belongs to; a cache line long.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Projected {
    /// The notes of its front: see [`fill`].
    numbers: [f32; NOTES],
    /// Along the camera's axes.
    view: Vec3,
    corner: Corner,
    /// The planes that it is outside of, as bits; `None` if it cannot be drawn.
    outside: Option<u32>,
}

impl Projected {
    /// Light and highlight of its front (1) or back (−1).
    fn light(&self, pass: &Pass<'_>, side: f32) -> [f32; 4] {
        let [_, x, y, z, ..] = self.numbers;
        let normal = [x, y, z].map(|x| x * side);
        let [red, green, blue] = light(normal, &pass.look.shine);
        let from_eye = pass.world(self.view).to_array();
        let highlight = match is_glossy(normal, from_eye, &pass.gloss) {
            true => highlight(normal, from_eye, &pass.gloss),
            false => 0.0,
        };
        [red, green, blue, highlight]
    }
}

/// A triangle that is in front of the camera.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// Clockwise on the screen.
    corners: [u32; 3],
    material: f32,
}

/// Triangles and their corners. The memory is reused for the next picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Faces {
    vertices: Vec<Projected>,
    /// Where vertices are lit: light and highlight of each one's front and back.
    lights: Vec<[[f32; 4]; 2]>,
    faces: Vec<Face>,
    /// Numbers of the faces in each strip, in order.
    bins: Vec<Vec<u32>>,
}

impl Faces {
    /// Projects all triangles of the cloths and bodies.
    pub(super) fn take_up(&mut self, pass: &Pass<'_>, pictures: &[Picture<'_>], bodies: &[&Solid]) {
        self.vertices.clear();
        self.faces.clear();
        self.bins.resize(pass.size.1.div_ceil(ROWS), Vec::new());
        self.bins.iter_mut().for_each(Vec::clear);
        if pass.look.surface != Surface::None {
            for picture in pictures {
                self.add_cloth(pass, picture);
            }
        }
        if matches!(pass.look.surface, Surface::Gouraud | Surface::Split) {
            let lights = self.vertices.par_iter().with_min_len(PORTION);
            let lights = lights.map(|vertex| [1.0, -1.0].map(|side| vertex.light(pass, side)));
            lights.collect_into_vec(&mut self.lights);
        }
        for (number, solid) in bodies.iter().enumerate() {
            let first = self.add_vertices(pass.lens, &solid.corners, |i| {
                (solid.normals.get(i), 0.0, [0.0; 2])
            });
            let material = BODY + (number % BODIES) as f32;
            // The inside of a closed body is never seen.
            self.add_faces(pass, first, &solid.triangles, [material, 0.0]);
        }
    }

    fn add_cloth(&mut self, pass: &Pass<'_>, picture: &Picture<'_>) {
        let columns = picture.columns.max(1);
        let cells = [picture.columns, picture.rows].map(|n| n.saturating_sub(1).max(1) as f32);
        // A texture's places are counted from 0 to 1 over the whole cloth, others in checks.
        let longer = cells[0].max(cells[1]);
        let scale = match pass.look.paint {
            Paint::Texture => cells.map(f32::recip),
            _ => cells.map(|n| (CHECKS * n / longer).round().clamp(1.0, n) / n),
        };
        let first = self.add_vertices(pass.lens, picture.positions, |i| {
            let (column, row) = (i % columns, i / columns);
            let strain = picture.strains.get(i).copied().unwrap_or(0.0);
            let place = [column as f32 * scale[0], row as f32 * scale[1]];
            (picture.normals.get(i), strain, place)
        });
        self.add_faces(pass, first, picture.triangles, [FRONT, BACK]);
    }

    /// Projects each vertex once; it belongs to up to six triangles. `rest` gives its normal, its
    /// strain and its place in the paint.
    fn add_vertices<'a>(
        &mut self,
        lens: &Lens,
        positions: &[[f32; 3]],
        rest: impl Fn(usize) -> (Option<&'a [f32; 3]>, f32, [f32; 2]) + Sync,
    ) -> usize {
        let first = self.vertices.len();
        let bounds = Frustum::new(lens, MARGIN);
        let all = first + positions.len();
        self.vertices.resize(all, Projected::default());
        let portions = self.vertices[first..].par_chunks_mut(PORTION);
        let portions = portions.zip(positions.par_chunks(PORTION)).enumerate();
        portions.for_each(|(number, (vertices, positions))| {
            for (i, (vertex, position)) in vertices.iter_mut().zip(positions).enumerate() {
                let (normal, extra, [u, v]) = rest(number * PORTION + i);
                let view = lens.to_view(Vec3::from(*position));
                let [x, y, z] = *normal
                    .filter(|n| n.iter().all(|x| x.is_finite()))
                    .unwrap_or(&[0.0, 1.0, 0.0]);
                *vertex = Projected {
                    numbers: [1.0, x, y, z, extra, u, v, 0.0],
                    view,
                    corner: Corner::new(lens, view),
                    outside: bounds.outside(view),
                };
            }
        });
        first
    }

    /// Adds triangles whose indices count from the vertex `first`, with the materials of their front
    /// and back; 0 is not seen.
    fn add_faces(
        &mut self,
        pass: &Pass<'_>,
        first: usize,
        triangles: &[[u32; 3]],
        materials: [f32; 2],
    ) {
        let window = PixelBox::new((0, pass.size.0), (0, pass.size.1));
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
                self.add(&window, corners, materials);
            } else if a & b & c == 0 {
                self.add_cut(pass.lens, &window, corners, materials);
            }
        }
    }

    /// Adds the part of a triangle that is inside the frustum.
    fn add_cut(&mut self, lens: &Lens, window: &PixelBox, corners: [u32; 3], materials: [f32; 2]) {
        let vertices = corners.map(|i| self.vertices[i as usize]);
        let polygon = Frustum::new(lens, MARGIN).triangle(vertices.map(|vertex| vertex.view));
        let first = self.vertices.len() as u32;
        self.vertices.extend(polygon.iter().map(|point| Projected {
            numbers: std::array::from_fn(|k| {
                let [p, q, r] = vertices.each_ref().map(|vertex| vertex.numbers[k]);
                p * point.shares.x + q * point.shares.y + r * point.shares.z
            }),
            view: point.view,
            corner: Corner::new(lens, point.view),
            outside: Some(0),
        }));
        for i in 2..polygon.len() as u32 {
            self.add(window, [first, first + i - 1, first + i], materials);
        }
    }

    /// Adds a triangle inside the frustum, if it may cover the centre of a pixel.
    #[inline(always)]
    fn add(&mut self, window: &PixelBox, corners: [u32; 3], materials: [f32; 2]) {
        let found = corners.map(|i| &self.vertices[i as usize].corner);
        let window = PixelBox::around(found, window);
        let area = area(found);
        // Counter-clockwise from the front; the screen's y runs down.
        let is_back = area > 0;
        let material = materials[usize::from(is_back)];
        if window.is_empty() || area == 0 || material == 0.0 {
            return;
        }
        let [a, b, c] = corners;
        let number = self.faces.len() as u32;
        self.faces.push(Face {
            corners: if is_back { [a, b, c] } else { [a, c, b] },
            material,
        });
        let (low, high) = window.rows;
        for bin in low as usize / ROWS..=(high as usize - 1) / ROWS {
            self.bins[bin].push(number);
        }
    }

    /// Draws the triangles that reach into some columns of a strip.
    #[inline(always)]
    pub(super) fn draw<S: Simd>(
        &self,
        simd: S,
        strip: &mut Strip<'_>,
        pass: &Pass<'_>,
        (lighting, columns): LitColumns,
    ) {
        let window = PixelBox::new(columns, (strip.first, strip.first + strip.rows));
        for number in &self.bins[strip.first / ROWS] {
            let face = &self.faces[*number as usize];
            let found = face.corners.map(|i| &self.vertices[i as usize]);
            let mut numbers = found.map(|vertex| vertex.numbers);
            match lighting {
                Lighting::Vertex if face.material < BODY => {
                    for (i, all) in face.corners.iter().zip(&mut numbers) {
                        let light = &self.lights[*i as usize][usize::from(face.material == BACK)];
                        all[SURFACE..=EXTRA].copy_from_slice(light);
                    }
                }
                Lighting::Face if face.material < BODY => {
                    let [red, green, blue] = face_light(pass, found);
                    for all in &mut numbers {
                        all[SURFACE..=EXTRA].copy_from_slice(&[red, green, blue, 0.0]);
                    }
                }
                _ if face.material == BACK => {
                    let normals = numbers.iter_mut().flat_map(|all| &mut all[SURFACE..EXTRA]);
                    normals.for_each(|number| *number = -*number);
                }
                _ => {}
            }
            let corners = found.map(|vertex| &vertex.corner);
            fill(simd, strip, &window, corners, &numbers, face.material);
        }
    }
}

/// The light of a triangle as a whole, on the side that is seen.
#[inline(never)]
fn face_light(pass: &Pass<'_>, found: [&Projected; 3]) -> [f32; 3] {
    let [a, b, c] = found.map(|vertex| vertex.view);
    // Towards the eye. The camera's axes are left-handed (z is away from it), hence the order.
    let normal = (b - a).cross(c - a).normalize_or(Vec3::NEG_Z);
    light(pass.world(normal).to_array(), &pass.look.shine)
}
