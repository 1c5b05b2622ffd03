//! Pairs that are near each other on the grid but not left out.
//!
//! They are always near, as the cloth lies flat, and would fill the list. A row at a
//! time says whether any of them touches; hardly ever one does.

use super::near_pairs::squared;
use super::pairs::Particles;
use super::{SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::extent::Extent;
use crate::grid::Grid;
use crate::motion::Motion;
use crate::row_pairs::any_pair;
use crate::scalar::Scalar;
use crate::vector::sub;

/// From a particle to a neighbour: columns to the left, to the right, rows down.
const OFFSETS: [[usize; 3]; 10] = [
    [0, 1, 0],
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [0, 2, 0],
    [0, 0, 2],
    [0, 2, 1],
    [2, 0, 1],
    [0, 1, 2],
    [1, 0, 2],
];

impl<T: Scalar, G: Extent, const P: usize> SelfCollision<T, G, P> {
    /// Parts those pairs, offset by offset and row by row.
    pub(super) fn part_beside<M: Motion>(&self, cloth: &mut Cloth<T, G>, kept: &mut Grid<T, G>) {
        let (extent, d) = (cloth.extent(), self.law.thickness);
        let squared_d = d * d;
        for [left, right, down] in self.law.offsets() {
            for row in 0..extent.rows().saturating_sub(down) {
                let rows = &cloth.position;
                // Always there: asked so that a step holds no path to a panic.
                let (Some(from), Some(to)) = (rows.row_at(row), rows.row_at(row + down)) else {
                    break;
                };
                let touches = any_pair::<T, G>(
                    extent,
                    [from, to],
                    [left, right],
                    #[inline(always)]
                    |a, b| T::squared(sub(b, a)) <= squared_d,
                );
                if !touches {
                    continue;
                }
                let mut particles = Particles::of(cloth, kept);
                for column in left..extent.columns() - right {
                    let beside = extent.place(column + right - left);
                    let pair = [[extent.place(column), row], [beside, row + down]];
                    super::pairs::pair::<T, M, G>(&self.law, &mut particles, &self.reference, pair);
                }
            }
        }
    }
}

impl<T: Scalar> SelfContactLaw<T> {
    /// The offsets of the neighbours that are not left out.
    pub(super) fn offsets(&self) -> impl Iterator<Item = [usize; 3]> + use<T> {
        let (skip, beside) = (self.skip, self.beside);
        OFFSETS.into_iter().filter(move |&[left, right, down]| {
            let flat = squared(left + right, down);
            skip < flat && flat <= beside
        })
    }
}
