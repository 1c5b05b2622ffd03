//! The families of links and their order within a row.

use super::family::Family;
use super::rows::{LinkRows, RowSolver};
use crate::scalar::Scalar;
use core::f64::consts::SQRT_2;

/// Rest lengths: structural, shear, bend, bend along the diagonals.
pub(super) const REST: [f64; 4] = [1.0, SQRT_2, 2.0, 2.0 * SQRT_2];

/// Structural, shear, bend, and bend along the diagonals. Without DIAGONALS the
/// last is left out, and so is its code.
pub(super) struct Links<'a, F, const DIAGONALS: bool>(pub(super) &'a [Option<F>; 4]);

impl<T: Scalar, F: Family<T>, const DIAGONALS: bool> RowSolver<T> for Links<'_, F, DIAGONALS> {
    #[inline(always)]
    fn solve(&self, rows: &mut impl LinkRows<T>) {
        let [structural, shear, bend, diagonal] = self.0;
        if let Some(structural) = structural {
            rows.within::<F, 1, 0>(structural);
            rows.between::<F, 0, 0, 1>(structural);
            rows.within::<F, 1, 1>(structural);
        }
        if let Some(shear) = shear {
            rows.between::<F, 0, 1, 1>(shear);
        }
        if let Some(bend) = bend {
            rows.within::<F, 2, 0>(bend);
        }
        if let Some(shear) = shear {
            rows.between::<F, 1, 0, 1>(shear);
        }
        if let Some(bend) = bend {
            rows.within::<F, 2, 2>(bend);
            rows.between::<F, 0, 0, 2>(bend);
        }
        if let (true, Some(diagonal)) = (DIAGONALS, diagonal) {
            rows.between::<F, 0, 2, 2>(diagonal);
            rows.between::<F, 2, 0, 2>(diagonal);
        }
    }
}

/// The families with their rounding begun at a part of the last bit.
pub(super) fn rounded<T: Scalar, F: Family<T>>(
    families: &[Option<F>; 4],
    place: u32,
) -> [Option<F>; 4] {
    let one = |i: usize| families[i].as_ref().map(|family| family.rounded(place));
    core::array::from_fn(one)
}
