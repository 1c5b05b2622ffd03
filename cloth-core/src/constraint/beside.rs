//! What is done to rows in the walk that solves their links, while they are near.
//!
//! Integration, tethers and contacts with colliders need nothing but the row. So a substep of a cloth that is larger
//! than a cache need not go over all rows for each of them: a row is integrated when the walk comes to it; once its last
//! link is solved it is pulled by tethers and touches colliders. Each row goes through the same operations in the same
//! order: all bits are the same.

use crate::cloth::Mark;
use crate::extent::Extent;
use crate::grid::{Block, Grid, Row};
use crate::scalar::Scalar;
use core::fmt;
use core::ops::Range;

/// A row of the cloth: its number, positions, what the method keeps, and marks.
#[doc(hidden)]
pub struct WholeRow<'a, T: Scalar, G: Extent> {
    pub(crate) number: usize,
    pub(crate) x: &'a mut Row<T, G>,
    pub(crate) kept: &'a mut Row<T, G>,
    pub(crate) marks: &'a mut G::Row<Mark, 1>,
}

impl<T: Scalar, G: Extent> fmt::Debug for WholeRow<'_, T, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WholeRow").finish_non_exhaustive()
    }
}

impl<T: Scalar, G: Extent> WholeRow<'_, T, G> {
    /// The same row once more.
    pub(crate) fn lend(&mut self) -> WholeRow<'_, T, G> {
        WholeRow {
            number: self.number,
            x: self.x,
            kept: self.kept,
            marks: self.marks,
        }
    }
}

/// What is done to a row by itself.
pub(crate) trait RowWork<T: Scalar, G: Extent>: Sync {
    /// Before the first pass comes to it.
    fn before_links(&self, row: WholeRow<'_, T, G>);
    /// When the last pass has left it.
    fn after_links(&self, row: WholeRow<'_, T, G>);
}

/// What passes do beside links, and which part of it in this one.
pub(crate) struct Beside<'a, T: Scalar, G: Extent> {
    /// What the method keeps.
    pub(super) kept: &'a mut Grid<T, G>,
    pub(super) due: Due<'a, T, G>,
}

/// What is to be done in a pass.
pub(super) struct Due<'a, T: Scalar, G: Extent> {
    pub(super) work: &'a dyn RowWork<T, G>,
    pub(super) before: bool,
    pub(super) after: bool,
}

impl<T: Scalar, G: Extent> Clone for Due<'_, T, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Scalar, G: Extent> Copy for Due<'_, T, G> {}

impl<'a, T: Scalar, G: Extent> Beside<'a, T, G> {
    /// With what the method keeps of each row.
    pub(crate) fn new(kept: &'a mut Grid<T, G>, work: &'a dyn RowWork<T, G>) -> Self {
        let (before, after) = (true, true);
        Self {
            kept,
            due: Due {
                work,
                before,
                after,
            },
        }
    }

    /// The part that is due in a pass, which is the first of a substep, the last, or both.
    pub(super) fn in_pass(&mut self, is_first: bool, is_last: bool) -> Beside<'_, T, G> {
        Beside {
            kept: self.kept,
            due: Due {
                before: is_first,
                after: is_last,
                ..self.due
            },
        }
    }
}

/// The rows of a block, from row `first` of the cloth on.
pub(super) struct BlockOfRows<'a, T: Scalar, G: Extent> {
    pub(super) first: usize,
    pub(super) x: Block<'a, T, G, 3>,
    pub(super) marks: Block<'a, Mark, G, 1>,
    /// What the method keeps of them, and what is to be done beside links.
    pub(super) beside: Option<(Block<'a, T, G, 3>, Due<'a, T, G>)>,
}

impl<'a, T: Scalar, G: Extent> BlockOfRows<'a, T, G> {
    /// Rows of which links alone are solved.
    pub(super) const fn new(
        first: usize,
        x: Block<'a, T, G, 3>,
        marks: Block<'a, Mark, G, 1>,
    ) -> Self {
        Self {
            first,
            x,
            marks,
            beside: None,
        }
    }

    /// Before a row's own links, where that is due.
    #[inline(always)]
    pub(super) fn before_links(&mut self, row: Option<usize>) {
        if let Some((kept, due)) = &mut self.beside
            && due.before
            && let Some(row) = row
        {
            due.work.before_links(WholeRow {
                number: self.first + row,
                x: self.x.row_mut(row),
                kept: kept.row_mut(row),
                marks: self.marks.row_mut(row),
            });
        }
    }

    /// After the last links of some rows, where that is due.
    #[inline(always)]
    pub(super) fn after_links(&mut self, rows: Range<usize>) {
        if let Some((kept, due)) = &mut self.beside
            && due.after
        {
            for row in rows {
                due.work.after_links(WholeRow {
                    number: self.first + row,
                    x: self.x.row_mut(row),
                    kept: kept.row_mut(row),
                    marks: self.marks.row_mut(row),
                });
            }
        }
    }
}
