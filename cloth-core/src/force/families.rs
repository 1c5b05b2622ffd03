//! The springs of each family, vector by vector.

use crate::extent::Extent;
use crate::lanes::{are_long, back, hidden_below, next, vector, wrapped};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::tear::Without;
use crate::vector::{Vector, each, select, sub};

/// What the springs of a family have in common.
#[derive(Clone, Copy)]
pub(crate) struct Elastic<T: Scalar> {
    pub(crate) stiffness: T,
    /// Rest length, rest spacings.
    pub(crate) rest: T,
    pub(crate) damping: T,
    /// Stiffness and rest length once more, as a link.
    pub(crate) link: T::Link,
}

/// What a spring does, from what its family has in common and the vectors d between its ends and u, the
/// difference of another vector that both ends carry: their velocities, as a rule.
pub(crate) trait SpringLaw<T: Scalar>:
    Fn(&Elastic<T>, Vector<T>, Vector<T>) -> Vector<T> + Copy
{
}

impl<T: Scalar, F: Fn(&Elastic<T>, Vector<T>, Vector<T>) -> Vector<T> + Copy> SpringLaw<T> for F {}

/// Adds what `law` says of the springs of one family that begin in a row to their first ends, and takes it
/// from the second; with SUM adds it. `below` is the other row, where there is one.
#[inline(always)]
pub(super) fn add_family<'a, M, T, G, const SUM: bool, const L: usize>(
    extent: G,
    [a, b]: [InVectors<'_, T, L>; 2],
    out: &mut [&'a mut [[T; L]]; 3],
    mut below: Option<&mut [&'a mut [[T; L]]; 3]>,
    [from, to]: [usize; 2],
    law: (impl SpringLaw<T>, &Elastic<T>),
    broken: Option<Without<'_>>,
) where
    M: Motion,
    T: Scalar,
    G: Extent,
{
    let (count, further) = (extent.vectors(), from + to);
    let inner = count.saturating_sub(further);
    let sign = if SUM { T::ONE } else { -T::ONE };
    // Springs from the last vectors to the first ones, which are rotated by a number. Their first ends
    // come before all others, their second ends after: so each particle is the first end of a spring
    // before it is the second end of another.
    let seam = if L == 1 { count..count } else { inner..count };
    let mut beyond = [[[T::ZERO; L]; 3]; 2];
    for (k, force) in seam.clone().zip(&mut beyond) {
        let ends = extent.ends(k + further);
        if ends > 0 {
            let (first, second) = (at_wrapped(a, k + from), at_wrapped(b, k + to));
            *force = forces::<M, T, L>(first, second, law, ends);
            spare_broken(force, broken, (k + from, count));
            add_wrapped(out, k + from, force, T::ONE);
        }
    }
    let whole = extent.is_full();
    let ends = |k: usize| if whole { L } else { extent.ends(k + further) };
    let (a, b) = (
        a.map(|of| part(of, from, inner)),
        b.map(|of| part(of, to, inner)),
    );
    if let Some(below) = &mut below {
        let (mut out, mut below) = (part_mut(out, from, inner), part_mut(below, to, inner));
        if !covers(inner, a, &out) || !covers(inner, b, &below) {
            return;
        }
        // Nearly all rows: a loop without tests takes 0.93 of the time.
        if whole && broken.is_none() {
            for k in 0..inner {
                let force = forces::<M, T, L>(at(a, k), at(b, k), law, L);
                add_forces(&mut out, k, &force, T::ONE);
                add_forces(&mut below, k, &force, sign);
            }
        } else {
            for k in 0..inner {
                let mut force = forces::<M, T, L>(at(a, k), at(b, k), law, ends(k));
                spare_broken(&mut force, broken, (k + from, count));
                add_forces(&mut out, k, &force, T::ONE);
                add_forces(&mut below, k, &force, sign);
            }
        }
    } else {
        if !covers(inner, a, &part_mut(out, 0, inner))
            || !covers(inner, b, &part_mut(out, to, inner))
        {
            return;
        }
        for k in (0..inner).rev() {
            let mut force = forces::<M, T, L>(at(a, k), at(b, k), law, ends(k));
            spare_broken(&mut force, broken, (k, count));
            add_forces(out, k, &force, T::ONE);
            add_forces(out, k + to, &force, sign);
        }
    }
    let second = match below {
        Some(below) => below,
        None => out,
    };
    for (k, force) in seam.zip(&beyond) {
        if extent.ends(k + further) > 0 {
            add_wrapped(second, k + to, force, sign);
        }
    }
}

/// `count` vectors of each lane from vector `first` on.
#[inline(always)]
fn part<A>(of: [&[A]; 3], first: usize, count: usize) -> [&[A]; 3] {
    each(of, |of| of.get(first..first + count).unwrap_or_default())
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

/// The positions of a row, and its velocities or previous positions, whichever the method keeps; in vectors.
pub(super) type InVectors<'a, T, const L: usize> = [[&'a [[T; L]]; 3]; 2];

/// The same, of one vector.
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

/// As [`at`], and beyond the last vector.
#[inline(always)]
fn at_wrapped<T: Scalar, const L: usize>([x, v]: InVectors<'_, T, L>, k: usize) -> Particles<T, L> {
    [wrapped(x, k), wrapped(v, k)]
}

/// The forces of the first `ends` springs between two vectors on their first ends; zero beyond,
/// which changes no sum: sums begin with +0, and none is −0.
#[inline(always)]
fn forces<M: Motion, T: Scalar, const L: usize>(
    [[xa, ya, za], [ua, va, wa]]: Particles<T, L>,
    [[xb, yb, zb], [ub, vb, wb]]: Particles<T, L>,
    (law, of): (impl SpringLaw<T>, &Elastic<T>),
    ends: usize,
) -> [[T; L]; 3] {
    let [mut x, mut y, mut z] = [[T::ZERO; L]; 3];
    for i in 0..L {
        let (pa, pb) = ([xa[i], ya[i], za[i]], [xb[i], yb[i], zb[i]]);
        let (ka, kb) = ([ua[i], va[i], wa[i]], [ub[i], vb[i], wb[i]]);
        let u = sub(M::velocity3(pb, kb), M::velocity3(pa, ka));
        [x[i], y[i], z[i]] = match L > 1 && T::FOR_SMALL_CORES {
            true => result_apart((law, of), sub(pb, pa), u),
            false => law(of, sub(pb, pa), u),
        };
    }
    let mut force = [x, y, z];
    if L > 1 && ends < L {
        let exists = hidden_below(ends);
        let [x, y, z] = &mut force;
        for i in 0..L {
            [x[i], y[i], z[i]] = select(exists[i % 8] != 0, [x[i], y[i], z[i]], [T::ZERO; 3]);
        }
    }
    force
}

/// Not inlined: it does not vectorise, and eight copies of it are long.
#[inline(never)]
fn result_apart<T: Scalar>(
    (law, of): (impl SpringLaw<T>, &Elastic<T>),
    d: Vector<T>,
    u: Vector<T>,
) -> Vector<T> {
    law(of, d, u)
}

/// Sets the force of broken springs to zero. They start in vector k of `count`; beyond the last, in the
/// first ones, rotated.
#[inline(always)]
fn spare_broken<T: Scalar, const L: usize>(
    [x, y, z]: &mut [[T; L]; 3],
    broken: Option<Without<'_>>,
    (k, count): (usize, usize),
) {
    let Some(links) = broken else {
        return;
    };
    let whole: [bool; L] = match k.checked_sub(count) {
        None => links.whole(k),
        Some(k) => next(&links.whole(k)),
    };
    for i in 0..L {
        [x[i], y[i], z[i]] = select(whole[i], [x[i], y[i], z[i]], [T::ZERO; 3]);
    }
}

/// Adds `sign` times the forces to vector k. It always exists; the test keeps the path to a panic out.
#[inline(always)]
fn add_forces<T: Scalar, const L: usize>(
    [ox, oy, oz]: &mut [&mut [[T; L]]; 3],
    k: usize,
    [x, y, z]: &[[T; L]; 3],
    sign: T,
) {
    if let (Some(ox), Some(oy), Some(oz)) = (ox.get_mut(k), oy.get_mut(k), oz.get_mut(k)) {
        add_lane(ox, x, sign);
        add_lane(oy, y, sign);
        add_lane(oz, z, sign);
    }
}

/// As [`add_forces`]; beyond the last vector to the first ones, rotated.
#[inline(always)]
fn add_wrapped<T: Scalar, const L: usize>(
    out: &mut [&mut [[T; L]]; 3],
    k: usize,
    force: &[[T; L]; 3],
    sign: T,
) {
    let Some(k) = k.checked_sub(out[0].len()) else {
        return add_forces(out, k, force, sign);
    };
    for (out, force) in out.iter_mut().zip(force) {
        if let Some(out) = out.get_mut(k) {
            let mut to = next(out);
            add_lane(&mut to, force, sign);
            *out = back(&to);
        }
    }
}

#[inline(always)]
fn add_lane<T: Scalar, const L: usize>(out: &mut [T; L], force: &[T; L], sign: T) {
    for i in 0..L {
        out[i] = out[i] + sign * force[i];
    }
}
