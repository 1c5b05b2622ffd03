//! A band of rows of the picture, and what is known of each of its pixels before it has a colour.
//!
//! Bands are drawn one after another or at the same time by several threads. Each takes everything
//! that reaches into it, in the same order, so that the picture does not depend on the threads; and
//! what is noted of its pixels stays in the processor's cache until they are coloured.

use glam::Vec4;

/// Rows of a band.
pub(super) const ROWS: usize = 16;

/// The material of the cloth's front; 0 is where nothing is.
pub(super) const FRONT: f32 = 1.0;
/// The cloth's back.
pub(super) const BACK: f32 = 2.0;
/// The first of the spheres and solids; each has a number of its own.
pub(super) const BODY: f32 = 3.0;
/// Numbers for spheres and solids; they are used again from the first when they run out.
pub(super) const BODIES: usize = 100;
/// The first of the floors.
pub(super) const FLOOR: u8 = 240;

/// What the nearest surface is at a pixel. All but the material and a body's normal is divided by
/// the depth, since that can be stepped from pixel to pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sample {
    /// The normal, or the light where each vertex was lit; then the strain, or the highlight.
    pub(super) surface: Vec4,
    /// 1, the place in the paint (two numbers), and the material.
    pub(super) place: Vec4,
}

/// Some rows of the picture.
#[derive(Debug)]
pub(super) struct Band<'a> {
    /// The first of its rows.
    pub(super) first: usize,
    /// Pixels in a row.
    pub(super) width: usize,
    /// Rows.
    pub(super) rows: usize,
    pub(super) colors: &'a mut [u32],
    /// 1 / depth in 1/m; 0 where nothing was drawn.
    pub(super) depths: &'a mut [f32],
    /// What each pixel shows: pixels beside each other with other numbers have an edge between.
    pub(super) kinds: &'a mut [u8],
    /// Valid where the depth is not 0.
    pub(super) samples: &'a mut [Sample],
}

/// A row of a band.
#[derive(Debug)]
pub(super) struct RowOf<'a> {
    pub(super) colors: &'a mut [u32],
    pub(super) depths: &'a mut [f32],
    pub(super) kinds: &'a mut [u8],
    pub(super) samples: &'a mut [Sample],
}

impl Band<'_> {
    /// A row, counted from the band's first.
    pub(super) fn row(&mut self, row: usize) -> RowOf<'_> {
        let range = row * self.width..(row + 1) * self.width;
        RowOf {
            colors: &mut self.colors[range.clone()],
            depths: &mut self.depths[range.clone()],
            kinds: &mut self.kinds[range.clone()],
            samples: &mut self.samples[range],
        }
    }
}

impl RowOf<'_> {
    /// The part of it from a column to before another.
    pub(super) fn columns(self, (first, last): (usize, usize)) -> Self {
        Self {
            colors: &mut self.colors[first..last],
            depths: &mut self.depths[first..last],
            kinds: &mut self.kinds[first..last],
            samples: &mut self.samples[first..last],
        }
    }
}
