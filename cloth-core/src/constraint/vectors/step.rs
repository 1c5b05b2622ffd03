//! What a pass does at each row of a block, and at a seam between two.

use crate::constraint::rows::nth;
use core::ops::Range;

/// What a pass does at a row: the inner links of one, and those between another and the
/// rows that the pass has been at.
pub(super) struct Step {
    /// The row whose inner links are solved.
    pub(super) inner: Option<usize>,
    /// The row whose links to others are solved.
    pub(super) own: usize,
    /// The rows that take part, four at most.
    pub(super) rows: Range<usize>,
    /// Whether the others are above it.
    pub(super) are_above: bool,
    /// Whether the next row is of the same block: its links are solved there.
    pub(super) next_is_own: bool,
}

impl Step {
    /// In the order of the rows: the inner links of a row, then those between it and
    /// the rows passed. The inner links of the next row have no part in the latter.
    #[inline(always)]
    pub(super) fn in_block(step: usize, end: usize, downwards: bool) -> Self {
        Self {
            inner: (step < end).then(|| nth(step, end, downwards)),
            own: match step {
                0 => usize::MAX,
                _ => nth(step - 1, end, downwards),
            },
            rows: match downwards {
                true => step.saturating_sub(3)..end.min(step + 1),
                false => (end - step).saturating_sub(1)..end.min(end - step + 3),
            },
            are_above: downwards,
            next_is_own: false,
        }
    }

    #[inline(always)]
    pub(super) fn at_seam(step: usize, end: usize, downwards: bool) -> Self {
        let own = if downwards { step } else { 1 - step };
        Self {
            inner: None,
            own,
            rows: own..end.min(4),
            are_above: false,
            next_is_own: own == 0,
        }
    }
}
