//! Walking over the rows: down or up, in place or on a copy.

#[cfg(feature = "std")]
use super::along::{Dealt, project_along};
use super::family::Family;
use super::kernel::{Weights, project_between, project_within};
use super::window;
use crate::cloth::{Cloth, all_free};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::Vectors;

/// Solves the links that start in one row.
pub(super) trait RowSolver<T: Scalar> {
    /// The links within the row, then those to the next row, then those to the
    /// next but one, as far as there are such rows.
    fn solve_row(&self, rows: &mut impl Rows<T>);
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
pub(super) fn free_rows<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
) -> [bool; H] {
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
    let vectors = Vectors::widest();
    #[cfg(feature = "std")]
    let mut dealt = Dealt::EMPTY;
    for step in 0..H {
        let row = if downwards { step } else { H - 1 - step };
        solver.solve_row(&mut InPlace {
            rows: &mut cloth.position.rows[row..],
            weights: &cloth.inverse_mass[row..],
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
