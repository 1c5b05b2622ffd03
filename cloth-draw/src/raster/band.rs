//! A band of rows of the picture, and what is known of each of its pixels before it has a colour.
//!
//! Bands are drawn one after another or at the same time by several threads. Each takes everything
//! that reaches into it, in the same order, so that the picture does not depend on the threads; and
//! what is noted of its pixels stays in the processor's cache until they are coloured.

use fearless_simd::{f32x8, mask32x8, prelude::*};

/// Rows of a band.
pub(super) const ROWS: usize = 16;
/// Pixels beside each other that are worked on together.
pub(super) const LANES: usize = 8;

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

/// Numbers that are noted of a pixel. All but the material and a body's normal are divided by the
/// depth, since that can be stepped from pixel to pixel.
pub(super) const NOTES: usize = 8;
/// 1 / depth in 1/m; 0 where nothing was drawn. All other notes are valid where it is not 0.
pub(super) const INVERSE: usize = 0;
/// The first of three: the normal, or the light where each vertex was lit.
pub(super) const SURFACE: usize = 1;
/// The strain, or the highlight.
pub(super) const EXTRA: usize = 4;
/// The first of two: the place in the paint.
pub(super) const PLACE: usize = 5;
/// The material.
pub(super) const MATERIAL: usize = 7;

/// Eight numbers.
pub(super) type Eight<S> = f32x8<S>;
/// The notes of eight pixels.
pub(super) type Notes<S> = [Eight<S>; NOTES];

/// Three numbers of eight pixels. Code for wide vectors becomes part of the loop that it is in only
/// if all between the two is inlined, closures too; the library's `map` is not.
#[inline(always)]
pub(super) fn three<T>(number: impl Fn(usize) -> T) -> [T; 3] {
    [number(0), number(1), number(2)]
}

/// 0 to 7.
#[inline(always)]
pub(super) fn lanes<S: Simd>(simd: S) -> Eight<S> {
    Eight::load_array(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
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
    /// What each pixel shows: pixels beside each other with other numbers have an edge between.
    pub(super) kinds: &'a mut [u8],
    /// Columns from the first to before the last that anything may have been drawn in.
    pub(super) touched: (usize, usize),
    /// For each note one number a pixel, and [`LANES`] more.
    pub(super) notes: [&'a mut [f32]; NOTES],
}

/// Memory for the notes of a band; its contents mean nothing between two bands.
#[derive(Debug)]
pub(super) struct Kept([Vec<f32>; NOTES]);

impl Kept {
    pub(super) const NONE: Self = Self([const { Vec::new() }; NOTES]);

    /// The notes of so many pixels, on which nothing is yet.
    pub(super) fn notes(&mut self, pixels: usize) -> [&mut [f32]; NOTES] {
        for all in &mut self.0 {
            all.resize(all.len().max(pixels + LANES), 0.0);
        }
        let notes = self.0.each_mut().map(|all| &mut all[..pixels + LANES]);
        notes[INVERSE].fill(0.0);
        notes
    }
}

/// A row of a band.
#[derive(Debug)]
pub(super) struct RowOf<'a> {
    pub(super) colors: &'a mut [u32],
    pub(super) depths: &'a mut [f32],
    pub(super) kinds: &'a mut [u8],
}

impl Band<'_> {
    /// A row, counted from the band's first.
    pub(super) fn row(&mut self, row: usize) -> RowOf<'_> {
        let range = row * self.width..(row + 1) * self.width;
        RowOf {
            colors: &mut self.colors[range.clone()],
            depths: &mut self.notes[INVERSE][range.clone()],
            kinds: &mut self.kinds[range],
        }
    }

    /// Tells that something is drawn in these columns.
    #[inline(always)]
    pub(super) fn touch(&mut self, (first, last): (usize, usize)) {
        self.touched.0 = self.touched.0.min(first);
        self.touched.1 = self.touched.1.max(last);
    }

    /// One of the notes of eight pixels from one on.
    #[inline(always)]
    pub(super) fn note<S: Simd>(&self, simd: S, which: usize, at: usize) -> Eight<S> {
        Eight::from_slice(simd, &self.notes[which][at..at + LANES])
    }

    /// Notes what is seen at some of eight pixels from one on.
    #[inline(always)]
    pub(super) fn put<S: Simd>(&mut self, simd: S, at: usize, seen: mask32x8<S>, notes: &Notes<S>) {
        for which in 0..NOTES {
            let old = &mut self.notes[which][at..at + LANES];
            let new = seen.select(notes[which], Eight::from_slice(simd, old));
            new.store_slice(old);
        }
    }
}
