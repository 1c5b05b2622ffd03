//! The links within a row, for vector units.
//!
//! Links between neighbours join lanes of one vector. So the row is de-interleaved
//! into four quarters: every fourth column from 0, 1, 2 and 3 on. Then each colour of
//! each family is links between two quarters, as it is between rows elsewhere: columns
//! 4k and 4k + 1 lie side by side in the first two. The order of the links is the
//! same, and so is every bit.

use super::family::Family;
use crate::scalar::Scalar;
use crate::tear::Without;
use crate::vector::{minus, plus, select};

/// Lanes that the quarters take: positions and inverse masses.
pub(super) const LANES: usize = 16;

/// Every fourth column of a row, from 0, 1, 2 and 3 on. What lies beyond is left
/// from other rows and never used.
#[derive(Debug)]
pub(super) struct Quarters<'a, T> {
    columns: usize,
    position: [[&'a mut [T]; 3]; 4],
    /// Inverse masses; those of the last row with pins.
    weight: [&'a mut [T]; 4],
}

impl<'a, T: Scalar> Quarters<'a, T> {
    /// Quarters of rows of so many columns, in lanes of at least as many.
    pub(super) fn new(columns: usize, lanes: [&'a mut [T]; LANES]) -> Self {
        let mut lanes = lanes.into_iter();
        let mut next = |_| lanes.next().unwrap_or_default();
        Self {
            columns,
            position: core::array::from_fn(|_| core::array::from_fn(&mut next)),
            weight: core::array::from_fn(&mut next),
        }
    }

    /// De-interleaves a row.
    #[inline(always)]
    pub(super) fn take(&mut self, row: [&[T]; 3]) {
        let [a, b, c, d] = &mut self.position;
        for ((((from, a), b), c), d) in row.into_iter().zip(a).zip(b).zip(c).zip(d) {
            split(self.columns, from, a, b, c, d);
        }
    }

    /// De-interleaves the inverse masses of a row with pins.
    #[inline(always)]
    pub(super) fn take_weights(&mut self, weight: &[T]) {
        let [u, v, w, x] = &mut self.weight;
        split(self.columns, weight, u, v, w, x);
    }

    /// Puts the row together again.
    #[inline(always)]
    pub(super) fn give(&self, row: [&mut [T]; 3]) {
        let [a, b, c, d] = &self.position;
        for ((((to, a), b), c), d) in row.into_iter().zip(a).zip(b).zip(c).zip(d) {
            join(self.columns, to, a, b, c, d);
        }
    }

    /// Projects the links over D columns of the colour that begins at column FIRST;
    /// with `links` those that are whole.
    #[inline(always)]
    pub(super) fn project<F: Family<T>, const D: usize, const FIRST: usize, const PINS: bool>(
        &mut self,
        links: Option<Without<'_>>,
        family: &F,
    ) {
        let columns = self.columns;
        let [a, b, c, d] = &mut self.position;
        let [u, v, w, x] = self.weight.each_ref().map(|weight| &**weight);
        match (D, FIRST) {
            (1, 0) => {
                side_by_side::<T, F, 0, 1, PINS>(columns, a, b, [u, v], links, family);
                side_by_side::<T, F, 2, 3, PINS>(columns, c, d, [w, x], links, family);
            }
            (1, _) => {
                side_by_side::<T, F, 1, 2, PINS>(columns, b, c, [v, w], links, family);
                side_by_side::<T, F, 3, 4, PINS>(columns, d, a, [x, u], links, family);
            }
            (_, 0) => {
                side_by_side::<T, F, 0, 2, PINS>(columns, a, c, [u, w], links, family);
                side_by_side::<T, F, 1, 3, PINS>(columns, b, d, [v, x], links, family);
            }
            _ => {
                side_by_side::<T, F, 2, 4, PINS>(columns, c, a, [w, u], links, family);
                side_by_side::<T, F, 3, 5, PINS>(columns, d, b, [x, v], links, family);
            }
        }
    }
}

/// Links from the columns 4k + FROM to 4k + TO, which lie in two quarters; TO above 3 is
/// one further in the quarter of TO − 4.
#[inline(always)]
fn side_by_side<T: Scalar, F: Family<T>, const FROM: usize, const TO: usize, const PINS: bool>(
    columns: usize,
    from: &mut [&mut [T]; 3],
    to: &mut [&mut [T]; 3],
    [weight_from, weight_to]: [&[T]; 2],
    whole: Option<Without<'_>>,
    family: &F,
) {
    let (links, shift) = (columns.saturating_sub(TO).div_ceil(4), TO / 4);
    // Whole blocks, where the quarters have the room: what lies beyond the links
    // keeps its bits.
    let lanes = links.next_multiple_of(8);
    let lanes = if lanes + shift <= weight_to.len() {
        lanes
    } else {
        links
    };
    let ([fx, fy, fz], [tx, ty, tz]) = (from, to);
    let (Some(wf), Some(wt)) = (
        weight_from.get(..lanes),
        weight_to.get(shift..shift + lanes),
    ) else {
        return;
    };
    let [fx, fy, fz] = [fx, fy, fz].map(|lane| lane.get_mut(..lanes).unwrap_or_default());
    let [tx, ty, tz] =
        [tx, ty, tz].map(|lane| lane.get_mut(shift..shift + lanes).unwrap_or_default());
    match whole {
        // Link k starts at column 4k + FROM.
        Some(whole) => pull_quarters::<T, F, PINS>(
            fx,
            fy,
            fz,
            tx,
            ty,
            tz,
            [wf, wt],
            links,
            family,
            #[inline(always)]
            |k| whole.is_whole(4 * k + FROM),
        ),
        None => pull_quarters::<T, F, PINS>(
            fx,
            fy,
            fz,
            tx,
            ty,
            tz,
            [wf, wt],
            links,
            family,
            #[inline(always)]
            |_| true,
        ),
    }
}

/// Projects links side by side; an end that is pinned keeps its bits, and so do both of
/// a link that does not exist. Each array by itself: so the compiler knows that they are
/// apart.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_quarters<T: Scalar, F: Family<T>, const PINS: bool>(
    fx: &mut [T],
    fy: &mut [T],
    fz: &mut [T],
    tx: &mut [T],
    ty: &mut [T],
    tz: &mut [T],
    [wf, wt]: [&[T]; 2],
    links: usize,
    family: &F,
    whole: impl Fn(usize) -> bool,
) {
    let (family, lanes) = (*family, fx.len());
    let others = [fy.len(), fz.len(), tx.len(), ty.len(), tz.len()];
    if others != [lanes; 5] || [wf.len(), wt.len()] != [lanes; 2] {
        return;
    }
    for k in 0..lanes {
        let exists = (k < links) & whole(k);
        let (a, b) = ([fx[k], fy[k], fz[k]], [tx[k], ty[k], tz[k]]);
        let free_a = !PINS | (wf[k] > T::ZERO);
        let free_b = !PINS | (wt[k] > T::ZERO);
        let both = free_a & free_b;
        let link = if both { family } else { family.held() };
        let pull = link.pull(minus(b, a));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        let pull_a = select(exists & free_a, pull, [-T::ZERO; 3]);
        let pull_b = select(exists & free_b, pull, [T::ZERO; 3]);
        [fx[k], fy[k], fz[k]] = plus(a, pull_a);
        [tx[k], ty[k], tz[k]] = minus(b, pull_b);
    }
}

#[inline(always)]
fn split<T: Copy>(columns: usize, from: &[T], a: &mut [T], b: &mut [T], c: &mut [T], d: &mut [T]) {
    // With the columns that a row has room for beyond its last.
    let end = columns.next_multiple_of(4);
    let end = if end <= from.len() { end } else { columns };
    let from = from.get(..end).unwrap_or_default();
    let to = a
        .iter_mut()
        .zip(b.iter_mut())
        .zip(c.iter_mut())
        .zip(d.iter_mut());
    for (four, (((a, b), c), d)) in from.chunks_exact(4).zip(to) {
        [*a, *b, *c, *d] = [four[0], four[1], four[2], four[3]];
    }
    let last = end / 4;
    for (&from, to) in from[4 * last..].iter().zip([a, b, c]) {
        to[last] = from;
    }
}

#[inline(always)]
fn join<T: Copy>(columns: usize, to: &mut [T], a: &[T], b: &[T], c: &[T], d: &[T]) {
    let end = columns.next_multiple_of(4);
    let end = if end <= to.len() { end } else { columns };
    let to = to.get_mut(..end).unwrap_or_default();
    let from = a.iter().zip(b).zip(c).zip(d);
    for (four, (((&a, &b), &c), &d)) in to.chunks_exact_mut(4).zip(from) {
        four.copy_from_slice(&[a, b, c, d]);
    }
    let last = end / 4;
    for (to, from) in to[4 * last..].iter_mut().zip([a, b, c]) {
        *to = from[last];
    }
}
