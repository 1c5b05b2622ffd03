//! Walking over the rows: down or up, in place or on a copy.

#[cfg(feature = "std")]
use super::along::{Dealt, project_along};
use super::family::Family;
use super::kernel::{Weights, project_between, project_within};
use super::window;
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::{Cloth, all_free};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::Vectors;

/// Solves the links that start in one row.
pub(super) trait RowSolver<T: Scalar>: Sync {
    /// The links within the row.
    fn solve_along(&self, rows: &mut impl Rows<T>);
    /// The links to the next row, which there must be.
    fn solve_next(&self, rows: &mut impl Rows<T>);
    /// The links to the next row but one, which there must be.
    fn solve_second(&self, rows: &mut impl Rows<T>);

    /// All of them, as far as there are such rows.
    #[inline]
    fn solve_row(&self, rows: &mut impl Rows<T>) {
        self.solve_along(rows);
        self.solve_across(rows);
    }

    /// The links to other rows, as far as there are such rows.
    #[inline(always)]
    fn solve_across(&self, rows: &mut impl Rows<T>) {
        if rows.has(1) {
            self.solve_next(rows);
        }
        if rows.has(2) {
            self.solve_second(rows);
        }
    }
}

/// A row and the two after it, stored in one way or another.
pub(super) trait Rows<T: Scalar> {
    /// Whether there is a row `distance` rows on.
    fn has(&self, distance: usize) -> bool;
    /// Projects the links over D columns within the row.
    fn within<F: Family<T>, const D: usize>(&mut self, family: &F);
    /// Projects the structural links within the row, then its bend links.
    #[inline(always)]
    fn along<F: Family<T>>(&mut self, structural: Option<&F>, bend: Option<&F>) {
        if let Some(structural) = structural {
            self.within::<F, 1>(structural);
        }
        if let Some(bend) = bend {
            self.within::<F, 2>(bend);
        }
    }
    /// Projects the links from column i + A of the row to column i + B of the row
    /// `DISTANCE` rows on, which there must be.
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    );
}

/// Which rows hold no pin.
pub fn free_rows<T: Scalar, const W: usize, const H: usize>(cloth: &Cloth<T, W, H>) -> [bool; H] {
    let mut free = [true; H];
    Vectors::widest().run(
        #[inline(always)]
        || find_free(&cloth.inverse_mass, &mut free),
    );
    free
}

#[inline(always)]
fn find_free<T: Scalar, const W: usize, const H: usize>(
    weights: &[[T; W]; H],
    free: &mut [bool; H],
) {
    for row in 0..H {
        free[row] = all_free(&weights[row]);
    }
}

/// Solves all rows once, downwards or upwards.
///
/// A large grid is solved block by block, and then the links that lead from one
/// block to the next.
pub(super) fn walk<T: Scalar, S: RowSolver<T>, const W: usize, const H: usize>(
    solver: &S,
    cloth: &mut Cloth<T, W, H>,
    free: &[bool; H],
    downwards: bool,
) {
    if T::FOR_SMALL_CORES {
        window::walk(solver, cloth, free, downwards);
        return;
    }
    let (weights, rows) = (&cloth.inverse_mass, &mut cloth.position.rows);
    let vectors = Vectors::widest();
    if H <= LARGE {
        walk_block(solver, rows, weights, free, downwards, vectors);
        return;
    }
    for_each_block_from(rows, 0, |first, rows| {
        let of = first..first + rows.len();
        let (weights, free) = (&weights[of.clone()], &free[of]);
        walk_block(solver, rows, weights, free, downwards, vectors);
    });
    // The last two rows of a block and the first two of the next.
    let from = block_rows(H) - 2;
    for_each_block_from(rows, from, |first, rows| {
        #[cfg(feature = "std")]
        let mut dealt = Dealt::EMPTY;
        let end = rows.len().min(4);
        for step in 0..2 {
            let row = if downwards { step } else { 1 - step };
            let mut seam = InPlace {
                rows: rows.get_mut(row..end).unwrap_or_default(),
                weights: &weights[first + row..],
                free: &free[first + row..],
                vectors,
                #[cfg(feature = "std")]
                dealt: &mut dealt,
            };
            // From the row before the last only those to the next but one.
            if row == 1 {
                solver.solve_across(&mut seam);
            } else if seam.has(2) {
                solver.solve_second(&mut seam);
            }
        }
    });
}

/// Solves the rows of one block.
#[inline(always)]
fn walk_block<T: Scalar, S: RowSolver<T>, const W: usize>(
    solver: &S,
    rows: &mut [Row<T, W>],
    weights: &[[T; W]],
    free: &[bool],
    downwards: bool,
    vectors: Vectors,
) {
    #[cfg(feature = "std")]
    let mut dealt = Dealt::EMPTY;
    let end = rows.len();
    for step in 0..end {
        let row = if downwards { step } else { end - 1 - step };
        solver.solve_row(&mut InPlace {
            rows: &mut rows[row..],
            weights: &weights[row..],
            free: &free[row..],
            vectors,
            #[cfg(feature = "std")]
            dealt: &mut dealt,
        });
    }
}

/// The rows where they are: what is left of the cloth from one row on.
pub(super) struct InPlace<'a, T, const W: usize> {
    pub(super) rows: &'a mut [Row<T, W>],
    pub(super) weights: &'a [[T; W]],
    pub(super) free: &'a [bool],
    pub(super) vectors: Vectors,
    #[cfg(feature = "std")]
    pub(super) dealt: &'a mut Dealt<T, W>,
}

impl<T: Scalar, const W: usize> Rows<T> for InPlace<'_, T, W> {
    #[inline(always)]
    fn has(&self, distance: usize) -> bool {
        distance < self.rows.len()
    }

    #[inline(always)]
    fn within<F: Family<T>, const D: usize>(&mut self, family: &F) {
        let weight = weights_of(self.weights, self.free, 0);
        project_within::<T, F, W, D>(&mut self.rows[0], weight, family);
    }

    #[cfg(feature = "std")]
    #[inline(always)]
    fn along<F: Family<T>>(&mut self, structural: Option<&F>, bend: Option<&F>) {
        let (row, weight) = (&mut self.rows[0], &self.weights[0]);
        let dealt = &mut *self.dealt;
        if self.free[0] {
            self.vectors.run(
                #[inline(always)]
                || project_along::<T, F, W, false>(row, weight, structural, bend, dealt),
            );
        } else {
            self.vectors.run(
                #[inline(always)]
                || project_along::<T, F, W, true>(row, weight, structural, bend, dealt),
            );
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        let near = weights_of(self.weights, self.free, 0);
        let far = weights_of(self.weights, self.free, DISTANCE);
        let (head, tail) = self.rows.split_at_mut(DISTANCE);
        project_between::<T, F, W, A, B>(
            &mut head[0],
            &mut tail[0],
            near,
            far,
            family,
            self.vectors,
        );
    }
}

#[inline(always)]
pub(super) fn weights_of<'a, T, const W: usize>(
    weights: &'a [[T; W]],
    free: &[bool],
    row: usize,
) -> Weights<'a, T, W> {
    Weights {
        of: &weights[row],
        all_free: free[row],
    }
}
