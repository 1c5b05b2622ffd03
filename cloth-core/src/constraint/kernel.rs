//! The kernel of all position-based solvers: the links of a family within a row, and between two rows.
//!
//! A link moves its free ends along itself, by k · (1 − l₀/l) · d in all: each end by half of that where
//! both are free, one end by all of it where the other is pinned (S0's correction is half/half always).
//!
//! A lane of a row is V vectors of L numbers; column j is number j div V of vector j mod V.
//! So links join numbers in the same place of two vectors, except those from the last vectors of a lane
//! to the first: their ends are a number further. For these links the first vectors are rotated by a number, and
//! rotated back afterwards. On a board L is 1: a vector is a column, and there are no such links. The
//! links of a loop share no particle: the compiler makes packed roots and divisions of them, and no bit
//! depends on how wide those are.

use super::family::Family;
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{all_are, at, back, below, chunks_mut, hidden_below, hidden_parity, next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Without;
use crate::vector::{minus, plus, select};

/// A lane in vectors of L numbers. Kernels take each lane as a parameter of its own: that tells the compiler
/// that lanes do not overlap.
type Lane<'a, T, const L: usize> = &'a mut [[T; L]];

/// The links of a family between two rows, or within one.
#[derive(Clone, Copy)]
pub(super) struct Joined<'a, F, G> {
    pub(super) extent: G,
    pub(super) family: F,
    /// `None` where all links are whole and all ends free, as in nearly all rows.
    pub(super) some: Option<Which<'a>>,
}

/// Tells which links exist, and which of their ends move.
#[derive(Clone, Copy)]
pub(super) struct Which<'a> {
    /// The marks of the row where links begin, and of the one where they end.
    pub(super) marks: [&'a [Mark]; 2],
    /// The broken links of the row where they begin.
    pub(super) broken: Without<'a>,
}

impl<'a, F, G> Joined<'a, F, G> {
    pub(super) const fn new(extent: G, family: F, some: Option<Which<'a>>) -> Self {
        Self {
            extent,
            family,
            some,
        }
    }
}

impl Which<'_> {
    /// All links exist, and all ends move.
    pub(super) const NONE: Self = Self {
        marks: [&[]; 2],
        broken: Without(&[], 0),
    };

    /// With the rows in the other order.
    pub(super) const fn reversed(mut self) -> Self {
        self.marks.reverse();
        self
    }

    /// Which ends of a link move, given the place of its beginning and the places of its ends: none where the link
    /// is broken.
    #[inline(always)]
    pub(super) fn moves(&self, begin: usize, [a, b]: [usize; 2]) -> [bool; 2] {
        let is_whole = self.broken.is_whole(begin);
        let is_free = |marks: &[Mark], i: usize| marks.get(i).is_some_and(|mark| mark.is_free());
        let [of_a, of_b] = self.marks;
        [is_whole & is_free(of_a, a), is_whole & is_free(of_b, b)]
    }
}

/// Links of uniform rows, from column i + A of row `a` to column i + B of row `b`.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn between<T, F, G, const A: usize, const B: usize, const L: usize>(
    extent: G,
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (family, some) = (*family, None);
    join_rows::<T, F, G, L>(
        a,
        b,
        [A, B],
        &Joined {
            extent,
            family,
            some,
        },
    );
}

/// Links over D columns of a uniform row: they begin in every second block of D columns, counted
/// from column FIRST on.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn within<T, F, G, const D: usize, const FIRST: usize, const L: usize>(
    extent: G,
    row: &mut Row<T, G>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (family, some) = (*family, None);
    join_row::<T, F, G, D, L>(
        row,
        FIRST,
        &Joined {
            extent,
            family,
            some,
        },
    );
}

/// As [`between`], for rows with pins or broken links. Not inlined: compiled once for a family, in the widest
/// form.
#[inline(never)]
pub(super) fn between_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    ends: [usize; 2],
    links: &Joined<'_, F, G>,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || join_rows::<T, F, G, L>(a, b, ends, links),
    );
}

