//! The links within a row, for vector units.
//!
//! Links between neighbours join lanes of one vector. So the row is de-interleaved
//! into four quarters: every fourth column from 0, 1, 2 and 3 on. Then each colour of
//! each family is links between two quarters, as it is between rows elsewhere: columns
//! 4k and 4k + 1 lie side by side in the first two. The order of the links is the
//! same, and so is every bit.

use super::family::Family;
use super::kernel::Weights;
use crate::extent::{Extent, Lanes};
use crate::scalar::Scalar;
use crate::simd::Vectors;
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

    /// Projects the links over D columns of the colour that begins at column FIRST.
    #[inline(always)]
    pub(super) fn project<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        self.project_all::<F, D, FIRST, false>(None, family);
    }

    /// As [`project`](Self::project), where the row has pins or broken links. Out of
    /// line, in the widest form.
    #[cold]
    #[inline(never)]
    pub(super) fn project_some<F: Family<T>, G: Extent, const D: usize, const FIRST: usize>(
        &mut self,
        weight: Weights<'_, T, G>,
        links: Option<Without<'_>>,
        family: &F,
        vectors: Vectors,
    ) {
        vectors.run(
            #[inline(always)]
            || {
                if weight.all_free {
                    let [weight] = weight.of.lanes();
                    self.take_weights(weight);
                }
                self.project_all::<F, D, FIRST, true>(links, family);
            },
        );
    }

    #[inline(always)]
    fn project_all<F: Family<T>, const D: usize, const FIRST: usize, const PINS: bool>(
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
    // Link k starts at column 4k + FROM.
    let whole = |k: usize| !PINS || whole.is_none_or(|whole| whole.is_whole(4 * k + FROM));
    let ([fx, fy, fz], [tx, ty, tz]) = (from, to);
    let blocks = links.div_ceil(8);
    if 8 * blocks + shift > weight_to.len() {
        // Lanes of a grid of a known size have no room for whole blocks.
        for k in 0..links {
            let one = k + 1;
            pull_quarters::<T, F, PINS, 1>(
                &mut fx[k..one],
                &mut fy[k..one],
                &mut fz[k..one],
                &mut tx[k + shift..],
                &mut ty[k + shift..],
                &mut tz[k + shift..],
                [&weight_from[k..one], &weight_to[k + shift..]],
                1,
                family,
                |_| whole(k),
            );
        }
        return;
    }
    pull_quarters::<T, F, PINS, 8>(
        fx,
        fy,
        fz,
        &mut tx[shift..],
        &mut ty[shift..],
        &mut tz[shift..],
        [weight_from, &weight_to[shift..]],
        links,
        family,
        whole,
    );
}

/// Projects links side by side, in blocks of L; an end that is pinned keeps its bits, and
/// so do both of a link that does not exist.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_quarters<T: Scalar, F: Family<T>, const PINS: bool, const L: usize>(
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
    let f = fx.as_chunks_mut::<L>().0.iter_mut();
    let f = f
        .zip(fy.as_chunks_mut::<L>().0)
        .zip(fz.as_chunks_mut::<L>().0);
    let t = tx.as_chunks_mut::<L>().0.iter_mut();
    let t = t
        .zip(ty.as_chunks_mut::<L>().0)
        .zip(tz.as_chunks_mut::<L>().0);
    let w = wf.as_chunks::<L>().0.iter().zip(wt.as_chunks::<L>().0);
    let blocks = f.zip(t).zip(w).take(links.div_ceil(L));
    let mut done = 0;
    for ((((fx, fy), fz), ((tx, ty), tz)), w) in blocks {
        let left = links - done.min(links);
        pull_block::<T, F, PINS, L>(
            fx,
            fy,
            fz,
            tx,
            ty,
            tz,
            [w.0, w.1],
            left,
            family,
            #[inline(always)]
            |i| whole(done + i),
        );
        done += L;
    }
}

/// A block of L links, of which the first `left` exist.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_block<T: Scalar, F: Family<T>, const PINS: bool, const L: usize>(
    fx: &mut [T; L],
    fy: &mut [T; L],
    fz: &mut [T; L],
    tx: &mut [T; L],
    ty: &mut [T; L],
    tz: &mut [T; L],
    [wf, wt]: [&[T; L]; 2],
    left: usize,
    family: &F,
    whole: impl Fn(usize) -> bool,
) {
    for k in 0..L {
        let exists = (k < left) & whole(k);
        let (a, b) = ([fx[k], fy[k], fz[k]], [tx[k], ty[k], tz[k]]);
        let free_a = !PINS | (wf[k] > T::ZERO);
        let free_b = !PINS | (wt[k] > T::ZERO);
        let both = free_a & free_b;
        let link = if both { *family } else { family.held() };
        let pull = link.pull(minus(b, a));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        let pull_a = select(exists & free_a, pull, [-T::ZERO; 3]);
        let pull_b = select(exists & free_b, pull, [T::ZERO; 3]);
        [fx[k], fy[k], fz[k]] = plus(a, pull_a);
        [tx[k], ty[k], tz[k]] = minus(b, pull_b);
    }
}

