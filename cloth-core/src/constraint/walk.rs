//! A pass over the rows, down or up.
//!
//! At each row a pass solves the links within it, then those between the row before and the one or
//! two rows before that, while all are in cache. Within a family every link of a
//! row is independent of the others or one of two colours, so neither vector width nor
//! thread count can change a bit of the result.

use super::family::Family;
use super::kernel::{between, between_some, one_by_one, within, within_some};
use super::links::{LinkRows, Links, places};
use super::pull::{Around, Joined};
use super::window;
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::{Cloth, all_free};
use crate::extent::Extent;
use crate::grid::{Block, Grid};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::simd::Vectors;
use crate::tear::{Tear, bit};
use core::mem::take;

/// Which rows hold no pin: on the stack where the size is known, else in the scratch memory.
#[inline(always)]
pub(crate) fn free_rows<'a, T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    local: &'a mut G::Column<bool>,
    scratch: &mut Parts<'a, T>,
) -> &'a [bool] {
    let free = match G::IS_CONST {
        true => local.as_mut(),
        false => take(&mut scratch.flags),
    };
    find_free_rows(cloth, free);
    free
}

fn find_free_rows<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, free: &mut [bool]) {
    let (vectors, extent) = (Vectors::<T, G>::widest(), cloth.extent());
    for (row, free) in (0..extent.rows()).zip(free) {
        let marks = cloth.marks.values(row);
        *free = vectors.run(
            #[inline(always)]
            || all_free::<T, G>(extent, marks),
        );
    }
}

/// Solves all rows once, downwards or upwards. `free` tells which rows have no pins.
pub(super) fn walk<T: Scalar, F: Family<T>, G: Extent, M: Tear<G>, const N: usize>(
    links: &Links<'_, F, N>,
    cloth: &mut Cloth<T, G>,
    (free, tear): (&[bool], &M),
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) {
    let around = &Around::new(&cloth.marks, free, tear);
    let rows = &mut cloth.position;
    if T::FOR_SMALL_CORES {
        window::walk(links, rows, around, scratch, downwards);
    } else if G::HAS_VECTORS {
        walk_blocks::<T, F, G, M, N, 8>(links, rows, around, downwards);
    } else {
        walk_blocks::<T, F, G, M, N, 1>(links, rows, around, downwards);
    }
}

/// A large grid is solved block by block, and then the links that lead from one
/// block to the next: those of the last two rows of a block to the first two of the next.
#[inline(always)]
fn walk_blocks<T, F, G, M, const N: usize, const L: usize>(
    links: &Links<'_, F, N>,
    rows: &mut Grid<T, G>,
    around: &Around<'_, T, G, M>,
    downwards: bool,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    let of_block = block_rows(rows.extent().rows());
    let mut walk = |seam: bool, first: usize| {
        let cut = (first, of_block);
        for_each_block_from(rows, cut, (&mut [(); 0], 0), |first, rows, _| {
            let rows = RowsAt::<T, G, M, L> {
                rows,
                first,
                around,
                inner: None,
                upper: [None; 2],
            };
            walk_rows(links, rows, (seam, downwards));
        });
    };
    walk(false, 0);
    if around.marks.extent().rows() > LARGE {
        walk(true, of_block - 2);
    }
}

/// Solves the rows of a block, or those around the SEAM to the next: compiled once for
/// both.
#[inline(never)]
fn walk_rows<T: Scalar, F: Family<T>, G: Extent, M: Tear<G>, const N: usize, const L: usize>(
    links: &Links<'_, F, N>,
    mut rows: RowsAt<'_, T, G, M, L>,
    (seam, downwards): (bool, bool),
) {
    rows.around.vectors.run(
        #[inline(always)]
        || {
            let end = rows.rows.len();
            for step in 0..if seam { 2 } else { end + 1 } {
                match seam {
                    true => rows.go_to_seam(step, end, downwards),
                    false => (rows.inner, rows.upper) = places(step, end, downwards),
                }
                links.solve(&mut rows);
            }
        },
    );
}

/// The rows of a block, and those that a pass is at.
struct RowsAt<'a, T: Scalar, G: Extent, M, const L: usize> {
    rows: Block<'a, T, G, 3>,
    /// Which row of the cloth the first of these is.
    first: usize,
    around: &'a Around<'a, T, G, M>,
    /// The row whose inner links are solved.
    inner: Option<usize>,
    /// The upper row of the links over one row and over two.
    upper: [Option<usize>; 2],
}

impl<T: Scalar, G: Extent, M, const L: usize> RowsAt<'_, T, G, M, L> {
    /// From the row before the last of a block there are links over two rows alone.
    #[inline(always)]
    fn go_to_seam(&mut self, step: usize, end: usize, downwards: bool) {
        self.upper = match if downwards { step } else { 1 - step } {
            0 => [None, (end > 2).then_some(0)],
            _ => [(end > 2).then_some(1), (end > 3).then_some(1)],
        };
    }
}

impl<T, F, G, M, const L: usize> LinkRows<F> for RowsAt<'_, T, G, M, L>
where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let (around, extent) = (self.around, self.around.marks.extent());
        // Always there: a step has no path to a panic.
        let Some(row) = self.inner.filter(|_| extent.columns() > D) else {
            return;
        };
        let Some(positions) = self.rows.row_mut_at(row) else {
            return;
        };
        let at = self.first + row;
        match around.some([at; 2], bit(D as isize, 0)) {
            None => within::<T, F, G, D, FIRST, L>(extent, positions, family),
            Some(which) if L == 1 => {
                let links = &Joined::new(extent, *family, None);
                one_by_one::<T, F, G>(positions, None, [0, D], FIRST, (links, which));
            }
            Some(which) => {
                let links = Joined::new(extent, *family, Some(which));
                within_some::<T, F, G, D, L>(positions, FIRST, &links, around.vectors);
            }
        }
    }

    #[inline(always)]
    fn between<const A: usize, const B: usize, const DISTANCE: usize>(&mut self, family: &F) {
        let (around, extent) = (self.around, self.around.marks.extent());
        let Some(row) = self.upper[DISTANCE - 1].filter(|_| extent.columns() > A + B) else {
            return;
        };
        // Always there: a step has no path to a panic.
        let Some([upper, lower]) = self.rows.two_rows(row, row + DISTANCE) else {
            return;
        };
        let at = self.first + row;
        match around.some([at, at + DISTANCE], bit(B as isize - A as isize, DISTANCE)) {
            None => between::<T, F, G, A, B, L>(extent, upper, lower, family),
            Some(which) if L == 1 => {
                let links = &Joined::new(extent, *family, None);
                one_by_one::<T, F, G>(upper, Some(lower), [A, B], 0, (links, which));
            }
            Some(which) => {
                let links = Joined::new(extent, *family, Some(which));
                between_some::<T, F, G, L>(upper, lower, [A, B], &links, around.vectors);
            }
        }
    }
}
