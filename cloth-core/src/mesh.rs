//! Normals of the mesh, from the positions, into memory the caller provides.

use crate::cells::add_triangles;
use crate::cloth::Cloth;
use crate::extent::{Extent, Lanes};
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Tear;
use crate::vector::{cross, dot, scale, sub};

/// The unit normal of a triangle with these corners, counter-clockwise as seen
/// from where it points; zero for a degenerate triangle.
#[must_use]
pub fn face_normal<T: Scalar>(corners: [[T; 3]; 3]) -> [T; 3] {
    normalised(area(corners))
}

/// Twice the area vector of a triangle.
#[inline(always)]
fn area<T: Scalar>([a, b, c]: [[T; 3]; 3]) -> [T; 3] {
    cross(sub(b, a), sub(c, a))
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
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    for row in 1..extent.rows() {
        let x = [cloth.position.row(row - 1), cloth.position.row(row)];
        let mut block = normals.block();
        if let Some(rows) = block.two_rows(row - 1, row) {
            add_triangles::<Velocity, T, G>(
                extent,
                [x, x],
                rows,
                tear.cells(row - 1),
                #[inline(always)]
                |corners, _| area(corners),
            );
        }
    }
    for row in 0..extent.rows() {
        let [x, y, z] = normals.row_mut(row).lanes_mut();
        vectors.run(
            #[inline(always)]
            || normalise(x, y, z),
        );
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
