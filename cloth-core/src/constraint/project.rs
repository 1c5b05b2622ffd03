//! The order in which constraints are solved: constraint mode and the limit.
//!
//! A pass walks down the rows, or up. At each row it solves the links within
//! the row, then those from the row to the next and to the next but one, while
//! all three are in cache. Within a family every link of a row is independent
//! of the others or one of two colours, so vector width and thread count
//! cannot change a bit of the result. The direction alternates from pass to
//! pass: corrections then travel as fast from the bottom as from the top.

use super::kernel::{Target, project_between, project_within};
use super::strain::largest_strain;
use crate::cloth::Cloth;
use crate::grid::row_pair;
use crate::scalar::Scalar;

/// Constraint mode: every link is brought towards its rest length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<T> {
    /// Passes a substep.
    pub iterations: u32,
    /// Part of a structural link's error that one pass removes, 0 to 1.
    pub structural: T,
    /// The same for shear links.
    pub shear: T,
    /// The same for bend links along rows and columns.
    pub bend: T,
    /// The same for bend links along the diagonals; zero with four neighbours.
    pub bend_diagonal: T,
}

/// Provot's limit: no structural or shear link longer than `ratio` of its rest
/// length. Bend links need no test of their own: two structural links of at
/// most 110 % are at most 110 % of twice the rest spacing apart.
///
/// Source: S2-10 (Provot 1995), S4-1. One pass guarantees nothing: the
/// simulation repeats it in each substep until the cloth is within the limit or
/// `passes` are used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit<T> {
    /// Largest length over rest length, for example 1.1.
    pub ratio: T,
    /// What an over-long link is shortened to: a little below `ratio`, so that
    /// its neighbours' corrections do not put it back over the limit.
    pub target: T,
    /// Most passes a substep.
    pub passes: u32,
}

const SQRT_2: f64 = core::f64::consts::SQRT_2;

impl<T: Scalar> Projection<T> {
    /// Solves every link `iterations` times.
    pub fn solve<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>) {
        for iteration in 0..self.iterations {
            for step in 0..H {
                let row = if iteration % 2 == 0 {
                    step
                } else {
                    H - 1 - step
                };
                self.row(cloth, row);
            }
        }
    }

    /// All links that start in `row`.
    #[inline]
    fn row<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>, row: usize) {
        let target = |length, stiffness| Target {
            length: T::from_f64(length),
            stiffness,
        };
        let structural = target(1.0, self.structural);
        let shear = target(SQRT_2, self.shear);
        let bend = target(2.0, self.bend);
        let diagonal = target(2.0 * SQRT_2, self.bend_diagonal);
        let (rows, weight) = (&mut cloth.position.rows, &cloth.inverse_mass);

        let (x, w) = (&mut rows[row], &weight[row]);
        if self.structural > T::ZERO {
            project_within::<T, W, 1, false>(x, w, structural);
        }
        if self.bend > T::ZERO {
            project_within::<T, W, 2, false>(x, w, bend);
        }
        if row + 1 < H {
            let (wa, wb) = (&weight[row], &weight[row + 1]);
            let (a, b) = row_pair(rows, row, 1);
            if self.structural > T::ZERO {
                project_between::<T, W, 0, 0, false>(a, b, wa, wb, structural);
            }
            if self.shear > T::ZERO {
                project_between::<T, W, 0, 1, false>(a, b, wa, wb, shear);
                project_between::<T, W, 1, 0, false>(a, b, wa, wb, shear);
            }
        }
        if row + 2 < H {
            let (wa, wb) = (&weight[row], &weight[row + 2]);
            let (a, b) = row_pair(rows, row, 2);
            if self.bend > T::ZERO {
                project_between::<T, W, 0, 0, false>(a, b, wa, wb, bend);
            }
            if self.bend_diagonal > T::ZERO {
                project_between::<T, W, 0, 2, false>(a, b, wa, wb, diagonal);
                project_between::<T, W, 2, 0, false>(a, b, wa, wb, diagonal);
            }
        }
    }
}

impl<T: Scalar> StrainLimit<T> {
    /// Whether no link is longer than the limit allows.
    #[must_use]
    pub fn holds<const W: usize, const H: usize>(&self, cloth: &Cloth<T, W, H>) -> bool {
        largest_strain(cloth) <= self.ratio - T::ONE
    }

    /// Shortens every structural and shear link that is too long, once on the
    /// way down the rows and once on the way up. With one direction alone, or
    /// with both in turn from one substep to the next, a loaded cloth never
    /// comes to rest: each direction has an equilibrium of its own.
    pub fn pass<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>) {
        for row in 0..H {
            self.row(cloth, row);
        }
        for row in (0..H).rev() {
            self.row(cloth, row);
        }
    }

    /// All links that start in `row`.
    #[inline]
    fn row<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>, row: usize) {
        let structural = Target {
            length: self.target,
            stiffness: T::ONE,
        };
        let shear = Target {
            length: self.target * T::from_f64(SQRT_2),
            stiffness: T::ONE,
        };
        let (rows, weight) = (&mut cloth.position.rows, &cloth.inverse_mass);
        project_within::<T, W, 1, true>(&mut rows[row], &weight[row], structural);
        if row + 1 < H {
            let (wa, wb) = (&weight[row], &weight[row + 1]);
            let (a, b) = row_pair(rows, row, 1);
            project_between::<T, W, 0, 0, true>(a, b, wa, wb, structural);
            project_between::<T, W, 0, 1, true>(a, b, wa, wb, shear);
            project_between::<T, W, 1, 0, true>(a, b, wa, wb, shear);
        }
    }
}
