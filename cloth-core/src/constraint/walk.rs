//! A pass over the rows, down or up.
//!
//! At each row a pass solves the links within it, then those between the row before and the one or
//! two rows before that, while all are in cache. Within a family every link of a
//! row is independent of the others or one of two colours, so neither vector width nor
//! thread count can change a bit of the result.

use super::family::Family;
use super::kernel::{Which, between, some_links, within};
use super::links::{LinkRows, Links, nth};
use super::window;
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::Extent;
use crate::grid::{Block, Rows};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use core::mem::take;

/// Which rows hold no pin: on the stack where the size is known, else in the scratch memory.
#[inline(always)]
pub(crate) fn free_rows<'a, T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    local: &'a mut G::Column<bool>,
    scratch: &mut Parts<'a, T>,
) -> &'a [bool] {
    let (vectors, extent) = (Vectors::<T, G>::widest(), cloth.extent());
    let free = match G::IS_CONST {
        true => local.as_mut(),
        false => (take(&mut scratch.flags).get_mut(..extent.rows())).unwrap_or_default(),
    };
    for (row, free) in free.iter_mut().enumerate() {
        let weights = cloth.weights(row);
        *free = vectors.run(
            #[inline(always)]
            || all_free::<T, G>(extent, weights),
        );
    }
    free
}

/// Solves all rows once, downwards or upwards. `free` tells which rows have no pins.
pub(super) fn walk<T, F, G, M, const N: usize>(
    links: &Links<'_, F, N>,
    cloth: &mut Cloth<T, G>,
    (free, tear): (&[bool], &M),
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    if T::FOR_SMALL_CORES {
        window::walk(links, cloth, (free, tear), scratch, downwards);
        return;
    }
    if G::HAS_VECTORS {
        walk_blocks::<T, F, G, M, N, 8>(links, cloth, (free, tear), downwards);
    } else {
        walk_blocks::<T, F, G, M, N, 1>(links, cloth, (free, tear), downwards);
    }
}

/// A large grid is solved block by block, and then the links that lead from one
/// block to the next: those of the last two rows of a block to the first two of the next.
#[inline(always)]
fn walk_blocks<T, F, G, M, const N: usize, const L: usize>(
    links: &Links<'_, F, N>,
    cloth: &mut Cloth<T, G>,
    (free, tear): (&[bool], &M),
    downwards: bool,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    let around = Around {
        marks: &cloth.marks,
        free,
        tear,
        vectors: Vectors::<T, G>::widest(),
    };
    let of_block = block_rows(around.marks.extent().rows());
    let mut walk = |seam: bool, first: usize| {
        let (rows, cut) = (&mut cloth.position, (first, of_block));
        for_each_block_from(rows, cut, (&mut [(); 0], 0), |first, rows, _| {
            let rows = RowsAt::<T, G, M, L> {
                rows,
                first,
                around,
                inner: None,
                upper: [None; 2],
            };
            walk_rows(links, rows, (seam, downwards));
        });
    };
    walk(false, 0);
    if around.marks.extent().rows() > LARGE {
        walk(true, of_block - 2);
    }
}

/// Solves the rows of a block, or those around the SEAM to the next: compiled once for
/// both.
#[inline(never)]
fn walk_rows<T, F, G, M, const N: usize, const L: usize>(
    links: &Links<'_, F, N>,
    mut rows: RowsAt<'_, T, G, M, L>,
    (seam, downwards): (bool, bool),
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    rows.around.vectors.run(
        #[inline(always)]
        || {
            let end = rows.rows.len();
            for step in 0..if seam { 2 } else { end + 1 } {
                match seam {
                    true => rows.go_to_seam(step, end, downwards),
                    false => rows.go_to(step, end, downwards),
                }
                links.solve(&mut rows);
            }
        },
    );
}

/// What a pass reads of every row, apart from positions.
#[derive(Debug)]
struct Around<'a, T: Scalar, G: Extent, M> {
    marks: &'a Rows<Mark, G, 1>,
    free: &'a [bool],
    tear: &'a M,
    vectors: Vectors<T, G>,
}

