//! Normals of the mesh, from the positions, into memory the caller provides.

use crate::base::{
    Cloth, Extent, Grid, Lanes, Row, Scalar, Vectors, below, chunks, chunks_mut, cross, dot, scale,
    select, sub,
};
use crate::cells::{add_to_corners, corners};
use crate::tear::{Cells, Tear};

/// The unit normal of a triangle with these corners, counter-clockwise as seen
/// from where it points; zero for a degenerate triangle.
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
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    for row in 1..extent.rows() {
        let x = [cloth.position.row(row - 1), cloth.position.row(row)];
        let mut block = normals.block();
        let Some([n0, n1]) = block.two_rows(row - 1, row) else {
            return;
        };
        let cells = tear.cells(row - 1);
        vectors.run(
            #[inline(always)]
            || {
                if G::HAS_VECTORS {
                    accumulate::<T, G, 8>(extent, x, n0, n1, cells);
                } else {
                    accumulate::<T, G, 1>(extent, x, n0, n1, cells);
                }
            },
        );
    }
    for row in 0..extent.rows() {
        let [x, y, z] = normals.row_mut(row).lanes_mut();
        vectors.run(
            #[inline(always)]
            || normalise(x, y, z),
        );
    }
}

/// Adds the area vectors of the triangles between two rows; corners 0 1 / 2 3.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn accumulate<T: Scalar, G: Extent, const L: usize>(
    extent: G,
    x: [&Row<T, G>; 2],
    n0: &mut Row<T, G>,
    n1: &mut Row<T, G>,
    torn: Option<Cells<'_>>,
) {
    let x = [chunks(x[0].lanes()), chunks(x[1].lanes())];
    let (n0, n1) = (chunks_mut(n0.lanes_mut()), chunks_mut(n1.lanes_mut()));
    add_to_corners::<T, G, L>(extent, n0, n1, |k| {
        let (there, ends) = (Cells::there::<L>(torn, k), extent.ends(k + 1));
        areas(corners(x, k), there, ends)
    });
}

/// The area vectors of the two triangles of cells; none where they are gone, and
/// beyond the first `ends` cells.
#[inline(always)]
fn areas<T: Scalar, const L: usize>(
    x: [[[T; L]; 3]; 4],
    there: [[bool; L]; 2],
    ends: usize,
) -> [[[T; L]; 3]; 2] {
    let exist = below(ends);
    let mut areas = [[[T::ZERO; L]; 3]; 2];
    for i in 0..L {
        let get = |[x, y, z]: &[[T; L]; 3]| [x[i], y[i], z[i]];
        let [p0, p1, p2, p3] = [get(&x[0]), get(&x[1]), get(&x[2]), get(&x[3])];
        let one = select(there[0][i], cross(sub(p2, p0), sub(p1, p0)), [T::ZERO; 3]);
        let two = select(there[1][i], cross(sub(p2, p1), sub(p3, p1)), [T::ZERO; 3]);
        for (n, area) in [one, two].into_iter().enumerate() {
            let area = select(L == 1 || exist[i % 8] != 0, area, [T::ZERO; 3]);
            for axis in 0..3 {
                areas[n][axis][i] = area[axis];
            }
        }
    }
    areas
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
