//! The links of rows whose lanes are vectors: a host's.
//!
//! Columns side by side are in vectors side by side, in the same place of each: so the
//! links of a family join whole vectors, within a row as between rows. Only those from
//! the last vectors of a lane lead back to the first, a number further. The order of the
//! links is the same as everywhere, and so is every bit.

use super::family::Family;
use super::walk::{LinkRows, RowSolver, nth};
use crate::blocks::{LARGE, block_rows, for_each_block_from};
use crate::cloth::Cloth;
use crate::extent::{Extent, Lanes};
use crate::grid::{Block, Rows, all_are, below, next, put_next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use crate::vector::{minus, plus, select};
use core::ops::Range;

/// A lane in vectors of L numbers.
type Lane<'a, T, const L: usize> = &'a mut [[T; L]];

/// A row and its inverse masses.
struct RowView<'a, T, const L: usize> {
    x: Lane<'a, T, L>,
    y: Lane<'a, T, L>,
    z: Lane<'a, T, L>,
    weight: &'a [[T; L]],
    /// Whether none of its particles is pinned.
    all_free: bool,
    row: usize,
}

/// The rows around the one that a pass is at.
struct RowsAround<'a, T: Scalar, G: Extent, M, const L: usize> {
    extent: G,
    tear: &'a M,
    vectors: Vectors<T, G>,
    /// The row whose inner links are solved.
    inner: Option<RowView<'a, T, L>>,
    /// The row whose links to others are solved.
    own: Option<RowView<'a, T, L>>,
    /// The rows that are one and two away from it.
    others: [Option<RowView<'a, T, L>>; 2],
    /// Whether they are above it.
    are_above: bool,
}

/// What a pass knows beside positions.
struct Around<'a, T: Scalar, G: Extent, M> {
    weights: &'a Rows<T, G, 1>,
    free: &'a [bool],
    tear: &'a M,
    vectors: Vectors<T, G>,
}

/// Solves all rows once, downwards or upwards; see [`walk`](super::walk::walk).
pub(super) fn walk<T, S, G, M, const L: usize>(
    solver: &S,
    cloth: &mut Cloth<T, G>,
    free: &[bool],
    tear: &M,
    downwards: bool,
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    let (extent, rows) = (cloth.extent(), &mut cloth.position);
    let around = Around {
        weights: &cloth.inverse_mass,
        free,
        tear,
        vectors: Vectors::<T, G>::widest(),
    };
    for_each_block_from(rows, 0, &mut [], |first, mut rows, _| {
        walk_rows::<T, S, G, M, L>(solver, &mut rows, first, &around, (false, downwards));
    });
    if extent.rows() <= LARGE {
        return;
    }
    // The links between a block and the next: the last two rows of the one and the
    // first two of the other.
    let from = block_rows(extent.rows()) - 2;
    for_each_block_from(rows, from, &mut [], |first, mut rows, _| {
        walk_rows::<T, S, G, M, L>(solver, &mut rows, first, &around, (true, downwards));
    });
}

/// Solves the rows of a block, or those around the SEAM to the next: compiled once for
/// both.
#[inline(never)]
fn walk_rows<T, S, G, M, const L: usize>(
    solver: &S,
    rows: &mut Block<'_, T, G, 3>,
    first: usize,
    around: &Around<'_, T, G, M>,
    (seam, downwards): (bool, bool),
) where
    T: Scalar,
    S: RowSolver<T>,
    G: Extent,
    M: Tear<G>,
{
    around.vectors.run(
        #[inline(always)]
        || {
            let steps = if seam { 2 } else { rows.len() + 1 };
            for step in 0..steps {
                let step = match seam {
                    true => Step::at_seam(step, rows.len(), downwards),
                    false => Step::in_block(step, rows.len(), downwards),
                };
                solver.solve(&mut around.gather::<L>(rows, first, &step));
            }
        },
    );
}

/// What a pass does at a row: the inner links of one, and those between another and the
/// rows that the pass has been at.
struct Step {
    /// The row whose inner links are solved.
    inner: Option<usize>,
    /// The row whose links to others are solved.
    own: usize,
    /// The rows that take part, four at most.
    rows: Range<usize>,
    /// Whether the others are above it.
    are_above: bool,
    /// Whether the next row is of the same block: its links are solved there.
    next_is_own: bool,
}