/// As [`within`], for a row with pins or broken links.
#[inline(never)]
pub(super) fn within_some<T: Scalar, F: Family<T>, G: Extent, const D: usize, const L: usize>(
    row: &mut Row<T, G>,
    first: usize,
    links: &Joined<'_, F, G>,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || join_row::<T, F, G, D, L>(row, first, links),
    );
}

#[inline(always)]
fn join_rows<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    a: &mut Row<T, G>,
    b: &mut Row<T, G>,
    [from, to]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let (count, over) = (links.extent.vectors(), from + to);
    let rest = count.saturating_sub(over);
    let [ax, ay, az] = chunks_mut::<T, L>(a.three_mut());
    let [bx, by, bz] = chunks_mut::<T, L>(b.three_mut());
    if L > 1
        && to > 0
        && let Some((ax, ay, az)) = parts(ax, ay, az, rest, over)
        && let Some((bx, by, bz)) = parts(bx, by, bz, 0, over)
    {
        turn(bx, by, bz, next);
        pull_each(ax, ay, az, bx, by, bz, [rest, count], links);
        turn(bx, by, bz, back);
    }
    if L > 1
        && from > 0
        && let Some((ax, ay, az)) = parts(ax, ay, az, 0, over)
        && let Some((bx, by, bz)) = parts(bx, by, bz, rest, over)
    {
        turn(ax, ay, az, next);
        pull_each(ax, ay, az, bx, by, bz, [count, rest], links);
        turn(ax, ay, az, back);
    }
    if let Some((ax, ay, az)) = parts(ax, ay, az, from, rest)
        && let Some((bx, by, bz)) = parts(bx, by, bz, to, rest)
    {
        pull_each(ax, ay, az, bx, by, bz, [from, to], links);
    }
}

#[inline(always)]
fn join_row<T: Scalar, F: Family<T>, G: Extent, const D: usize, const L: usize>(
    row: &mut Row<T, G>,
    first: usize,
    links: &Joined<'_, F, G>,
) {
    let count = links.extent.vectors();
    let [x, y, z] = chunks_mut::<T, L>(row.three_mut());
    if L > 1 && D == 2 && count == 2 {
        for (k, ((x, y), z)) in x.iter_mut().zip(y).zip(z).enumerate() {
            pull_inside(x, y, z, [k, first / 2], links);
        }
        return;
    }
    // These links share no particle with the others: their order does not matter.
    if L > 1
        && first > 0
        && let rest = count.saturating_sub(D)
        && let (Some((bx, ax)), Some((by, ay)), Some((bz, az))) = (
            x.split_at_mut_checked(rest),
            y.split_at_mut_checked(rest),
            z.split_at_mut_checked(rest),
        )
        && let Some((bx, by, bz)) = parts(bx, by, bz, 0, D)
    {
        turn(bx, by, bz, next);
        pull_each(ax, ay, az, bx, by, bz, [rest, count], links);
        turn(bx, by, bz, back);
    }
    let Some((x, y, z)) = parts(x, y, z, first, count.saturating_sub(first)) else {
        return;
    };
    if D == 1 {
        let (x, y, z) = (pairs(x), pairs(y), pairs(z));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
                let i = first + 2 * k;
                pull_vector(ax, ay, az, bx, by, bz, [i, i + 1], links);
            }
        }
    } else if L > 1 && links.some.is_none() && links.extent.is_full() {
        let (x, y, z) = (pairs(twos(x).0), pairs(twos(y).0), pairs(twos(z).0));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, bx], [ay, by], [az, bz]) = (&mut x[k], &mut y[k], &mut z[k]);
                pull_block(ax, ay, az, bx, by, bz, None, &links.family);
            }
        }
    } else {
        let ((x, x_last), (y, y_last), (z, z_last)) = (fours(x), fours(y), fours(z));
        if all_are(x.len(), [y.len(), z.len()]) {
            for k in 0..x.len() {
                let ([ax, cx, bx, dx], [ay, cy, by, dy], [az, cz, bz, dz]) =
                    (&mut x[k], &mut y[k], &mut z[k]);
                let i = first + 4 * k;
                pull_vector(ax, ay, az, bx, by, bz, [i, i + 2], links);
                pull_vector(cx, cy, cz, dx, dy, dz, [i + 1, i + 3], links);
            }
        }
        // Columns are not always a multiple of four, vectors are.
        if L == 1
            && let ([ax, _, bx], [ay, _, by], [az, _, bz]) = (x_last, y_last, z_last)
        {
            pull_vector(ax, ay, az, bx, by, bz, [count - 3, count - 1], links);
        }
    }
}

