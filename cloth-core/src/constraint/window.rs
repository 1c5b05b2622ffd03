//! Solving on a copy of three rows, column by column.
//!
//! A core with few registers and short offsets, a Cortex-M0, reaches both ends
//! of a link from one address when all that belongs to a column of the three
//! rows is side by side. Number formats for such cores ask for it
//! ([`Scalar::FOR_SMALL_CORES`]). The order of the links is the same, and so is the
//! result.

use super::family::Family;
use super::kernel::{for_each_of_colour, project_pair};
use super::walk::{RowSolver, Rows, broken, nth};
use crate::cloth::Cloth;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::tear::{Mask, Tear, Without, bit};
use crate::vector::minus;
use core::sync::atomic::{Ordering, compiler_fence};

/// For each column the particles of a row and of the two that the pass was at
/// before.
type Columns<T, const W: usize> = [[[T; 3]; 3]; W];

/// The copy. INNER: the links within the row have their turn; else those between
/// it and the two others.
struct Window<'a, T, M, const W: usize, const H: usize, const INNER: bool> {
    columns: &'a mut Columns<T, W>,
    weights: &'a [[T; W]; H],
    free: &'a [bool; H],
    tear: &'a M,
    row: usize,
    downwards: bool,
}

/// Solves all rows, downwards or upwards.
pub(super) fn walk<T, S, M, const W: usize, const H: usize>(
    solver: &S,
    cloth: &mut Cloth<T, W, H>,
    free: &[bool; H],
    tear: &M,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    M: Tear<W, H>,
{
    let (rows, weights) = (&mut cloth.position.rows, &cloth.inverse_mass);
    let mut columns = [[[T::ZERO; 3]; 3]; W];
    for step in 0..H {
        let row = nth(step, H, downwards);
        enter(&mut columns, &rows[row]);
        solver.solve(&mut Window::<T, M, W, H, true> {
            columns: &mut columns,
            weights,
            free,
            tear,
            row,
            downwards,
        });
        solver.solve(&mut Window::<T, M, W, H, false> {
            columns: &mut columns,
            weights,
            free,
            tear,
            row,
            downwards,
        });
        // Nothing touches this row again in this direction.
        if step >= 2 {
            leave::<T, W, 2>(&columns, &mut rows[nth(step - 2, H, downwards)]);
        }
    }
    leave::<T, W, 0>(&columns, &mut rows[nth(H - 1, H, downwards)]);
    if H > 1 {
        leave::<T, W, 1>(&columns, &mut rows[nth(H - 2, H, downwards)]);
    }
}

/// Moves the rows on by one, of which the last is lost, and takes in another.
fn enter<T: Scalar, const W: usize>(columns: &mut Columns<T, W>, row: &Row<T, W>) {
    enter_component::<T, W, 0>(columns, &row.x);
    enter_component::<T, W, 1>(columns, &row.y);
    enter_component::<T, W, 2>(columns, &row.z);
}

/// One component at a time: so the addresses fit into registers.
#[inline(never)]
fn enter_component<T: Scalar, const W: usize, const K: usize>(
    columns: &mut Columns<T, W>,
    component: &[T; W],
) {
    for i in 0..W {
        let [first, second, third] = &mut columns[i];
        third[K] = second[K];
        second[K] = first[K];
        first[K] = component[i];
    }
}

/// Writes a row of the copy back.
fn leave<T: Scalar, const W: usize, const SLOT: usize>(
    columns: &Columns<T, W>,
    row: &mut Row<T, W>,
) {
    leave_component::<T, W, SLOT, 0>(columns, &mut row.x);
    leave_component::<T, W, SLOT, 1>(columns, &mut row.y);
    leave_component::<T, W, SLOT, 2>(columns, &mut row.z);
}

#[inline(never)]
fn leave_component<T: Scalar, const W: usize, const SLOT: usize, const K: usize>(
    columns: &Columns<T, W>,
    component: &mut [T; W],
) {
    for i in 0..W {
        component[i] = columns[i][SLOT][K];
    }
}

impl<T, M, const W: usize, const H: usize, const INNER: bool> Rows<T>
    for Window<'_, T, M, W, H, INNER>
where
    T: Scalar,
    M: Tear<W, H>,
{
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        if !INNER {
            return;
        }
        let links = broken((self.tear, 0), self.row, bit(D as isize, 0));
        if let Some(links) = links {
            let weight = &self.weights[self.row];
            within_torn::<T, F, W, D, FIRST>(self.columns, weight, links, family);
        } else if self.free[self.row] {
            within_free::<T, F, W, D, FIRST>(self.columns, family);
        } else {
            within_pinned::<T, F, W, D, FIRST>(self.columns, &self.weights[self.row], family);
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
                let links = broken((self.tear, 0), upper, bit);
                self.to::<F, B, A, DISTANCE>(upper, (links, A), family);
            }
        } else if self.row + DISTANCE < self.weights.len() {
            let links = broken((self.tear, 0), self.row, bit);
            self.to::<F, A, B, DISTANCE>(self.row + DISTANCE, (links, A), family);
        }
    }
}

