//! What a picture shows: plain borrowed data, in metres, y up, right-handed.
//!
//! Nothing here knows about solvers or windows, so that the rasteriser can be tested alone.

use crate::solid::Solid;
use cloth_core::SpringKind;

/// Everything one picture shows.
///
/// The cloth is a grid: `positions[row * columns + column]`. Positions that are not finite are
/// allowed; whatever touches them is left out of the picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture<'a> {
    /// Particle positions in metres, row-major, `rows * columns` of them.
    pub positions: &'a [[f32; 3]],
    /// Unit vertex normals in the same order. Missing ones are taken as pointing up.
    pub normals: &'a [[f32; 3]],
    /// Vertex indices, all wound the same way: counter-clockwise seen from the front.
    pub triangles: &'a [[u32; 3]],
    /// Springs to draw as lines, and as the cloth itself where it is a string.
    pub springs: &'a [SpringLine],
    /// Particles in a row. 1 (or `rows` 1) makes the cloth a string.
    pub columns: usize,
    /// Rows of particles.
    pub rows: usize,
    /// Length of the cloth's longer side at rest, m: the scale of floors' checks and of shadows. 0 counts as 1.
    pub size: f32,
    /// Spheres the cloth may lie on.
    pub spheres: &'a [SphereShape],
    /// Capsules and boxes the cloth may lie on.
    pub solids: &'a [Solid],
    /// Half-spaces the cloth may lie on, drawn as floors.
    pub planes: &'a [PlaneShape],
    /// Wind vectors, drawn in red. Often empty.
    pub arrows: &'a [Arrow],
    /// The largest strain of the links at each particle, in the order of the positions; needed
    /// where strains are drawn only. Missing ones are taken as 0.
    pub strains: &'a [f32],
    /// The strain at both ends of the scale of colours; of several pictures the largest is used.
    pub strain_range: f32,
    /// Particles that touch something; needed where contacts are drawn only.
    pub contacts: &'a [u32],
}

impl Picture<'_> {
    /// The lowest and highest corner of the box around the cloth, in metres.
    ///
    /// `None` if no position is finite.
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let is_finite = |p: &&[f32; 3]| p.iter().all(|coordinate| coordinate.is_finite());
        let mut finite = self.positions.iter().filter(is_finite);
        let first = *finite.next()?;
        Some(finite.fold((first, first), |(low, high), p| {
            (
                [0, 1, 2].map(|axis| low[axis].min(p[axis])),
                [0, 1, 2].map(|axis| high[axis].max(p[axis])),
            )
        }))
    }

    /// Whether the cloth is one row or one column of particles, which has no surface.
    pub fn is_string(&self) -> bool {
        self.columns == 1 || self.rows == 1
    }
}

/// A spring as a line between two particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpringLine {
    /// Indices into [`Picture::positions`].
    pub ends: [u32; 2],
    /// What the spring resists.
    pub kind: SpringKind,
}

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereShape {
    /// Centre in metres.
    pub center: [f32; 3],
    /// Radius in metres. It is drawn exactly this large: give a little less than the collider's
    /// radius, or the sphere shows through the flat triangles of a cloth that lies on it.
    pub radius: f32,
}

/// The boundary of a half-space; seen from the front only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneShape {
    /// Any point of the plane, in metres.
    pub point: [f32; 3],
    /// Direction out of the solid side; need not have unit length.
    pub normal: [f32; 3],
}

/// A red arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Tail, in metres.
    pub from: [f32; 3],
    /// Tip, in metres.
    pub to: [f32; 3],
}
