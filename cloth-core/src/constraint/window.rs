//! Solving on a copy of three rows, column by column.
//!
//! A core with few registers and short offsets, a Cortex-M0, reaches both ends
//! of a link from one address when the particles of a column of the three
//! rows are next to each other. Number formats for such cores ask for it
//! ([`Scalar::FOR_SMALL_CORES`]). The order of the links is the same, and so is the
//! result.

use super::family::Family;
use super::links::{LinkRows, Links, nth};
use super::pull::{Around, Which};
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Grid, Row, Vectors3};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::tear::{Tear, bit};
use crate::vector::{each, minus, plus};
use core::sync::atomic::{Ordering, compiler_fence};

/// The particles of one column in a row and in the two that the pass was at before.
type Slots<T> = [[T; 3]; 3];

/// The copy, and the row that a pass is at. INNER: the links within the row are solved, or else those between it and
/// the two others.
struct Window<'a, T: Scalar, G: Extent, M, const INNER: bool> {
    extent: G,
    columns: &'a mut [Slots<T>],
    around: &'a Around<'a, T, G, M>,
    row: usize,
    /// Whether this row and the two before have no pin: asked once for all families.
    free: [bool; 3],
    downwards: bool,
}

/// Solves all rows, downwards or upwards.
pub(super) fn walk<T: Scalar, F: Family<T>, G: Extent, M: Tear<G>, const N: usize>(
    links: &Links<'_, F, N>,
    rows: &mut Grid<T, G>,
    around: &Around<'_, T, G, M>,
    scratch: &mut Parts<'_, T>,
    downwards: bool,
) {
    let extent = rows.extent();
    let mut local = Blank::BLANK;
    let (spare, _) = scratch.whole.as_chunks_mut::<3>();
    let (spare, _) = spare.as_chunks_mut::<4>();
    let [strip] = extent.lend::<[[T; 3]; 4], 1>(&mut local, spare).lanes_mut();
    let strip = strip.as_flattened_mut();
    let window = 3 * extent.columns();
    let (mut first, mut free) = (0, [false; 3]);
    let end = extent.rows();
    for step in 0..end {
        let row = nth(step, end, downwards);
        first = before(strip, first, window, step == 0);
        free = [around.is_free(row), free[0], free[1]];
        let columns = columns(strip, first, extent);
        // Always there, here and below: a step has no path to a panic.
        if let Some(entering) = rows.row_at(row) {
            enter::<T, G>(extent, columns, entering);
        }
        links.solve(&mut Window::<T, G, M, true> {
            extent,
            columns,
            around,
            row,
            free,
            downwards,
        });
        links.solve(&mut Window::<T, G, M, false> {
            extent,
            columns,
            around,
            row,
            free,
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

/// Where the next row's window begins, a slot before this one's: then each particle is a slot further on in its
/// column, and nothing has to be moved. At the start of the strip the window moves to its end, once in as many rows
/// as there are columns; with the first row it is empty.
fn before<A: Copy>(strip: &mut [A], first: usize, window: usize, is_empty: bool) -> usize {
    if let Some(before) = first.checked_sub(1) {
        return before;
    }
    let moved = strip.len().saturating_sub(window);
    if !is_empty {
        strip.copy_within(..window.min(strip.len()), moved);
    }
    moved.saturating_sub(1)
}

/// The copy's columns: three slots each, from `first` on.
#[inline(always)]
fn columns<T, G: Extent>(strip: &mut [[T; 3]], first: usize, extent: G) -> &mut [Slots<T>] {
    let (columns, _) = strip.get_mut(first..).unwrap_or_default().as_chunks_mut();
    slots(extent, columns)
}

/// As many columns as the grid has. Asked for before each loop: then the loop has no path to a panic.
#[inline(always)]
fn slots<T, G: Extent>(extent: G, columns: &mut [Slots<T>]) -> &mut [Slots<T>] {
    columns.get_mut(..extent.columns()).unwrap_or_default()
}

/// Copies a row into the first slots.
#[inline(never)]
fn enter<T: Scalar, G: Extent>(extent: G, columns: &mut [Slots<T>], row: &Row<T, G>) {
    let (columns, [x, y, z]) = (slots(extent, columns), row.lanes());
    if G::HAS_VECTORS {
        for (slots, place) in columns.iter_mut().zip(extent.places()) {
            slots[0] = row.get(place);
        }
        return;
    }
    // Lanes side by side need no question for each particle whether it is there.
    for (slots, ((x, y), z)) in columns.iter_mut().zip(x.iter().zip(y).zip(z)) {
        slots[0] = [*x, *y, *z];
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
    if G::HAS_VECTORS {
        for (slots, place) in columns.iter().zip(extent.places()) {
            row.set(place, slots[SLOT]);
        }
        return;
    }
    let [x, y, z] = row.three_mut();
    for (slots, ((x, y), z)) in columns.iter().zip(x.iter_mut().zip(y).zip(z)) {
        [*x, *y, *z] = slots[SLOT];
    }
}

impl<T, F, G, M, const INNER: bool> LinkRows<F> for Window<'_, T, G, M, INNER>
where
    T: Scalar,
    F: Family<T>,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<const D: usize, const FIRST: usize>(&mut self, family: &F) {
        if !INNER {
            return;
        }
        let (rows, bit) = ([self.row; 2], bit(D as isize, 0));
        let (extent, columns) = (self.extent, &mut *self.columns);
        if self.free[0] && self.around.are_whole(self.row, bit) {
            within::<T, F, G, D, FIRST, false>(extent, columns, None, family);
        } else if let Some(of) = self.around.some(rows, bit) {
            within::<T, F, G, D, FIRST, true>(extent, columns, Some(&of), family);
        }
    }

    #[inline(always)]
    fn between<const A: usize, const B: usize, const DISTANCE: usize>(&mut self, family: &F) {
        if INNER {
            return;
        }
        let bit = bit(B as isize - A as isize, DISTANCE);
        // The row itself is the lower end on the way down, the upper on the way up.
        if self.downwards {
            if let Some(upper) = self.row.checked_sub(DISTANCE) {
                self.to::<F, B, A, DISTANCE>([upper, self.row], bit, family);
            }
        } else if self.row + DISTANCE < self.extent.rows() {
            self.to::<F, A, B, DISTANCE>([self.row, self.row + DISTANCE], bit, family);
        }
    }
}

impl<T: Scalar, G: Extent, M: Tear<G>, const INNER: bool> Window<'_, T, G, M, INNER> {
    /// Links from column i + A of the row to column i + B of the one DISTANCE rows before; `rows`: the upper one and
    /// the lower. On the way down links begin in the other row.
    #[inline(always)]
    fn to<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        rows: [usize; 2],
        bit: u8,
        family: &F,
    ) {
        let (extent, columns) = (self.extent, &mut *self.columns);
        if self.free[0] & self.free[DISTANCE] && self.around.are_whole(rows[0], bit) {
            let of = (None, 0);
            between::<T, F, G, A, B, DISTANCE, false>(extent, columns, of, family);
        } else if let Some(of) = self.around.some(rows, bit) {
            let (of, first) = match self.downwards {
                true => (of.reversed(), B),
                false => (of, A),
            };
            between::<T, F, G, A, B, DISTANCE, true>(extent, columns, (Some(&of), first), family);
        }
    }
}

/// Keeps the compiler from moving later reads before this point on an Armv6-M, which has seven registers for a link.
/// (It is the Arm without atomics.) Other cores have registers enough.
#[inline(always)]
fn keep_order() {
    if cfg!(all(target_arch = "arm", not(target_has_atomic = "32"))) {
        compiler_fence(Ordering::SeqCst);
    }
}

/// One link, whose ends may not both move.
#[inline(always)]
fn project<T: Scalar, F: Family<T>>(
    (a, b): (&mut [T; 3], &mut [T; 3]),
    moves: [bool; 2],
    link: &F,
) {
    if !(moves[0] & moves[1]) {
        project_some::<T, F>((a, b), moves, link);
        return;
    }
    // One component at a time: for more of them there are no registers.
    let x = b[0].minus(a[0]);
    keep_order();
    let y = b[1].minus(a[1]);
    keep_order();
    let z = b[2].minus(a[2]);
    let Some(pull) = link.pull_near([x, y, z]) else {
        project_some::<T, F>((a, b), moves, link);
        return;
    };
    // Reading the ends again costs less than the stack, where the compiler would keep them for want of
    // registers.
    keep_order();
    for k in 0..3 {
        a[k] = a[k].plus(pull[k]);
        b[k] = b[k].minus(pull[k]);
    }
}

/// A link of which not both ends move, or that is far from its rest length.
#[cold]
#[inline(never)]
fn project_some<T: Scalar, F: Family<T>>(
    (a, b): (&mut [T; 3], &mut [T; 3]),
    moves: [bool; 2],
    family: &F,
) {
    let link = if moves[0] & moves[1] {
        *family
    } else {
        family.held()
    };
    let pull = link.pull(minus(*b, *a));
    let share = |moves: bool| each(pull, |p| if moves { p } else { T::ZERO });
    (*a, *b) = (plus(*a, share(moves[0])), minus(*b, share(moves[1])));
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

/// The links from column c + A of the first row to column c + B of row SLOT. SOME may be broken or have pinned
/// ends: a link begins at column c + `first`.
#[inline(never)]
fn between<T, F, G, const A: usize, const B: usize, const SLOT: usize, const SOME: bool>(
    extent: G,
    columns: &mut [Slots<T>],
    (which, first): (Option<&Which<'_, G>>, usize),
    family: &F,
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
        let mut moves = [true; 2];
        if SOME && let Some(which) = which {
            let [a, b, begin] = [c + A, c + B, c + first].map(|column| extent.place(column));
            moves = which.moves(begin, [a, b]);
        }
        project::<T, F>(ends, moves, family);
    }
}

/// Columns i and j > i of the first row, as [`across`].
#[inline(always)]
fn along<T>(columns: &mut [Slots<T>], i: usize, j: usize) -> Option<(&mut [T; 3], &mut [T; 3])> {
    let (head, tail) = columns.split_at_mut_checked(j)?;
    Some((&mut head.get_mut(i)?[0], &mut tail.first_mut()?[0]))
}

/// The links of a colour within the first row, see [`LinkRows::within`].
#[inline(never)]
fn within<T, F, G, const D: usize, const FIRST: usize, const SOME: bool>(
    extent: G,
    columns: &mut [Slots<T>],
    which: Option<&Which<'_, G>>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    for_each_of_colour::<D, FIRST>(columns.len(), |i, j| {
        let mut moves = [true; 2];
        if SOME && let Some(which) = which {
            let [from, to] = [i, j].map(|column| extent.place(column));
            moves = which.moves(from, [from, to]);
        }
        if let Some(ends) = along(columns, i, j) {
            project::<T, F>(ends, moves, family);
        }
    });
}

/// Calls `project` with the columns of each link of a colour. By whole blocks: a bound for each block, or a step that
/// is divided by, costs a Cortex-M0 several cycles a link.
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
