//! Pairs that are near each other on the grid but not left out.
//!
//! They are always near, as the cloth lies flat, and would fill the list. A row at a
//! time says whether any of them touches; hardly ever one does.

use super::near::squared;
use super::{SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
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

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfCollision<T, W, H, P> {
    /// Parts those pairs, offset by offset and row by row.
    pub(super) fn part_beside<M: Motion, const SWEPT: bool>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) {
        let vectors = Vectors::widest();
        for [left, right, down] in self.law.offsets() {
            if W <= left + right {
                continue;
            }
            for row in 0..H.saturating_sub(down) {
                let rows = &cloth.position.rows;
                let (from, to) = (&rows[row], &rows[row + down]);
                let touches = SWEPT && (self.fast[row] | self.fast[row + down])
                    || vectors.run(
                        #[inline(always)]
                        || any_near(from, to, [left, right], self.law.thickness),
                    );
                if !touches {
                    continue;
                }
                for column in left..W - right {
                    let i = row * W + column;
                    let j = i + down * W + right - left;
                    self.pair::<M, SWEPT>(cloth, kept, [i, j]);
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
fn any_near<T: Scalar, const W: usize>(
    from: &Row<T, W>,
    to: &Row<T, W>,
    [left, right]: [usize; 2],
    d: T,
) -> bool {
    let (squared_d, count) = (d * d, W - left - right);
    let [ax, ay, az] = [&from.x, &from.y, &from.z].map(|v| &v[left..][..count]);
    let [bx, by, bz] = [&to.x, &to.y, &to.z].map(|v| &v[right..][..count]);
    let mut near = false;
    for i in 0..count {
        let apart = sub([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
        near |= T::squared(apart) <= squared_d;
        if T::FOR_SMALL_CORES && near {
            return true;
        }
    }
    near
}
