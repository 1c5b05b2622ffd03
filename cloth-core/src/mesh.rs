//! Normals of the mesh, from the positions, into memory the caller provides.

use crate::cloth::Cloth;
use crate::extent::Extent;
use crate::grid::{Grid, Row, cut, cut_mut};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{AllWhole, CellMask, Tear};
use crate::vector::{cross, dot, scale, select, sub};

/// The unit normal of a triangle with these corners, counter-clockwise as seen
/// from where it points; zero for a degenerate triangle.
#[must_use]
pub fn face_normal<T: Scalar>(corners: [[T; 3]; 3]) -> [T; 3] {
    normalised(cross(
        sub(corners[1], corners[0]),
        sub(corners[2], corners[0]),
    ))
}

/// Writes the vertex normals: at each particle the sum of the area vectors of
/// the triangles around it, normalised; zero where there is no triangle.
///
/// Larger triangles count for more, and a degenerate one for nothing, nor one that is
/// gone because a side of it is broken. Source:
/// S2-15. Memory: the caller's `normals`, nothing else.
pub(crate) fn vertex_normals<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    normals: &mut Grid<T, G>,
) {
    normals.clear();
    let (extent, vectors) = (cloth.extent(), Vectors::widest());
    for row in 1..extent.rows() {
        let x = [cloth.position.row(row - 1), cloth.position.row(row)];
        let Some([n0, n1]) = normals.block().into_two(row - 1, row) else {
            return;
        };
        match tear.cells(row - 1) {
            None => vectors.run(
                #[inline(always)]
                || accumulate::<T, G>(extent, x, n0, n1, AllWhole),
            ),
            Some(there) => vectors.run(
                #[inline(always)]
                || accumulate::<T, G>(extent, x, n0, n1, there),
            ),
        }
    }
    for row in 0..extent.rows() {
        let [x, y, z] = cut_mut(normals.row_mut(row), 0, extent.columns());
        vectors.run(
            #[inline(always)]
            || normalise(x, y, z),
        );
    }
}

/// Cells whose area vectors are kept at a time.
const PART: usize = if cfg!(feature = "std") { 32 } else { 1 };

/// Adds the area vectors of the triangles between two rows; corners 0 1 / 2 3.
///
/// Neighbouring cells add to the same normal. In loops of their own the left
/// corners and the right ones are vectors; the sums have the same order.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn accumulate<T: Scalar, G: Extent>(
    extent: G,
    [x0, x1]: [&Row<T, G>; 2],
    n0: &mut Row<T, G>,
    n1: &mut Row<T, G>,
    mask: impl CellMask,
) {
    let columns = extent.columns();
    let (a, b) = (cut(x0, 0, columns), cut(x1, 0, columns));
    let (n0, n1) = (cut_mut(n0, 0, columns), cut_mut(n1, 0, columns));
    let cells = columns.saturating_sub(1);
    if !mask.covers(columns)
        || [a, b]
            .as_flattened()
            .iter()
            .any(|lane| lane.len() != columns)
    {
        return;
    }
    let at = |lanes: [&[T]; 3], i: usize| [lanes[0][i], lanes[1][i], lanes[2][i]];
    let (mut n0, mut n1) = (n0, n1);
    for first in (0..cells).step_by(PART) {
        let count = PART.min(cells - first);
        let (mut firsts, mut seconds) = ([[T::ZERO; PART]; 3], [[T::ZERO; PART]; 3]);
        for k in 0..count {
            let i = first + k;
            let [p0, p1, p2, p3] = [at(a, i), at(a, i + 1), at(b, i), at(b, i + 1)];
            let [there, also] = mask.there(i);
            let one = select(there, cross(sub(p2, p0), sub(p1, p0)), [T::ZERO; 3]);
            let two = select(also, cross(sub(p2, p1), sub(p3, p1)), [T::ZERO; 3]);
            for axis in 0..3 {
                firsts[axis][k] = one[axis];
                seconds[axis][k] = two[axis];
            }
        }
        for axis in 0..3 {
            let (one, two) = (&firsts[axis], &seconds[axis]);
            // The right corners of the cells, then the left ones.
            add_corners(&mut n0[axis], &mut n1[axis], first + 1, count, |k| {
                [one[k] + two[k], two[k]]
            });
            add_corners(&mut n0[axis], &mut n1[axis], first, count, |k| {
                [one[k], one[k] + two[k]]
            });
        }
    }
}

/// Adds to the normals from column `first` on, of the upper row and of the lower.
#[inline(always)]
fn add_corners<T: Scalar>(
    n0: &mut [T],
    n1: &mut [T],
    first: usize,
    count: usize,
    corners: impl Fn(usize) -> [T; 2],
) {
    let n0 = n0.get_mut(first..first + count).unwrap_or_default();
    let n1 = n1.get_mut(first..first + count).unwrap_or_default();
    for (k, (n0, n1)) in n0.iter_mut().zip(n1).enumerate().take(PART) {
        let [upper, lower] = corners(k);
        *n0 += upper;
        *n1 += lower;
    }
}

#[inline(always)]
fn normalise<T: Scalar>(x: &mut [T], y: &mut [T], z: &mut [T]) {
    for ((x, y), z) in x.iter_mut().zip(y).zip(z) {
        [*x, *y, *z] = normalised([*x, *y, *z]);
    }
}

#[inline(always)]
fn normalised<T: Scalar>(v: [T; 3]) -> [T; 3] {
    let length = dot(v, v).square_root();
    let defined = length > T::ZERO;
    let inverse = T::ONE / if defined { length } else { T::ONE };
    scale(v, if defined { inverse } else { T::ZERO })
}