impl<T, M, const W: usize, const H: usize, const INNER: bool> Window<'_, T, M, W, H, INNER>
where
    T: Scalar,
    M: Tear<W, H>,
{
    /// Links from column i + A of the row to column i + B of `other`, DISTANCE rows
    /// before; link c starts at column c + `first` of the upper of the two.
    #[inline(always)]
    fn to<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        other: usize,
        (links, first): (Option<Without<'_, W>>, usize),
        family: &F,
    ) {
        if let Some(links) = links {
            let weights = [&self.weights[self.row], &self.weights[other]];
            let whole = |c: usize| c + first < W && links.whole(c + first);
            between_torn::<T, F, W, A, B, DISTANCE>(self.columns, weights, whole, family);
        } else if self.free[self.row] & self.free[other] {
            between_free::<T, F, W, A, B, DISTANCE>(self.columns, family);
        } else {
            let weights = [&self.weights[self.row], &self.weights[other]];
            between_pinned::<T, F, W, A, B, DISTANCE>(self.columns, weights, family);
        }
    }
}

/// One link.
#[inline(always)]
fn project<T: Scalar, F: Family<T>>(a: &mut [T; 3], b: &mut [T; 3], link: &F) {
    let Some(pull) = link.pull_near(minus(*b, *a)) else {
        project_far::<T, F>(a, b, link);
        return;
    };
    // The ends are to be read again: what the compiler would rather keep it
    // keeps on the stack, for want of registers, and that costs more.
    compiler_fence(Ordering::SeqCst);
    for k in 0..3 {
        a[k] = a[k].plus(pull[k]);
        b[k] = b[k].minus(pull[k]);
    }
}

#[cold]
#[inline(never)]
fn project_far<T: Scalar, F: Family<T>>(a: &mut [T; 3], b: &mut [T; 3], link: &F) {
    let pull = link.pull(minus(*b, *a));
    for k in 0..3 {
        a[k] = a[k].plus(pull[k]);
        b[k] = b[k].minus(pull[k]);
    }
}

/// Column `c + A` of the first row and column `c + B` of row SLOT.
#[inline(always)]
fn across<T, const W: usize, const A: usize, const B: usize, const SLOT: usize>(
    columns: &mut Columns<T, W>,
    c: usize,
) -> (&mut [T; 3], &mut [T; 3]) {
    if A == B {
        let (head, tail) = columns[c + A].split_at_mut(SLOT);
        return (&mut head[0], &mut tail[0]);
    }
    let (head, tail) = columns.split_at_mut(c + A + B);
    let (left, right) = (&mut head[c], &mut tail[0]);
    if A == 0 {
        (&mut left[0], &mut right[SLOT])
    } else {
        (&mut right[0], &mut left[SLOT])
    }
}

#[inline(never)]
fn between_free<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const A: usize,
    const B: usize,
    const SLOT: usize,
