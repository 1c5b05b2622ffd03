//! Links within a row whose particles are free.

use super::Lane;
use super::pull::{from, pull_block, pull_next};
use crate::constraint::family::Family;
use crate::extent::Extent;
use crate::lanes::all_are;
use crate::scalar::Scalar;
use crate::vector::{minus, plus, select};

/// Links of one colour within a row: from vector k to vector k + D for the k whose block
/// of D, counted from FIRST on, is even.
#[inline(always)]
pub(super) fn within_free<T, F, G, const D: usize, const FIRST: usize, const L: usize>(
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
        match extent.is_full() {
            true => within_two::<T, F, FIRST, L>([L; 2], x, y, z, &link),
            false => within_two::<T, F, FIRST, L>([extent.ends(2), extent.ends(3)], x, y, z, &link),
        }
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
fn within_two<T, F, const FIRST: usize, const L: usize>(
    ends: [usize; 2],
    x: Lane<'_, T, L>,
    y: Lane<'_, T, L>,
    z: Lane<'_, T, L>,
    link: &F,
) where
    T: Scalar,
    F: Family<T>,
{
    let mut exists = [false; L];
    for i in 0..L {
        let (vector, number) = first_end::<FIRST>(i);
        exists[i] = number + 1 < L && number < ends[vector];
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
