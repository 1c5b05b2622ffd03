//! Lanes as vectors of L numbers, for a processor's vector units, with tables that tell which numbers of a
//! vector count; and a walk over all pairs of particles of two rows.

use crate::extent::{Extent, Lanes};
use crate::grid::{Row, cut};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::Vector;

/// Which numbers of a vector of eight are the first `ends`: 1 for those that are. From a
/// table: the compiler would make branches of comparisons with constants.
#[inline(always)]
pub(crate) fn below(ends: usize) -> &'static [u32; 8] {
    &BELOW[ends.min(8)]
}

/// As [`below`], hidden from the compiler, which knows the table and would make branches of it in some loops.
#[inline(always)]
pub(crate) fn hidden_below(ends: usize) -> &'static [u32; 8] {
    core::hint::black_box(below(ends))
}

/// 1 for every second number of a vector of eight from `first` on, which is 0 or 1; hidden from the
/// compiler as in [`hidden_below`].
#[inline(always)]
pub(crate) fn hidden_parity(first: usize) -> &'static [u32; 8] {
    core::hint::black_box(&PARITY[first % 2])
}

static PARITY: [[u32; 8]; 2] = [[1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1, 0, 1]];

/// A bit for each number of a vector of eight, hidden from the compiler, which would treat the first one
/// differently.
#[inline(always)]
pub(crate) fn hidden_bits() -> &'static [u32; 8] {
    core::hint::black_box(&BITS)
}

static BITS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

static BELOW: [[u32; 8]; 9] = {
    let mut table = [[0; 8]; 9];
    let mut ends = 1;
    while ends <= 8 {
        table[ends] = table[ends - 1];
        table[ends][ends - 1] = 1;
        ends += 1;
    }
    table
};

/// Three lanes in vectors of L numbers.
#[inline(always)]
pub(crate) const fn chunks<A, const L: usize>([x, y, z]: [&[A]; 3]) -> [&[[A; L]]; 3] {
    [x.as_chunks().0, y.as_chunks().0, z.as_chunks().0]
}

/// As [`chunks`], to write.
#[inline(always)]
pub(crate) const fn chunks_mut<A, const L: usize>([x, y, z]: [&mut [A]; 3]) -> [&mut [[A; L]]; 3] {
    [
        x.as_chunks_mut().0,
        y.as_chunks_mut().0,
        z.as_chunks_mut().0,
    ]
}

/// Vector k of three lanes.
#[inline(always)]
pub(crate) const fn vector<T: Copy, const L: usize>(
    [x, y, z]: [&[[T; L]]; 3],
    k: usize,
) -> [[T; L]; 3] {
    [x[k], y[k], z[k]]
}

/// As [`vector`]; beyond the last vector those of the first, each number replaced by the next.
#[inline(always)]
pub(crate) fn wrapped<T: Copy, const L: usize>(lanes: [&[[T; L]]; 3], k: usize) -> [[T; L]; 3] {
    match k.checked_sub(lanes[0].len()) {
        None => vector(lanes, k),
        Some(k) => next3(vector(lanes, k)),
    }
}

/// Each number of three vectors replaced by the next.
#[inline(always)]
pub(crate) fn next3<T: Copy, const L: usize>([x, y, z]: [[T; L]; 3]) -> [[T; L]; 3] {
    [next(&x), next(&y), next(&z)]
}

/// Whether three lanes have so many vectors.
#[inline(always)]
pub(crate) const fn are_long<A>([x, y, z]: [&[A]; 3], count: usize) -> bool {
    x.len() == count && y.len() == count && z.len() == count
}

/// Whether all lengths are this one. Not a comparison of arrays: that would become a call.
#[inline(always)]
pub(crate) fn all_are<const K: usize>(length: usize, lengths: [usize; K]) -> bool {
    let mut same = true;
    for i in 0..K {
        same &= lengths[i] == length;
    }
    same
}

/// A vector rotated by a number: the second number first, and the first last. One instruction.
#[inline(always)]
pub(crate) fn next<T: Copy, const L: usize>(of: &[T; L]) -> [T; L] {
    let mut next = *of;
    for i in 0..L {
        next[i] = of[(i + 1) % L];
    }
    next
}

/// A vector rotated the other way, as it was before [`next`].
#[inline(always)]
pub(crate) fn back<T: Copy, const L: usize>(of: &[T; L]) -> [T; L] {
    let mut back = *of;
    for i in 0..L {
        back[i] = of[(i + L - 1) % L];
    }
    back
}

/// Vector k of a lane; numbers beyond the last vector stand for the first ones, rotated. `none` in an empty lane.
#[inline(always)]
pub(crate) fn at<A: Copy, const L: usize>(lane: &[A], k: usize, none: A) -> [A; L] {
    match (lane.as_chunks().0, k) {
        ([], _) => [none; L],
        (vectors, k) if k < vectors.len() => vectors[k],
        (vectors, k) => vectors.get(k - vectors.len()).map_or([none; L], next),
    }
}

/// Whether `test` holds, as of being near or far, for any pair of a particle in column i + `left` of the first row
/// and one in column i + `right` of the second. Nearly always it does not, and vectors tell so at once.
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
    let a = cut(from, left * L, inner * L);
    let b = cut(to, right * L, inner * L);
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