impl Step {
    /// In the order of the rows: the inner links of a row, then those between it and
    /// the rows passed. The inner links of the next row have no part in the latter.
    #[inline(always)]
    fn in_block(step: usize, end: usize, downwards: bool) -> Self {
        Self {
            inner: (step < end).then(|| nth(step, end, downwards)),
            own: match step {
                0 => usize::MAX,
                _ => nth(step - 1, end, downwards),
            },
            rows: match downwards {
                true => step.saturating_sub(3)..end.min(step + 1),
                false => (end - step).saturating_sub(1)..end.min(end - step + 3),
            },
            are_above: downwards,
            next_is_own: false,
        }
    }

    #[inline(always)]
    fn at_seam(step: usize, end: usize, downwards: bool) -> Self {
        let own = if downwards { step } else { 1 - step };
        Self {
            inner: None,
            own,
            rows: own..end.min(4),
            are_above: false,
            next_is_own: own == 0,
        }
    }
}

impl<T: Scalar, G: Extent, M> Around<'_, T, G, M> {
    /// The rows of a step, by what they are to its own.
    #[inline(always)]
    fn gather<'b, const L: usize>(
        &'b self,
        rows: &'b mut Block<'_, T, G, 3>,
        first: usize,
        step: &Step,
    ) -> RowsAround<'b, T, G, M, L> {
        let mut gathered = RowsAround {
            extent: self.weights.extent(),
            tear: self.tear,
            vectors: self.vectors,
            inner: None,
            own: None,
            others: [None, None],
            are_above: step.are_above,
        };
        for (row, lanes) in step.rows.clone().zip(rows.range_mut(step.rows.clone())) {
            let view = Some(self.view(first + row, lanes.lanes_mut()));
            match row.abs_diff(step.own) {
                _ if step.inner == Some(row) => gathered.inner = view,
                0 => gathered.own = view,
                1 if step.next_is_own => {}
                1 => gathered.others[0] = view,
                2 => gathered.others[1] = view,
                _ => {}
            }
        }
        gathered
    }

    #[inline(always)]
    fn view<'b, const L: usize>(
        &'b self,
        row: usize,
        [x, y, z]: [&'b mut [T]; 3],
    ) -> RowView<'b, T, L> {
        RowView {
            x: x.as_chunks_mut().0,
            y: y.as_chunks_mut().0,
            z: z.as_chunks_mut().0,
            weight: self.weights.values(row).as_chunks().0,
            all_free: self.free.get(row).copied().unwrap_or(false),
            row,
        }
    }
}

impl<T, G, M, const L: usize> LinkRows<T> for RowsAround<'_, T, G, M, L>
where
    T: Scalar,
    G: Extent,
    M: Tear<G>,
{
    #[inline(always)]
    fn within<F: Family<T>, const D: usize, const FIRST: usize>(&mut self, family: &F) {
        let extent = self.extent;
        let Some(row) = self.inner.as_mut().filter(|_| extent.columns() > D) else {
            return;
        };
        let bit = bit(D as isize, 0);
        let broken = self.tear.broken(row.row, bit);
        if row.all_free && broken.is_none() {
            within_free::<T, F, G, D, FIRST, L>(extent, row.x, row.y, row.z, family);
        } else {
            let broken = Without(broken.unwrap_or_default(), bit);
            within_some([D, FIRST], extent, row, broken, family, self.vectors);
        }
    }

    #[inline(always)]
    fn between<F: Family<T>, const A: usize, const B: usize, const DISTANCE: usize>(
        &mut self,
        family: &F,
    ) {
        let extent = self.extent;
        let (Some(own), Some(other)) = (&mut self.own, &mut self.others[DISTANCE - 1]) else {
            return;
        };
        if extent.columns() <= A + B {
            return;
        }
        let [a, b] = match self.are_above {
            true => [other, own],
            false => [own, other],
        };
        let bit = bit(B as isize - A as isize, DISTANCE);
        let broken = self.tear.broken(a.row, bit);
        if a.all_free & b.all_free && broken.is_none() {
            between_free::<T, F, G, A, B, L>(extent, a.x, a.y, a.z, b.x, b.y, b.z, family);
        } else {
            let broken = Without(broken.unwrap_or_default(), bit);
            between_some([A, B], extent, a, b, broken, family, self.vectors);
        }
    }
}

