//! Blocks and parts of rows, for grids so large that threads pay.
//!
//! Links are solved in an order: in a grid of more than [`LARGE`] rows first those within blocks of rows,
//! then those between blocks. Phases that treat each row on its own have no order, and threads pay sooner:
//! from twice the rows of a block on they run in parts. The sizes depend on the grid alone, and blocks and
//! parts share no particle: so the result is the same with one thread, with many, and without the feature
//! `rayon`.

use crate::base::{Block, Cell, Extent, Rows};
use core::ops::Range;

/// The most rows of a grid whose links are one block.
pub(crate) const LARGE: usize = 256;
/// Rows of a block, and of a part.
const ROWS: usize = 64;

/// Rows of a block of links of a grid of so many rows.
pub(crate) const fn block_rows(rows: usize) -> usize {
    if rows > LARGE { ROWS } else { rows }
}

/// Rows of a part of a grid of so many rows.
pub(crate) const fn part_rows(rows: usize) -> usize {
    if rows >= 2 * ROWS { ROWS } else { rows }
}

/// Whether a grid is one block. A board's grids, without vectors, always are up to [`LARGE`] rows: the compiler
/// knows it from their size alone, which keeps the code small.
#[inline(always)]
fn is_one<G: Extent>(extent: G, size: usize) -> bool {
    (!G::HAS_VECTORS && extent.rows() <= LARGE) || size >= extent.rows()
}

/// How many parts a grid of so many rows has.
pub(crate) const fn parts(rows: usize) -> usize {
    rows.div_ceil(if rows > 0 { part_rows(rows) } else { 1 })
}

/// Whether a grid of so many rows is solved in several threads. One of at most [`LARGE`] rows only if the
/// caller is one of the threads: to wake them from outside takes as long as they save.
#[cfg(feature = "rayon")]
pub(crate) fn has_threads(rows: usize) -> bool {
    let from_inside = || rayon::current_thread_index().is_some();
    part_rows(rows) < rows && rayon::current_num_threads() > 1 && (rows > LARGE || from_inside())
}

/// Whether a grid of so many rows is solved in several threads: there are none.
#[cfg(not(feature = "rayon"))]
pub(crate) const fn has_threads(_rows: usize) -> bool {
    false
}

/// Runs `work` in one of the threads that a grid of so many rows is solved in.
#[cfg(all(feature = "host", not(test)))]
pub(crate) fn in_pool(rows: usize, work: impl FnOnce() + Send) {
    #[cfg(feature = "rayon")]
    if part_rows(rows) < rows && rayon::current_num_threads() > 1 {
        return rayon::scope(|_| work());
    }
    let _ = rows;
    work();
}

/// Runs both, in two threads where `threads` says so.
fn join<A: Send, B: Send>(
    threads: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    if threads {
        return rayon::join(first, second);
    }
    let _ = threads;
    (first(), second())
}

/// Calls `work` with each `size` rows of a grid from row `first` on, the number of the first of
/// them, and a `part` of `beside`, in threads where there are several.
#[inline(always)]
pub(crate) fn for_each_block_from<A: Cell, B: Send, G: Extent, const N: usize>(
    a: &mut Rows<A, G, N>,
    (first, size): (usize, usize),
    (beside, part): (&mut [B], usize),
    work: impl Fn(usize, Block<'_, A, G, N>, &mut [B]) + Sync,
) {
    let extent = a.extent();
    let a = a.units_mut();
    let a = a.get_mut(first * extent.units::<N>()..).unwrap_or_default();
    if is_one::<G>(extent, size) {
        work(first, Block::new(extent, a), beside);
        return;
    }
    let units = size * extent.units::<N>();
    let lists = (a, beside, &mut [(); 0][..]);
    in_threads(
        extent.rows(),
        lists,
        [units, part, 0],
        &|i, a, beside, _| {
            work(first + i * size, Block::new(extent, a), beside);
        },
    );
}

/// Calls `work` with each part of the rows of three grids and the number of the first of them, in
/// threads where there are several.
#[inline(always)]
pub(crate) fn for_each_part<A: Cell, B: Cell, G: Extent, const N: usize, const M: usize>(
    a: &mut Rows<A, G, N>,
    b: &mut Rows<A, G, N>,
    c: &mut Rows<B, G, M>,
    work: impl Fn(usize, Block<'_, A, G, N>, Block<'_, A, G, N>, Block<'_, B, G, M>) + Sync,
) {
    let extent = a.extent();
    let size = part_rows(extent.rows());
    let (a, b, c) = (a.units_mut(), b.units_mut(), c.units_mut());
    if is_one::<G>(extent, size) {
        let (a, b) = (Block::new(extent, a), Block::new(extent, b));
        return work(0, a, b, Block::new(extent, c));
    }
    let [of_a, of_c] = [size * extent.units::<N>(), size * extent.units::<M>()];
    in_threads(
        extent.rows(),
        (a, b, c),
        [of_a, of_a, of_c],
        &|i, a, b, c| {
            let (a, b) = (Block::new(extent, a), Block::new(extent, b));
            work(i * size, a, b, Block::new(extent, c));
        },
    );
}

/// Work on part number i of three lists.
type Work<'a, A, B, C> = dyn Fn(usize, &mut [A], &mut [B], &mut [C]) + Sync + 'a;

/// Calls `work` with the number of each part of three lists, of so many values, and the
/// part; the second and third list may be empty. In threads where a grid of so many rows has several.
/// Compiled once for each kind of values, not for each `work`.
#[inline(never)]
pub(crate) fn in_threads<A: Send, B: Send, C: Send>(
    rows: usize,
    lists: (&mut [A], &mut [B], &mut [C]),
    sizes: [usize; 3],
    work: &Work<'_, A, B, C>,
) {
    let parts = lists.0.len().div_ceil(sizes[0].max(1));
    halve(lists, (sizes, has_threads(rows)), 0..parts, work);
}

/// Splits the parts of three lists in two, and again, each in a thread where there are several.
fn halve<A: Send, B: Send, C: Send>(
    (a, b, c): (&mut [A], &mut [B], &mut [C]),
    (sizes, threads): ([usize; 3], bool),
    parts: Range<usize>,
    work: &Work<'_, A, B, C>,
) {
    match parts.len() {
        0 => {}
        1 => work(parts.start, a, b, c),
        count => {
            let middle = parts.start + count / 2;
            let (a, a2) = a.split_at_mut(a.len().min(sizes[0] * (count / 2)));
            let (b, b2) = b.split_at_mut(b.len().min(sizes[1] * (count / 2)));
            let (c, c2) = c.split_at_mut(c.len().min(sizes[2] * (count / 2)));
            let (first, second) = (parts.start..middle, middle..parts.end);
            join(
                threads,
                || halve((a, b, c), (sizes, threads), first, work),
                || halve((a2, b2, c2), (sizes, threads), second, work),
            );
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
