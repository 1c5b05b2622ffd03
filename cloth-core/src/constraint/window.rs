//! Solving on a copy of three rows, column by column.
//!
//! A core with few registers and short offsets, a Cortex-M0, reaches both ends
//! of a link from one address when all that belongs to a column of the three
//! rows is side by side. Number formats for such cores ask for it
//! ([`Scalar::FOR_SMALL_CORES`]). The order of the links is the same, and so is the
//! result.

mod links;

use super::family::Family;
use super::rows::{LinkRows, RowSolver, broken, nth};
use crate::cloth::{Cloth, Mark};
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Row, Rows};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::tear::{Tear, Without, bit};

use links::{between_free, between_pinned, between_torn, within_free, within_pinned, within_torn};

/// The particles of one column in a row and in the two that the pass was at before.
type Slots<T> = [[T; 3]; 3];

/// The copy. INNER: the links within the row are solved; else those between
/// it and the two others.
struct Window<'a, T: Scalar, G: Extent, M, const INNER: bool> {
    extent: G,
    columns: &'a mut [Slots<T>],
    weights: &'a Rows<Mark, G, 1>,
    free: &'a [bool],
    tear: &'a M,
    row: usize,
    downwards: bool,
}

/// Solves all rows, downwards or upwards.
pub(super) fn walk<T, S, G, M>(
    solver: &S,
    cloth: &mut Cloth<T, G>,
    free: &[bool],
    tear: &M,
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    let extent = cloth.extent();
    let (rows, weights) = (&mut cloth.position, &cloth.marks);
    let mut local = Blank::BLANK;
    let (spare, _) = scratch.whole.as_chunks_mut::<3>();
    let (spare, _) = spare.as_chunks_mut::<4>();
    let [strip] = extent.lend::<[[T; 3]; 4], 1>(&mut local, spare).lanes_mut();
    let strip = strip.as_flattened_mut();
    let window = 3 * extent.columns();
    let mut first = 0;
    let end = extent.rows();
    for step in 0..end {
        let row = nth(step, end, downwards);
        first = before(strip, first, window);
        let columns = columns(strip, first, extent);
        // Always there, here and below: asked so that a step holds no path to a panic.
        if let Some(entering) = rows.row_at(row) {
            enter::<T, G>(extent, columns, entering);
        }
        solver.solve(&mut Window::<T, G, M, true> {
            extent,
            columns,
            weights,
            free,
            tear,
            row,
            downwards,
        });
        solver.solve(&mut Window::<T, G, M, false> {
            extent,
            columns,
            weights,
            free,
            tear,
            row,
            downwards,
        });
        // Nothing touches this row again in this direction.
        if step >= 2
            && let Some(row) = rows.row_mut_at(nth(step - 2, end, downwards))
        {
            leave::<T, G, 2>(extent, columns, row);
        }
    }
    let columns = columns(strip, first, extent);
    if let Some(row) = rows.row_mut_at(nth(end - 1, end, downwards)) {
        leave::<T, G, 0>(extent, columns, row);
    }
    if end > 1
        && let Some(row) = rows.row_mut_at(nth(end - 2, end, downwards))
    {
        leave::<T, G, 1>(extent, columns, row);
    }
}

/// The slot before `first`, the first of a window of so many: a window that begins a slot
/// earlier has the first slot of each column as its second. So nothing is moved, but once in as
/// many rows as there are columns, from the start of the strip to its end.
fn before<A: Copy>(strip: &mut [A], first: usize, window: usize) -> usize {
    if let Some(before) = first.checked_sub(1) {
        return before;
    }
    let moved = strip.len().saturating_sub(window);
    strip.copy_within(..window.min(strip.len()), moved);
    moved.saturating_sub(1)
}

/// The copy's columns: three slots each, from `first` on.
#[inline(always)]
fn columns<T, G: Extent>(strip: &mut [[T; 3]], first: usize, extent: G) -> &mut [Slots<T>] {
    let (columns, _) = strip.get_mut(first..).unwrap_or_default().as_chunks_mut();
    slots(extent, columns)
}

/// As many columns as the grid has: said again where they are looped over, so that no loop holds
/// a path to a panic.
#[inline(always)]
fn slots<T, G: Extent>(extent: G, columns: &mut [Slots<T>]) -> &mut [Slots<T>] {
    columns.get_mut(..extent.columns()).unwrap_or_default()
}

