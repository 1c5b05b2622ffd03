//! Walking over the rows: down or up, in place or on a copy.

#[cfg(feature = "std")]
use super::along::Dealt;
use super::family::Family;
#[cfg(not(feature = "std"))]
use super::kernel::project_within;
use super::kernel::{Weights, project_between};
#[cfg(feature = "std")]
use super::torn::between_torn;
#[cfg(not(feature = "std"))]
use super::torn::{between_torn, within_torn};
use super::window;
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::{Cloth, all_free};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};

/// Solves the links that have their turn with a row.
pub(super) trait RowSolver<T: Scalar>: Sync {
    /// Solves the inner links of one row, and the links between another and the
    /// rows that the pass has been at, as far as `rows` has them. The two share no
    /// particle: where both are there, they are taken in turn, so that a processor
    /// works on one while it waits for the roots of the other.
    fn solve(&self, rows: &mut impl Rows<T>);
}

/// The rows whose links have their turn, stored in one way or another.
pub(super) trait Rows<T: Scalar> {
    /// Comes before the inner links of a row.
    #[inline(always)]
    fn open(&mut self) {}
    /// Projects the inner links over D columns of one colour: in blocks of 2D
    /// columns from column FIRST on, column j of a block to column j + D.
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F);
    /// Comes after them.
    #[inline(always)]
    fn close(&mut self) {}
    /// Projects the links over DISTANCE rows, from column i + A of the upper row to
    /// column i + B of the lower.
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    );
}

/// Which rows hold no pin.
pub fn free_rows<T: Scalar, const W: usize, const H: usize>(cloth: &Cloth<T, W, H>) -> [bool; H] {
    let mut free = [true; H];
    let (vectors, weights) = (Vectors::widest(), &cloth.inverse_mass);
    for_each_block_from(&mut free, 0, |first, free| {
        vectors.run(
            #[inline(always)]
            || find_free(&weights[first..], free),
        );
    });
    free
}

#[inline(always)]
fn find_free<T: Scalar, const W: usize>(weights: &[[T; W]], free: &mut [bool]) {
    for (free, weight) in free.iter_mut().zip(weights) {
        *free = all_free(weight);
    }
}

