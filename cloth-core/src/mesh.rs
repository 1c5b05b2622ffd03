//! Normals of the mesh, from the positions, into memory the caller provides.

use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{AllWhole, CellMask, Tear};
use crate::vector::{Vector, add, cross, dot, scale, select, sub};

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
pub fn vertex_normals<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    tear: &impl Tear<W, H>,
    normals: &mut Grid<T, W, H>,
) {
    *normals = Grid::ZERO;
    let vectors = Vectors::widest();
    for row in 1..H {
        let x = &cloth.position.rows[row - 1..];
        let (above, below) = normals.rows.split_at_mut(row);
        if let ([x0, x1, ..], Some(n0), Some(n1)) = (x, above.last_mut(), below.first_mut()) {
            match tear.cells(row - 1) {
                None => vectors.run(
                    #[inline(always)]
                    || accumulate(x0, x1, n0, n1, AllWhole),
                ),
                Some(there) => vectors.run(
                    #[inline(always)]
                    || accumulate(x0, x1, n0, n1, there),
                ),
            }
        }
    }
    for row in &mut normals.rows {
        vectors.run(
            #[inline(always)]
            || normalise(row),
        );
    }
}

/// Adds the area vectors of the triangles between two rows; corners 0 1 / 2 3.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn accumulate<T: Scalar, const W: usize>(
    x0: &Row<T, W>,
    x1: &Row<T, W>,
    n0: &mut Row<T, W>,
    n1: &mut Row<T, W>,
    mask: impl CellMask,
) {
    let area_vectors = |i: usize| {
        let [p0, p1, p2, p3] = [x0.get(i), x0.get(i + 1), x1.get(i), x1.get(i + 1)];
        let first = cross(sub(p2, p0), sub(p1, p0));
        let second = cross(sub(p2, p1), sub(p3, p1));
        let [a, b] = mask.there(i);
        let none = [T::ZERO; 3];
        [select(a, first, none), select(b, second, none)]
    };
    let cells = W.saturating_sub(1);
    if !cfg!(feature = "std") {
        for i in 0..cells {
            let [first, second] = area_vectors(i);
            add_left(n0, n1, i, [first, second]);
            add_right(n0, n1, i, [first, second]);
        }
        return;
    }
    // Neighbouring cells add to the same normal. In loops of their own the left
    // corners and the right ones are vectors; the sums have the same order.
    let (mut firsts, mut seconds) = (Row::<T, W>::ZERO, Row::<T, W>::ZERO);
    for i in 0..cells {
        let [first, second] = area_vectors(i);
        firsts.set(i, first);
        seconds.set(i, second);
    }
    for i in 0..cells {
        add_right(n0, n1, i, [firsts.get(i), seconds.get(i)]);
    }
    for i in 0..cells {
        add_left(n0, n1, i, [firsts.get(i), seconds.get(i)]);
    }
}

/// Adds the area vectors of cell i to the normals of its left corners.
#[inline(always)]
fn add_left<T: Scalar, const W: usize>(
    n0: &mut Row<T, W>,
    n1: &mut Row<T, W>,
    i: usize,
    [first, second]: [Vector<T>; 2],
) {
    n0.set(i, add(n0.get(i), first));
    n1.set(i, add(n1.get(i), add(first, second)));
}

/// As [`add_left`], for the right corners.
#[inline(always)]
fn add_right<T: Scalar, const W: usize>(
    n0: &mut Row<T, W>,
    n1: &mut Row<T, W>,
    i: usize,
    [first, second]: [Vector<T>; 2],
) {
    n0.set(i + 1, add(n0.get(i + 1), add(first, second)));
    n1.set(i + 1, add(n1.get(i + 1), second));
}

#[inline(always)]
fn normalise<T: Scalar, const W: usize>(row: &mut Row<T, W>) {
    for i in 0..W {
        row.set(i, normalised(row.get(i)));
    }
}

#[inline(always)]
fn normalised<T: Scalar>(v: [T; 3]) -> [T; 3] {
    let length = dot(v, v).square_root();
    let defined = length > T::ZERO;
    let inverse = T::ONE / if defined { length } else { T::ONE };
    scale(v, if defined { inverse } else { T::ZERO })
}
