//! How far the most stretched link is from its rest length.

use crate::blocks::{in_threads, part_rows, parts};
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{are_long, at, below, chunks, hidden_below, next3, vector};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use crate::vector::minus;
use core::ops::Range;

/// All links from a row to the one below that can break on their own.
const LOWER: u8 = DOWN | DOWN_RIGHT | DOWN_LEFT;

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles does not count: the solver cannot shorten it. Runs in threads where `memory`
/// has a number for each part of the rows.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    memory: &mut [T],
) -> T {
    let (rows, vectors) = (cloth.extent().rows(), Vectors::<T, G>::widest());
    let longest = |rows: Range<usize>| {
        vectors.run(
            #[inline(always)]
            || {
                let mut most = T::ZERO;
                for row in rows {
                    most = most.most(match G::HAS_VECTORS {
                        true => longest_of_row::<T, G, 8>(cloth, tear, row),
                        false => longest_of_row::<T, G, 1>(cloth, tear, row),
                    });
                }
                most
            },
        )
    };
    let (parts, of_part) = (parts(rows), part_rows(rows));
    let squared = match memory.get_mut(..parts) {
        Some(squares) if parts > 1 => {
            let lists = (&mut *squares, &mut [(); 0][..], &mut [(); 0][..]);
            in_threads(rows, lists, [1, 0, 0], &|part, square, _, _| {
                let first = part * of_part;
                square.fill(longest(first..rows.min(first + of_part)));
            });
            squares.iter().fold(T::ZERO, |most, &of| most.most(of))
        }
        _ => longest(0..rows),
    };
    T::square_root(squared) - T::ONE
}

/// The square of the longest link that begins in a row, over that of its rest length.
#[inline(always)]
fn longest_of_row<T: Scalar, G: Extent, const L: usize>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    row: usize,
) -> T {
    let (extent, rows, marks) = (cloth.extent(), &cloth.position, &cloth.marks);
    // Always there: a step has no path to a panic.
    let (Some(own), Some(of_own)) = (rows.row_at(row), marks.row_at(row)) else {
        return T::ZERO;
    };
    let ([of_own], broken) = (of_own.lanes(), tear.broken(row, RIGHT | LOWER));
    // Below the last row is the row itself: its diagonals are half as long as its sides.
    let (missing, below, [of_below]) = match (rows.row_at(row + 1), marks.row_at(row + 1)) {
        (Some(below), Some(of_below)) => (0, below, of_below.lanes()),
        _ => (LOWER, own, [of_own]),
    };
    if all_free::<T, G>(extent, of_own) && broken.is_none() {
        longest::<T, G, true, L>(extent, [own, below], [of_own; 2], (&[], missing))
    } else {
        let broken = broken.unwrap_or_default();
        longest::<T, G, false, L>(extent, [own, below], [of_own, of_below], (broken, missing))
    }
}

/// As [`longest_of_row`]. Where rows are UNIFORM no link is broken or between two pins.
#[inline(always)]
fn longest<T: Scalar, G: Extent, const UNIFORM: bool, const L: usize>(
    extent: G,
    [upper, lower]: [&Row<T, G>; 2],
    [of_upper, of_lower]: [&[Mark]; 2],
    (broken, missing): (&[u8], u8),
) -> T {
    let count = extent.vectors();
    let (upper, lower) = (chunks::<T, L>(upper.lanes()), chunks::<T, L>(lower.lanes()));
    if !are_long(upper, count) || !are_long(lower, count) {
        return T::ZERO;
    }
    let mut most = [T::ZERO; L];
    for k in 0..count {
        let corners = [
            vector(upper, k),
            beside(upper, k, count),
            vector(lower, k),
            beside(lower, k, count),
        ];
        // In nearly all vectors all links exist.
        if UNIFORM && extent.is_full() && k + 1 < count {
            most = raised(&most, corners, |_| [true; 4]);
            continue;
        }
        let (is_column, has_next) = (exist::<G, L>(extent, k), exist::<G, L>(extent, k + 1));
        if UNIFORM {
            most = raised(&most, corners, |i| {
                let [here, next] = [is_column[i % 8] != 0, has_next[i % 8] != 0];
                [next, here, next, next]
            });
            continue;
        }
        // Which particles are free, and which links do not exist of those that begin at the upper two.
        let [free_a, free_b] = [
            at::<_, L>(of_upper, k, Mark::PINNED),
            at(of_upper, k + 1, Mark::PINNED),
        ];
        let [free_c, free_d] = [
            at::<_, L>(of_lower, k, Mark::PINNED),
            at(of_lower, k + 1, Mark::PINNED),
        ];
        let [bits_a, bits_b] = [at::<_, L>(broken, k, 0), at(broken, k + 1, 0)];
        most = raised(&most, corners, |i| {
            let (from_a, from_b) = (bits_a[i] | missing, bits_b[i] | missing);
            let right = from_a & RIGHT == 0 && free_a[i].is_free() | free_b[i].is_free();
            let down = from_a & DOWN == 0 && free_a[i].is_free() | free_c[i].is_free();
            let down_right = from_a & DOWN_RIGHT == 0 && free_a[i].is_free() | free_d[i].is_free();
            let down_left = from_b & DOWN_LEFT == 0 && free_b[i].is_free() | free_c[i].is_free();
            let [here, next] = [is_column[i % 8] != 0, has_next[i % 8] != 0];
            [
                right & next,
                down & here,
                down_right & next,
                down_left & next,
            ]
        });
    }
    let mut largest = T::ZERO;
    for of in most {
        largest = largest.most(of);
    }
    largest
}

/// The larger of `most` and of the squares of the links between the corners a b / c d: of a to b, c and d, and of b
/// to c, as far as they `count`.
#[inline(always)]
fn raised<T: Scalar, const L: usize>(
    most: &[T; L],
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]]: [[[T; L]; 3]; 4],
    count: impl Fn(usize) -> [bool; 4],
) -> [T; L] {
    let mut more = *most;
    for i in 0..L {
        let (a, b) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (c, d) = ([cx[i], cy[i], cz[i]], [dx[i], dy[i], dz[i]]);
        let [right, down, down_right, down_left] = count(i);
        // Each in the direction in which it is solved: in fixed point the opposite one may have another square.
        let right = counted(right, T::squared(minus(b, a)));
        let down = counted(down, T::squared(minus(c, a)));
        let down_right = counted(down_right, T::squared(minus(d, a)));
        let down_left = counted(down_left, T::squared(minus(c, b)));
        let across = T::constant(0.5) * down_right.most(down_left);
        more[i] = most[i].most(right).most(down).most(across);
    }
    more
}

/// Which numbers of vector k are columns, 1 for those.
#[inline(always)]
fn exist<G: Extent, const L: usize>(extent: G, k: usize) -> &'static [u32; 8] {
    match L {
        1 => below(extent.ends(k)),
        _ => hidden_below(extent.ends(k)),
    }
}

/// Vector k + 1; after the last one, the first vector rotated by a number.
#[inline(always)]
fn beside<T: Scalar, const L: usize>(lanes: [&[[T; L]]; 3], k: usize, count: usize) -> [[T; L]; 3] {
    match k + 1 < count {
        true => vector(lanes, k + 1),
        false => next3(vector(lanes, 0)),
    }
}

/// A square of a link that counts, else one that is no longer than any.
#[inline(always)]
fn counted<T: Scalar>(counts: bool, square: T) -> T {
    if counts { square } else { T::ZERO }
}
