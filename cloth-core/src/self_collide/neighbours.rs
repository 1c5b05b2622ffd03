//! Pairs that are near each other on the grid but not left out.
//!
//! They are always near, as the cloth lies flat, and would fill the list. A row at a
//! time says whether any of them touches; hardly ever one does.

use super::near_pairs::squared;
use super::pairs::Particles;
use super::{SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row, cut};
use crate::lanes::{chunks, hidden_below, next3, vector};
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
    pub(super) fn part_beside<M: Motion>(&self, cloth: &mut Cloth<T, G>, kept: &mut Grid<T, G>) {
        let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
        let d = self.law.thickness;
        for [left, right, down] in self.law.offsets() {
            if extent.columns() <= left + right {
                continue;
            }
            for row in 0..extent.rows().saturating_sub(down) {
                let rows = &cloth.position;
                // Always there: asked so that a step holds no path to a panic.
                let (Some(from), Some(to)) = (rows.row_at(row), rows.row_at(row + down)) else {
                    break;
                };
                let touches = vectors.run(
                    #[inline(always)]
                    || match G::LANES {
                        1 => any_near_in_columns::<T, G>(extent, from, to, [left, right], d),
                        _ => any_near::<T, G, 8>(extent, from, to, [left, right], d),
                    },
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
    /// The offsets of the pairs beside each other that are not left out.
    pub(super) fn offsets(&self) -> impl Iterator<Item = [usize; 3]> + use<T> {
        let (skip, beside) = (self.skip, self.beside);
        OFFSETS.into_iter().filter(move |&[left, right, down]| {
            let flat = squared(left + right, down);
            skip < flat && flat <= beside
        })
    }
}

/// Whether any pair of two rows, column beside column, is as near as `d`.
#[inline(never)]
fn any_near_in_columns<T: Scalar, G: Extent>(
    extent: G,
    from: &Row<T, G>,
    to: &Row<T, G>,
    [left, right]: [usize; 2],
    d: T,
) -> bool {
    let (squared_d, count) = (d * d, extent.columns().saturating_sub(left + right));
    let ([ax, ay, az], [bx, by, bz]) = (cut(from, left, count), cut(to, right, count));
    let (a, b) = (ax.iter().zip(ay).zip(az), bx.iter().zip(by).zip(bz));
    let mut near = false;
    for (((&ax, &ay), &az), ((&bx, &by), &bz)) in a.zip(b) {
        near |= T::squared(sub([bx, by, bz], [ax, ay, az])) <= squared_d;
        if T::FOR_SMALL_CORES && near {
            return true;
        }
    }
    near
}

/// As [`any_near_in_columns`], in vectors.
#[inline(always)]
fn any_near<T: Scalar, G: Extent, const L: usize>(
    extent: G,
    from: &Row<T, G>,
    to: &Row<T, G>,
    [left, right]: [usize; 2],
    d: T,
) -> bool {
    let (mut near, vectors) = ([0; L], extent.vectors());
    // Particles in the same lane, then those whose pair is in the next lane.
    let inner = vectors.saturating_sub(left + right);
    let (a, b) = (
        cut(from, left * L, inner * L),
        cut(to, right * L, inner * L),
    );
    let ([ax, ay, az], [bx, by, bz]) = (chunks::<T, L>(a), chunks::<T, L>(b));
    let (a, b) = (ax.iter().zip(ay).zip(az), bx.iter().zip(by).zip(bz));
    for (k, (((ax, ay), az), ((bx, by), bz))) in a.zip(b).enumerate() {
        let ends = extent.ends(k + left + right);
        take_near(&mut near, [ax, ay, az], [bx, by, bz], ends, d * d);
    }
    let (a, b) = (chunks(from.lanes()), chunks(to.lanes()));
    for k in inner..vectors {
        let ([ax, ay, az], [bx, by, bz]) = (at(a, k + left), at(b, k + right));
        let ends = extent.ends(k + left + right);
        take_near(&mut near, [&ax, &ay, &az], [&bx, &by, &bz], ends, d * d);
    }
    near.iter().fold(0, |any, near| any | near) != 0
}

/// The particles of vector k; beyond the last those of the first, a number further.
#[inline(always)]
fn at<T: Scalar, const L: usize>(row: [&[[T; L]]; 3], k: usize) -> [[T; L]; 3] {
    match k.checked_sub(row[0].len()) {
        None => vector(row, k),
        Some(k) => next3(vector(row, k)),
    }
}

/// Notes for each lane whether its pair is near, if it is among the first `ends`, which are pairs.
#[inline(always)]
fn take_near<T: Scalar, const L: usize>(
    near: &mut [u32; L],
    [ax, ay, az]: [&[T; L]; 3],
    [bx, by, bz]: [&[T; L]; 3],
    ends: usize,
    squared_d: T,
) {
    let exist = hidden_below(ends);
    for i in 0..L {
        let square = T::squared(sub([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]));
        near[i] |= u32::from(square <= squared_d) & exist[i % 8];
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::extent::{Blank, Dyn};

    /// A single pair is near, wherever it is: also from one lane of the vectors to the next.
    #[test]
    fn in_vectors_each_pair_of_two_rows_is_seen() {
        for columns in (1..20).chain([31, 32, 33, 50, 64, 70]) {
            let extent = Dyn::new(columns, 2);
            let mut grid = Grid::<f32, Dyn>::BLANK;
            for [left, right, _] in OFFSETS {
                let pairs = columns.saturating_sub(left + right);
                if pairs == 0 {
                    continue;
                }
                for near in (0..pairs).map(Some).chain([None]) {
                    grid.allocate(extent).unwrap();
                    for column in 0..columns {
                        let x = column as f32;
                        // Each row apart from the other, but for the pair, and nothing at the origin.
                        grid.put(column, 0, [3.0 * x + 100.0, 10.0, 0.0]);
                        grid.put(column, 1, [3.0 * x + 100.0, -10.0, 0.0]);
                    }
                    if let Some(first) = near {
                        let place = grid.at(first + left, 0);
                        grid.put(first + right, 1, [place[0], place[1] + 0.9, place[2]]);
                    }
                    let [from, to] = [0, 1].map(|row| grid.row_at(row).unwrap());
                    let seen = any_near::<f32, Dyn, 8>(extent, from, to, [left, right], 1.0);
                    assert_eq!(seen, near.is_some(), "{columns}: {left} {right}, {near:?}");
                }
            }
        }
    }
}
