//! Blocks of rows, for grids so large that threads pay.
//!
//! A grid of more than [`LARGE`] rows is cut into blocks whose size depends on
//! nothing but the grid. What is done to one block touches no other, so the
//! result is the same with one thread, with many, and without the feature
//! `rayon`. Smaller grids are one block.

use crate::extent::{Cell, Extent};
use crate::grid::{Block, Rows};
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// The most rows of a grid that is one block.
pub(crate) const LARGE: usize = 256;
/// Rows of a block.
const ROWS: usize = 64;

/// Rows of a block of a grid of so many rows.
pub(crate) const fn block_rows(rows: usize) -> usize {
    if rows > LARGE { ROWS } else { rows }
}

/// How many blocks a grid of so many rows has.
pub(crate) const fn blocks(rows: usize) -> usize {
    rows.div_ceil(if rows > 0 { block_rows(rows) } else { 1 })
}

/// Calls `work` with each block of two grids and the number of its first
/// row, in threads where there are several.
#[inline(always)]
pub(crate) fn for_each_block<A: Cell, G: Extent, const N: usize>(
    a: &mut Rows<A, G, N>,
    b: &mut Rows<A, G, N>,
    work: impl Fn(usize, Block<'_, A, G, N>, Block<'_, A, G, N>) + Sync,
) {
    let extent = a.extent();
    if extent.rows() <= LARGE {
        work(0, a.block(), b.block());
        return;
    }
    let rows = block_rows(extent.rows());
    let units = rows * extent.units::<N>();
    in_threads(a.units_mut(), b.units_mut(), [units; 2], &|i, a, b| {
        work(i * rows, Block::new(extent, a), Block::new(extent, b));
    });
}

/// Calls `work` with each block of a grid from row `first` on, the number of its first
/// row, and as many numbers of `spare`, in threads where there are several.
#[inline(always)]
pub(crate) fn for_each_block_from<A: Cell, G: Extent, const N: usize>(
    a: &mut Rows<A, G, N>,
    first: usize,
    spare: &mut [A],
    work: impl Fn(usize, Block<'_, A, G, N>, &mut [A]) + Sync,
) {
    let extent = a.extent();
    let a = a.units_mut();
    let a = a.get_mut(first * extent.units::<N>()..).unwrap_or_default();
    if extent.rows() <= LARGE {
        work(first, Block::new(extent, a), spare);
        return;
    }
    let rows = block_rows(extent.rows());
    let units = rows * extent.units::<N>();
    let part = spare.len() / blocks(extent.rows());
    in_threads(a, spare, [units, part], &|i, a, spare| {
        work(first + i * rows, Block::new(extent, a), spare);
    });
}

/// What is done with the number of a part of two lists, and the part.
type Work<'a, A, B> = dyn Fn(usize, &mut [A], &mut [B]) + Sync + 'a;

/// Calls `work` with the number of each part of two lists, of so many values, and the
/// part; the second list may be empty. Compiled once for a kind of values, not for each
/// work.
#[inline(never)]
fn in_threads<A: Send, B: Send>(
    a: &mut [A],
    b: &mut [B],
    [size, other]: [usize; 2],
    work: &Work<'_, A, B>,
) {
    #[cfg(feature = "rayon")]
    if other == 0 {
        let parts = a.par_chunks_mut(size).enumerate();
        parts.for_each(|(i, a)| work(i, a, &mut []));
    } else {
        let parts = a.par_chunks_mut(size).zip(b.par_chunks_mut(other));
        parts.enumerate().for_each(|(i, (a, b))| work(i, a, b));
    }
    #[cfg(not(feature = "rayon"))]
    for (i, a) in a.chunks_mut(size).enumerate() {
        let b = b.chunks_mut(other.max(1)).nth(i).unwrap_or_default();
        work(i, a, b);
    }
}
