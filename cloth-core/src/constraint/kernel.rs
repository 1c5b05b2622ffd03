//! The kernels that everything position-based is made of: the links within a row, and
//! between two.
//!
//! A link moves its ends along it: each end that is free takes its share
//! of the difference k · (1 − l₀/l) · d, half of it where both are, all of it
//! where the other is pinned (S0's half/half correction ignores that).
//!
//! A lane of a row is V vectors of L numbers; column j is number j div V of vector j mod V.
//! So the links of a family join whole vectors, except those from the last vectors of a lane to
//! the first, a number further. On a board L is 1: a vector is a column, and no such links are
//! left. The links of a loop share no particle: the compiler makes packed roots and divisions
//! of them, and no bit depends on how wide those are.
//!
//! Nearly all rows are uniform: no pins, no broken links. The others go through
//! [`some_links`], which gives the same bits.

use super::family::Family;
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, Vectors3};
use crate::lanes::{all_are, chunks, chunks_mut, hidden_below, hidden_parity, next, put_next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Without;
use crate::vector::{minus, plus, select};

/// A lane in vectors of L numbers. Kernels take each lane by itself: so the compiler knows that
/// they are apart.
type Lane<'a, T, const L: usize> = &'a mut [[T; L]];

/// Links of uniform rows, from column i + A of row `a` to column i + B of row `b`.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn between<T, F, G, const A: usize, const B: usize, const L: usize>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, count) = (*link, extent.vectors());
    let links = count.saturating_sub(A + B);
    let [ax, ay, az] = chunks_mut::<T, L>(a.three_mut());
    let [bx, by, bz] = chunks_mut::<T, L>(b.three_mut());
    if L > 1 {
        for i in 0..A + B {
            let (k, ends) = (links + i, extent.ends(count + i));
            let [a, b] = if A == 0 { [k, i] } else { [i, k] };
            let (Some(ax), Some(ay), Some(az)) = (ax.get_mut(a), ay.get_mut(a), az.get_mut(a))
            else {
                return;
            };
            let (Some(bx), Some(by), Some(bz)) = (bx.get_mut(b), by.get_mut(b), bz.get_mut(b))
            else {
                return;
            };
            if A == 0 {
                pull_next(ax, ay, az, bx, by, bz, ends, &link);
            } else {
                pull_before(ax, ay, az, bx, by, bz, ends, &link);
            }
        }
    }
    let (ax, ay, az) = (part(ax, A, links), part(ay, A, links), part(az, A, links));
    let (bx, by, bz) = (part(bx, B, links), part(by, B, links), part(bz, B, links));
    if L == 1 {
        pull_each(ax, ay, az, bx, by, bz, |_| L, &link);
    } else if !extent.is_full() {
        pull_each(ax, ay, az, bx, by, bz, |k| extent.ends(k + A + B), &link);
    } else {
        // Two vectors at a time: one is done while the other waits for roots.
        let ((ax, ax_last), (bx, bx_last)) = (twos(ax), twos(bx));
        let ((ay, ay_last), (by, by_last)) = (twos(ay), twos(by));
        let ((az, az_last), (bz, bz_last)) = (twos(az), twos(bz));
        pull_each(ax, ay, az, bx, by, bz, |_| 16, &link);
        let (ax, ay, az, bx, by, bz) = (ax_last, ay_last, az_last, bx_last, by_last, bz_last);
        pull_each(ax, ay, az, bx, by, bz, |_| L, &link);
    }
}

