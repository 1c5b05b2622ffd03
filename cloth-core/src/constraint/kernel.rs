//! The kernels that everything position-based is made of.
//!
//! All move the ends of a link along it: each end that is free takes its share
//! of the difference k · (1 − l₀/l) · d, half of it where both are, all of it
//! where the other is pinned (S0's half/half correction ignores that).
//!
//! Plain loops over whole rows that share nothing between their turns: the
//! compiler turns them into packed roots and divisions, the results do not
//! depend on how wide those are, and a scalar processor runs the same loop.
//! Rows without pins, nearly all, are spared the look at the inverse masses;
//! the results are the same.

use super::family::Family;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::{Blocks, Vectors};
use crate::vector::{minus, plus, select};

/// A row's inverse masses, and whether all of them are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<'a, T, const W: usize> {
    pub(super) of: &'a [T; W],
    pub(super) all_free: bool,
}

/// Links from column i + A of row `a` to column i + B of row `b`.
#[inline(always)]
pub(super) fn project_between<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const A: usize,
    const B: usize,
>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    [weight_a, weight_b]: [Weights<T, W>; 2],
    family: &F,
    vectors: Vectors,
) {
    if weight_a.all_free & weight_b.all_free {
        vectors.run(
            #[inline(always)]
            || between_free::<T, F, W, A, B>(a, b, family),
        );
    } else {
        let weights = [weight_a.of, weight_b.of];
        project_pinned::<T, F, W>(a, b, weights, family, [A, B], vectors);
    }
}

#[inline(always)]
fn project_pinned<T: Scalar, F: Family<T>, const W: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    weights: [&[T; W]; 2],
    family: &F,
    first: [usize; 2],
    vectors: Vectors,
) {
    vectors.run(
        #[inline(always)]
        || between_pinned::<T, F, W>(a, b, weights, family, first),
    );
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn between_free<T: Scalar, F: Family<T>, const W: usize, const A: usize, const B: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    link: &F,
) {
    let link = *link;
    let blocks = Blocks::of(W.saturating_sub(A + B));
    for c in 0..blocks.whole {
        let (i, j) = (c + A, c + B);
        let (pa, pb) = (a.get(i), b.get(j));
        let pull = link.pull(minus(pb, pa));
        a.set(i, plus(pa, pull));
        b.set(j, minus(pb, pull));
    }
    let first = blocks.whole - blocks.done;
    match blocks.last {
        8 => last_block::<T, F, W, 8>(a, b, [first + A, first + B], blocks.done, &link),
        4 => last_block::<T, F, W, 4>(a, b, [first + A, first + B], blocks.done, &link),
        _ => {}
    }
}

/// L links, of which `done` were done before.
#[inline(always)]
fn last_block<T: Scalar, F: Family<T>, const W: usize, const L: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    [first_a, first_b]: [usize; 2],
    done: usize,
    link: &F,
) {
    for lane in 0..L {
        let (i, j) = (first_a + lane, first_b + lane);
        let (pa, pb) = (a.get(i), b.get(j));
        let pull = link.pull(minus(pb, pa));
        a.set(i, select(lane >= done, plus(pa, pull), pa));
        b.set(j, select(lane >= done, minus(pb, pull), pb));
    }
}

/// Rows with pins are few. One function serves all offsets A and B: it saves
/// flash.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn between_pinned<T: Scalar, F: Family<T>, const W: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    [weight_a, weight_b]: [&[T; W]; 2],
    family: &F,
    [first_a, first_b]: [usize; 2],
) {
    let links = W.saturating_sub(first_a + first_b);
    let of_a = first_a..first_a + links;
    let of_b = first_b..first_b + links;
    // Always there: asked so that a step holds no path to a panic.
    let (Some(ax), Some(ay), Some(az), Some(wa)) = (
        a.x.get_mut(of_a.clone()),
        a.y.get_mut(of_a.clone()),
        a.z.get_mut(of_a.clone()),
        weight_a.get(of_a),
    ) else {
        return;
    };
    let (Some(bx), Some(by), Some(bz), Some(wb)) = (
        b.x.get_mut(of_b.clone()),
        b.y.get_mut(of_b.clone()),
        b.z.get_mut(of_b.clone()),
        weight_b.get(of_b),
    ) else {
        return;
    };
    let a = ax.iter_mut().zip(ay).zip(az).zip(wa);
    let b = bx.iter_mut().zip(by).zip(bz).zip(wb);
    for ((((ax, ay), az), &wa), (((bx, by), bz), &wb)) in a.zip(b) {
        let free = [wa > T::ZERO, wb > T::ZERO];
        let (pa, pb) = project_pair::<T, F>([*ax, *ay, *az], [*bx, *by, *bz], free, family);
        [*ax, *ay, *az] = pa;
        [*bx, *by, *bz] = pb;
    }
}

