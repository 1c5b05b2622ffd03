//! Whether a test holds for any pair of particles of two rows, as of being near, or far: nearly always it
//! does not, and vectors tell so at once.

use crate::extent::{Extent, Lanes};
use crate::grid::{Row, cut};
use crate::lanes::{chunks, hidden_below, wrapped};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::Vector;

/// Whether `test` holds for any pair of a particle in column i + `left` of the first row and one in
/// column i + `right` of the second.
pub(crate) fn any_pair<T: Scalar, G: Extent>(
    extent: G,
    rows: [&Row<T, G>; 2],
    offsets: [usize; 2],
    test: impl Fn(Vector<T>, Vector<T>) -> bool + Copy,
) -> bool {
    if extent.columns() <= offsets[0] + offsets[1] {
        return false;
    }
    if !G::HAS_VECTORS {
        return any_of_vectors::<T, G, 1>(extent, rows, offsets, test);
    }
    Vectors::<T, G>::widest().run(
        #[inline(always)]
        || any_of_vectors::<T, G, 8>(extent, rows, offsets, test),
    )
}

#[inline(always)]
fn any_of_vectors<T: Scalar, G: Extent, const L: usize>(
    extent: G,
    [from, to]: [&Row<T, G>; 2],
    [left, right]: [usize; 2],
    test: impl Fn(Vector<T>, Vector<T>) -> bool + Copy,
) -> bool {
    let (mut found, vectors) = ([0; L], extent.vectors());
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
        take(&mut found, [ax, ay, az], [bx, by, bz], ends, test);
        if T::FOR_SMALL_CORES && L == 1 && found[0] != 0 {
            return true;
        }
    }
    if L > 1 {
        let (a, b) = (chunks(from.lanes()), chunks(to.lanes()));
        for k in inner..vectors {
            let ([ax, ay, az], [bx, by, bz]) = (wrapped(a, k + left), wrapped(b, k + right));
            let ends = extent.ends(k + left + right);
            take(&mut found, [&ax, &ay, &az], [&bx, &by, &bz], ends, test);
        }
    }
    found.iter().fold(0, |any, found| any | found) != 0
}

/// Notes for each lane whether the test holds for its pair, if it is among the first `ends`, which are pairs.
#[inline(always)]
fn take<T: Scalar, const L: usize>(
    found: &mut [u32; L],
    [ax, ay, az]: [&[T; L]; 3],
    [bx, by, bz]: [&[T; L]; 3],
    ends: usize,
    test: impl Fn(Vector<T>, Vector<T>) -> bool,
) {
    let exist = if L > 1 { hidden_below(ends) } else { &[1; 8] };
    for i in 0..L {
        let holds = test([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        found[i] |= u32::from(holds) & exist[i % 8];
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::extent::{Blank, Dyn};
    use crate::grid::Grid;
    use crate::vector::sub;

    /// A single pair is near, wherever it is: also from one lane of the vectors to the next.
    #[test]
    fn in_vectors_each_pair_of_two_rows_is_seen() {
        for columns in (1..20).chain([31, 32, 33, 50, 64, 70]) {
            let extent = Dyn::new(columns, 2);
            let mut grid = Grid::<f32, Dyn>::BLANK;
            for [left, right] in [[0, 1], [0, 0], [1, 0], [0, 2], [2, 0]] {
                let pairs = columns.saturating_sub(left + right);
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
                    let rows = [0, 1].map(|row| grid.row_at(row).unwrap());
                    let seen = any_pair::<f32, Dyn>(extent, rows, [left, right], |a, b| {
                        f32::squared(sub(b, a)) <= 1.0
                    });
                    assert_eq!(seen, near.is_some(), "{columns}: {left} {right}, {near:?}");
                }
            }
        }
    }
}
