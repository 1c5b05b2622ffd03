//! Storage: rows of lanes. A grid of vectors has three lanes a row: all x, then all y,
//! then all z.
//!
//! Struct of arrays: a kernel that walks along a row reads and writes
//! contiguous numbers of one kind, which is what vector units want, and costs a
//! scalar processor nothing.

use crate::extent::{Blank, Cell, Extent, Lanes, OutOfMemory};
use crate::scalar::Scalar;
use core::ops::Range;

/// The rows of a grid, N lanes each. Row 0 is the cloth's top edge where it
/// hangs, column 0 its left edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows<A: Cell, G: Extent, const N: usize> {
    extent: G,
    memory: G::Memory<A, N>,
}

/// A grid of vectors.
pub type Grid<T, G> = Rows<T, G, 3>;

/// A row of vectors.
pub type Row<T, G> = <G as Extent>::Row<T, 3>;

/// Some rows side by side, to write.
#[derive(Debug)]
pub struct Block<'a, A: Cell, G: Extent, const N: usize> {
    extent: G,
    units: &'a mut [G::Unit<A, N>],
}

impl<A: Cell, G: Extent, const N: usize> Blank for Rows<A, G, N> {
    const BLANK: Self = Self {
        extent: G::EMPTY,
        memory: Blank::BLANK,
    };
}

impl<A: Cell, G: Extent, const N: usize> Rows<A, G, N> {
    /// All zero, for a `static`; without memory where the size is a value.
    pub const ZERO: Self = Self::BLANK;

    /// All zero, with memory for a grid of this size.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn new(extent: G) -> Result<Self, OutOfMemory> {
        let mut rows = Self::BLANK;
        rows.allocate(extent)?;
        Ok(rows)
    }

    /// Makes room for a grid of this size, all zero.
    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        let units = extent.units::<N>().saturating_mul(extent.rows());
        extent.allocate(&mut self.memory, units)?;
        self.extent = extent;
        Ok(())
    }

    /// Columns and rows.
    #[inline(always)]
    pub const fn extent(&self) -> G {
        self.extent
    }

    #[inline(always)]
    pub(crate) fn units(&self) -> &[G::Unit<A, N>] {
        self.memory.as_ref()
    }

    #[inline(always)]
    pub(crate) fn units_mut(&mut self) -> &mut [G::Unit<A, N>] {
        self.memory.as_mut()
    }

    /// A row, which must be below the number of rows.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &G::Row<A, N> {
        self.extent.row(self.units(), row)
    }

    /// A row to write, which must be below the number of rows.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut G::Row<A, N> {
        let extent = self.extent;
        extent.row_mut(self.memory.as_mut(), row)
    }

    /// A row, if there is one.
    #[inline(always)]
    pub(crate) fn row_at(&self, row: usize) -> Option<&G::Row<A, N>> {
        (row < self.extent.rows()).then(|| self.row(row))
    }

    /// A row to write, if there is one.
    #[inline(always)]
    pub(crate) fn row_mut_at(&mut self, row: usize) -> Option<&mut G::Row<A, N>> {
        (row < self.extent.rows()).then(|| self.row_mut(row))
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &G::Row<A, N>> {
        (0..self.extent.rows()).map(|row| self.row(row))
    }

    /// All rows as one block.
    #[inline(always)]
    pub(crate) fn block(&mut self) -> Block<'_, A, G, N> {
        Block {
            extent: self.extent,
            units: self.memory.as_mut(),
        }
    }

    /// Copies all of another of the same size.
    #[inline(always)]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        // Of the same size: a length that differs would be a panic.
        for (to, from) in self.memory.as_mut().iter_mut().zip(other.units()) {
            *to = *from;
        }
    }

    /// Makes all zero.
    pub(crate) fn clear(&mut self) {
        for unit in self.memory.as_mut() {
            *unit = Blank::BLANK;
        }
    }
}

impl<'a, A: Cell, G: Extent, const N: usize> Block<'a, A, G, N> {
    /// The rows in these units.
    #[inline(always)]
    pub(crate) const fn new(extent: G, units: &'a mut [G::Unit<A, N>]) -> Self {
        Self { extent, units }
    }

