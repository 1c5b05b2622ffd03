//! Storage: a grid of vectors as rows, each row three arrays of components.
//!
//! Struct of arrays: a kernel that walks along a row reads and writes
//! contiguous numbers of one kind, which is what vector units want, and costs a
//! scalar processor nothing.

use crate::scalar::Scalar;

/// One row of W vectors: all x, then all y, then all z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<T, const W: usize> {
    /// First components.
    pub x: [T; W],
    /// Second components.
    pub y: [T; W],
    /// Third components.
    pub z: [T; W],
}

impl<T: Scalar, const W: usize> Row<T, W> {
    /// A row of zero vectors.
    pub const ZERO: Self = Self {
        x: [T::ZERO; W],
        y: [T::ZERO; W],
        z: [T::ZERO; W],
    };

    /// The vector in column `column`, which must be below W.
    #[inline(always)]
    #[must_use]
    pub const fn get(&self, column: usize) -> [T; 3] {
        [self.x[column], self.y[column], self.z[column]]
    }

    /// Sets the vector in column `column`, which must be below W.
    #[inline(always)]
    pub const fn set(&mut self, column: usize, value: [T; 3]) {
        self.x[column] = value[0];
        self.y[column] = value[1];
        self.z[column] = value[2];
    }
}

/// H rows of W vectors, row by row. Row 0 is the cloth's top edge where it
/// hangs, column 0 its left edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T, const W: usize, const H: usize> {
    /// The rows.
    pub rows: [Row<T, W>; H],
}

impl<T: Scalar, const W: usize, const H: usize> Grid<T, W, H> {
    /// A grid of zero vectors, also usable to initialise a `static`.
    pub const ZERO: Self = Self {
        rows: [Row::ZERO; H],
    };

    /// Memory of the grid in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// The vector at (column, row), or `None` outside of the grid.
    #[must_use]
    pub fn get(&self, column: usize, row: usize) -> Option<[T; 3]> {
        if column < W {
            self.rows.get(row).map(|r| r.get(column))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_struct_of_arrays() {
        let mut row = Row::<f32, 3>::ZERO;
        row.set(1, [1.0, 2.0, 3.0]);
        assert_eq!(row.x, [0.0, 1.0, 0.0]);
        assert_eq!(row.get(1), [1.0, 2.0, 3.0]);
        assert_eq!(Grid::<f32, 5, 4>::BYTES, 5 * 4 * 12);
    }

    #[test]
    fn outside_is_none() {
        let grid = Grid::<f32, 2, 3>::ZERO;
        assert!(grid.get(1, 2).is_some());
        assert!(grid.get(2, 0).is_none());
        assert!(grid.get(0, 3).is_none());
    }
}
