//! The kernels that everything position-based is made of.
//!
//! All move the ends of a link along it: each end that is free takes its share
//! of the difference k · (1 − l₀/l) · d, half of it where both are, all of it
//! where the other is pinned (S0's half/half correction ignores that).
//!
//! Plain loops over whole rows whose iterations share nothing: the
//! compiler turns them into packed roots and divisions, the results do not
//! depend on how wide those are, and a scalar processor runs the same loop.
//! Where rows have room for whole vectors the last links are done with lanes beyond
//! the edge, which keep what they have.
//! Rows without pins, nearly all, are spared the look at the inverse masses;
//! the results are the same.

use super::family::Family;
use crate::cloth::Mark;
use crate::extent::Extent;
use crate::grid::Vectors3;
use crate::grid::{Row, cut, cut_mut};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{each, minus, plus};

/// A row's marks, and whether all of its particles are free.
#[derive(Debug)]
pub(super) struct Weights<'a, G: Extent> {
    pub(super) of: &'a G::Row<Mark, 1>,
    pub(super) all_free: bool,
}

impl<G: Extent> Clone for Weights<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Extent> Copy for Weights<'_, G> {}

/// Links from column i + A of row `a` to column i + B of row `b`.
#[inline(always)]
pub(super) fn project_between<T, F, G, const A: usize, const B: usize>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    weights: [Weights<'_, G>; 2],
    family: &F,
    vectors: Vectors<T, G>,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    if weights[0].all_free & weights[1].all_free {
        between_free::<T, F, G, A, B>(extent, a, b, family);
    } else {
        let weights = weights.map(|weight| weight.of);
        between_some(extent, a, b, weights, family, [A, B], vectors);
    }
}

/// Links of rows with pins: out of line, in the widest form.
#[cfg_attr(feature = "std", cold)]
#[cfg_attr(feature = "std", inline(never))]
#[cfg_attr(not(feature = "std"), inline(always))]
fn between_some<T: Scalar, F: Family<T>, G: Extent>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    weights: [&G::Row<Mark, 1>; 2],
    family: &F,
    first: [usize; 2],
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || between_pinned::<T, F, G>(extent, a, b, weights, family, first),
    );
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn between_free<T, F, G, const A: usize, const B: usize>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, links) = (*link, extent.columns().saturating_sub(A + B));
    let [ax, ay, az] = cut_mut(a, A, links);
    let [bx, by, bz] = cut_mut(b, B, links);
    let a = ax.iter_mut().zip(ay).zip(az);
    let b = bx.iter_mut().zip(by).zip(bz);
    for (((ax, ay), az), ((bx, by), bz)) in a.zip(b) {
        let (pa, pb) = ([*ax, *ay, *az], [*bx, *by, *bz]);
        let pull = link.pull(minus(pb, pa));
        [*ax, *ay, *az] = plus(pa, pull);
        [*bx, *by, *bz] = minus(pb, pull);
    }
}

/// Rows with pins are few. One function serves all offsets A and B: it saves
/// flash.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn between_pinned<T: Scalar, F: Family<T>, G: Extent>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    [weight_a, weight_b]: [&G::Row<Mark, 1>; 2],
    family: &F,
    [first_a, first_b]: [usize; 2],
) {
    let links = extent.columns().saturating_sub(first_a + first_b);
    let [ax, ay, az] = cut_mut(a, first_a, links);
    let [bx, by, bz] = cut_mut(b, first_b, links);
    let ([wa], [wb]) = (cut(weight_a, first_a, links), cut(weight_b, first_b, links));
    let a = ax.iter_mut().zip(ay).zip(az).zip(wa);
    let b = bx.iter_mut().zip(by).zip(bz).zip(wb);
    for ((((ax, ay), az), &wa), (((bx, by), bz), &wb)) in a.zip(b) {
        let free = [wa.is_free(), wb.is_free()];
        let (pa, pb) = project_pair::<T, F>([*ax, *ay, *az], [*bx, *by, *bz], free, family);
        [*ax, *ay, *az] = pa;
        [*bx, *by, *bz] = pb;
    }
}

/// The inner links of a row of one colour: in blocks of 2D columns from column
/// FIRST on, column j of a block to column j + D. No particle is touched twice.
#[inline(always)]
pub(super) fn project_within<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    row: &mut Row<T, G>,
    weight: Weights<'_, G>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    if weight.all_free {
        colour_free::<T, F, G, D, FIRST>(extent, row, family);
    } else {
        colour_pinned::<T, F, G>(extent, row, weight.of, family, [D, FIRST]);
    }
}

#[inline(never)]
fn colour_free<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    row: &mut Row<T, G>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let link = *link;
    for_each_of_colour::<D, FIRST>(extent.columns(), |i, j| {
        let (a, b) = (row.get(i), row.get(j));
        let pull = link.pull(minus(b, a));
        row.set(i, plus(a, pull));
        row.set(j, minus(b, pull));
    });
}

/// One function serves all colours, for the sake of flash.
#[inline(never)]
fn colour_pinned<T: Scalar, F: Family<T>, G: Extent>(
    extent: G,
    row: &mut Row<T, G>,
    weight: &G::Row<Mark, 1>,
    family: &F,
    [distance, first]: [usize; 2],
) {
    let columns = extent.columns();
    let [weight] = cut(weight, 0, columns);
    // The blocks of 2·`distance` columns from `first` on.
    for i in (0..columns).filter(|i| *i >= first && (*i - first) & distance == 0) {
        let j = i + distance;
        // Asked so that a step holds no path to a panic.
        if let (Some(&of_i), Some(&of_j)) = (weight.get(i), weight.get(j)) {
            let free = [of_i.is_free(), of_j.is_free()];
            let (a, b) = project_pair::<T, F>(row.get(i), row.get(j), free, family);
            row.set(i, a);
            row.set(j, b);
        }
    }
}

/// Calls `project` with the columns of each link of a colour.
#[inline(always)]
pub(super) fn for_each_of_colour<const D: usize, const FIRST: usize>(
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
    let part = |free: bool| each(pull, |p| if free { p } else { T::ZERO });
    (plus(a, part(free_a)), minus(b, part(free_b)))
}
