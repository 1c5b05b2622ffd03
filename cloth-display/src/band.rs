//! A strip of rows of the picture: colour and depth.

use crate::projection::SUBPIXELS;
use core::ops::Range;

/// Columns and rows of the picture, from the first to before the last. Empty where no pixel
/// is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u16,
    pub(crate) right: u16,
    pub(crate) top: u16,
    pub(crate) bottom: u16,
}

impl Area {
    pub(crate) const EMPTY: Self = Self {
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
    };

    pub(crate) const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// The smallest area with all of both.
    pub(crate) fn and(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Some rows of the picture.
#[derive(Debug)]
pub(crate) struct Band<'a> {
    /// Pixels in a row.
    width: usize,
    colour: &'a mut [u16],
    /// Larger is nearer; 0 is the background.
    near: &'a mut [u16],
    /// The picture's row that is the band's first, and the first after it.
    rows: (i32, i32),
    /// What may have been drawn to.
    drawn: Area,
}

impl<'a> Band<'a> {
    /// The empty rows that begin at `top`; both parts of the memory are as long.
    pub(crate) fn new(
        width: usize,
        top: usize,
        (colour, near): (&'a mut [u16], &'a mut [u16]),
        background: u16,
    ) -> Self {
        colour.fill(background);
        near.fill(0);
        let rows = colour.len().checked_div(width).unwrap_or(0);
        Self {
            width,
            colour,
            near,
            rows: (top as i32, (top + rows) as i32),
            drawn: Area::EMPTY,
        }
    }

    /// The first row of subpixels in the band, and the first after it.
    pub(crate) fn subpixels(&self) -> [i16; 2] {
        [self.rows.0, self.rows.1].map(|row| (row * SUBPIXELS) as i16)
    }

    /// The part in the band of the pixels from `low` to `high`, both included, noted as drawn to; `None` if
    /// there is none.
    pub(crate) fn clip(&mut self, low: [i32; 2], high: [i32; 2]) -> Option<Area> {
        let (top, bottom) = self.rows;
        let (left, right) = (low[0].max(0), high[0].min(self.width as i32 - 1) + 1);
        let (top, bottom) = (low[1].max(top), high[1].min(bottom - 1) + 1);
        if left >= right || top >= bottom {
            return None;
        }
        let area = Area {
            left: left as u16,
            right: right as u16,
            top: top as u16,
            bottom: bottom as u16,
        };
        self.drawn = self.drawn.and(area);
        Some(area)
    }

    /// What may have been drawn to since the band was cleared.
    pub(crate) const fn drawn(&self) -> Area {
        self.drawn
    }

    /// Where the pixels of a row of an area that [`clip`](Band::clip) gave are in memory.
    #[inline]
    fn places(&self, area: Area, y: usize) -> Range<usize> {
        let first = y
            .wrapping_sub(self.rows.0 as usize)
            .wrapping_mul(self.width);
        first.wrapping_add(area.left.into())..first.wrapping_add(area.right.into())
    }

    /// Colours and depths of a row of an area that [`clip`](Band::clip) gave.
    #[inline]
    pub(crate) fn row_mut(&mut self, area: Area, y: u16) -> (&mut [u16], &mut [u16]) {
        let places = self.places(area, y.into());
        (
            self.colour.get_mut(places.clone()).unwrap_or_default(),
            self.near.get_mut(places).unwrap_or_default(),
        )
    }

    /// Draws a pixel, if it is in the band and nearer than what is there.
    #[inline]
    pub(crate) fn put(&mut self, [x, y]: [i32; 2], colour: u16, near: u16) {
        if x as usize >= self.width || y < self.rows.0 {
            return;
        }
        let at = (y - self.rows.0) as usize * self.width + x as usize;
        if let (Some(there), Some(depth)) = (self.colour.get_mut(at), self.near.get_mut(at))
            && near > *depth
        {
            (*there, *depth) = (colour, near);
        }
    }

    /// The rows of an area in the band, with their numbers in the picture.
    pub(crate) fn rows_of(&self, area: Area) -> impl Iterator<Item = (usize, &[u16])> {
        (usize::from(area.top)..usize::from(area.bottom)).map(move |y| {
            let there = self.colour.get(self.places(area, y));
            (y, there.unwrap_or_default())
        })
    }

    /// The colours of an area in the band, row by row, with their places in the picture.
    pub(crate) fn colours(&self, area: Area) -> impl Iterator<Item = ([usize; 2], u16)> {
        self.rows_of(area).flat_map(move |(y, row)| {
            let places = (usize::from(area.left)..).zip(row);
            places.map(move |(x, &colour)| ([x, y], colour))
        })
    }
}
