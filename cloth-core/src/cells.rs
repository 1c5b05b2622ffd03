//! Sums over the cells between two rows at the particles that are their corners.

use crate::base::{Extent, Scalar, are_long, back, next, vector, wrapped};

/// Adds the vectors that `of` returns for the two triangles of each cell, 0 2 1 and 1 2 3 of the corners 0 1 / 2 3,
/// to each corner of the triangle. `of` takes the number of a vector of left columns, and where the right ones are.
/// It returns zero where there is no cell: that changes no sum, as sums begin with +0 and none is −0.
///
/// Each particle is first the right corner of a cell and then the left one.
#[inline(always)]
pub(crate) fn add_to_corners<T: Scalar, G: Extent, const L: usize>(
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
pub(crate) fn corners<T: Scalar, const L: usize>(
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
