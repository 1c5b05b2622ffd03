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
    let work = |(i, (a, b))| work(i * rows, Block::new(extent, a), Block::new(extent, b));
    let (a, b) = (a.units_mut(), b.units_mut());
    #[cfg(feature = "rayon")]
    a.par_chunks_mut(units)
        .zip(b.par_chunks_mut(units))
        .enumerate()
        .for_each(work);
    #[cfg(not(feature = "rayon"))]
    a.chunks_mut(units)
        .zip(b.chunks_mut(units))
        .enumerate()
        .for_each(work);
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
    if spare.is_empty() {
        let work = |(i, a)| work(first + i * rows, Block::new(extent, a), &mut []);
        #[cfg(feature = "rayon")]
        a.par_chunks_mut(units).enumerate().for_each(work);
        #[cfg(not(feature = "rayon"))]
        a.chunks_mut(units).enumerate().for_each(work);
        return;
    }
    let part = spare.len() / blocks(extent.rows());
    let work = |(i, (a, spare))| work(first + i * rows, Block::new(extent, a), spare);
    #[cfg(feature = "rayon")]
    a.par_chunks_mut(units)
        .zip(spare.par_chunks_mut(part))
        .enumerate()
        .for_each(work);
    #[cfg(not(feature = "rayon"))]
    a.chunks_mut(units)
        .zip(spare.chunks_mut(part))
        .enumerate()
        .for_each(work);
}
