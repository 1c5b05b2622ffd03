//! What a pass solves at a row, and what it needs of the rows around: whichever way they
//! are stored.

use super::family::Family;
use crate::extent::Extent;
use crate::scalar::Scalar;
use crate::tear::{Tear, Without};

/// Solves the links of a row.
pub(super) trait RowSolver<T: Scalar>: Sync {
    /// Solves the inner links of one row, and the links between another and the
    /// rows that the pass has been at, as far as `rows` has them. The two share no
    /// particle: where both are there, they are interleaved, so that a processor
    /// works on one while it waits for the roots of the other.
    fn solve(&self, rows: &mut impl LinkRows<T>);
    /// The square of a length over its rest length's that changes nothing about a structural or
    /// shear link, where it solves no other links; `None` if it changes all.
    #[inline(always)]
    fn idle(&self) -> Option<T> {
        None
    }
}

/// The rows whose links are solved, stored in one way or another.
pub(super) trait LinkRows<T: Scalar> {
    /// Projects the inner links over D columns of one colour: in blocks of 2D
    /// columns from column FIRST on, column j of a block to column j + D.
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F);
    /// Projects the links over DISTANCE rows, from column i + A of the upper row to
    /// column i + B of the lower.
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    );
}

/// The row that a pass over `rows` rows comes to after `step` others.
#[inline(always)]
pub(super) const fn nth(step: usize, rows: usize, downwards: bool) -> usize {
    if downwards { step } else { rows - 1 - step }
}

/// The links of a family that start in a row, if any of them is broken.
#[inline(always)]
pub(super) fn broken<'a, G: Extent, M: Tear<G>>(
    tear: &'a M,
    row: usize,
    bit: u8,
) -> Option<Without<'a>> {
    Some(Without(tear.broken(row, bit)?, bit))
}