/// Solves all rows once, downwards or upwards.
///
/// A large grid is solved block by block, and then the links that lead from one
/// block to the next.
pub(super) fn walk<T, S, M, const W: usize, const H: usize>(
    solver: &S,
    cloth: &mut Cloth<T, W, H>,
    free: &[bool; H],
    tear: &M,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    M: Tear<W, H>,
{
    if T::FOR_SMALL_CORES {
        window::walk(solver, cloth, free, tear, downwards);
        return;
    }
    let (weights, rows) = (&cloth.inverse_mass, &mut cloth.position.rows);
    let vectors = Vectors::widest();
    if H <= LARGE {
        let rows = InPlace::new(rows, weights, free, (tear, 0), vectors);
        walk_block(solver, rows, downwards);
        return;
    }
    for_each_block_from(rows, 0, |first, rows| {
        let of = first..first + rows.len();
        let (weights, free) = (&weights[of.clone()], &free[of]);
        let rows = InPlace::new(rows, weights, free, (tear, first), vectors);
        walk_block(solver, rows, downwards);
    });
    // The last two rows of a block and the first two of the next.
    let from = block_rows(H) - 2;
    for_each_block_from(rows, from, |first, rows| {
        let end = rows.len().min(4);
        let rows = rows.get_mut(..end).unwrap_or_default();
        let (weights, free) = (&weights[first..], &free[first..]);
        let mut seam = InPlace::new(rows, weights, free, (tear, first), vectors);
        let mut solve = |upper: [bool; 2], row: usize| {
            seam.upper = upper.map(|there| there.then_some(row));
            solver.solve(&mut seam);
        };
        // From the row before the last only those to the next but one.
        let turns = [([false, end > 2], 0), ([end > 2, end > 3], 1)];
        for turn in 0..2 {
            let (upper, row) = turns[if downwards { turn } else { 1 - turn }];
            solve(upper, row);
        }
    });
}

/// Solves the rows of one block.
///
/// In the order of the rows: the inner links of a row, then those between it and
/// the rows passed. The inner links of the next row have no part in the latter.
#[inline(always)]
fn walk_block<T, S, M, const W: usize, const H: usize>(
    solver: &S,
    mut rows: InPlace<'_, T, M, W, H>,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    M: Tear<W, H>,
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

/// The row that a pass over `rows` rows comes to after `step` others.
#[inline(always)]
pub(super) const fn nth(step: usize, rows: usize, downwards: bool) -> usize {
    if downwards { step } else { rows - 1 - step }
}

/// The rows where they are.
pub(super) struct InPlace<'a, T, M, const W: usize, const H: usize> {
    rows: &'a mut [Row<T, W>],
    weights: &'a [[T; W]],
    free: &'a [bool],
    /// Broken links, and which row of the cloth the first of these is.
    tear: (&'a M, usize),
    vectors: Vectors,
    /// The row whose inner links are solved.
    inner: Option<usize>,
    /// The upper row of the links over one row and over two.
    upper: [Option<usize>; 2],
    #[cfg(feature = "std")]
    dealt: Dealt<T, W>,
}

impl<'a, T: Scalar, M, const W: usize, const H: usize> InPlace<'a, T, M, W, H> {
    fn new(
        rows: &'a mut [Row<T, W>],
        weights: &'a [[T; W]],
        free: &'a [bool],
        tear: (&'a M, usize),
        vectors: Vectors,
    ) -> Self {
        Self {
            rows,
            weights,
            free,
            tear,
            vectors,
            inner: None,
            upper: [None; 2],
            #[cfg(feature = "std")]
            dealt: Dealt::EMPTY,
        }
    }
}

impl<T: Scalar, M: Tear<W, H>, const W: usize, const H: usize> Rows<T> for InPlace<'_, T, M, W, H> {
    #[cfg(feature = "std")]
    #[inline(always)]
    fn open(&mut self) {
        if let Some(row) = self.inner {
            let dealt = &mut self.dealt;
            let (row, weight) = (&self.rows[row], weights_of(self.weights, self.free, row));
            self.vectors.run(
                #[inline(always)]
                || dealt.take(row, weight),
            );
        }
    }

    #[cfg(feature = "std")]
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let dealt = &mut self.dealt;
        if let Some(row) = self.inner
            && let Some(links) = broken(self.tear, row, bit(D as isize, 0))
        {
            let weight = &self.weights[row];
            self.vectors.run(
                #[inline(always)]
                || dealt.project_torn::<F, D, FIRST>(weight, links, family),
            );
            return;
        }
        match self.inner {
            Some(row) if self.free[row] => self.vectors.run(
                #[inline(always)]
                || dealt.project::<F, D, FIRST, false>(family),
            ),
            Some(_) => self.vectors.run(
                #[inline(always)]
                || dealt.project::<F, D, FIRST, true>(family),
            ),
            None => {}
        }
    }

    #[cfg(feature = "std")]
    #[inline(always)]
    fn close(&mut self) {
        if let Some(row) = self.inner {
            let (dealt, row) = (&self.dealt, &mut self.rows[row]);
            self.vectors.run(
                #[inline(always)]
                || dealt.give(row),
            );
        }
    }

    #[cfg(not(feature = "std"))]
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let Some(row) = self.inner else {
            return;
        };
        let links = broken(self.tear, row, bit(D as isize, 0));
        // Always there: asked so that a step holds no path to a panic.
        if let (Some(of), Some(&all_free), Some(row)) = (
            self.weights.get(row),
            self.free.get(row),
            self.rows.get_mut(row),
        ) {
            if let Some(links) = links {
                within_torn::<T, F, W, D, FIRST>(row, of, links, family);
                return;
            }
            project_within::<T, F, W, D, FIRST>(row, Weights { of, all_free }, family);
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
        let links = broken(self.tear, row, bit(B as isize - A as isize, DISTANCE));
        let span = row..row + DISTANCE + 1;
        // Always there: asked so that a step holds no path to a panic.
        let (Some([upper, .., lower]), Some([of_upper, .., of_lower]), Some([a, .., b])) = (
            self.rows.get_mut(span.clone()),
            self.weights.get(span.clone()),
            self.free.get(span),
        ) else {
            return;
        };
        if let Some(links) = links {
            self.vectors.run(
                #[inline(always)]
                || {
                    let weights = [of_upper, of_lower];
                    between_torn::<T, F, W, A, B>(upper, lower, weights, links, family);
                },
            );
            return;
        }
        let weights =
            [(of_upper, a), (of_lower, b)].map(|(of, &all_free)| Weights { of, all_free });
        project_between::<T, F, W, A, B>(upper, lower, weights, family, self.vectors);
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

/// The links of a family that start in a row, if any of them is broken.
#[inline(always)]
pub(super) fn broken<'a, M: Tear<W, H>, const W: usize, const H: usize>(
    (tear, first): (&'a M, usize),
    row: usize,
    bit: u8,
) -> Option<Without<'a, W>> {
    Some(Without(tear.broken(first + row, bit)?, bit))
}
