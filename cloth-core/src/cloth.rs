//! The state that every method shares: positions and inverse masses.

use crate::extent::{Blank, Extent, OutOfMemory};
use crate::grid::{Grid, Rows};
use crate::scalar::Scalar;
use core::fmt;

/// A cloth of columns × rows of particles.
///
/// Positions are in rest spacings, inverse masses in units of one over the
/// scene's particle mass: 1 for an ordinary particle, 0 for a pinned one.
///
/// Memory: 16 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth<T: Scalar, G: Extent> {
    pub(crate) position: Grid<T, G>,
    pub(crate) inverse_mass: Rows<T, G, 1>,
}

/// Whether no particle of a row is pinned.
#[cfg_attr(feature = "std", inline(always))]
pub(crate) fn all_free<T: Scalar, G: Extent>(extent: G, weight: &[T]) -> bool {
    if T::FOR_SMALL_CORES && !G::HAS_VECTORS {
        return weight.iter().all(|&w| w > T::ZERO);
    }
    if !G::HAS_VECTORS {
        return weight.iter().fold(true, |free, &w| free & (w > T::ZERO));
    }
    // To the end: that vectorises.
    let free = |count: u32, &w: &T| count + u32::from(w > T::ZERO);
    weight.iter().fold(0, free) == extent.columns() as u32
}

/// A particle was named that the grid does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideGrid {
    /// The column asked for.
    pub column: usize,
    /// The row asked for.
    pub row: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// Rows of the grid.
    pub rows: usize,
}

impl fmt::Display for OutsideGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "particle (column {}, row {}) is outside of the {} × {} grid",
            self.column, self.row, self.columns, self.rows
        )
    }
}

impl core::error::Error for OutsideGrid {}

impl<T: Scalar, G: Extent> Blank for Cloth<T, G> {
    const BLANK: Self = Self::EMPTY;
}

impl<T: Scalar, G: Extent> Cloth<T, G> {
    /// Particles at the origin, all pinned: a value for a `static`, to be set up
    /// in place. All its bits are zero, so it takes no room in flash.
    pub const EMPTY: Self = Self {
        position: Grid::ZERO,
        inverse_mass: Rows::ZERO,
    };

    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.position.allocate(extent)?;
        self.inverse_mass.allocate(extent)
    }

    /// Copies all of another of the same size.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.position.copy_from(&other.position);
        self.inverse_mass.copy_from(&other.inverse_mass);
    }

    /// Columns and rows.
    #[inline(always)]
    #[must_use]
    pub const fn extent(&self) -> G {
        self.position.extent()
    }

    /// The positions, in rest spacings.
    #[must_use]
    pub const fn positions(&self) -> &Grid<T, G> {
        &self.position
    }

    /// The inverse masses of a row, which must be in the grid; 0 is pinned, and so is what
    /// is no column.
    #[inline(always)]
    pub(crate) fn weights(&self, row: usize) -> &[T] {
        self.inverse_mass.values(row)
    }

    /// Inverse mass of a particle, 0 where it is pinned; `None` outside of the grid.
    #[must_use]
    pub fn inverse_mass(&self, column: usize, row: usize) -> Option<T> {
        let extent = self.extent();
        match row < extent.rows() && column < extent.columns() {
            true => self.weights(row).get(extent.place(column)).copied(),
            false => None,
        }
    }

    /// Sets the inverse mass of a particle that must be in the grid.
    pub(crate) fn set_inverse_mass(&mut self, column: usize, row: usize, weight: T) {
        let place = self.extent().place(column);
        if let Some(of) = self.inverse_mass.values_mut(row).get_mut(place) {
            *of = weight;
        }
    }

    /// Whether the particle is pinned; `false` outside of the grid.
    #[must_use]
    pub fn is_pinned(&self, column: usize, row: usize) -> bool {
        self.inverse_mass(column, row).is_some_and(|w| w <= T::ZERO)
    }

    /// Refuses a particle outside of the grid.
    pub(crate) fn check(&self, column: usize, row: usize) -> Result<(), OutsideGrid> {
        let (columns, rows) = (self.extent().columns(), self.extent().rows());
        match column < columns && row < rows {
            true => Ok(()),
            false => Err(OutsideGrid {
                column,
                row,
                columns,
                rows,
            }),
        }
    }
}
