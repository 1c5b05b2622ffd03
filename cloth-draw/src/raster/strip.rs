//! A strip of rows of the picture, and the notes of each of its pixels before it has a colour.
//!
//! Strips are drawn one after another or at the same time by several threads. Each draws everything
//! that reaches into it, in the same order, so that the picture does not depend on the threads; and
//! its notes stay in the processor's cache until its pixels are coloured.

/// Rows of a strip.
pub(super) const ROWS: usize = 16;
/// Pixels side by side that are coloured together.
pub(super) const PIECE: usize = 32;

/// The material of the cloth's front; 0 is where nothing is.
pub(super) const FRONT: f32 = 1.0;
/// The cloth's back.
pub(super) const BACK: f32 = 2.0;
/// The first of the bodies; each has a number of its own.
pub(super) const BODY: f32 = 3.0;
/// Numbers for bodies; they are used again from the first when they run out.
pub(super) const BODIES: usize = 100;
/// The first of the floors.
pub(super) const FLOOR: u8 = 240;

/// Numbers that are noted of a pixel. All but the material are divided by the depth, since that
/// can be stepped from pixel to pixel.
pub(super) const NOTES: usize = 8;
/// 1 / depth in 1/m; 0 where nothing was drawn. All other notes are valid where it is not 0.
pub(super) const INVERSE: usize = 0;
/// The first of three: the normal, or the light where vertices or faces were lit.
pub(super) const SURFACE: usize = 1;
/// The strain, or the highlight.
pub(super) const EXTRA: usize = 4;
/// The first of two: the place in the paint.
pub(super) const PLACE: usize = 5;
/// The material.
pub(super) const MATERIAL: usize = 7;

/// Some rows of the picture.
#[derive(Debug)]
pub(super) struct Strip<'a> {
    /// The first of its rows.
    pub(super) first: usize,
    /// Pixels in a row.
    pub(super) width: usize,
    /// Rows.
    pub(super) rows: usize,
    pub(super) colors: &'a mut [u32],
    pub(super) depths: &'a mut [f32],
    /// What each pixel shows: between two with different numbers there is an edge.
    pub(super) kinds: &'a mut [u8],
    /// For each note one number a pixel, and [`PIECE`] more.
    pub(super) notes: &'a mut [Vec<f32>; NOTES],
}

/// Where the cloth's light is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lighting {
    /// At each pixel.
    Pixel,
    /// At each vertex.
    Vertex,
    /// Once a triangle.
    Face,
}

/// Some columns of the picture, in which the cloth is lit in one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct LitColumns {
    pub(super) lighting: Lighting,
    /// From the first to before the last.
    pub(super) columns: (usize, usize),
}
