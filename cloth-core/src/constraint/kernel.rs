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
use super::pull::{Joined, Lane, Which, pull_block, pull_each, pull_inside, pull_vector, twos};
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, Vectors3};
use crate::lanes::{all_are, back, chunks_mut, next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{minus, plus};

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
    join_rows::<T, F, G, L>(a, b, [A, B], &Joined::new(extent, *family, None));
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
    join_row::<T, F, G, D, L>(row, FIRST, &Joined::new(extent, *family, None));
}

/// As [`between`] and [`within`] (then there is no row `b`), for rows with pins or broken links, where a vector is a
/// column: link by link. On a board such rows are few, and this saves flash.
#[inline(never)]
pub(super) fn one_by_one<T: Scalar, F: Family<T>, G: Extent>(
    a: &mut Row<T, G>,
    mut b: Option<&mut Row<T, G>>,
    [from, to]: [usize; 2],
    first: usize,
    (links, which): (&Joined<'_, F, G>, Which<'_, G>),
) {
    let (is_within, held) = (b.is_none(), links.family.held());
    for k in 0..links.extent.columns().saturating_sub(from + to) {
        if is_within && (k < first || (k - first) & to != 0) {
            continue;
        }
        let (i, j) = (k + from, k + to);
        let (pa, pb) = (a.get(i), b.as_deref().unwrap_or(a).get(j));
        let [moves_a, moves_b] = which.moves(i, [i, j]);
        let both = moves_a & moves_b;
        let pull = if both { &links.family } else { &held }.pull(minus(pb, pa));
        if moves_a {
            a.set(i, plus(pa, pull));
        }
        if moves_b {
            b.as_deref_mut().unwrap_or(a).set(j, minus(pb, pull));
        }
    }
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
