//! The links of rows whose lanes are vectors: a host's.
//!
//! Columns side by side are in vectors side by side, in the same place of each: so the
//! links of a family join whole vectors, within a row as between rows. Only those from
//! the last vectors of a lane lead back to the first, a number further. The order of the
//! links is the same as everywhere, and so is every bit.

mod between;
mod idle;
mod pull;
mod some;
mod step;
mod within;

use super::family::Family;
use super::rows::{LinkRows, RowSolver};
use super::strain::unknown;
use crate::blocks::{LARGE, block_rows, for_each_block_of_two};
use crate::cloth::{Cloth, Mark};
use crate::extent::{Extent, Lanes};
use crate::grid::Block;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use between::between_free;
use idle::Idle;
use some::{between_some, within_some};
use step::Step;
use within::within_free;

/// The rows of a block, from row `first` of the cloth on.
struct BlockOfRows<'a, T: Scalar, G: Extent> {
    first: usize,
    x: Block<'a, T, G, 3>,
    marks: Block<'a, Mark, G, 1>,
}

/// A lane in vectors of L numbers.
type Lane<'a, T, const L: usize> = &'a mut [[T; L]];

/// A row and its inverse masses.
struct RowView<'a, T, const L: usize> {
    x: Lane<'a, T, L>,
    y: Lane<'a, T, L>,
    z: Lane<'a, T, L>,
    weight: &'a [[Mark; L]],
    /// Whether none of its particles is pinned.
    all_free: bool,
    row: usize,
}

/// The rows around the one that a pass is at.
struct RowsAround<'a, T: Scalar, G: Extent, M, const L: usize> {
    extent: G,
    tear: &'a M,
    vectors: Vectors<T, G>,
    /// The row whose inner links are solved.
    inner: Option<RowView<'a, T, L>>,
    /// The row whose links to others are solved.
    own: Option<RowView<'a, T, L>>,
    /// The rows that are one and two away from it.
    others: [Option<RowView<'a, T, L>>; 2],
    /// Whether they are above it.
    are_above: bool,
}

/// What a pass knows beside the rows.
struct Around<'a, T: Scalar, G: Extent, M> {
    extent: G,
    free: &'a [bool],
    tear: &'a M,
    vectors: Vectors<T, G>,
}

/// Solves all rows once, downwards or upwards; see [`walk`](super::walk::walk).
pub(super) fn walk<T, S, G, M, const L: usize>(
    solver: &S,
    cloth: &mut Cloth<T, G>,
    (free, longest): (&[bool], &mut [T]),
    tear: &M,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    let extent = cloth.extent();
    let around = Around {
        extent,
        free,
        tear,
        vectors: Vectors::<T, G>::widest(),
    };
    let (x, marks) = (&mut cloth.position, &mut cloth.marks);
    let of_block = block_rows(extent.rows());
    let squares = (&mut *longest, of_block);
    for_each_block_of_two(
        x,
        marks,
        (0, of_block),
        squares,
        |first, x, marks, squares| {
            let rows = (BlockOfRows { first, x, marks }, squares);
            walk_rows::<T, S, G, M, L>(solver, rows, &around, (false, downwards));
        },
    );
    if extent.rows() <= LARGE {
        return;
    }
    // The links between a block and the next: the last two rows of the one and the
    // first two of the other.
    if solver.idle().is_some() {
        // No block says of the row above its first that what it is linked to has moved.
        let last = longest.iter_mut().skip(of_block - 1).step_by(of_block);
        last.for_each(|square| *square = unknown());
    }
    let from = of_block - 2;
    let squares = (longest.get_mut(from..).unwrap_or_default(), of_block);
    for_each_block_of_two(
        x,
        marks,
        (from, of_block),
        squares,
        |first, x, marks, squares| {
            let rows = (BlockOfRows { first, x, marks }, squares);
            walk_rows::<T, S, G, M, L>(solver, rows, &around, (true, downwards));
        },
    );
}