/// Links over D columns of a uniform row: they begin in every second block of D columns, counted
/// from column FIRST on.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn within<T, F, G, const D: usize, const FIRST: usize, const L: usize>(
    extent: G,
    row: &mut Row<T, G>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, count) = (*link, extent.vectors());
    let [x, y, z] = chunks_mut::<T, L>(row.three_mut());
    if L > 1 && D == 2 && count == 2 {
        for (k, ((x, y), z)) in x.iter_mut().zip(y).zip(z).enumerate() {
            pull_inside(x, y, z, FIRST / 2, extent.ends(k + D), &link);
        }
        return;
    }
    if L > 1 && FIRST > 0 {
        // No particle of these is one of the others: their order does not matter.
        match (&mut *x, &mut *y, &mut *z) {
            ([bx, .., ax], [by, .., ay], [bz, .., az]) if D == 1 => {
                pull_next(ax, ay, az, bx, by, bz, extent.ends(count), &link);
            }
            ([bx, dx, .., ax, cx], [by, dy, .., ay, cy], [bz, dz, .., az, cz]) if D == 2 => {
                pull_next(ax, ay, az, bx, by, bz, extent.ends(count), &link);
                pull_next(cx, cy, cz, dx, dy, dz, extent.ends(count + 1), &link);
            }
            _ => {}
        }
    }
    let whole = L == 1 || extent.is_full();
    let ends = |k: usize| if whole { L } else { extent.ends(k) };
    let others = count.saturating_sub(FIRST);
    let (x, y, z) = (
        part(x, FIRST, others),
        part(y, FIRST, others),
        part(z, FIRST, others),
    );
    if D == 1 {
        let (x, y, z) = (pairs(x), pairs(y), pairs(z));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
                pull_block(ax, ay, az, bx, by, bz, ends(FIRST + 2 * k + 1), &link);
            }
        }
    } else if L > 1 && whole {
        let (x, y, z) = (pairs(twos(x).0), pairs(twos(y).0), pairs(twos(z).0));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
                pull_block(ax, ay, az, bx, by, bz, 16, &link);
            }
        }
    } else {
        let ((x, x_last), (y, y_last), (z, z_last)) = (fours(x), fours(y), fours(z));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, cx, bx, dx], [ay, cy, by, dy], [az, cz, bz, dz]) =
                    (&mut x[k], &mut y[k], &mut z[k]);
                pull_block(ax, ay, az, bx, by, bz, ends(FIRST + 4 * k + 2), &link);
                pull_block(cx, cy, cz, dx, dy, dz, ends(FIRST + 4 * k + 3), &link);
            }
        }
        // Columns are not always a multiple of four, vectors are.
        if L == 1
            && let ([ax, _, bx], [ay, _, by], [az, _, bz]) = (x_last, y_last, z_last)
        {
            pull_block(ax, ay, az, bx, by, bz, L, &link);
        }
    }
}

/// `count` vectors of a lane from vector `first` on.
#[inline(always)]
fn part<A>(lane: &mut [A], first: usize, count: usize) -> &mut [A] {
    lane.get_mut(first..first + count).unwrap_or_default()
}

#[inline(always)]
fn pairs<A>(lane: &mut [A]) -> &mut [[A; 2]] {
    lane.as_chunks_mut().0
}

#[inline(always)]
fn fours<A>(lane: &mut [A]) -> (&mut [[A; 4]], &mut [A]) {
    lane.as_chunks_mut()
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
    let count = ax.len();
    if !all_are(count, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    for k in 0..count {
        let (ax, ay, az) = (&mut ax[k], &mut ay[k], &mut az[k]);
        let (bx, by, bz) = (&mut bx[k], &mut by[k], &mut bz[k]);
        pull_block(ax, ay, az, bx, by, bz, ends(k), link);
    }
}

/// A vector of links, of which the first `ends` exist: of sixteen all do.
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
    if L == 1 || ends >= L {
        for i in 0..L {
            let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
            let pull = link.pull(minus(pb, pa));
            [ax[i], ay[i], az[i]] = plus(pa, pull);
            [bx[i], by[i], bz[i]] = minus(pb, pull);
        }
        return;
    }
    // Compared with i, `ends` would be in two registers of AVX2.
    let exists = hidden_below(ends);
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = link.pull(minus(pb, pa));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        let exists = exists[i % 8] != 0;
        [ax[i], ay[i], az[i]] = plus(pa, select(exists, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(exists, pull, [T::ZERO; 3]));
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

/// Links over two columns where a lane is two vectors: from every second number of a vector,
/// beginning with `first`, to the next.
#[inline(always)]
fn pull_inside<T: Scalar, F: Family<T>, const L: usize>(
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    first: usize,
    ends: usize,
    link: &F,
) {
    let (there, begins) = (hidden_below(ends.min(L - 1)), hidden_parity(first));
    let (bx, by, bz) = (next(x), next(y), next(z));
    let [mut px, mut py, mut pz] = [[T::ZERO; L]; 3];
    let [mut qx, mut qy, mut qz] = [[T::ZERO; L]; 3];
    for i in 0..L {
        let pull = link.pull(minus([bx[i], by[i], bz[i]], [x[i], y[i], z[i]]));
        let exists = there[i % 8] & begins[i % 8] != 0;
        [px[i], py[i], pz[i]] = select(exists, pull, [-T::ZERO; 3]);
        [qx[i], qy[i], qz[i]] = select(exists, pull, [T::ZERO; 3]);
    }
    for i in 0..L {
        // Of each number, one of the two is none.
        let end = (i + L - 1) % L;
        let after = plus([x[i], y[i], z[i]], [px[i], py[i], pz[i]]);
        [x[i], y[i], z[i]] = minus(after, [qx[end], qy[end], qz[end]]);
    }
}

/// A row's positions and marks.
pub(super) type Marked<'a, T, G> = (&'a mut Row<T, G>, &'a <G as Extent>::Row<Mark, 1>);

/// Which links [`some_links`] solves.
#[derive(Clone, Copy)]
pub(super) struct Which<'a> {
    /// The columns of both ends, from the left one on.
    pub(super) ends: [usize; 2],
    /// Within a row: the column of the first.
    pub(super) first: usize,
    /// The broken links of the row where they start, if any.
    pub(super) broken: Option<Without<'a>>,
}

/// Links from row `a` to row `b`, or within row `a`. Some may be broken or have pinned ends.
/// Out of line, once for all families, in the widest form.
#[inline(never)]
pub(super) fn some_links<'a, T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    extent: G,
    a: Marked<'a, T, G>,
    b: Option<Marked<'a, T, G>>,
    which: Which<'_>,
    family: &F,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || match L {
            1 => pull_one_by_one::<T, F, G>(extent, a, b, which, family),
            _ => pull_some::<T, F, G, L>(extent, a, b, which, family),
        },
    );
}