/// Takes in a row.
#[inline(never)]
fn enter<T: Scalar, G: Extent>(extent: G, columns: &mut [Slots<T>], row: &Row<T, G>) {
    let columns = slots(extent, columns);
    let [x, y, z] = row.lanes();
    if !G::HAS_VECTORS {
        for (slots, ((x, y), z)) in columns.iter_mut().zip(x.iter().zip(y).zip(z)) {
            slots[0] = [*x, *y, *z];
        }
    } else {
        for (slots, place) in columns.iter_mut().zip(extent.places()) {
            slots[0] = [x[place], y[place], z[place]];
        }
    }
}

/// Writes a row of the copy back.
#[inline(never)]
fn leave<T: Scalar, G: Extent, const SLOT: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    row: &mut Row<T, G>,
) {
    let columns = slots(extent, columns);
    let [x, y, z] = row.three_mut();
    if !G::HAS_VECTORS {
        for (slots, ((x, y), z)) in columns.iter().zip(x.iter_mut().zip(y).zip(z)) {
            [*x, *y, *z] = slots[SLOT];
        }
    } else {
        for (slots, place) in columns.iter().zip(extent.places()) {
            [x[place], y[place], z[place]] = slots[SLOT];
        }
    }
}

impl<T, G, M, const INNER: bool> LinkRows<T> for Window<'_, T, G, M, INNER>
where
    T: Scalar,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        if !INNER {
            return;
        }
        let (extent, columns) = (self.extent, &mut *self.columns);
        // Always there: asked so that a step holds no path to a panic.
        let Some(weight) = self.weights.row_at(self.row) else {
            return;
        };
        let links = broken(self.tear, self.row, bit(D as isize, 0));
        if let Some(links) = links {
            within_torn::<T, F, G, D, FIRST>(extent, columns, weight, links, family);
        } else if is_free(self.free, self.row) {
            within_free::<T, F, G, D, FIRST>(extent, columns, family);
        } else {
            within_pinned::<T, F, G, D, FIRST>(extent, columns, weight, family);
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        if INNER {
            return;
        }
        // The row itself is the lower end on the way down, the upper on the way up.
        let bit = bit(B as isize - A as isize, DISTANCE);
        if self.downwards {
            if let Some(upper) = self.row.checked_sub(DISTANCE) {
                let links = broken(self.tear, upper, bit);
                self.to::<F, B, A, DISTANCE>(upper, (links, A), family);
            }
        } else if self.row + DISTANCE < self.extent.rows() {
            let links = broken(self.tear, self.row, bit);
            self.to::<F, A, B, DISTANCE>(self.row + DISTANCE, (links, A), family);
        }
    }
}

#[inline(always)]
fn is_free(free: &[bool], row: usize) -> bool {
    free.get(row).copied().unwrap_or(false)
}

impl<T, G, M, const INNER: bool> Window<'_, T, G, M, INNER>
where
    T: Scalar,
    G: Extent,
    M: Tear<G>,
{
    /// Links from column i + A of the row to column i + B of `other`, DISTANCE rows
    /// before; link c starts at column c + `first` of the upper of the two.
    #[inline(always)]
    fn to<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        other: usize,
        (links, first): (Option<Without<'_>>, usize),
        family: &F,
    ) {
        let extent = self.extent;
        // Always there: asked so that a step holds no path to a panic.
        let rows = [self.row, other].map(|row| self.weights.row_at(row));
        let [Some(own), Some(of_other)] = rows else {
            return;
        };
        let weights = [own, of_other];
        if let Some(links) = links {
            let whole =
                |c: usize| c + first < extent.columns() && links.is_whole(extent.place(c + first));
            let columns = &mut *self.columns;
            between_torn::<T, F, G, A, B, DISTANCE>(extent, columns, weights, whole, family);
        } else if is_free(self.free, self.row) & is_free(self.free, other) {
            between_free::<T, F, G, A, B, DISTANCE>(extent, self.columns, family);
        } else {
            between_pinned::<T, F, G, A, B, DISTANCE>(extent, self.columns, weights, family);
        }
    }
}

#[cfg(test)]
mod tests;
