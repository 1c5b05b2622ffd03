//! The links within a row, for vector units.
//!
//! Links between neighbours join lanes of one vector. So the row is dealt out
//! to four rows: every fourth column from 0, 1, 2 and 3 on. Then each colour of
//! each family is links between two whole rows, as everywhere else: columns 4k
//! and 4k + 1 lie side by side in the first two. The order of the links is the
//! same, and so is every bit.

use super::family::Family;
use super::kernel::Weights;
use super::torn::{AllLanes, DealtLinks, Lanes};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::turns;
use crate::tear::Without;
use crate::vector::{minus, plus, select};
use core::hint::black_box;

/// Every fourth column of a row, from 0, 1, 2 and 3 on. What lies beyond is left
/// from other rows and never used.
#[derive(Debug)]
pub(super) struct Dealt<T, const W: usize> {
    position: [Row<T, W>; 4],
    /// Inverse masses; those of the last row with pins.
    weight: [[T; W]; 4],
}

impl<T: Scalar, const W: usize> Dealt<T, W> {
    pub(super) const EMPTY: Self = Self {
        position: [Row::ZERO; 4],
        weight: [[T::ZERO; W]; 4],
    };

    /// Deals a row out; its inverse masses only if it has pins.
    #[inline(always)]
    pub(super) fn take(&mut self, row: &Row<T, W>, weight: Weights<T, W>) {
        let [a, b, c, d] = &mut self.position;
        deal(&row.x, [&mut a.x, &mut b.x, &mut c.x, &mut d.x]);
        deal(&row.y, [&mut a.y, &mut b.y, &mut c.y, &mut d.y]);
        deal(&row.z, [&mut a.z, &mut b.z, &mut c.z, &mut d.z]);
        if !weight.all_free {
            let [u, v, w, x] = &mut self.weight;
            deal(weight.of, [u, v, w, x]);
        }
    }

    /// Projects the links over D columns of the colour that begins at column FIRST.
    #[inline(always)]
    pub(super) fn project<F: Family<T>, const D: usize, const FIRST: usize, const PINS: bool>(
        &mut self,
        family: &F,
    ) {
        self.project_lanes::<F, D, FIRST, PINS>(family, &AllLanes);
    }

    /// As [`project`](Dealt::project), where some links of the row are broken.
    #[inline(always)]
    pub(super) fn project_torn<F: Family<T>, const D: usize, const FIRST: usize>(
        &mut self,
        weight: &[T; W],
        links: Without<'_, W>,
        family: &F,
    ) {
        let mut lanes = DealtLinks::new(links.1);
        let [e, f, g, h] = &mut lanes.links;
        deal(links.0, [e, f, g, h]);
        let [u, v, w, x] = &mut self.weight;
        deal(weight, [u, v, w, x]);
        self.project_lanes::<F, D, FIRST, true>(family, &lanes);
    }

    #[inline(always)]
    fn project_lanes<F: Family<T>, const D: usize, const FIRST: usize, const PINS: bool>(
        &mut self,
        family: &F,
        lanes: &impl Lanes,
    ) {
        let [a, b, c, d] = &mut self.position;
        let [u, v, w, x] = &self.weight;
        match (D, FIRST) {
            (1, 0) => {
                side_by_side::<T, F, W, 0, 1, PINS>(a, b, [u, v], family, lanes);
                side_by_side::<T, F, W, 2, 3, PINS>(c, d, [w, x], family, lanes);
            }
            (1, _) => {
                side_by_side::<T, F, W, 1, 2, PINS>(b, c, [v, w], family, lanes);
                side_by_side::<T, F, W, 3, 4, PINS>(d, a, [x, u], family, lanes);
            }
            (_, 0) => {
                side_by_side::<T, F, W, 0, 2, PINS>(a, c, [u, w], family, lanes);
                side_by_side::<T, F, W, 1, 3, PINS>(b, d, [v, x], family, lanes);
            }
            _ => {
                side_by_side::<T, F, W, 2, 4, PINS>(c, a, [w, u], family, lanes);
                side_by_side::<T, F, W, 3, 5, PINS>(d, b, [x, v], family, lanes);
            }
        }
    }