/// As [`pull_some`] where a vector is a column: one link at a time.
#[inline(always)]
fn pull_one_by_one<T: Scalar, F: Family<T>, G: Extent>(
    extent: G,
    (a, of_a): Marked<'_, T, G>,
    b: Option<Marked<'_, T, G>>,
    Which {
        ends: [from, to],
        first,
        broken,
    }: Which<'_>,
    family: &F,
) {
    let (links, held) = (extent.columns().saturating_sub(from + to), family.held());
    let is_whole = |k: usize| broken.is_none_or(|links| links.is_whole(k + from));
    let pull = |a: [T; 3], b: [T; 3], free_a: bool, free_b: bool| {
        let link = if free_a & free_b { family } else { &held };
        let pull = link.pull(minus(b, a));
        let a = plus(a, select(free_a, pull, [-T::ZERO; 3]));
        (a, minus(b, select(free_b, pull, [T::ZERO; 3])))
    };
    let [marks] = of_a.lanes();
    let Some((b, of_b)) = b else {
        let is_start = |k: &usize| *k >= first && (*k - first) & to == 0;
        for i in (0..links).filter(is_start).filter(|&k| is_whole(k)) {
            let j = i + to;
            // Always there: asked so that a step holds no path to a panic.
            if let (Some(of_i), Some(of_j)) = (marks.get(i), marks.get(j)) {
                let (free_i, free_j) = (of_i.is_free(), of_j.is_free());
                let (at_i, at_j) = pull(a.get(i), a.get(j), free_i, free_j);
                a.set(i, at_i);
                a.set(j, at_j);
            }
        }
        return;
    };
    let ([ax, ay, az], [bx, by, bz]) = (a.three_mut(), b.three_mut());
    let (ax, ay, az) = (
        part(ax, from, links),
        part(ay, from, links),
        part(az, from, links),
    );
    let (bx, by, bz) = (
        part(bx, to, links),
        part(by, to, links),
        part(bz, to, links),
    );
    let of_a = marks.iter().skip(from);
    let of_b = of_b.lanes()[0].iter().skip(to);
    let a = ax.iter_mut().zip(ay).zip(az).zip(of_a);
    let b = bx.iter_mut().zip(by).zip(bz).zip(of_b);
    for (k, ((((ax, ay), az), of_a), (((bx, by), bz), of_b))) in a.zip(b).enumerate() {
        if is_whole(k) {
            let (free_a, free_b) = (of_a.is_free(), of_b.is_free());
            let (at_a, at_b) = pull([*ax, *ay, *az], [*bx, *by, *bz], free_a, free_b);
            [*ax, *ay, *az] = at_a;
            [*bx, *by, *bz] = at_b;
        }
    }
}