    /// How many rows there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.units.len() / self.extent.units::<N>().max(1)
    }

    /// The rows in a range, as far as there are any.
    #[inline(always)]
    pub(crate) fn range_mut(
        &mut self,
        rows: Range<usize>,
    ) -> impl Iterator<Item = &mut G::Row<A, N>> {
        let (extent, units) = (self.extent, self.extent.units::<N>().max(1));
        let range = self.units.get_mut(rows.start * units..rows.end * units);
        let rows = range.unwrap_or_default().chunks_exact_mut(units);
        rows.map(move |row| extent.row_mut(row, 0))
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut G::Row<A, N> {
        self.extent.row_mut(self.units, row)
    }

    /// A row to write, if there is one.
    #[inline(always)]
    pub(crate) fn row_mut_at(&mut self, row: usize) -> Option<&mut G::Row<A, N>> {
        let units = self.extent.units::<N>();
        let row = self.units.get_mut(row * units..)?.get_mut(..units)?;
        Some(self.extent.row_mut(row, 0))
    }

    /// A row and one below it, to write; `None` if the block ends before.
    #[inline(always)]
    pub(crate) fn two_rows(
        &mut self,
        upper: usize,
        lower: usize,
    ) -> Option<[&mut G::Row<A, N>; 2]> {
        self.extent.two_rows(self.units, upper, lower)
    }
}

/// A row of three lanes as vectors, by the place of a column: see [`Extent::place`].
pub(crate) trait Vectors3<T> {
    /// The vector in a place.
    fn get(&self, place: usize) -> [T; 3];
    /// Sets the vector in a place.
    fn set(&mut self, place: usize, value: [T; 3]);
}

impl<T: Scalar, R: Lanes<T, 3> + ?Sized> Vectors3<T> for R {
    #[inline(always)]
    fn get(&self, place: usize) -> [T; 3] {
        let [x, y, z] = self.lanes();
        // One comparison for the compiler, as the lanes have one length.
        match (x.get(place), y.get(place), z.get(place)) {
            (Some(&x), Some(&y), Some(&z)) => [x, y, z],
            _ => [T::ZERO; 3],
        }
    }
    #[inline(always)]
    fn set(&mut self, place: usize, value: [T; 3]) {
        let [x, y, z] = self.three_mut();
        if let (Some(x), Some(y), Some(z)) = (x.get_mut(place), y.get_mut(place), z.get_mut(place))
        {
            [*x, *y, *z] = value;
        }
    }
}

/// A number of a lane, 0 beyond its end: a step has no path to a panic.
#[inline(always)]
pub(crate) fn number<T: Scalar>(lane: &[T], place: usize) -> T {
    lane.get(place).copied().unwrap_or(T::ZERO)
}

/// As [`number`], to set.
#[inline(always)]
pub(crate) fn set_number<T: Scalar>(lane: &mut [T], place: usize, value: T) {
    if let Some(to) = lane.get_mut(place) {
        *to = value;
    }
}

impl<T: Scalar, G: Extent> Grid<T, G> {
    /// The vector at (column, row), or `None` outside of the grid.
    pub fn get(&self, column: usize, row: usize) -> Option<[T; 3]> {
        let inside = column < self.extent.columns() && row < self.extent.rows();
        inside.then(|| self.at(column, row))
    }

    /// The vector at (column, row), which must be in the grid.
    #[inline(always)]
    pub(crate) fn at(&self, column: usize, row: usize) -> [T; 3] {
        let place = self.extent.place(column);
        self.row_at(row).map_or([T::ZERO; 3], |row| row.get(place))
    }

    /// Sets the vector at (column, row), which must be in the grid.
    #[inline(always)]
    pub(crate) fn put(&mut self, column: usize, row: usize, value: [T; 3]) {
        let (place, extent) = (self.extent.place(column), self.extent);
        if row < extent.rows() {
            self.row_mut(row).set(place, value);
        }
    }
}

impl<A: Cell, G: Extent> Rows<A, G, 1> {
    /// The values of a row.
    #[inline(always)]
    pub(crate) fn values(&self, row: usize) -> &[A] {
        let [values] = self.row(row).lanes();
        values
    }

    /// The values of a row, to write.
    #[inline(always)]
    pub(crate) fn values_mut(&mut self, row: usize) -> &mut [A] {
        let [values] = self.row_mut(row).lanes_mut();
        values
    }
}

/// `count` numbers of each lane from column `first` on; nothing where the row is
/// shorter.
#[inline(always)]
pub(crate) fn cut<A, R: Lanes<A, N> + ?Sized, const N: usize>(
    row: &R,
    first: usize,
    count: usize,
) -> [&[A]; N] {
    let mut lanes = row.lanes();
    for lane in &mut lanes {
        *lane = lane.get(first..first + count).unwrap_or_default();
    }
    lanes
}
