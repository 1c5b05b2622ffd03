//! Walking over the rows: down or up, in place or on a copy.

use super::family::Family;
use super::kernel::{Weights, project_between, project_within};
use super::rows::{LinkRows, RowSolver, broken, nth};
use super::torn::{between_torn, within_torn};
use super::{vectors, window};
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::Extent;
use crate::grid::{Block, Row, Rows};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};

/// Finds the rows that hold no pin.
pub(crate) fn find_free_rows<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, free: &mut [bool]) {
    let (vectors, extent) = (Vectors::<T, G>::widest(), cloth.extent());
    for (row, free) in free.iter_mut().enumerate() {
        let weights = cloth.weights(row);
        *free = vectors.run(
            #[inline(always)]
            || all_free::<T, G>(extent, weights),
        );
    }
}

/// Solves all rows once, downwards or upwards.
///
/// A large grid is solved block by block, and then the links that lead from one
/// block to the next.
pub(super) fn walk<T, S, G, M>(
    solver: &S,
    cloth: &mut Cloth<T, G>,
    free: &[bool],
    tear: &M,
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    if T::FOR_SMALL_CORES {
        window::walk(solver, cloth, free, tear, scratch, downwards);
        return;
    }
    if G::HAS_VECTORS {
        let rows = (free, &mut *scratch.longest);
        vectors::walk::<T, S, G, M, 8>(solver, cloth, rows, tear, downwards);
        return;
    }
    let extent = cloth.extent();
    let (weights, rows) = (&cloth.marks, &mut cloth.position);
    let around = Around {
        weights,
        free,
        tear,
        vectors: Vectors::<T, G>::widest(),
    };
    let of_block = block_rows(extent.rows());
    for_each_block_from(rows, (0, of_block), (&mut [(); 0], 0), |first, rows, _| {
        let rows = InPlace {
            rows,
            first,
            around,
            inner: None,
            upper: [None; 2],
        };
        around.vectors.run(
            #[inline(always)]
            || walk_block(solver, rows, downwards),
        );
    });
    if extent.rows() > LARGE {
        walk_seams(solver, rows, around, downwards);
    }
}

/// Solves the links between one block and the next: the last two rows of a block and the
/// first two of the next.
fn walk_seams<T, S, G, M>(
    solver: &S,
    rows: &mut Rows<T, G, 3>,
    around: Around<'_, T, G, M>,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    let extent = rows.extent();
    let of_block = block_rows(extent.rows());
    let cut = (of_block - 2, of_block);
    for_each_block_from(rows, cut, (&mut [(); 0], 0), |first, rows, _| {
        let end = rows.len().min(4);
        let mut seam = InPlace {
            rows,
            first,
            around,
            inner: None,
            upper: [None; 2],
        };
        let mut solve = |upper: [bool; 2], row: usize| {
            seam.upper = upper.map(|there| there.then_some(row));
            solver.solve(&mut seam);
        };
        // From the row before the last only those to the next but one.
        let parts = [([false, end > 2], 0), ([end > 2, end > 3], 1)];
        for part in 0..2 {
            let (upper, row) = parts[if downwards { part } else { 1 - part }];
            around.vectors.run(
                #[inline(always)]
                || solve(upper, row),
            );
        }
    });
}

/// Solves the rows of one block.
///
/// In the order of the rows: the inner links of a row, then those between it and
/// the rows passed. The inner links of the next row have no part in the latter.
#[inline(always)]
fn walk_block<T, S, G, M>(solver: &S, mut rows: InPlace<'_, T, G, M>, downwards: bool)
where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    let end = rows.rows.len();
    for step in 0..=end {
        rows.inner = (step < end).then(|| nth(step, end, downwards));
        rows.upper = match step.checked_sub(1).map(|step| nth(step, end, downwards)) {
            None => [None; 2],
            Some(row) if downwards => [row.checked_sub(1), row.checked_sub(2)],
            Some(row) => [row + 1, row + 2].map(|lower| (lower < end).then_some(row)),
        };
        solver.solve(&mut rows);
    }
}

/// What the rows of the cloth are beside their positions.
#[derive(Debug)]
struct Around<'a, T: Scalar, G: Extent, M> {
    weights: &'a Rows<Mark, G, 1>,
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

impl<'a, T: Scalar, G: Extent, M: Tear<G>> Around<'a, T, G, M> {
    #[inline(always)]
    fn of(&self, row: usize) -> Option<Weights<'a, G>> {
        Some(Weights {
            of: self.weights.row_at(row)?,
            all_free: *self.free.get(row)?,
        })
    }
}

/// The rows where they are.
struct InPlace<'a, T: Scalar, G: Extent, M> {
    rows: Block<'a, T, G, 3>,
    /// Which row of the cloth the first of these is.
    first: usize,
    around: Around<'a, T, G, M>,
    /// The row whose inner links are solved.
    inner: Option<usize>,
    /// The upper row of the links over one row and over two.
    upper: [Option<usize>; 2],
}

impl<T: Scalar, G: Extent, M: Tear<G>> LinkRows<T> for InPlace<'_, T, G, M> {
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        // Always there: asked so that a step holds no path to a panic.
        let Some(row) = self.inner.filter(|&row| row < self.rows.len()) else {
            return;
        };
        let Some(weight) = self.around.of(self.first + row) else {
            return;
        };
        let extent = self.around.weights.extent();
        let links = broken(self.around.tear, self.first + row, bit(D as isize, 0));
        let row = self.rows.row_mut(row);
        match links {
            Some(links) => within_torn::<T, F, G, D, FIRST>(extent, row, weight.of, links, family),
            None => project_within::<T, F, G, D, FIRST>(extent, row, weight, family),
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        let Some(row) = self.upper[DISTANCE - 1] else {
            return;
        };
        let (extent, vectors) = (self.around.weights.extent(), self.around.vectors);
        if extent.columns() <= A + B {
            return;
        }
        let at = self.first + row;
        // Always there: asked so that a step holds no path to a panic.
        let (Some([upper, lower]), Some(of_upper), Some(of_lower)) = (
            self.rows.two_rows(row, row + DISTANCE),
            self.around.of(at),
            self.around.of(at + DISTANCE),
        ) else {
            return;
        };
        let weights = [of_upper, of_lower];
        let bit = bit(B as isize - A as isize, DISTANCE);
        if let Some(links) = broken(self.around.tear, at, bit) {
            let weights = weights.map(|weight| weight.of);
            torn_links::<T, F, G, A, B>(extent, upper, lower, weights, links, (family, vectors));
            return;
        }
        project_between::<T, F, G, A, B>(extent, upper, lower, weights, family, vectors);
    }
}

/// The links between two rows of which some are broken: few are. Out of line, in the
/// widest form.
#[cfg_attr(feature = "std", cold)]
#[inline(never)]
fn torn_links<T: Scalar, F: Family<T>, G: Extent, const A: usize, const B: usize>(
    extent: G,
    upper: &mut Row<T, G>,
    lower: &mut Row<T, G>,
    weights: [&G::Row<Mark, 1>; 2],
    links: Without<'_>,
    (family, vectors): (&F, Vectors<T, G>),
) {
    vectors.run(
        #[inline(always)]
        || between_torn::<T, F, G, A, B>(extent, upper, lower, weights, links, family),
    );
}

#[cfg(test)]
mod tests;
