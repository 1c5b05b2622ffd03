//! Normals of the mesh, from the positions, into memory the caller provides.

use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
use crate::scalar::Scalar;
use crate::vector::{add, cross, dot, scale, sub};

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
/// Larger triangles count for more, and a degenerate one for nothing. Source:
/// S2-15. Memory: the caller's `normals`, nothing else.
pub fn vertex_normals<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    normals: &mut Grid<T, W, H>,
) {
    *normals = Grid::ZERO;
    for row in 1..H {
        let x = &cloth.position.rows[row - 1..];
        let (above, below) = normals.rows.split_at_mut(row);
        if let ([x0, x1, ..], Some(n0), Some(n1)) = (x, above.last_mut(), below.first_mut()) {
            accumulate(x0, x1, n0, n1);
        }
    }
    for row in &mut normals.rows {
        for i in 0..W {
            row.set(i, normalised(row.get(i)));
        }
    }
}

/// Adds the area vectors of the triangles between two rows; corners 0 1 / 2 3.
#[inline(never)]
fn accumulate<T: Scalar, const W: usize>(
    x0: &Row<T, W>,
    x1: &Row<T, W>,
    n0: &mut Row<T, W>,
    n1: &mut Row<T, W>,
) {
    for i in 0..W.saturating_sub(1) {
        let [p0, p1, p2, p3] = [x0.get(i), x0.get(i + 1), x1.get(i), x1.get(i + 1)];
        let first = cross(sub(p2, p0), sub(p1, p0));
        let second = cross(sub(p2, p1), sub(p3, p1));
        let both = add(first, second);
        n0.set(i, add(n0.get(i), first));
        n0.set(i + 1, add(n0.get(i + 1), both));
        n1.set(i, add(n1.get(i), both));
        n1.set(i + 1, add(n1.get(i + 1), second));
    }
}

#[inline(always)]
fn normalised<T: Scalar>(v: [T; 3]) -> [T; 3] {
    let length = dot(v, v).square_root();
    let defined = length > T::ZERO;
    let inverse = T::ONE / if defined { length } else { T::ONE };
    scale(v, if defined { inverse } else { T::ZERO })
}