>(
    columns: &mut Columns<T, W>,
    link: &F,
) {
    for c in 0..W.saturating_sub(A + B) {
        let (a, b) = across::<T, W, A, B, SLOT>(columns, c);
        project::<T, F>(a, b, link);
    }
}

/// Rows with pins have few: most links are as everywhere else.
#[inline(never)]
fn between_pinned<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const A: usize,
    const B: usize,
    const SLOT: usize,
>(
    columns: &mut Columns<T, W>,
    [weight_a, weight_b]: [&[T; W]; 2],
    family: &F,
) {
    for c in 0..W.saturating_sub(A + B) {
        let free = [weight_a[c + A] > T::ZERO, weight_b[c + B] > T::ZERO];
        let (a, b) = across::<T, W, A, B, SLOT>(columns, c);
        if free[0] & free[1] {
            project::<T, F>(a, b, family);
        } else {
            project_pinned::<T, F>(a, b, free, family);
        }
    }
}

/// As [`between_pinned`], for the links that are whole. A core without vectors
/// spares itself the others.
#[inline(never)]
fn between_torn<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const A: usize,
    const B: usize,
    const SLOT: usize,
>(
    columns: &mut Columns<T, W>,
    [weight_a, weight_b]: [&[T; W]; 2],
    whole: impl Fn(usize) -> bool,
    family: &F,
) {
    for c in (0..W.saturating_sub(A + B)).filter(|&c| whole(c)) {
        let free = [weight_a[c + A] > T::ZERO, weight_b[c + B] > T::ZERO];
        let (a, b) = across::<T, W, A, B, SLOT>(columns, c);
        project_pinned::<T, F>(a, b, free, family);
    }
}

/// Columns i and j > i of the first row.
#[inline(always)]
fn along<T, const W: usize>(
    columns: &mut Columns<T, W>,
    i: usize,
    j: usize,
) -> (&mut [T; 3], &mut [T; 3]) {
    let (head, tail) = columns.split_at_mut(j);
    (&mut head[i][0], &mut tail[0][0])
}

#[inline(never)]
fn within_free<T: Scalar, F: Family<T>, const W: usize, const D: usize, const FIRST: usize>(
    columns: &mut Columns<T, W>,
    link: &F,
) {
    for_each_of_colour::<W, D, FIRST>(|i, j| {
        let (a, b) = along(columns, i, j);
        project::<T, F>(a, b, link);
    });
}

#[inline(never)]
fn within_pinned<T: Scalar, F: Family<T>, const W: usize, const D: usize, const FIRST: usize>(
    columns: &mut Columns<T, W>,
    weight: &[T; W],
    family: &F,
) {
    for_each_of_colour::<W, D, FIRST>(|i, j| {
        let free = [weight[i] > T::ZERO, weight[j] > T::ZERO];
        let (a, b) = along(columns, i, j);
        if free[0] & free[1] {
            project::<T, F>(a, b, family);
        } else {
            project_pinned::<T, F>(a, b, free, family);
        }
    });
}

/// As [`within_pinned`], for the links that are whole.
#[inline(never)]
fn within_torn<T: Scalar, F: Family<T>, const W: usize, const D: usize, const FIRST: usize>(
    columns: &mut Columns<T, W>,
    weight: &[T; W],
    links: Without<'_, W>,
    family: &F,
) {
    for_each_of_colour::<W, D, FIRST>(|i, j| {
        if links.whole(i) {
            let free = [weight[i] > T::ZERO, weight[j] > T::ZERO];
            let (a, b) = along(columns, i, j);
            project_pinned::<T, F>(a, b, free, family);
        }
    });
}

/// A link that may have a pin.
#[cold]
#[inline(never)]
fn project_pinned<T: Scalar, F: Family<T>>(
    a: &mut [T; 3],
    b: &mut [T; 3],
    free: [bool; 2],
    family: &F,
) {
    (*a, *b) = project_pair::<T, F>(*a, *b, free, family);
}

#[cfg(test)]
mod tests;