/// Links of one colour within a row: from vector k to vector k + D for the k whose block
/// of D, counted from FIRST on, is even.
#[inline(always)]
fn within_free<T, F, G, const D: usize, const FIRST: usize, const L: usize>(
    extent: G,
    x: Lane<'_, T, L>,
    y: Lane<'_, T, L>,
    z: Lane<'_, T, L>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, vectors) = (*family, x.len());
    if D == 2 && vectors == 2 {
        within_two::<T, F, G, FIRST, L>(extent, x, y, z, &link);
        return;
    }
    if FIRST > 0 {
        // No particle of these is one of the others: their order does not matter.
        match (&mut *x, &mut *y, &mut *z) {
            ([bx, .., ax], [by, .., ay], [bz, .., az]) if D == 1 => {
                pull_next(ax, ay, az, bx, by, bz, extent.ends(vectors), &link);
            }
            ([bx, dx, .., ax, cx], [by, dy, .., ay, cy], [bz, dz, .., az, cz]) if D == 2 => {
                pull_next(ax, ay, az, bx, by, bz, extent.ends(vectors), &link);
                pull_next(cx, cy, cz, dx, dy, dz, extent.ends(vectors + 1), &link);
            }
            _ => {}
        }
    }
    let whole = extent.is_full();
    let ends = |k: usize| if whole { L } else { extent.ends(k) };
    let (x, y, z) = (from(x, FIRST), from(y, FIRST), from(z, FIRST));
    if D == 1 {
        let (x, y, z) = (pairs(x), pairs(y), pairs(z));
        if !all_are(x.len(), [y.len(), z.len()]) {
            return;
        }
        for k in 0..x.len() {
            let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
            pull_block(ax, ay, az, bx, by, bz, ends(FIRST + 2 * k + 1), &link);
        }
        return;
    }
    if whole {
        let (x, y, z) = (halves(x), halves(y), halves(z));
        if !all_are(x.len(), [y.len(), z.len()]) {
            return;
        }
        for k in 0..x.len() {
            let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
            pull_block(ax, ay, az, bx, by, bz, 16, &link);
        }
        return;
    }
    let (x, y, z) = (fours(x), fours(y), fours(z));
    if !all_are(x.len(), [y.len(), z.len()]) {
        return;
    }
    for k in 0..x.len() {
        let ([ax, cx, bx, dx], [ay, cy, by, dy], [az, cz, bz, dz]) =
            (&mut x[k], &mut y[k], &mut z[k]);
        pull_block(ax, ay, az, bx, by, bz, ends(FIRST + 4 * k + 2), &link);
        pull_block(cx, cy, cz, dx, dy, dz, ends(FIRST + 4 * k + 3), &link);
    }
}

/// Links over two columns where a lane is two vectors: from each number of a vector to the
/// next, of every other pair. Those of both vectors are as many as one has numbers.
#[inline(always)]
fn within_two<T, F, G, const FIRST: usize, const L: usize>(
    extent: G,
    x: Lane<'_, T, L>,
    y: Lane<'_, T, L>,
    z: Lane<'_, T, L>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let ends = [below(extent.ends(2)), below(extent.ends(3))];
    let mut exists = [false; L];
    for i in 0..L {
        let (vector, number) = first_end::<FIRST>(i);
        exists[i] = number + 1 < L && ends[vector][number % 8] != 0;
    }
    let [mut ax, mut ay, mut az] = [
        take_firsts::<T, FIRST, L>(x, 0),
        take_firsts::<T, FIRST, L>(y, 0),
        take_firsts::<T, FIRST, L>(z, 0),
    ];
    let [mut bx, mut by, mut bz] = [
        take_firsts::<T, FIRST, L>(x, 1),
        take_firsts::<T, FIRST, L>(y, 1),
        take_firsts::<T, FIRST, L>(z, 1),
    ];
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = link.pull(minus(pb, pa));
        [ax[i], ay[i], az[i]] = plus(pa, select(exists[i], pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(exists[i], pull, [T::ZERO; 3]));
    }
    for (lane, (a, b)) in [x, y, z].into_iter().zip([(ax, bx), (ay, by), (az, bz)]) {
        put_pairs::<T, FIRST, L>(lane, &a, &b);
    }
}

