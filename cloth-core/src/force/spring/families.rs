//! The springs of each family, vector by vector.

use super::SpringLaw;
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, are_long, below, chunks, next, next3, put_next, vector};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::tear::Without;
use crate::vector::{Vector, select, sub};
use core::f64::consts::SQRT_2;

/// Springs that begin in one row, from column i + `from` to column i + `to` of the row
/// `rows` below.
pub(super) struct Family {
    pub(super) kind: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) rows: usize,
}

const STRUCTURAL: usize = 0;
const SHEAR: usize = 1;
const BEND: usize = 2;
pub(super) const DIAGONAL: usize = 3;

/// Rest lengths by kind.
pub(super) const RESTS: [f64; 4] = [1.0, SQRT_2, 2.0, 2.0 * SQRT_2];

const fn family(kind: usize, from: usize, to: usize, rows: usize) -> Family {
    Family {
        kind,
        from,
        to,
        rows,
    }
}

/// In the order in which their forces are added.
pub(super) const FAMILIES: [Family; 8] = [
    family(STRUCTURAL, 0, 1, 0),
    family(BEND, 0, 2, 0),
    family(STRUCTURAL, 0, 0, 1),
    family(SHEAR, 0, 1, 1),
    family(SHEAR, 1, 0, 1),
    family(BEND, 0, 0, 2),
    family(DIAGONAL, 0, 2, 2),
    family(DIAGONAL, 2, 0, 2),
];

/// Positions and what is kept of motion, of the particles of a row.
#[inline(always)]
pub(super) fn row_state<'a, T: Scalar, G: Extent, const L: usize>(
    [x, v]: [&'a Grid<T, G>; 2],
    row: usize,
) -> InVectors<'a, T, L> {
    [chunks(x.row(row).lanes()), chunks(v.row(row).lanes())]
}

/// Adds the forces of one family, from the last vector to the first: so each particle is
/// first the first end of a spring and then the second, within a row too.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn add_family<M, S, T, G, const L: usize>(
    extent: G,
    state: &[InVectors<'_, T, L>; 3],
    out: &mut [[&mut [[T; L]]; 3]; 3],
    [from, to, rows]: [usize; 3],
    law: S,
    broken: Option<Without<'_>>,
) where
    M: Motion,
    S: SpringLaw<T>,
    T: Scalar,
    G: Extent,
{
    let ([a, b], count) = ([state[0], state[rows]], extent.vectors());
    let inner = count.saturating_sub(from + to);
    let sign = second_sign::<T, S>();
    // Of those that lead from the last vectors to the first, a number further.
    let seam = if L == 1 { count..count } else { inner..count };
    let mut beyond = [[[T::ZERO; L]; 3]; 2];
    for k in seam.clone() {
        let (next, ends) = (k + from + to - count, extent.ends(k + from + to));
        if ends == 0 {
            continue;
        }
        let (ends_here, force) = (from == 0, &mut beyond[k - inner]);
        let (first, second) = if ends_here {
            (at(a, k), next_at(b, next))
        } else {
            (next_at(a, next), at(b, k))
        };
        *force = forces::<M, S, T, L>(first, second, law, ends);
        if ends_here {
            spare_broken(force, broken, k);
            add_forces(&mut out[0], k, force, T::ONE);
        } else {
            spare_next(force, broken, next);
            add_next(&mut out[0], next, force, T::ONE);
        }
    }
    let (whole, further) = (extent.is_full(), from + to);
    let ends = |k: usize| if whole { L } else { extent.ends(k + further) };
    if rows == 0 {
        let [out, ..] = out;
        for k in (0..inner).rev() {
            let mut force = forces::<M, S, T, L>(at(a, k), at(b, k + to), law, ends(k));
            spare_broken(&mut force, broken, k);
            add_forces(out, k, &force, T::ONE);
            add_forces(out, k + to, &force, sign);
        }
    } else {
        let [out_a, below @ ..] = out;
        let (a, b) = (
            a.map(|of| part(of, from, inner)),
            b.map(|of| part(of, to, inner)),
        );
        let mut out_a = part_mut(out_a, from, inner);
        let mut out_b = part_mut(&mut below[rows - 1], to, inner);
        if !covers(inner, a, &out_a) || !covers(inner, b, &out_b) {
            return;
        }
        for k in 0..inner {
            let mut force = forces::<M, S, T, L>(at(a, k), at(b, k), law, ends(k));
            spare_broken(&mut force, broken, k + from);
            add_forces(&mut out_a, k, &force, T::ONE);
            add_forces(&mut out_b, k, &force, sign);
        }
    }
    for k in seam {
        let (next, force) = (k + from + to - count, &beyond[k - inner]);
        if extent.ends(k + from + to) == 0 {
            continue;
        }
        if from == 0 {
            add_next(&mut out[rows], next, force, sign);
        } else {
            add_forces(&mut out[rows], k, force, sign);
        }
    }
}

/// `count` vectors of each lane from vector `first` on.
#[inline(always)]
fn part<A>([x, y, z]: [&[A]; 3], first: usize, count: usize) -> [&[A]; 3] {
    [
        x.get(first..first + count).unwrap_or_default(),
        y.get(first..first + count).unwrap_or_default(),
        z.get(first..first + count).unwrap_or_default(),
    ]
}

