//! Blocks of rows, for grids so large that threads pay.
//!
//! A grid of more than [`LARGE`] rows is cut into blocks whose size depends on
//! nothing but the grid. What is done to one block touches no other, so the
//! result is the same with one thread, with many, and without the feature
//! `rayon`. Smaller grids are one block.

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

/// Calls `work` with each block of two arrays of rows and the number of its first
/// row, in threads where there are several.
#[inline(always)]
pub(crate) fn for_each_block<A: Send, B: Send>(
    a: &mut [A],
    b: &mut [B],
    work: impl Fn(usize, &mut [A], &mut [B]) + Sync,
) {
    if a.len() <= LARGE {
        work(0, a, b);
        return;
    }
    let rows = block_rows(a.len());
    #[cfg(feature = "rayon")]
    {
        let blocks = a.par_chunks_mut(rows).zip(b.par_chunks_mut(rows));
        let numbered = blocks.enumerate();
        numbered.for_each(|(i, (a, b))| work(i * rows, a, b));
    }
    #[cfg(not(feature = "rayon"))]
    for (i, (a, b)) in a.chunks_mut(rows).zip(b.chunks_mut(rows)).enumerate() {
        work(i * rows, a, b);
    }
}

/// As [`for_each_block`] of one array, from row `first` on.
#[inline(always)]
pub(crate) fn for_each_block_from<A: Send>(
    a: &mut [A],
    first: usize,
    work: impl Fn(usize, &mut [A]) + Sync,
) {
    if a.len() <= LARGE {
        work(first, &mut a[first..]);
        return;
    }
    let rows = block_rows(a.len());
    #[cfg(feature = "rayon")]
    {
        let blocks = a[first..].par_chunks_mut(rows).enumerate();
        blocks.for_each(|(i, block)| work(first + i * rows, block));
    }
    #[cfg(not(feature = "rayon"))]
    for (i, block) in a[first..].chunks_mut(rows).enumerate() {
        work(first + i * rows, block);
    }
}