/// Which of two vectors link i begins in, and with which number.
#[inline(always)]
const fn first_end<const FIRST: usize>(i: usize) -> (usize, usize) {
    (i % 2, i / 2 * 2 + FIRST / 2)
}

/// The numbers that the links of two vectors begin with, or those `further`.
#[inline(always)]
fn take_firsts<T: Scalar, const FIRST: usize, const L: usize>(
    lane: &[[T; L]],
    further: usize,
) -> [T; L] {
    let mut ends = [T::ZERO; L];
    if let [first, second] = lane {
        for i in 0..L {
            let (vector, number) = first_end::<FIRST>(i);
            let of = if vector == 0 { first } else { second };
            ends[i] = of[(number + further) % L];
        }
    }
    ends
}

/// Puts both ends back.
#[inline(always)]
fn put_pairs<T: Scalar, const FIRST: usize, const L: usize>(
    lane: &mut [[T; L]],
    a: &[T; L],
    b: &[T; L],
) {
    if let [first, second] = lane {
        for i in 0..L {
            let (vector, number) = first_end::<FIRST>(i);
            let to = if vector == 0 {
                &mut *first
            } else {
                &mut *second
            };
            to[number] = a[i];
            to[(number + 1) % L] = b[i];
        }
    }
}

#[inline(always)]
fn from<A>(lane: &mut [A], first: usize) -> &mut [A] {
    lane.get_mut(first..).unwrap_or_default()
}

#[inline(always)]
fn pairs<A>(lane: &mut [A]) -> &mut [[A; 2]] {
    lane.as_chunks_mut().0
}

/// Four vectors as two of sixteen numbers.
#[inline(always)]
fn halves<A, const L: usize>(lane: &mut [[A; L]]) -> &mut [[[A; 16]; 2]] {
    let (twos, _) = lane.as_flattened_mut().as_chunks_mut();
    twos.as_chunks_mut().0
}

#[inline(always)]
fn fours<A>(lane: &mut [A]) -> &mut [[A; 4]] {
    lane.as_chunks_mut().0
}

/// Links from column i + A of the upper row to column i + B of the lower. Each lane by
/// itself: so the compiler knows that they are apart.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn between_free<T, F, G, const A: usize, const B: usize, const L: usize>(
    extent: G,
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, vectors, whole) = (*family, ax.len(), extent.is_full());
    for i in 0..A + B {
        // The last vectors of the one lane lead to the first of the other.
        let (k, ends) = (vectors - (A + B) + i, extent.ends(vectors + i));
        let [a, b] = if A == 0 { [k, i] } else { [i, k] };
        let (Some(ax), Some(ay), Some(az)) = (ax.get_mut(a), ay.get_mut(a), az.get_mut(a)) else {
            return;
        };
        let (Some(bx), Some(by), Some(bz)) = (bx.get_mut(b), by.get_mut(b), bz.get_mut(b)) else {
            return;
        };
        if A == 0 {
            pull_next(ax, ay, az, bx, by, bz, ends, &link);
        } else {
            pull_before(ax, ay, az, bx, by, bz, ends, &link);
        }
    }
    let (ax, ay, az) = (from(ax, A), from(ay, A), from(az, A));
    let (bx, by, bz) = (from(bx, B), from(by, B), from(bz, B));
    if !whole {
        pull_each(ax, ay, az, bx, by, bz, |k| extent.ends(k + A + B), &link);
        return;
    }
    // Two vectors at a time: one is done while the other waits for roots.
    let links = vectors.saturating_sub(A + B);
    let (ax, bx) = (first_of(ax, links), first_of(bx, links));
    let (ay, by) = (first_of(ay, links), first_of(by, links));
    let (az, bz) = (first_of(az, links), first_of(bz, links));
    let ((ax, ax_last), (bx, bx_last)) = (twos(ax), twos(bx));
    let ((ay, ay_last), (by, by_last)) = (twos(ay), twos(by));
    let ((az, az_last), (bz, bz_last)) = (twos(az), twos(bz));
    pull_each(ax, ay, az, bx, by, bz, |_| 16, &link);
    pull_each(
        ax_last,
        ay_last,
        az_last,
        bx_last,
        by_last,
        bz_last,
        |_| L,
        &link,
    );
}