/// As [`part`], to write.
#[inline(always)]
fn part_mut<'a, A>(
    [x, y, z]: &'a mut [&mut [A]; 3],
    first: usize,
    count: usize,
) -> [&'a mut [A]; 3] {
    [
        x.get_mut(first..first + count).unwrap_or_default(),
        y.get_mut(first..first + count).unwrap_or_default(),
        z.get_mut(first..first + count).unwrap_or_default(),
    ]
}

/// Positions and what is kept of motion, in vectors.
pub(super) type InVectors<'a, T, const L: usize> = [[&'a [[T; L]]; 3]; 2];

/// The same of the particles of one vector.
type Particles<T, const L: usize> = [[[T; L]; 3]; 2];

/// Whether all lanes have so many vectors.
#[inline(always)]
pub(super) const fn covers<T, const L: usize>(
    count: usize,
    [x, v]: InVectors<'_, T, L>,
    [fx, fy, fz]: &[&mut [[T; L]]; 3],
) -> bool {
    are_long(x, count) && are_long(v, count) && are_long([&**fx, &**fy, &**fz], count)
}

#[inline(always)]
const fn at<T: Scalar, const L: usize>([x, v]: InVectors<'_, T, L>, k: usize) -> Particles<T, L> {
    [vector(x, k), vector(v, k)]
}

/// Each number replaced by the next.
#[inline(always)]
fn next_at<T: Scalar, const L: usize>([x, v]: InVectors<'_, T, L>, k: usize) -> Particles<T, L> {
    [next3(vector(x, k)), next3(vector(v, k))]
}

#[inline(always)]
fn second_sign<T: Scalar, L: SpringLaw<T>>() -> T {
    if L::SAME_SIGN { T::ONE } else { -T::ONE }
}

/// What the law says of the first `ends` springs between two vectors, for their first
/// ends; zero beyond, which changes no sum: none is −0, as they begin with +0.
#[inline(always)]
fn forces<M: Motion, S: SpringLaw<T>, T: Scalar, const L: usize>(
    [[xa, ya, za], [ua, va, wa]]: Particles<T, L>,
    [[xb, yb, zb], [ub, vb, wb]]: Particles<T, L>,
    law: S,
    ends: usize,
) -> [[T; L]; 3] {
    let [mut x, mut y, mut z] = [[T::ZERO; L]; 3];
    let exists = below(ends);
    for i in 0..L {
        let (pa, pb) = ([xa[i], ya[i], za[i]], [xb[i], yb[i], zb[i]]);
        let (ka, kb) = ([ua[i], va[i], wa[i]], [ub[i], vb[i], wb[i]]);
        let u = sub(M::velocity3(pb, kb), M::velocity3(pa, ka));
        let force = match L > 1 && T::FOR_SMALL_CORES {
            true => result_apart(law, sub(pb, pa), u),
            false => law.result(sub(pb, pa), u),
        };
        [x[i], y[i], z[i]] = select(L == 1 || exists[i % 8] != 0, force, [T::ZERO; 3]);
    }
    [x, y, z]
}

/// Out of line: no vector unit takes it, and eight times it is long.
#[inline(never)]
fn result_apart<T: Scalar, S: SpringLaw<T>>(law: S, d: Vector<T>, u: Vector<T>) -> Vector<T> {
    law.result(d, u)
}

/// No force where a link that starts in vector k is broken.
#[inline(always)]
fn spare_broken<T: Scalar, const L: usize>(
    force: &mut [[T; L]; 3],
    broken: Option<Without<'_>>,
    k: usize,
) {
    if let Some(links) = broken {
        no_force(force, &links.whole(k));
    }
}

/// As [`spare_broken`], for links that start at the next numbers.
#[inline(always)]
fn spare_next<T: Scalar, const L: usize>(
    force: &mut [[T; L]; 3],
    broken: Option<Without<'_>>,
    k: usize,
) {
    if let Some(links) = broken {
        no_force(force, &next(&links.whole(k)));
    }
}

#[inline(always)]
fn no_force<T: Scalar, const L: usize>([x, y, z]: &mut [[T; L]; 3], whole: &[bool; L]) {
    for i in 0..L {
        [x[i], y[i], z[i]] = select(whole[i], [x[i], y[i], z[i]], [T::ZERO; 3]);
    }
}

/// Adds `sign` times the forces to the numbers of vector k.
#[inline(always)]
fn add_forces<T: Scalar, const L: usize>(
    [ox, oy, oz]: &mut [&mut [[T; L]]; 3],
    k: usize,
    [x, y, z]: &[[T; L]; 3],
    sign: T,
) {
    add_lane(&mut ox[k], x, sign);
    add_lane(&mut oy[k], y, sign);
    add_lane(&mut oz[k], z, sign);
}

/// As [`add_forces`] to the next number.
#[inline(always)]
fn add_next<T: Scalar, const L: usize>(
    out: &mut [&mut [[T; L]]; 3],
    k: usize,
    force: &[[T; L]; 3],
    sign: T,
) {
    for (out, force) in out.iter_mut().zip(force) {
        let mut to = next(&out[k]);
        add_lane(&mut to, force, sign);
        put_next(&mut out[k], &to);
    }
}

#[inline(always)]
fn add_lane<T: Scalar, const L: usize>(out: &mut [T; L], force: &[T; L], sign: T) {
    for i in 0..L {
        out[i] += sign * force[i];
    }
}