    /// Puts the row together again.
    #[inline(always)]
    pub(super) fn give(&self, row: &mut Row<T, W>) {
        let [a, b, c, d] = &self.position;
        gather(&mut row.x, [&a.x, &b.x, &c.x, &d.x]);
        gather(&mut row.y, [&a.y, &b.y, &c.y, &d.y]);
        gather(&mut row.z, [&a.z, &b.z, &c.z, &d.z]);
    }
}

/// Links from the columns 4k + FROM to 4k + TO, which lie in two of the four
/// rows; TO above 3 is one further in the row of TO − 4.
#[inline(always)]
fn side_by_side<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const FROM: usize,
    const TO: usize,
    const PINS: bool,
>(
    from: &mut Row<T, W>,
    to: &mut Row<T, W>,
    weights: [&[T; W]; 2],
    family: &F,
    exist: &impl Lanes,
) {
    let family = *family;
    let (links, shift) = (W.saturating_sub(TO).div_ceil(4), TO / 4);
    // Whole blocks, where the rows have the room: what lies beyond the links
    // keeps its bits.
    let lanes = links.next_multiple_of(8);
    let lanes = if lanes + shift <= W { lanes } else { links };
    // If the compiler knew how many links there are, it would take the lanes
    // without one out of a single block, and compute the others one by one.
    if lanes == 8 {
        let end = if links == 8 { 8 } else { black_box(links) };
        for k in 0..8 {
            let exists = (k < end) & exist.hold(FROM, k);
            lane::<T, F, W, PINS>(from, to, weights, [k, k + shift], exists, &family);
        }
    } else {
        for k in 0..turns(lanes) {
            let exists = (k < links) & exist.hold(FROM, k);
            lane::<T, F, W, PINS>(from, to, weights, [k, k + shift], exists, &family);
        }
    }
}

/// Projects one link of a block of lanes, from column i of one row to column j of
/// another; an end that is pinned keeps its bits, and so do both of a link that
/// does not exist. A function and no closure: a closure's captures hide from the
/// compiler that the rows are apart.
#[inline(always)]
fn lane<T: Scalar, F: Family<T>, const W: usize, const PINS: bool>(
    from: &mut Row<T, W>,
    to: &mut Row<T, W>,
    [weight_from, weight_to]: [&[T; W]; 2],
    [i, j]: [usize; 2],
    exists: bool,
    family: &F,
) {
    let (a, b) = (from.get(i), to.get(j));
    let free_a = !PINS | (weight_from[i] > T::ZERO);
    let free_b = !PINS | (weight_to[j] > T::ZERO);
    let both = free_a & free_b;
    let link = if both { *family } else { family.held() };
    let pull = link.pull(minus(b, a));
    // −0 added and +0 taken away change no bit of any number. Were the old value
    // selected instead, the compiler would store by mask, which is slow.
    let pull_a = select(exists & free_a, pull, [-T::ZERO; 3]);
    let pull_b = select(exists & free_b, pull, [T::ZERO; 3]);
    from.set(i, plus(a, pull_a));
    to.set(j, minus(b, pull_b));
}

#[inline(always)]
fn deal<T: Copy, const W: usize>(from: &[T; W], [a, b, c, d]: [&mut [T; W]; 4]) {
    // Did the compiler know how few turns there are, it would take the loop apart
    // and move one number at a time.
    let to = a
        .iter_mut()
        .zip(b.iter_mut())
        .zip(c.iter_mut())
        .zip(d.iter_mut());
    for (four, (((a, b), c), d)) in black_box(from.as_slice()).chunks_exact(4).zip(to) {
        [*a, *b, *c, *d] = [four[0], four[1], four[2], four[3]];
    }
    let last = W / 4;
    for (column, to) in (4 * last..W).zip([a, b, c]) {
        to[last] = from[column];
    }
}

#[inline(always)]
fn gather<T: Scalar, const W: usize>(to: &mut [T; W], [a, b, c, d]: [&[T; W]; 4]) {
    for k in 0..W / 4 {
        to[4 * k] = a[k];
        to[4 * k + 1] = b[k];
        to[4 * k + 2] = c[k];
        to[4 * k + 3] = d[k];
    }
    let last = W / 4;
    for (column, from) in (4 * last..W).zip([a, b, c]) {
        to[column] = from[last];
    }
}