#[inline(always)]
fn first_of<A>(lane: &mut [A], count: usize) -> &mut [A] {
    lane.get_mut(..count).unwrap_or_default()
}

/// Vectors of sixteen numbers, and one of L if it is left.
#[inline(always)]
fn twos<A, const L: usize>(lane: &mut [[A; L]]) -> (&mut [[A; 16]], &mut [[A; L]]) {
    let (twos, last) = lane.as_flattened_mut().as_chunks_mut();
    (twos, last.as_chunks_mut().0)
}

/// Links between vectors in the same place of six lanes, of which the first `ends` exist.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_each<T: Scalar, F: Family<T>, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    ends: impl Fn(usize) -> usize,
    link: &F,
) {
    let count = ax.len().min(bx.len());
    let enough = |lane: &[[T; L]]| lane.len() >= count;
    if !(enough(ay) && enough(az) && enough(by) && enough(bz)) {
        return;
    }
    for k in 0..count {
        pull_block(
            &mut ax[k],
            &mut ay[k],
            &mut az[k],
            &mut bx[k],
            &mut by[k],
            &mut bz[k],
            ends(k),
            link,
        );
    }
}

/// A vector of links, of which the first `ends` exist.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_block<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    if ends >= L {
        for i in 0..L {
            let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
            let pull = link.pull(minus(pb, pa));
            [ax[i], ay[i], az[i]] = plus(pa, pull);
            [bx[i], by[i], bz[i]] = minus(pb, pull);
        }
        return;
    }
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = link.pull(minus(pb, pa));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        [ax[i], ay[i], az[i]] = plus(pa, select(i < ends, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(i < ends, pull, [T::ZERO; 3]));
    }
}

/// As [`pull_block`], from each number of `a` to the next of `b`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_next<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    let (mut x, mut y, mut z) = (next(bx), next(by), next(bz));
    pull_block(ax, ay, az, &mut x, &mut y, &mut z, ends.min(L - 1), link);
    put_next(bx, &x);
    put_next(by, &y);
    put_next(bz, &z);
}

/// As [`pull_block`], from each number of `a` but the first to the one before of `b`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_before<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    let (mut x, mut y, mut z) = (next(ax), next(ay), next(az));
    pull_block(&mut x, &mut y, &mut z, bx, by, bz, ends.min(L - 1), link);
    put_next(ax, &x);
    put_next(ay, &y);
    put_next(az, &z);
}

/// As [`within_free`], of a row with pins or broken links: few are. Out of line, in the
/// widest form.
#[inline(never)]
fn within_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    [distance, first]: [usize; 2],
    extent: G,
    row: &mut RowView<'_, T, L>,
    broken: Without<'_>,
    family: &F,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || {
            let count = row.x.len();
            let is_start = |k: usize| k >= first && (k - first) & distance == 0;
            // Of two vectors each begins links over two columns, in every other number.
            let in_turn = count == 2 && distance == 2;
            let starts = (0..count).filter(|&k| in_turn || is_start(k));
            for (k, ends) in starts.map(|k| (k, extent.ends(k + distance))) {
                if ends == 0 {
                    continue;
                }
                let (j, is_next) = match k + distance {
                    j if j < count => (j, false),
                    j => (j - count, true),
                };
                let (mut a, mut b) = (row.load(k), row.load(j));
                if is_next {
                    b.turn();
                }
                let mut whole = broken.whole(k);
                for (i, whole) in whole.iter_mut().enumerate() {
                    *whole &= !in_turn || i % 2 == first / 2;
                }
                pull_some(&mut a, &mut b, whole, ends, family);
                if in_turn {
                    // Both ends are in one vector.
                    for (i, lane) in a.at.iter_mut().enumerate() {
                        for n in (first / 2 + 1..L).step_by(2) {
                            lane[n] = b.at[i][n - 1];
                        }
                    }
                    row.store(k, &a);
                    continue;
                }
                if is_next {
                    b.turn_back(&row.load(j));
                }
                row.store(k, &a);
                row.store(j, &b);
            }
        },
    );
}

