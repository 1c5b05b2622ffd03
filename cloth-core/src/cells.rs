//! Sums over the triangles between two rows at the particles that are their corners.

use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{
    are_long, back, below, chunks, chunks_mut, hidden_below, next, vector, wrapped,
};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Cells;
use crate::vector::{Vector, select};

/// Adds what `of` makes of each triangle between two rows to the sums at its three corners. It gets each of the
/// states, of which the upper and the lower row are given, at the corners of the triangle, in the order of
/// [`triangles`](crate::triangles). Triangles of which a side is torn are left out.
#[inline(always)]
pub(crate) fn add_triangles<T: Scalar, G: Extent, const N: usize>(
    extent: G,
    states: [[&Row<T, G>; 2]; N],
    sums: [&mut Row<T, G>; 2],
    torn: Option<Cells<'_>>,
    of: impl Fn([[Vector<T>; 3]; N]) -> Vector<T>,
) {
    if !G::HAS_VECTORS {
        return add_in_vectors::<T, G, N, 1>(extent, states, sums, torn, of);
    }
    Vectors::<T, G>::widest().run(
        #[inline(always)]
        || add_in_vectors::<T, G, N, 8>(extent, states, sums, torn, of),
    );
}

#[inline(always)]
fn add_in_vectors<T: Scalar, G: Extent, const N: usize, const L: usize>(
    extent: G,
    states: [[&Row<T, G>; 2]; N],
    [upper, lower]: [&mut Row<T, G>; 2],
    torn: Option<Cells<'_>>,
    of: impl Fn([[Vector<T>; 3]; N]) -> Vector<T>,
) {
    let count = extent.vectors();
    let states =
        states.map(|[upper, lower]| [chunks::<T, L>(upper.lanes()), chunks(lower.lanes())]);
    if !states.iter().flatten().all(|&lanes| are_long(lanes, count)) {
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
            let corners = states.map(|rows| corners(rows, k));
            let mut sums = [[[T::ZERO; L]; 3]; 2];
            for i in 0..L {
                let triangle = |[a, b, c]: [usize; 3]| {
                    let at = |[x, y, z]: &[[T; L]; 3]| [x[i], y[i], z[i]];
                    of(core::array::from_fn(|n| {
                        [at(&corners[n][a]), at(&corners[n][b]), at(&corners[n][c])]
                    }))
                };
                let (first, second) = (triangle([0, 2, 1]), triangle([1, 2, 3]));
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