#[inline(always)]
fn pull_some<'a, T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    extent: G,
    mut a: Marked<'a, T, G>,
    mut b: Option<Marked<'a, T, G>>,
    Which {
        ends: [from, to],
        first,
        broken,
    }: Which<'_>,
    family: &F,
) {
    let (count, is_within, held) = (extent.vectors(), b.is_none(), family.held());
    // Of two vectors each begins links over two columns, in every second number.
    let is_inside = is_within && to == count;
    for k in 0..count {
        let is_start = !is_within || k >= first && (k - first) & to == 0;
        let ends = extent.ends(k + from + to);
        if ends == 0 || !(is_start || is_inside) {
            continue;
        }
        let (at_a, at_b) = (Spot::new(k + from, count), Spot::new(k + to, count));
        let mut exists = at_a.whole::<L>(broken);
        let (there, begins) = (hidden_below(ends), hidden_parity(first / 2));
        for i in 0..L {
            exists[i] &= there[i % 8] & if is_inside { begins[i % 8] } else { 1 };
        }
        let pa = Particles::<T, L>::at::<G>(at_a, &a);
        let pb = Particles::<T, L>::at::<G>(at_b, b.as_ref().unwrap_or(&a));
        let (mut by_a, mut by_b) = (pa, pb);
        for i in 0..L {
            let (moves_a, moves_b) = (exists[i] & pa.free[i] != 0, exists[i] & pb.free[i] != 0);
            let d = minus([pb.x[i], pb.y[i], pb.z[i]], [pa.x[i], pa.y[i], pa.z[i]]);
            // Both, and then one: the compiler would choose between links by branches.
            let pull = select(moves_a & moves_b, family.pull(d), held.pull(d));
            [by_a.x[i], by_a.y[i], by_a.z[i]] = select(moves_a, pull, [-T::ZERO; 3]);
            [by_b.x[i], by_b.y[i], by_b.z[i]] = select(moves_b, pull, [T::ZERO; 3]);
        }
        at_a.change(a.0, &by_a, T::plus);
        at_b.change(b.as_mut().unwrap_or(&mut a).0, &by_b, T::minus);
    }
}

/// The particles of a vector, with 1 for those that are free.
///
/// Arrays by name, not in lists: else the compiler keeps them in memory.
#[derive(Clone, Copy)]
struct Particles<T, const L: usize> {
    x: [T; L],
    y: [T; L],
    z: [T; L],
    free: [u32; L],
}

impl<T: Scalar, const L: usize> Particles<T, L> {
    #[inline(always)]
    fn at<G: Extent>(spot: Spot, (row, marks): &Marked<'_, T, G>) -> Self {
        let ([x, y, z], [marks]) = (chunks::<T, L>(row.lanes()), marks.lanes());
        // Always there, here and below: asked so that a step holds no path to a panic.
        let vector = |lane: &[[T; L]]| lane.get(spot.vector).copied().unwrap_or([T::ZERO; L]);
        let marks = marks.as_chunks::<L>().0.get(spot.vector);
        let (marks, mut free) = (marks.copied().unwrap_or([Mark::PINNED; L]), [0; L]);
        for i in 0..L {
            free[i] = u32::from(marks[i].is_free());
        }
        let (x, y, z) = (vector(x), vector(y), vector(z));
        match spot.is_next {
            false => Self { x, y, z, free },
            true => Self {
                x: next(&x),
                y: next(&y),
                z: next(&z),
                free: next(&free),
            },
        }
    }
}

/// A vector of a row; behind the last, the next numbers of the first ones.
#[derive(Clone, Copy)]
struct Spot {
    vector: usize,
    is_next: bool,
}

impl Spot {
    #[inline(always)]
    const fn new(k: usize, count: usize) -> Self {
        let is_next = k >= count;
        let vector = if is_next { k - count } else { k };
        Self { vector, is_next }
    }

    /// 1 for the links that start here and are whole.
    #[inline(always)]
    fn whole<const L: usize>(self, broken: Option<Without<'_>>) -> [u32; L] {
        let mut whole = [1; L];
        if let Some(broken) = broken {
            let of = broken.whole::<L>(self.vector);
            for i in 0..L {
                whole[i] = u32::from(of[if self.is_next { (i + 1) % L } else { i }]);
            }
        }
        whole
    }

    /// Changes the positions by so much.
    #[inline(always)]
    fn change<T: Scalar, const L: usize>(
        self,
        row: &mut (impl Lanes<T, 3> + ?Sized),
        by: &Particles<T, L>,
        change: impl Fn(T, T) -> T,
    ) {
        let [x, y, z] = chunks_mut::<T, L>(row.three_mut());
        for (lane, by) in [(x, by.x), (y, by.y), (z, by.z)] {
            let mut here = by;
            if self.is_next {
                put_next(&mut here, &by);
            }
            if let Some(lane) = lane.get_mut(self.vector) {
                for i in 0..L {
                    lane[i] = change(lane[i], here[i]);
                }
            }
        }
    }
}
