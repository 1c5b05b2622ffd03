//! The families of links, and the order in which a pass solves them.

use super::family::Family;
use crate::scalar::Scalar;

/// The first N families: structural, shear, bend, and bend along the diagonals.
pub(super) struct Links<'a, F, const N: usize>(pub(super) &'a [Option<F>; N]);

/// The rows around the one that a pass is at, whichever way they are stored.
pub(super) trait LinkRows<F> {
    /// Solves the links over D columns within a row that begin in every second block of D columns,
    /// counted from column FIRST on: no two of them share a particle.
    fn within<const D: usize, const FIRST: usize>(&mut self, family: &F);
    /// Solves the links over DISTANCE rows, from column i + A of the upper row to
    /// column i + B of the lower.
    fn between<const A: usize, const B: usize, const DISTANCE: usize>(&mut self, family: &F);
}

impl<F, const N: usize> Links<'_, F, N> {
    /// Solves the links within one row, and those between another row and the
    /// rows that the pass has been at, as far as `rows` has them. The two share no
    /// particle: where both are there, they are interleaved, so that a processor
    /// works on one while it waits for the roots of the other.
    #[inline(always)]
    pub(super) fn solve(&self, rows: &mut impl LinkRows<F>) {
        let family = |i: usize| self.0.get(i).and_then(Option::as_ref);
        let (structural, shear) = (family(0), family(1));
        if let Some(structural) = structural {
            rows.within::<1, 0>(structural);
            rows.between::<0, 0, 1>(structural);
            rows.within::<1, 1>(structural);
        }
        if let Some(shear) = shear {
            rows.between::<0, 1, 1>(shear);
        }
        if let Some(bend) = family(2) {
            rows.within::<2, 0>(bend);
        }
        if let Some(shear) = shear {
            rows.between::<1, 0, 1>(shear);
        }
        if let Some(bend) = family(2) {
            rows.within::<2, 2>(bend);
            rows.between::<0, 0, 2>(bend);
        }
        if let Some(diagonal) = family(3) {
            rows.between::<0, 2, 2>(diagonal);
            rows.between::<2, 0, 2>(diagonal);
        }
    }
}

/// The families with their rounding begun at a part of the last bit.
pub(super) fn rounded<T: Scalar, F: Family<T>, const N: usize>(
    families: &[Option<F>; 4],
    place: u32,
) -> [Option<F>; N] {
    let one = |i: usize| families[i].as_ref().map(|family| family.rounded(place));
    core::array::from_fn(one)
}

/// The row that a pass over `rows` rows comes to after `step` others.
#[inline(always)]
pub(super) const fn nth(step: usize, rows: usize, downwards: bool) -> usize {
    if downwards { step } else { rows - 1 - step }
}

/// Where a pass over `rows` rows is after `step` others: the row whose inner links it solves, and the upper row
/// of the links over one row and over two that lead from the row before it to those passed before that. The two
/// have no particle in common.
#[inline(always)]
pub(super) fn places(
    step: usize,
    rows: usize,
    downwards: bool,
) -> (Option<usize>, [Option<usize>; 2]) {
    let inner = (step < rows).then(|| nth(step, rows, downwards));
    let upper = match step.checked_sub(1).map(|step| nth(step, rows, downwards)) {
        None => [None; 2],
        Some(row) if downwards => [row.checked_sub(1), row.checked_sub(2)],
        Some(row) => [row + 1, row + 2].map(|lower| (lower < rows).then_some(row)),
    };
    (inner, upper)
}