#[inline(always)]
fn pairs<A>(lane: &mut [A]) -> &mut [[A; 2]] {
    lane.as_chunks_mut().0
}

#[inline(always)]
fn fours<A>(lane: &mut [A]) -> (&mut [[A; 4]], &mut [A]) {
    lane.as_chunks_mut()
}

/// `count` vectors of three lanes from vector `first` on.
#[inline(always)]
fn parts<'a, T, const L: usize>(
    x: &'a mut [[T; L]],
    y: &'a mut [[T; L]],
    z: &'a mut [[T; L]],
    first: usize,
    count: usize,
) -> Option<(Lane<'a, T, L>, Lane<'a, T, L>, Lane<'a, T, L>)> {
    let range = first..first + count;
    Some((
        x.get_mut(range.clone())?,
        y.get_mut(range.clone())?,
        z.get_mut(range)?,
    ))
}

/// Rotates vectors of three lanes.
#[inline(always)]
fn turn<T: Copy, const L: usize>(
    x: Lane<'_, T, L>,
    y: Lane<'_, T, L>,
    z: Lane<'_, T, L>,
    by: impl Fn(&[T; L]) -> [T; L],
) {
    for lane in [x, y, z] {
        for vector in lane {
            *vector = by(vector);
        }
    }
}

/// Vectors of sixteen numbers, and one of L if it is left.
#[inline(always)]
fn twos<A, const L: usize>(lane: &mut [[A; L]]) -> (&mut [[A; 16]], &mut [[A; L]]) {
    let (twos, last) = lane.as_flattened_mut().as_chunks_mut();
    (twos, last.as_chunks_mut().0)
}

/// Links between the vectors of six lanes. Their first vectors have the numbers `from` and `to` in their rows, see
/// [`pull_vector`].
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_each<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    [from, to]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let (count, extent) = (ax.len(), links.extent);
    if !all_are(count, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    if L > 1 && links.some.is_none() && extent.is_full() && from.max(to) < extent.vectors() {
        // Two vectors at a time: one is done while the other waits for roots.
        let ((ax, ax_last), (bx, bx_last)) = (twos(ax), twos(bx));
        let ((ay, ay_last), (by, by_last)) = (twos(ay), twos(by));
        let ((az, az_last), (bz, bz_last)) = (twos(az), twos(bz));
        pull_all(ax, ay, az, bx, by, bz, &links.family);
        let (ax, ay, az, bx, by, bz) = (ax_last, ay_last, az_last, bx_last, by_last, bz_last);
        pull_all(ax, ay, az, bx, by, bz, &links.family);
        return;
    }
    for k in 0..count {
        let (ax, ay, az) = (&mut ax[k], &mut ay[k], &mut az[k]);
        let (bx, by, bz) = (&mut bx[k], &mut by[k], &mut bz[k]);
        pull_vector(ax, ay, az, bx, by, bz, [from + k, to + k], links);
    }
}

/// As [`pull_each`] where all links exist.
#[inline(always)]
fn pull_all<T: Scalar, F: Family<T>, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    family: &F,
) {
    let count = ax.len();
    if !all_are(count, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    for k in 0..count {
        let (ax, ay, az) = (&mut ax[k], &mut ay[k], &mut az[k]);
        let (bx, by, bz) = (&mut bx[k], &mut by[k], &mut bz[k]);
        pull_block(ax, ay, az, bx, by, bz, None, family);
    }
}

/// The links between vector i of one row and vector j of another. Numbers beyond the last vector stand for the
/// first ones, rotated.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_vector<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    [i, j]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let (extent, family) = (links.extent, &links.family);
    let (ends, is_turned) = (extent.ends(i.max(j)), i.max(j) >= extent.vectors());
    let all = L == 1 || (ends >= L && !is_turned);
    match &links.some {
        None if all => pull_block(ax, ay, az, bx, by, bz, None, family),
        None => pull_block(ax, ay, az, bx, by, bz, Some(hidden_below(ends)), family),
        Some(which) => {
            let exists = if all { below(8) } else { hidden_below(ends) };
            pull_some(ax, ay, az, bx, by, bz, [i, j], (which, exists, family));
        }
    }
}

