//! The state that every method shares: positions and inverse masses.

use crate::extent::{Blank, Extent, OutOfMemory};
use crate::grid::{Grid, Rows};
use crate::scalar::{REMAINDER_BITS, REMAINDER_MASK, Scalar};
use crate::vector::each;

/// A cloth of columns × rows of particles.
///
/// Positions are in rest spacings.
///
/// Memory: 16 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth<T: Scalar, G: Extent> {
    pub(crate) position: Grid<T, G>,
    /// Beyond the last column: pinned.
    pub(crate) marks: Rows<Mark, G, 1>,
    /// What one is in a remainder, rest spacings, and how many of it a spacing has. Zero in
    /// formats that know it.
    pub(crate) unit: [T; 2],
    pub(crate) rounding: Rounding,
}

/// Where in the last bit that is kept rounding begins to round up: another place each time, so
/// that what is rounded many times is right on average. The places are the multiples of the
/// golden ratio: no two are near before many have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounding(u32);

impl Rounding {
    pub(crate) const START: Self = Self(0);

    /// A place from 0 to 2³².
    pub(crate) const fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        self.0
    }
}

/// Whether a particle is free, and what rounding its position left of its displacement: ten
/// bits an axis. See [`Scalar::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u32);

/// How a contact holds a particle in a method that knows of it before it moves particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// It moves along the surface.
    Slides = 0,
    /// It moves with the surface.
    Sticks = 1,
}

impl Blank for Mark {
    const BLANK: Self = Self::PINNED;
}

impl Mark {
    const IS_FREE: u32 = 1 << 30;
    pub(crate) const PINNED: Self = Self(0);
    pub(crate) const FREE: Self = Self(Self::IS_FREE);

    #[inline(always)]
    pub(crate) const fn is_free(self) -> bool {
        self.0 & Self::IS_FREE != 0
    }

    /// In units of one over the scene's particle mass: 0 is pinned.
    #[inline(always)]
    pub(crate) fn inverse_mass<T: Scalar>(self) -> T {
        if self.is_free() { T::ONE } else { T::ZERO }
    }

    /// What rounding left of the displacement along an axis.
    #[inline(always)]
    pub(crate) const fn remainder(self, axis: usize) -> i32 {
        let above = 32 - (axis as u32 + 1) * REMAINDER_BITS;
        ((self.0 << above) as i32) >> (32 - REMAINDER_BITS)
    }

    /// With the last bits of a whole number as the remainder along an axis.
    #[inline(always)]
    pub(crate) const fn with_remainder(self, axis: usize, remainder: i32) -> Self {
        let shift = axis as u32 * REMAINDER_BITS;
        let remainder = remainder as u32 & REMAINDER_MASK;
        Self(self.0 & !(REMAINDER_MASK << shift) | remainder << shift)
    }

    /// As [`with_remainder`](Self::with_remainder), along all three axes.
    #[inline(always)]
    pub(crate) const fn with_remainders(self, [x, y, z]: [i32; 3]) -> Self {
        let [x, y, z] = [
            x as u32 & REMAINDER_MASK,
            y as u32 & REMAINDER_MASK,
            z as u32 & REMAINDER_MASK,
        ];
        Self(self.0 & Self::IS_FREE | x | y << REMAINDER_BITS | z << (2 * REMAINDER_BITS))
    }

    /// The contact that a method without remainders has noted, if any: the number of the
    /// collider, and how the particle is held by it.
    #[inline(always)]
    pub(crate) const fn contact(self) -> Option<(i32, Hold)> {
        let hold = match self.remainder(1) {
            0 => Hold::Slides,
            _ => Hold::Sticks,
        };
        match self.remainder(0) {
            0 => None,
            number => Some((number - 1, hold)),
        }
    }

    /// With a contact noted, or none.
    #[inline(always)]
    pub(crate) const fn with_contact(self, contact: Option<(i32, Hold)>) -> Self {
        let (number, hold) = match contact {
            Some((number, hold)) => (number + 1, hold as i32),
            None => (0, 0),
        };
        self.with_remainder(0, number).with_remainder(1, hold)
    }

    /// All of it, for hashes and messages.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

/// Whether no particle of a row is pinned.
#[cfg_attr(feature = "std", inline(always))]
pub(crate) fn all_free<T: Scalar, G: Extent>(extent: G, marks: &[Mark]) -> bool {
    if T::FOR_SMALL_CORES && !G::HAS_VECTORS {
        return marks.iter().all(|mark| mark.is_free());
    }
    if !G::HAS_VECTORS {
        return marks.iter().fold(true, |free, mark| free & mark.is_free());
    }
    // To the end: that vectorises.
    let free = |count: u32, mark: &Mark| count + u32::from(mark.is_free());
    marks.iter().fold(0, free) == extent.columns() as u32
}

impl<T: Scalar, G: Extent> Cloth<T, G> {
    /// Particles at the origin, all pinned: a value for a `static`, to be set up
    /// in place. All its bits are zero, so it takes no room in flash.
    pub const EMPTY: Self = Self {
        position: Grid::ZERO,
        marks: Rows::ZERO,
        unit: [T::ZERO; 2],
        rounding: Rounding::START,
    };

    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.position.allocate(extent)?;
        self.marks.allocate(extent)
    }

    /// Copies all of another of the same size.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.position.copy_from(&other.position);
        self.marks.copy_from(&other.marks);
        self.unit = other.unit;
        self.rounding = other.rounding;
    }

    /// Columns and rows.
    #[inline(always)]
    pub const fn extent(&self) -> G {
        self.position.extent()
    }

    /// The positions, in rest spacings.
    pub const fn positions(&self) -> &Grid<T, G> {
        &self.position
    }

    /// Inverse mass of a particle in units of one over the scene's particle mass: 1, or 0
    /// where it is pinned; `None` outside of the grid.
    pub fn inverse_mass(&self, column: usize, row: usize) -> Option<T> {
        let extent = self.extent();
        match row < extent.rows() && column < extent.columns() {
            true => (self.marks.values(row).get(extent.place(column))).map(|m| m.inverse_mass()),
            false => None,
        }
    }

    /// Pins a particle that must be in the grid, or lets it go.
    pub(crate) fn set_pinned(&mut self, column: usize, row: usize, pinned: bool) {
        let place = self.extent().place(column);
        if let Some(mark) = self.marks.values_mut(row).get_mut(place) {
            *mark = if pinned { Mark::PINNED } else { Mark::FREE };
        }
    }

    /// Sets a particle's remainders, one for each axis.
    pub(crate) fn set_remainders(&mut self, column: usize, row: usize, left: [i32; 3]) {
        let place = self.extent().place(column);
        if let Some(mark) = self.marks.values_mut(row).get_mut(place) {
            *mark = mark.with_remainders(left);
        }
    }

    /// What rounding left of a particle's displacement along each axis.
    pub(crate) fn remainders(&self, column: usize, row: usize) -> [i32; 3] {
        let mark = self.marks.values(row).get(self.extent().place(column));
        let mark = mark.copied().unwrap_or(Mark::PINNED);
        each([0, 1, 2], |axis| mark.remainder(axis))
    }

    /// Whether the particle is pinned; `false` outside of the grid.
    pub fn is_pinned(&self, column: usize, row: usize) -> bool {
        self.inverse_mass(column, row).is_some_and(|w| w <= T::ZERO)
    }
}