/// The inner links of a row of one colour: in blocks of 2D columns from column
/// FIRST on, column j of a block to column j + D. No particle is touched twice.
#[cfg(not(feature = "std"))]
#[inline(always)]
pub(super) fn project_within<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const D: usize,
    const FIRST: usize,
>(
    row: &mut Row<T, W>,
    weight: Weights<T, W>,
    family: &F,
) {
    if weight.all_free {
        colour_free::<T, F, W, D, FIRST>(row, family);
    } else {
        colour_pinned::<T, F, W>(row, weight.of, family, [D, FIRST]);
    }
}

#[cfg(not(feature = "std"))]
#[inline(never)]
fn colour_free<T: Scalar, F: Family<T>, const W: usize, const D: usize, const FIRST: usize>(
    row: &mut Row<T, W>,
    link: &F,
) {
    let link = *link;
    for_each_of_colour::<W, D, FIRST>(|i, j| {
        let (a, b) = (row.get(i), row.get(j));
        let pull = link.pull(minus(b, a));
        row.set(i, plus(a, pull));
        row.set(j, minus(b, pull));
    });
}

/// One function serves all colours, for the sake of flash.
#[cfg(not(feature = "std"))]
#[inline(never)]
fn colour_pinned<T: Scalar, F: Family<T>, const W: usize>(
    row: &mut Row<T, W>,
    weight: &[T; W],
    family: &F,
    [distance, first]: [usize; 2],
) {
    // The blocks of 2·`distance` columns from `first` on.
    for i in (0..W).filter(|i| *i >= first && (*i - first) & distance == 0) {
        let j = i + distance;
        // Asked so that a step holds no path to a panic.
        if let (Some(&of_i), Some(&of_j)) = (weight.get(i), weight.get(j)) {
            let free = [of_i > T::ZERO, of_j > T::ZERO];
            let (a, b) = project_pair::<T, F>(row.get(i), row.get(j), free, family);
            row.set(i, a);
            row.set(j, b);
        }
    }
}

/// Calls `project` with the columns of each link of a colour.
#[inline(always)]
pub(super) fn for_each_of_colour<const W: usize, const D: usize, const FIRST: usize>(
    mut project: impl FnMut(usize, usize),
) {
    let whole = W.saturating_sub(FIRST) / (2 * D);
    for block in 0..whole {
        for lane in 0..D {
            let i = FIRST + block * 2 * D + lane;
            project(i, i + D);
        }
    }
    // A last block that is cut off by the end of the row.
    let start = FIRST + whole * 2 * D;
    for i in start..W.saturating_sub(D).max(start) {
        project(i, i + D);
    }
}

/// Both ends after the projection of a link of which any may be pinned.
#[inline(always)]
pub(super) fn project_pair<T: Scalar, F: Family<T>>(
    a: [T; 3],
    b: [T; 3],
    [free_a, free_b]: [bool; 2],
    family: &F,
) -> ([T; 3], [T; 3]) {
    let link = if free_a & free_b {
        *family
    } else {
        family.held()
    };
    let pull = link.pull(minus(b, a));
    let part = |free: bool| pull.map(|p| if free { p } else { T::ZERO });
    (plus(a, part(free_a)), minus(b, part(free_b)))
}
