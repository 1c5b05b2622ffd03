//! Pairs that are near each other on the grid but not left out.
//!
//! They are always near, as the cloth lies flat, and would fill the list. A row at a
//! time says whether any of them touches; hardly ever one does.

use super::near::squared;
use super::{SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::extent::Extent;
use crate::grid::{Grid, Row, cut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::sub;

/// From a particle to one beside it: columns to the left, to the right, rows down.
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
    pub(super) fn part_beside<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, G>,
        kept: &mut Grid<T, G>,
    ) {
        let (extent, vectors) = (cloth.extent(), Vectors::widest());
        for [left, right, down] in self.law.offsets() {
            if extent.columns() <= left + right {
                continue;
            }
            for row in 0..extent.rows().saturating_sub(down) {
                let rows = &cloth.position;
                let (from, to) = (rows.row(row), rows.row(row + down));
                let touches = SWEPT && (self.is_fast(row) | self.is_fast(row + down))
                    || vectors.run(
                        #[inline(always)]
                        || any_near::<T, G>(extent, from, to, [left, right], self.law.thickness),
                    );
                if !touches {
                    continue;
                }
                for column in left..extent.columns() - right {
                    let pair = [[column, row], [column + right - left, row + down]];
                    self.pair::<M, SWEPT>(cloth, kept, pair);
                }
            }
        }
    }
}

impl<T: Scalar> SelfContactLaw<T> {
    /// The offsets of the pairs beside each other that are not left out.
    pub(super) fn offsets(&self) -> impl Iterator<Item = [usize; 3]> + use<T> {
        let (skip, beside) = (self.skip, self.beside);
        OFFSETS.into_iter().filter(move |&[left, right, down]| {
            let flat = squared(left + right, down);
            skip < flat && flat <= beside
        })
    }
}

/// Whether any pair of two rows is as near as `d`.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn any_near<T: Scalar, G: Extent>(
    extent: G,
    from: &Row<T, G>,
    to: &Row<T, G>,
    [left, right]: [usize; 2],
    d: T,
) -> bool {
    let (squared_d, count) = (d * d, extent.columns() - left - right);
    let ([ax, ay, az], [bx, by, bz]) = (cut(from, left, count), cut(to, right, count));
    let a = ax.iter().zip(ay).zip(az);
    let b = bx.iter().zip(by).zip(bz);
    let mut near = false;
    for (((&ax, &ay), &az), ((&bx, &by), &bz)) in a.zip(b) {
        near |= T::squared(sub([bx, by, bz], [ax, ay, az])) <= squared_d;
        if T::FOR_SMALL_CORES && near {
            return true;
        }
    }
    near
}
