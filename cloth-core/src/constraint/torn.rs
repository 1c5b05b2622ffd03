//! The kernels for rows with broken links: all links are computed, and what the broken
//! ones would move is not kept. The others do what they do in a whole row, bit for bit.

use super::family::Family;
use super::kernel::{for_each_of_colour, project_pair};
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::Vectors3;
use crate::grid::{Row, cut, cut_mut};
use crate::lanes::all_are;
use crate::scalar::Scalar;
use crate::tear::Without;
use crate::vector::{minus, plus, select};

/// As [`project_between`](super::kernel::project_between), for those that are whole.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn between_torn<T, F, G, const A: usize, const B: usize>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    [weight_a, weight_b]: [&G::Row<Mark, 1>; 2],
    links: Without<'_>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let count = extent.columns().saturating_sub(A + B);
    let lanes = count;
    let [ax, ay, az] = cut_mut(a, A, lanes);
    let [bx, by, bz] = cut_mut(b, B, lanes);
    let ([wa], [wb]) = (cut(weight_a, A, lanes), cut(weight_b, B, lanes));
    let bits = links.0.get(A..A + lanes).unwrap_or_default();
    pull_whole(ax, ay, az, bx, by, bz, [wa, wb], (bits, links.1), family);
}

#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_whole<T: Scalar, F: Family<T>>(
    ax: &mut [T],
    ay: &mut [T],
    az: &mut [T],
    bx: &mut [T],
    by: &mut [T],
    bz: &mut [T],
    [wa, wb]: [&[Mark]; 2],
    (bits, bit): (&[u8], u8),
    family: &F,
) {
    let (family, lanes) = (*family, ax.len());
    let others = [ay.len(), az.len(), bx.len(), by.len(), bz.len()];
    if !all_are(lanes, others) || !all_are(lanes, [wa.len(), wb.len()]) {
        return;
    }
    for i in 0..lanes {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let free = [wa[i].is_free(), wb[i].is_free()];
        let link = if free[0] & free[1] {
            family
        } else {
            family.held()
        };
        let pull = link.pull(minus(pb, pa));
        let part = |free| select(free, pull, [T::ZERO; 3]);
        // −0 added and +0 taken away change no bit; see `along`.
        let whole = bits.get(i).is_none_or(|bits| bits & bit == 0);
        let part_a = select(whole, part(free[0]), [-T::ZERO; 3]);
        let part_b = select(whole, part(free[1]), [T::ZERO; 3]);
        [ax[i], ay[i], az[i]] = plus(pa, part_a);
        [bx[i], by[i], bz[i]] = minus(pb, part_b);
    }
}

/// As [`project_within`](super::kernel::project_within), for those that are whole.
#[inline(never)]
pub(super) fn within_torn<T, F, G, const D: usize, const FIRST: usize>(
    extent: G,
    row: &mut Row<T, G>,
    weight: &G::Row<Mark, 1>,
    links: Without<'_>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let [weight] = weight.lanes();
    // Always there: asked so that a step holds no path to a panic.
    let is_free = |i: usize| weight.get(i).is_some_and(|mark| mark.is_free());
    for_each_of_colour::<D, FIRST>(extent.columns(), |i, j| {
        let (a, b) = (row.get(i), row.get(j));
        let free = [is_free(i), is_free(j)];
        let (to_a, to_b) = project_pair::<T, F>(a, b, free, family);
        let whole = links.is_whole(i);
        row.set(i, select(whole, to_a, a));
        row.set(j, select(whole, to_b, b));
    });
}