/// Solves the rows of a block, or those around the SEAM to the next: compiled once for
/// both.
#[inline(never)]
fn walk_rows<T, S, G, M, const L: usize>(
    solver: &S,
    (mut rows, squares): (BlockOfRows<'_, T, G>, &mut [T]),
    around: &Around<'_, T, G, M>,
    (seam, downwards): (bool, bool),
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    around.vectors.run(
        #[inline(always)]
        || {
            let (first, end) = (rows.first, rows.x.len());
            let steps = if seam { 2 } else { end + 1 };
            let extent = around.extent;
            let mut idle = match solver.idle() {
                Some(idle) if extent.columns() > 1 => {
                    Some(Idle::new(extent, idle, (first, squares)))
                }
                _ => None,
            };
            for step in 0..steps {
                let step = match seam {
                    true => Step::at_seam(step, end, downwards),
                    false => Step::in_block(step, end, downwards),
                };
                let mut gathered = around.gather::<L>(&mut rows, &step);
                if let Some(idle) = &mut idle {
                    idle.leave_out(&mut gathered);
                }
                solver.solve(&mut gathered);
            }
        },
    );
}

impl<T: Scalar, G: Extent, M> Around<'_, T, G, M> {
    /// The rows of a step, by what they are to its own.
    #[inline(always)]
    fn gather<'b, const L: usize>(
        &'b self,
        rows: &'b mut BlockOfRows<'_, T, G>,
        step: &Step,
    ) -> RowsAround<'b, T, G, M, L> {
        let mut gathered = RowsAround {
            extent: self.extent,
            tear: self.tear,
            vectors: self.vectors,
            inner: None,
            own: None,
            others: [None, None],
            are_above: step.are_above,
        };
        let (first, marks) = (rows.first, &rows.marks);
        for (row, lanes) in step.rows.clone().zip(rows.x.range_mut(step.rows.clone())) {
            let [marks] = marks.row(row).lanes();
            let view = Some(self.view(first + row, lanes.lanes_mut(), marks));
            match row.abs_diff(step.own) {
                _ if step.inner == Some(row) => gathered.inner = view,
                0 => gathered.own = view,
                1 if step.next_is_own => {}
                1 => gathered.others[0] = view,
                2 => gathered.others[1] = view,
                _ => {}
            }
        }
        gathered
    }

    #[inline(always)]
    fn view<'b, const L: usize>(
        &'b self,
        row: usize,
        [x, y, z]: [&'b mut [T]; 3],
        marks: &'b [Mark],
    ) -> RowView<'b, T, L> {
        RowView {
            x: x.as_chunks_mut().0,
            y: y.as_chunks_mut().0,
            z: z.as_chunks_mut().0,
            weight: marks.as_chunks().0,
            all_free: self.free.get(row).copied().unwrap_or(false),
            row,
        }
    }
}

impl<T, G, M, const L: usize> LinkRows<T> for RowsAround<'_, T, G, M, L>
where
    T: Scalar,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let extent = self.extent;
        let Some(row) = self.inner.as_mut().filter(|_| extent.columns() > D) else {
            return;
        };
        let bit = bit(D as isize, 0);
        let broken = self.tear.broken(row.row, bit);
        if row.all_free && broken.is_none() {
            within_free::<T, F, G, D, FIRST, L>(extent, row.x, row.y, row.z, family);
        } else {
            let broken = Without(broken.unwrap_or_default(), bit);
            within_some([D, FIRST], extent, row, broken, family, self.vectors);
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        let extent = self.extent;
        let (Some(own), Some(other)) = (&mut self.own, &mut self.others[DISTANCE - 1]) else {
            return;
        };
        if extent.columns() <= A + B {
            return;
        }
        let [a, b] = match self.are_above {
            true => [other, own],
            false => [own, other],
        };
        let bit = bit(B as isize - A as isize, DISTANCE);
        let broken = self.tear.broken(a.row, bit);
        if a.all_free & b.all_free && broken.is_none() {
            between_free::<T, F, G, A, B, L>(extent, a.x, a.y, a.z, b.x, b.y, b.z, family);
        } else {
            let broken = Without(broken.unwrap_or_default(), bit);
            between_some([A, B], extent, a, b, broken, family, self.vectors);
        }
    }
}
