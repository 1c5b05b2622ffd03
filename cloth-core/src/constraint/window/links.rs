//! The links of the copy: within its first row, and from there to one of the others.

use super::super::family::Family;
use super::super::kernel::{for_each_of_colour, project_pair};
use super::{Slots, slots};
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::scalar::Scalar;
use crate::tear::Without;
use crate::vector::minus;
use core::sync::atomic::{Ordering, compiler_fence};

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
fn project<T: Scalar, F: Family<T>>(a: &mut [T; 3], b: &mut [T; 3], link: &F) {
    // One component at a time: for more of them there are no registers.
    let x = b[0].minus(a[0]);
    keep_order();
    let y = b[1].minus(a[1]);
    keep_order();
    let z = b[2].minus(a[2]);
    let Some(pull) = link.pull_near([x, y, z]) else {
        project_far::<T, F>(a, b, link);
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

#[cold]
#[inline(never)]
fn project_far<T: Scalar, F: Family<T>>(a: &mut [T; 3], b: &mut [T; 3], link: &F) {
    let pull = link.pull(minus(*b, *a));
    for k in 0..3 {
        a[k] = a[k].plus(pull[k]);
        b[k] = b[k].minus(pull[k]);
    }
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
pub(super) fn between_free<T, F, G, const A: usize, const B: usize, const SLOT: usize>(
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
        let Some((a, b)) = across::<T, A, B, SLOT>(columns, c) else {
            return;
        };
        project::<T, F>(a, b, link);
    }
}

/// Rows with pins have few: most links are as everywhere else.
#[inline(never)]
pub(super) fn between_pinned<T, F, G, const A: usize, const B: usize, const SLOT: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    weights: [&G::Row<Mark, 1>; 2],
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [[weight_a], [weight_b]] = weights.map(|weight| weight.lanes());
    for c in 0..columns.len().saturating_sub(A + B) {
        let free = [
            is_above(weight_a, extent.place(c + A)),
            is_above(weight_b, extent.place(c + B)),
        ];
        let Some((a, b)) = across::<T, A, B, SLOT>(columns, c) else {
            return;
        };
        if free[0] & free[1] {
            project::<T, F>(a, b, family);
        } else {
            project_pinned::<T, F>(a, b, free, family);
        }
    }
}

/// Whether an inverse mass is that of a free particle.
#[inline(always)]
fn is_above(weight: &[Mark], column: usize) -> bool {
    weight.get(column).is_some_and(|mark| mark.is_free())
}

/// As [`between_pinned`], for the links that are whole. A core without vectors
/// spares itself the others.
#[inline(never)]
pub(super) fn between_torn<T, F, G, const A: usize, const B: usize, const SLOT: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    weights: [&G::Row<Mark, 1>; 2],
    whole: impl Fn(usize) -> bool,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [[weight_a], [weight_b]] = weights.map(|weight| weight.lanes());
    for c in (0..columns.len().saturating_sub(A + B)).filter(|&c| whole(c)) {
        let free = [
            is_above(weight_a, extent.place(c + A)),
            is_above(weight_b, extent.place(c + B)),
        ];
        let Some((a, b)) = across::<T, A, B, SLOT>(columns, c) else {
            return;
        };
        project_pinned::<T, F>(a, b, free, family);
    }
}

/// Columns i and j > i of the first row, as [`across`].
#[inline(always)]
fn along<T>(columns: &mut [Slots<T>], i: usize, j: usize) -> Option<(&mut [T; 3], &mut [T; 3])> {
    let (head, tail) = columns.split_at_mut_checked(j)?;
    Some((&mut head.get_mut(i)?[0], &mut tail.first_mut()?[0]))
}

#[inline(never)]
pub(super) fn within_free<T, F, G, const D: usize, const FIRST: usize>(
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
        if let Some((a, b)) = along(columns, i, j) {
            project::<T, F>(a, b, link);
        }
    });
}

#[inline(never)]
pub(super) fn within_pinned<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    weight: &G::Row<Mark, 1>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [weight] = weight.lanes();
    for_each_of_colour::<D, FIRST>(columns.len(), |i, j| {
        let free = [
            is_above(weight, extent.place(i)),
            is_above(weight, extent.place(j)),
        ];
        let Some((a, b)) = along(columns, i, j) else {
            return;
        };
        if free[0] & free[1] {
            project::<T, F>(a, b, family);
        } else {
            project_pinned::<T, F>(a, b, free, family);
        }
    });
}

/// As [`within_pinned`], for the links that are whole.
#[inline(never)]
pub(super) fn within_torn<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    columns: &mut [Slots<T>],
    weight: &G::Row<Mark, 1>,
    links: Without<'_>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let columns = slots(extent, columns);
    let [weight] = weight.lanes();
    for_each_of_colour::<D, FIRST>(columns.len(), |i, j| {
        if links.is_whole(extent.place(i)) {
            let free = [
                is_above(weight, extent.place(i)),
                is_above(weight, extent.place(j)),
            ];
            if let Some((a, b)) = along(columns, i, j) {
                project_pinned::<T, F>(a, b, free, family);
            }
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