impl<T: Scalar, G: Extent, M> Clone for Around<'_, T, G, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Scalar, G: Extent, M> Copy for Around<'_, T, G, M> {}

impl<T: Scalar, G: Extent, M> Around<'_, T, G, M> {
    #[inline(always)]
    fn is_free(&self, row: usize) -> bool {
        self.free.get(row).copied().unwrap_or(false)
    }
}

/// The rows of a block, and those that a pass is at.
struct RowsAt<'a, T: Scalar, G: Extent, M, const L: usize> {
    rows: Block<'a, T, G, 3>,
    /// Which row of the cloth the first of these is.
    first: usize,
    around: Around<'a, T, G, M>,
    /// The row whose inner links are solved.
    inner: Option<usize>,
    /// The upper row of the links over one row and over two.
    upper: [Option<usize>; 2],
}

impl<T: Scalar, G: Extent, M, const L: usize> RowsAt<'_, T, G, M, L> {
    /// In the order of the rows: the inner links of a row, and those between the row before it and
    /// the rows passed before that. The two have no particle in common.
    #[inline(always)]
    fn go_to(&mut self, step: usize, end: usize, downwards: bool) {
        self.inner = (step < end).then(|| nth(step, end, downwards));
        self.upper = match step.checked_sub(1).map(|step| nth(step, end, downwards)) {
            None => [None; 2],
            Some(row) if downwards => [row.checked_sub(1), row.checked_sub(2)],
            Some(row) => [row + 1, row + 2].map(|lower| (lower < end).then_some(row)),
        };
    }

    /// From the row before the last of a block there are links over two rows alone.
    #[inline(always)]
    fn go_to_seam(&mut self, step: usize, end: usize, downwards: bool) {
        self.upper = match if downwards { step } else { 1 - step } {
            0 => [None, (end > 2).then_some(0)],
            _ => [(end > 2).then_some(1), (end > 3).then_some(1)],
        };
    }
}

impl<T, G, M, const L: usize> LinkRows<T> for RowsAt<'_, T, G, M, L>
where
    T: Scalar,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let Around { marks, tear, .. } = self.around;
        let extent = marks.extent();
        // Always there: asked so that a step holds no path to a panic.
        let Some(row) = self.inner.filter(|&row| row < self.rows.len()) else {
            return;
        };
        let (at, bit) = (self.first + row, bit(D as isize, 0));
        let (broken, row) = (tear.broken(at, bit), self.rows.row_mut(row));
        if extent.columns() <= D {
            return;
        }
        if self.around.is_free(at) && broken.is_none() {
            within::<T, F, G, D, FIRST, L>(extent, row, family);
        } else if let Some(marks) = marks.row_at(at) {
            let which = Which {
                ends: [0, D],
                first: FIRST,
                broken: broken.map(|links| Without(links, bit)),
            };
            let (row, vectors) = ((row, marks), self.around.vectors);
            some_links::<T, F, G, L>(extent, row, None, which, family, vectors);
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        let Around { marks, tear, .. } = self.around;
        let extent = marks.extent();
        let Some(row) = self.upper[DISTANCE - 1].filter(|_| extent.columns() > A + B) else {
            return;
        };
        // Always there: asked so that a step holds no path to a panic.
        let Some([upper, lower]) = self.rows.two_rows(row, row + DISTANCE) else {
            return;
        };
        let (at, bit) = (self.first + row, bit(B as isize - A as isize, DISTANCE));
        let (below, broken) = (at + DISTANCE, tear.broken(at, bit));
        if self.around.is_free(at) & self.around.is_free(below) && broken.is_none() {
            between::<T, F, G, A, B, L>(extent, upper, lower, family);
        } else if let (Some(of_upper), Some(of_lower)) = (marks.row_at(at), marks.row_at(below)) {
            let which = Which {
                ends: [A, B],
                first: 0,
                broken: broken.map(|links| Without(links, bit)),
            };
            let (upper, lower) = ((upper, of_upper), Some((lower, of_lower)));
            let vectors = self.around.vectors;
            some_links::<T, F, G, L>(extent, upper, lower, which, family, vectors);
        }
    }
}

#[cfg(test)]
mod tests;
