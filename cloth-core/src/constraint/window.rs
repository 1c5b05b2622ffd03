//! Solving on a copy of three rows, column by column.
//!
//! A core with few registers and short offsets, a Cortex-M0, reaches both ends
//! of a link from one address when all that belongs to a column of the three
//! rows is side by side. Number formats for such cores ask for it
//! ([`Scalar::FOR_SMALL_CORES`]). The order of the links is the same, and so is the
//! result.

use super::family::Family;
use super::links::{LinkRows, Links, nth};
use crate::cloth::{Cloth, Mark};
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Row, Rows};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::tear::{Tear, Without, bit};
use crate::vector::{each, minus, plus};
use core::sync::atomic::{Ordering, compiler_fence};

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
pub(super) fn walk<T, F, G, M, const N: usize>(
    links: &Links<'_, F, N>,
    cloth: &mut Cloth<T, G>,
    (free, tear): (&[bool], &M),
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) where
    T: Scalar,
    F: Family<T>,
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
        links.solve(&mut Window::<T, G, M, true> {
            extent,
            columns,
            weights,
            free,
            tear,
            row,
            downwards,
        });
        links.solve(&mut Window::<T, G, M, false> {
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
        let (extent, columns, row) = (self.extent, &mut *self.columns, self.row);
        if !INNER {
            return;
        }
        let bit = bit(D as isize, 0);
        let broken = self.tear.broken(row, bit);
        if is_free(self.free, row) && broken.is_none() {
            within::<T, F, G, D, FIRST>(extent, columns, family);
        } else if let Some(marks) = self.weights.row_at(row) {
            let broken = broken.map(|links| Without(links, bit));
            within_some::<T, F, G, D, FIRST>(extent, columns, marks, broken, family);
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
        if self.downwards {
            if let Some(upper) = self.row.checked_sub(DISTANCE) {
                self.to::<F, B, A, DISTANCE>([upper, upper], family);
            }
        } else if self.row + DISTANCE < self.extent.rows() {
            self.to::<F, A, B, DISTANCE>([self.row + DISTANCE, self.row], family);
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
    /// before; which are broken is known of the `upper` of the two.
    #[inline(always)]
    fn to<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        [other, upper]: [usize; 2],
        family: &F,
    ) {
        let (extent, columns) = (self.extent, &mut *self.columns);
        let [from, to] = if self.downwards { [B, A] } else { [A, B] };
        let bit = bit(to as isize - from as isize, DISTANCE);
        let broken = self.tear.broken(upper, bit);
        if is_free(self.free, self.row) & is_free(self.free, other) && broken.is_none() {
            between::<T, F, G, A, B, DISTANCE>(extent, columns, family);
            return;
        }
        let marks = [self.row, other].map(|row| self.weights.row_at(row));
        // Always there: asked so that a step holds no path to a panic.
        if let [Some(own), Some(other)] = marks {
            let broken = broken.map(|links| (Without(links, bit), from));
            between_some::<T, F, G, A, B, DISTANCE>(extent, columns, [own, other], broken, family);
        }
    }
}

/// Keeps what is read after it from being read before, on an Armv6-M, told by its having no
/// atomics: it has seven registers for this. Others have enough for all of a link.
#[inline(always)]
fn keep_order() {
    if cfg!(all(target_arch = "arm", not(target_has_atomic = "32"))) {
        compiler_fence(Ordering::SeqCst);
    }
}

/// One link.
#[inline(always)]
fn project<T: Scalar, F: Family<T>>((a, b): (&mut [T; 3], &mut [T; 3]), link: &F) {
    // One component at a time: for more of them there are no registers.
    let x = b[0].minus(a[0]);
    keep_order();
    let y = b[1].minus(a[1]);
    keep_order();
    let z = b[2].minus(a[2]);
    let Some(pull) = link.pull_near([x, y, z]) else {
        project_some::<T, F>((a, b), [true; 2], link);
        return;
    };
    // The ends are to be read again: what the compiler would rather keep it
    // keeps on the stack, for want of registers, and that costs more.
    keep_order();
    for k in 0..3 {
        a[k] = a[k].plus(pull[k]);
        b[k] = b[k].minus(pull[k]);
    }
}

/// A link that may have pinned ends, or be far from its rest length.
#[cold]
#[inline(never)]
fn project_some<T: Scalar, F: Family<T>>(
    (a, b): (&mut [T; 3], &mut [T; 3]),
    free: [bool; 2],
    family: &F,
) {
    let link = if free[0] & free[1] {
        *family
    } else {
        family.held()
    };
    let pull = link.pull(minus(*b, *a));
    let share = |free: bool| each(pull, |p| if free { p } else { T::ZERO });
    (*a, *b) = (plus(*a, share(free[0])), minus(*b, share(free[1])));
}

/// Column `c + A` of the first row and column `c + B` of row SLOT: always there, and asked so that a step holds
/// no path to a panic.
#[inline(always)]
fn across<T, const A: usize, const B: usize, const SLOT: usize>(
    columns: &mut [Slots<T>],
    c: usize,
) -> Option<(&mut [T; 3], &mut [T; 3])> {
    if A == B {
        let (head, tail) = columns.get_mut(c + A)?.split_at_mut_checked(SLOT)?;
        return Some((head.first_mut()?, tail.first_mut()?));
    }
    let (head, tail) = columns.split_at_mut_checked(c + A + B)?;
    let (left, right) = (head.get_mut(c)?, tail.first_mut()?);
    Some(if A == 0 {
        (&mut left[0], &mut right[SLOT])
    } else {
        (&mut right[0], &mut left[SLOT])
    })
}

#[inline(never)]
fn between<T, F, G, const A: usize, const B: usize, const SLOT: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    for c in 0..columns.len().saturating_sub(A + B) {
        let Some(ends) = across::<T, A, B, SLOT>(columns, c) else {
            return;
        };
        project::<T, F>(ends, link);
    }
}

/// As [`between`], of rows with pins or broken links: most links are as everywhere else. A link starts
/// at column c + `first` of the row that knows which are broken.
#[inline(never)]
fn between_some<T, F, G, const A: usize, const B: usize, const SLOT: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    marks: [&G::Row<Mark, 1>; 2],
    broken: Option<(Without<'_>, usize)>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [[own], [other]] = marks.map(|marks| marks.lanes());
    for c in 0..columns.len().saturating_sub(A + B) {
        let is_whole =
            |(links, first): (Without<'_>, usize)| links.is_whole(extent.place(c + first));
        let free = [
            is_above(own, extent.place(c + A)),
            is_above(other, extent.place(c + B)),
        ];
        let Some(ends) = across::<T, A, B, SLOT>(columns, c) else {
            return;
        };
        if broken.is_none_or(is_whole) {
            project_either::<T, F>(ends, free, family);
        }
    }
}

/// Whether a particle is free.
#[inline(always)]
fn is_above(marks: &[Mark], place: usize) -> bool {
    marks.get(place).is_some_and(|mark| mark.is_free())
}

#[inline(always)]
fn project_either<T: Scalar, F: Family<T>>(
    ends: (&mut [T; 3], &mut [T; 3]),
    free: [bool; 2],
    family: &F,
) {
    if free[0] & free[1] {
        project::<T, F>(ends, family);
    } else {
        project_some::<T, F>(ends, free, family);
    }
}

/// Columns i and j > i of the first row, as [`across`].
#[inline(always)]
fn along<T>(columns: &mut [Slots<T>], i: usize, j: usize) -> Option<(&mut [T; 3], &mut [T; 3])> {
    let (head, tail) = columns.split_at_mut_checked(j)?;
    Some((&mut head.get_mut(i)?[0], &mut tail.first_mut()?[0]))
}

/// Calls `project` with the columns of each link of a colour: see [`LinkRows::within`].
#[inline(always)]
fn for_each_of_colour<const D: usize, const FIRST: usize>(
    columns: usize,
    mut project: impl FnMut(usize, usize),
) {
    let whole = columns.saturating_sub(FIRST) / (2 * D);
    for block in 0..whole {
        for lane in 0..D {
            let i = FIRST + block * 2 * D + lane;
            project(i, i + D);
        }
    }
    // A last block that is cut off by the end of the row.
    let start = FIRST + whole * 2 * D;
    for i in start..columns.saturating_sub(D).max(start) {
        project(i, i + D);
    }
}

#[inline(never)]
fn within<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    for_each_of_colour::<D, FIRST>(columns.len(), |i, j| {
        if let Some(ends) = along(columns, i, j) {
            project::<T, F>(ends, link);
        }
    });
}

/// As [`within`], of a row with pins or broken links.
#[inline(never)]
fn within_some<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    marks: &G::Row<Mark, 1>,
    broken: Option<Without<'_>>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [marks] = marks.lanes();
    for_each_of_colour::<D, FIRST>(columns.len(), |i, j| {
        let (from, to) = (extent.place(i), extent.place(j));
        let free = [is_above(marks, from), is_above(marks, to)];
        if broken.is_none_or(|links| links.is_whole(from))
            && let Some(ends) = along(columns, i, j)
        {
            project_either::<T, F>(ends, free, family);
        }
    });
}

#[cfg(test)]
mod tests;
