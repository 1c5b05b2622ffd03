//! Sums over the triangles between two rows at the particles that are their corners.

use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{
    are_long, back, below, chunks, chunks_mut, hidden_below, next, vector, wrapped,
};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Cells;
use crate::vector::{Vector, select};

/// Adds what `of` makes of each triangle between two rows to the sums at its three corners. It gets the places
/// and the velocities of the corners, in the order of [`triangles`](crate::triangles), by the rows of positions and
/// of kept motion. Triangles of which a side is torn are left out.
#[inline(always)]
pub(crate) fn add_triangles<M: Motion, T: Scalar, G: Extent>(
    extent: G,
    [x, kept]: [[&Row<T, G>; 2]; 2],
    sums: [&mut Row<T, G>; 2],
    torn: Option<Cells<'_>>,
    of: impl Fn([Vector<T>; 3], [Vector<T>; 3]) -> Vector<T>,
) {
    if !G::HAS_VECTORS {
        return add_in_vectors::<M, T, G, 1>(extent, [x, kept], sums, torn, of);
    }
    Vectors::<T, G>::widest().run(
        #[inline(always)]
        || add_in_vectors::<M, T, G, 8>(extent, [x, kept], sums, torn, of),
    );
}

#[inline(always)]
fn add_in_vectors<M: Motion, T: Scalar, G: Extent, const L: usize>(
    extent: G,
    [x, kept]: [[&Row<T, G>; 2]; 2],
    [upper, lower]: [&mut Row<T, G>; 2],
    torn: Option<Cells<'_>>,
    of: impl Fn([Vector<T>; 3], [Vector<T>; 3]) -> Vector<T>,
) {
    let count = extent.vectors();
    let (x, kept) = (
        [chunks::<T, L>(x[0].lanes()), chunks(x[1].lanes())],
        [chunks::<T, L>(kept[0].lanes()), chunks(kept[1].lanes())],
    );
    if !x.iter().chain(&kept).all(|&of| are_long(of, count)) {
        return;
    }
    let (upper, lower) = (chunks_mut(upper.three_mut()), chunks_mut(lower.three_mut()));
    add_to_corners(
        extent,
        upper,
        lower,
        #[inline(always)]
        |k| {
            let (there, ends) = (Cells::there::<L>(torn, k), extent.ends(k + 1));
            let exist = if L > 1 { hidden_below(ends) } else { below(1) };
            let (x, kept) = (corners(x, k), corners(kept, k));
            let mut sums = [[[T::ZERO; L]; 3]; 2];
            for i in 0..L {
                let get = |[x, y, z]: &[[T; L]; 3]| [x[i], y[i], z[i]];
                let p = [get(&x[0]), get(&x[1]), get(&x[2]), get(&x[3])];
                let velocity = |n: usize| M::velocity3(p[n], get(&kept[n]));
                let v = [velocity(0), velocity(1), velocity(2), velocity(3)];
                let first = of([p[0], p[2], p[1]], [v[0], v[2], v[1]]);
                let second = of([p[1], p[2], p[3]], [v[1], v[2], v[3]]);
                for (n, sum) in [first, second].into_iter().enumerate() {
                    let exists = there[n][i] & (L == 1 || exist[i % 8] != 0);
                    let sum = select(exists, sum, [T::ZERO; 3]);
                    for axis in 0..3 {
                        sums[n][axis][i] = sum[axis];
                    }
                }
            }
            sums
        },
    );
}

/// Adds the vectors that `of` returns for the two triangles of each cell, 0 2 1 and 1 2 3 of the corners 0 1 / 2 3,
/// to each corner of the triangle. `of` takes the number of a vector of left columns.
/// It returns zero where there is no cell: that changes no sum, as sums begin with +0 and none is −0.
///
/// Each particle is first the right corner of a cell and then the left one.
#[inline(always)]
fn add_to_corners<T: Scalar, G: Extent, const L: usize>(
    extent: G,
    upper: [&mut [[T; L]]; 3],
    lower: [&mut [[T; L]]; 3],
    of: impl Fn(usize) -> [[[T; L]; 3]; 2],
) {
    let count = extent.vectors();
    let long = |[x, y, z]: &[&mut [[T; L]]; 3]| are_long([&**x, &**y, &**z], count);
    if count == 0 || !long(&upper) || !long(&lower) {
        return;
    }
    let mut beyond = [[[T::ZERO; L]; 3]; 2];
    if L > 1 {
        beyond = of(count - 1);
        let [first, second] = &beyond;
        for axis in 0..3 {
            let mut corner = next(&upper[axis][0]);
            add_both(&mut corner, &first[axis], &second[axis]);
            upper[axis][0] = back(&corner);
            let mut corner = next(&lower[axis][0]);
            add_one(&mut corner, &second[axis]);
            lower[axis][0] = back(&corner);
        }
    }
    for k in 0..count - 1 {
        let [first, second] = of(k);
        for axis in 0..3 {
            add_one(&mut upper[axis][k], &first[axis]);
            add_both(&mut lower[axis][k], &first[axis], &second[axis]);
            add_both(&mut upper[axis][k + 1], &first[axis], &second[axis]);
            add_one(&mut lower[axis][k + 1], &second[axis]);
        }
    }
    if L > 1 {
        let [first, second] = &beyond;
        for axis in 0..3 {
            add_one(&mut upper[axis][count - 1], &first[axis]);
            add_both(&mut lower[axis][count - 1], &first[axis], &second[axis]);
        }
    }
}

/// The corners 0 1 / 2 3 of the cells to the right of vector k.
#[inline(always)]
fn corners<T: Scalar, const L: usize>(
    [upper, lower]: [[&[[T; L]]; 3]; 2],
    k: usize,
) -> [[[T; L]; 3]; 4] {
    [
        vector(upper, k),
        wrapped(upper, k + 1),
        vector(lower, k),
        wrapped(lower, k + 1),
    ]
}

#[inline(always)]
fn add_one<T: Scalar, const L: usize>(to: &mut [T; L], value: &[T; L]) {
    for i in 0..L {
        to[i] = to[i] + value[i];
    }
}

#[inline(always)]
fn add_both<T: Scalar, const L: usize>(to: &mut [T; L], first: &[T; L], second: &[T; L]) {
    for i in 0..L {
        to[i] = to[i] + (first[i] + second[i]);
    }
}