/// A vector of links: all of them, or those with a 1 in `exists`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn pull_block<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    exists: Option<&[u32; 8]>,
    family: &F,
) {
    let exists = |i: usize| exists.is_none_or(|exists| exists[i % 8] != 0);
    if let Some(slack) = family.slack() {
        // Where all are short none pulls: that saves the roots.
        let mut longer = 0;
        for i in 0..L {
            let d = minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
            longer |= u32::from(exists(i) & (T::squared(d) > slack));
        }
        if longer == 0 {
            return;
        }
    }
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = family.pull(minus(pb, pa));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        [ax[i], ay[i], az[i]] = plus(pa, select(exists(i), pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(exists(i), pull, [T::ZERO; 3]));
    }
}

/// As [`pull_vector`] where links may be broken or have pinned ends. On a board these are few: one copy saves flash.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
#[expect(clippy::too_many_arguments)]
fn pull_some<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    [i, j]: [usize; 2],
    (which, there, family): (&Which<'_>, &[u32; 8], &F),
) {
    let Which {
        marks: [of_a, of_b],
        broken: Without(broken, bit),
    } = *which;
    let [free_a, free_b] = [at::<_, L>(of_a, i, Mark::PINNED), at(of_b, j, Mark::PINNED)];
    let (bits, mut both) = (at::<_, L>(broken, i, 0), 0);
    let [mut moves_a, mut moves_b] = [[0; L]; 2];
    for i in 0..L {
        let exists = there[i % 8] & u32::from(bits[i] & bit == 0);
        moves_a[i] = exists & u32::from(free_a[i].is_free());
        moves_b[i] = exists & u32::from(free_b[i].is_free());
        both += moves_a[i] & moves_b[i];
    }
    // In most vectors all links are whole and their ends free.
    if both == L as u32 {
        pull_block(ax, ay, az, bx, by, bz, None, family);
        return;
    }
    let held = family.held();
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (d, moves_a, moves_b) = (minus(pb, pa), moves_a[i] != 0, moves_b[i] != 0);
        // Both pulls, and then one of them: the compiler would branch for each link.
        let pull = select(moves_a & moves_b, family.pull(d), held.pull(d));
        [ax[i], ay[i], az[i]] = plus(pa, select(moves_a, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(moves_b, pull, [T::ZERO; 3]));
    }
}

/// Links over two columns where a lane is two vectors: from every second number of vector k,
/// beginning with `first`, to the next.
#[inline(always)]
fn pull_inside<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    [k, first]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let begins = *hidden_parity(first);
    let mut exists = *hidden_below(links.extent.ends(k + 2));
    for i in 0..8 {
        exists[i] &= begins[i];
    }
    let (mut ax, mut ay, mut az) = (*x, *y, *z);
    let (mut bx, mut by, mut bz) = (next(x), next(y), next(z));
    let (a, b) = ((&mut ax, &mut ay, &mut az), (&mut bx, &mut by, &mut bz));
    match &links.some {
        None => pull_block(a.0, a.1, a.2, b.0, b.1, b.2, Some(&exists), &links.family),
        Some(which) => {
            let of = (which, &exists, &links.family);
            pull_some(a.0, a.1, a.2, b.0, b.1, b.2, [k, k + 2], of);
        }
    }
    let (bx, by, bz) = (back(&bx), back(&by), back(&bz));
    for i in 0..L {
        // Each particle is one end of a link or the other.
        let place = select(
            begins[i % 8] != 0,
            [ax[i], ay[i], az[i]],
            [bx[i], by[i], bz[i]],
        );
        [x[i], y[i], z[i]] = place;
    }
}