/// As [`between_free`], of rows with pins or broken links.
#[inline(never)]
fn between_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    [upper, lower]: [usize; 2],
    extent: G,
    a: &mut RowView<'_, T, L>,
    b: &mut RowView<'_, T, L>,
    broken: Without<'_>,
    family: &F,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || {
            let count = a.x.len();
            for (k, ends) in (0..count).map(|k| (k, extent.ends(k + upper + lower))) {
                if ends == 0 {
                    continue;
                }
                let [(i, a_is_next), (j, b_is_next)] = [k + upper, k + lower].map(|k| match k {
                    k if k < count => (k, false),
                    k => (k - count, true),
                });
                let (mut pa, mut pb) = (a.load(i), b.load(j));
                let mut whole = broken.whole(i);
                if a_is_next {
                    pa.turn();
                    whole = next(&whole);
                }
                if b_is_next {
                    pb.turn();
                }
                pull_some(&mut pa, &mut pb, whole, ends, family);
                if a_is_next {
                    pa.turn_back(&a.load(i));
                }
                if b_is_next {
                    pb.turn_back(&b.load(j));
                }
                a.store(i, &pa);
                b.store(j, &pb);
            }
        },
    );
}

/// A vector of particles.
struct Particles<T, const L: usize> {
    at: [[T; L]; 3],
    weight: [T; L],
}

impl<T: Scalar, const L: usize> RowView<'_, T, L> {
    #[inline(always)]
    fn load(&self, k: usize) -> Particles<T, L> {
        Particles {
            at: [self.x[k], self.y[k], self.z[k]],
            weight: self.weight[k],
        }
    }

    #[inline(always)]
    fn store(&mut self, k: usize, particles: &Particles<T, L>) {
        [self.x[k], self.y[k], self.z[k]] = particles.at;
    }
}

impl<T: Scalar, const L: usize> Particles<T, L> {
    /// Puts each number where the one before is.
    #[inline(always)]
    fn turn(&mut self) {
        for lane in &mut self.at {
            *lane = next(lane);
        }
        self.weight = next(&self.weight);
    }

    /// Puts them back; the first is as it was.
    #[inline(always)]
    fn turn_back(&mut self, before: &Self) {
        for (lane, before) in self.at.iter_mut().zip(&before.at) {
            let mut back = *before;
            put_next(&mut back, lane);
            *lane = back;
        }
    }
}

/// Links of which any may be broken or have pinned ends; what lies beyond the first
/// `ends` keeps its bits.
#[inline(always)]
fn pull_some<T: Scalar, F: Family<T>, const L: usize>(
    a: &mut Particles<T, L>,
    b: &mut Particles<T, L>,
    whole: [bool; L],
    ends: usize,
    family: &F,
) {
    let (there, held) = (below(ends), family.held());
    let (mut moves_a, mut moves_b, mut both) = ([0_u32; L], [0_u32; L], [0_u32; L]);
    for i in 0..L {
        let exists = there[i % 8] & u32::from(whole[i]);
        moves_a[i] = exists & u32::from(a.weight[i] > T::ZERO);
        moves_b[i] = exists & u32::from(b.weight[i] > T::ZERO);
        both[i] = moves_a[i] & moves_b[i];
    }
    let ([mut ax, mut ay, mut az], [mut bx, mut by, mut bz]) = (a.at, b.at);
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = family.or_held(both[i] != 0, &held).pull(minus(pb, pa));
        [ax[i], ay[i], az[i]] = plus(pa, select(moves_a[i] != 0, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(moves_b[i] != 0, pull, [T::ZERO; 3]));
    }
    (a.at, b.at) = ([ax, ay, az], [bx, by, bz]);
}