/// De-interleaves a lane.
#[inline(always)]
fn split<T: Copy>(columns: usize, from: &[T], a: &mut [T], b: &mut [T], c: &mut [T], d: &mut [T]) {
    let (blocks, _) = from.as_chunks::<32>();
    let done = 32 * blocks.len();
    let to = a.as_chunks_mut::<8>().0.iter_mut();
    let to = to.zip(b.as_chunks_mut::<8>().0);
    let to = to
        .zip(c.as_chunks_mut::<8>().0)
        .zip(d.as_chunks_mut::<8>().0);
    for (four, (((a, b), c), d)) in blocks.iter().zip(to) {
        split_block::<T, 32, 8>(four, a, b, c, d);
    }
    let rest = from
        .get(done..columns.next_multiple_of(4))
        .unwrap_or_default();
    let rest = rest.as_chunks::<4>().0.iter();
    let to = a[done / 4..].as_chunks_mut::<1>().0.iter_mut();
    let to = to.zip(b[done / 4..].as_chunks_mut::<1>().0);
    let to = to.zip(c[done / 4..].as_chunks_mut::<1>().0);
    let to = to.zip(d[done / 4..].as_chunks_mut::<1>().0);
    for (four, (((a, b), c), d)) in rest.zip(to) {
        split_block::<T, 4, 1>(four, a, b, c, d);
    }
    // Where a row has no room for whole fours.
    let last = match from.len() < columns.next_multiple_of(4) {
        true => done,
        false => columns,
    };
    for (i, &x) in from.iter().enumerate().take(columns).skip(last) {
        match i % 4 {
            0 => a[i / 4] = x,
            1 => b[i / 4] = x,
            2 => c[i / 4] = x,
            _ => d[i / 4] = x,
        }
    }
}

/// L4 numbers to four times L. Each array by itself: so the compiler knows that they are
/// apart.
#[inline(always)]
fn split_block<T: Copy, const L4: usize, const L: usize>(
    from: &[T; L4],
    a: &mut [T; L],
    b: &mut [T; L],
    c: &mut [T; L],
    d: &mut [T; L],
) {
    for i in 0..L {
        a[i] = from[4 * i];
        b[i] = from[4 * i + 1];
        c[i] = from[4 * i + 2];
        d[i] = from[4 * i + 3];
    }
}

/// Puts a lane together again.
#[inline(always)]
fn join<T: Copy>(columns: usize, to: &mut [T], a: &[T], b: &[T], c: &[T], d: &[T]) {
    let room = to.len() >= columns.next_multiple_of(4);
    let (blocks, rest) = to.as_chunks_mut::<32>();
    let done = 32 * blocks.len();
    let from = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0);
    let from = from.zip(c.as_chunks::<8>().0).zip(d.as_chunks::<8>().0);
    for (four, (((a, b), c), d)) in blocks.iter_mut().zip(from) {
        join_block::<T, 32, 8>(four, a, b, c, d);
    }
    let end = columns.next_multiple_of(4).saturating_sub(done);
    if room {
        let (fours, _) = rest.get_mut(..end).unwrap_or_default().as_chunks_mut::<4>();
        for (k, four) in fours.iter_mut().enumerate() {
            let k = done / 4 + k;
            *four = [a[k], b[k], c[k], d[k]];
        }
        return;
    }
    // Where a row has no room for whole fours.
    for (i, x) in rest.iter_mut().enumerate() {
        let i = i + done;
        *x = match i % 4 {
            0 => a[i / 4],
            1 => b[i / 4],
            2 => c[i / 4],
            _ => d[i / 4],
        };
    }
}

#[inline(always)]
fn join_block<T: Copy, const L4: usize, const L: usize>(
    to: &mut [T; L4],
    a: &[T; L],
    b: &[T; L],
    c: &[T; L],
    d: &[T; L],
) {
    for i in 0..L {
        to[4 * i] = a[i];
        to[4 * i + 1] = b[i];
        to[4 * i + 2] = c[i];
        to[4 * i + 3] = d[i];
    }
}
