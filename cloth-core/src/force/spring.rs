//! Hooke's springs with damping along the spring.
//!
//! For a spring from a to b with d = b − a, l = |d|, rest length l₀:
//!
//! F_a = [k(1 − l₀/l) + c (v_b − v_a)·d / l²] d,  F_b = −F_a
//!
//! Sources: S0 §4; S2 eqn 3.9 with the sign and the missing normal put right.
//! A stretched spring pulls its ends together, and damping resists what
//! changes the length, nothing else.

use crate::extent::Extent;
use crate::grid::{Grid, cut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::{LANES, Vectors};
use crate::tear::{AllWhole, Mask, Tear, Without, bit};
use crate::vector::{Vector, dot, length, scale, sub};
use core::f64::consts::SQRT_2;

/// Stiffness of each family and the damping they share, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringForce<T: Scalar> {
    /// Structural stiffness k·dt²/m.
    pub structural: T,
    /// Shear stiffness.
    pub shear: T,
    /// Bend stiffness along rows and columns.
    pub bend: T,
    /// Bend stiffness along the diagonals; zero with four neighbours.
    pub bend_diagonal: T,
    /// Damping along the spring c·dt/m.
    pub damping: T,
    /// The same families as links whose strength is their stiffness, for the
    /// springs without damping: structural, shear, bend, bend along the diagonals.
    pub links: [T::Link; 4],
}

/// What a spring does with the vector d between its ends and the difference u
/// of another vector that both ends carry (their velocities, as a rule).
pub(crate) trait SpringLaw<T: Scalar>: Copy {
    /// Whether both ends get the same result (+) or opposite ones (−).
    const SAME_SIGN: bool;
    /// The law for one family of springs.
    fn new(stiffness: T, rest: T, damping: T) -> Self;
    /// As [`new`](SpringLaw::new), with stiffness and rest length as a link too.
    fn with_link(stiffness: T, rest: T, damping: T, _link: &T::Link) -> Self {
        Self::new(stiffness, rest, damping)
    }
    /// The result for the first end.
    fn result(self, d: Vector<T>, u: Vector<T>) -> Vector<T>;
}

/// The force of undamped springs.
#[derive(Clone, Copy)]
pub(crate) struct Tension<T: Scalar> {
    link: T::Link,
}

impl<T: Scalar> SpringLaw<T> for Tension<T> {
    const SAME_SIGN: bool = false;

    fn new(stiffness: T, rest: T, _damping: T) -> Self {
        let link = T::link(rest.to_f64(), stiffness.to_f64());
        Self { link }
    }

    fn with_link(_stiffness: T, _rest: T, _damping: T, link: &T::Link) -> Self {
        Self { link: *link }
    }

    #[inline(always)]
    fn result(self, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
        T::pull::<false>(d, &self.link)
    }
}

/// The force of damped springs.
#[derive(Clone, Copy)]
struct DampedTension<T> {
    stiffness: T,
    rest: T,
    damping: T,
}

impl<T: Scalar> SpringLaw<T> for DampedTension<T> {
    const SAME_SIGN: bool = false;

    fn new(stiffness: T, rest: T, damping: T) -> Self {
        Self {
            stiffness,
            rest,
            damping,
        }
    }

    #[inline(always)]
    fn result(self, d: Vector<T>, u: Vector<T>) -> Vector<T> {
        let (length, inverse) = length_and_inverse(d);
        let tension = self.stiffness * (length - self.rest) * inverse;
        // In this order nothing overflows for ends that nearly coincide.
        let damping = self.damping * (dot(u, d) * inverse * inverse);
        scale(d, tension + damping)
    }
}

/// |d| and 1/|d|, zero for coincident ends: they have no direction.
#[inline(always)]
pub(crate) fn length_and_inverse<T: Scalar>(d: Vector<T>) -> (T, T) {
    let length = length(d);
    let defined = length > T::ZERO;
    let inverse = T::ONE / if defined { length } else { T::ONE };
    (length, if defined { inverse } else { T::ZERO })
}

impl<T: Scalar> SpringForce<T> {
    /// Springs that do nothing.
    pub const NONE: Self = Self {
        structural: T::ZERO,
        shear: T::ZERO,
        bend: T::ZERO,
        bend_diagonal: T::ZERO,
        damping: T::ZERO,
        links: [T::SLACK; 4],
    };

    /// Adds the forces of all springs that start in a row, from positions and what the
    /// method keeps of motion, to the force of their ends.
    #[inline]
    pub(crate) fn accumulate<M: Motion, G: Extent>(
        &self,
        state: [&Grid<T, G>; 2],
        force: [[&mut [T]; 3]; 3],
        tear: (&impl Tear<G>, usize),
    ) {
        // Undamped springs do not look at velocities.
        if self.damping > T::ZERO {
            self.apply::<M, DampedTension<T>, G>(state, force, tear);
        } else {
            self.apply::<M, Tension<T>, G>(state, force, tear);
        }
    }

    /// Adds what the law says of all springs that start in a row
    /// to the rows of their ends: that row, the next, the next
    /// but one. `tear` knows which of them are broken.
    #[inline]
    pub(crate) fn apply<M: Motion, L: SpringLaw<T>, G: Extent>(
        &self,
        [x, v]: [&Grid<T, G>; 2],
        [mut here, mut below, mut second]: [[&mut [T]; 3]; 3],
        (tear, row): (&impl Tear<G>, usize),
    ) {
        let law =
            |stiffness, rest, link| L::with_link(stiffness, T::from_f64(rest), self.damping, link);
        let links = &self.links;
        let structural = law(self.structural, 1.0, &links[0]);
        let shear = law(self.shear, SQRT_2, &links[1]);
        let bend = law(self.bend, 2.0, &links[2]);
        let diagonal = law(self.bend_diagonal, 2.0 * SQRT_2, &links[3]);
        let extent = x.extent();
        let (columns, vectors) = (extent.columns(), Vectors::widest());
        let room = extent.room();
        let state = |row: usize| Some([cut(x.row_at(row)?, 0, room), cut(v.row_at(row)?, 0, room)]);
        let Some(a) = state(row) else {
            return;
        };
        let broken = |columns, rows| {
            let bit = bit(columns, rows);
            tear.broken(row, bit).map(|links| Without(links, bit))
        };
        along::<M, L, T, 1>((columns, vectors), a, structural, broken(1, 0), &mut here);
        along::<M, L, T, 2>((columns, vectors), a, bend, broken(2, 0), &mut here);
        if let Some(b) = state(row + 1) {
            let out = [&mut here, &mut below];
            across::<M, L, T, 0, 0>((columns, vectors), [a, b], structural, broken(0, 1), out);
            let out = [&mut here, &mut below];
            across::<M, L, T, 0, 1>((columns, vectors), [a, b], shear, broken(1, 1), out);
            let out = [&mut here, &mut below];
            across::<M, L, T, 1, 0>((columns, vectors), [a, b], shear, broken(-1, 1), out);
        }
        if let Some(b) = state(row + 2) {
            let out = [&mut here, &mut second];
            across::<M, L, T, 0, 0>((columns, vectors), [a, b], bend, broken(0, 2), out);
            if self.bend_diagonal > T::ZERO {
                let out = [&mut here, &mut second];
                across::<M, L, T, 0, 2>((columns, vectors), [a, b], diagonal, broken(2, 2), out);
                let out = [&mut here, &mut second];
                across::<M, L, T, 2, 0>((columns, vectors), [a, b], diagonal, broken(-2, 2), out);
            }
        }
    }
}

/// Positions and what is kept of motion, of the particles of a row.
type State<'a, T> = [[&'a [T]; 3]; 2];

/// Springs between the columns i and i + D of one row.
#[inline(always)]
fn along<M: Motion, L: SpringLaw<T>, T: Scalar, const D: usize>(
    (columns, vectors): (usize, Vectors),
    row: State<'_, T>,
    law: L,
    broken: Option<Without<'_>>,
    out: &mut [&mut [T]; 3],
) {
    match broken {
        None => vectors.run(
            #[inline(always)]
            || along_masked::<M, L, T, D>(columns, row, law, AllWhole, out),
        ),
        Some(links) => vectors.run(
            #[inline(always)]
            || along_masked::<M, L, T, D>(columns, row, law, links, out),
        ),
    }
}

/// From the last block of the row to the first: so each particle is first the first end
/// of a spring and then the second, whatever the blocks are.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn along_masked<M: Motion, L: SpringLaw<T>, T: Scalar, const D: usize>(
    columns: usize,
    row: State<'_, T>,
    law: L,
    links: impl Mask,
    out: &mut [&mut [T]; 3],
) {
    let springs = columns.saturating_sub(D);
    let whole = whole_blocks(springs, D, out[0].len());
    let one = |first: usize, out: &mut [&mut [T]; 3]| {
        let at = [(row, first), (row, first + D)];
        if let Some(force) = block::<M, L, T, 1>(at, 1, law, links) {
            add_block(out, first, &force, T::ONE, 1);
            add_block(out, first + D, &force, second_sign::<T, L>(), 1);
        }
    };
    for first in (whole..springs).rev() {
        one(first, out);
    }
    for first in (0..whole).step_by(LANES).rev() {
        let left = springs - first;
        let at = [(row, first), (row, first + D)];
        if let Some(force) = block::<M, L, T, LANES>(at, left, law, links) {
            add_block(out, first, &force, T::ONE, left);
            add_block(out, first + D, &force, second_sign::<T, L>(), left);
        }
    }
}

/// Springs from column i + A of one row to column i + B of another.
#[inline(always)]
fn across<M: Motion, L: SpringLaw<T>, T: Scalar, const A: usize, const B: usize>(
    (columns, vectors): (usize, Vectors),
    rows: [State<'_, T>; 2],
    law: L,
    broken: Option<Without<'_>>,
    out: [&mut [&mut [T]; 3]; 2],
) {
    match broken {
        None => vectors.run(
            #[inline(always)]
            || across_masked::<M, L, T, A, B>(columns, rows, law, AllWhole, out),
        ),
        Some(links) => vectors.run(
            #[inline(always)]
            || across_masked::<M, L, T, A, B>(columns, rows, law, links, out),
        ),
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn across_masked<M: Motion, L: SpringLaw<T>, T: Scalar, const A: usize, const B: usize>(
    columns: usize,
    [a, b]: [State<'_, T>; 2],
    law: L,
    links: impl Mask,
    [out_a, out_b]: [&mut [&mut [T]; 3]; 2],
) {
    let springs = columns.saturating_sub(A + B);
    let whole = whole_blocks(springs, A + B, out_a[0].len());
    for first in (0..whole).step_by(LANES) {
        let left = springs - first;
        let at = [(a, first + A), (b, first + B)];
        if let Some(force) = block::<M, L, T, LANES>(at, left, law, links) {
            add_block(out_a, first + A, &force, T::ONE, left);
            add_block(out_b, first + B, &force, second_sign::<T, L>(), left);
        }
    }
    for first in whole..springs {
        let at = [(a, first + A), (b, first + B)];
        if let Some(force) = block::<M, L, T, 1>(at, 1, law, links) {
            add_block(out_a, first + A, &force, T::ONE, 1);
            add_block(out_b, first + B, &force, second_sign::<T, L>(), 1);
        }
    }
}

/// Springs in whole blocks: all, where rows have the room, or those before the last
/// block.
#[inline(always)]
fn whole_blocks(springs: usize, beyond: usize, room: usize) -> usize {
    let all = springs.next_multiple_of(LANES);
    match all + beyond <= room {
        true => all.min(springs.saturating_add(LANES - 1) / LANES * LANES),
        false => springs / LANES * LANES,
    }
}

#[inline(always)]
fn second_sign<T: Scalar, L: SpringLaw<T>>() -> T {
    if L::SAME_SIGN { T::ONE } else { -T::ONE }
}

/// What the law says of N springs, for their first ends; nothing of broken ones. Only the
/// first `left` are springs.
#[inline(always)]
fn block<M: Motion, L: SpringLaw<T>, T: Scalar, const N: usize>(
    [(a, at_a), (b, at_b)]: [(State<'_, T>, usize); 2],
    left: usize,
    law: L,
    links: impl Mask,
) -> Option<[[T; N]; 3]> {
    let lane = |lane: &[T], first: usize| lane.get(first..)?.first_chunk::<N>().copied();
    let [[xa, ya, za], [ua, va, wa]] = a;
    let [[xb, yb, zb], [ub, vb, wb]] = b;
    let (xa, ya, za) = (lane(xa, at_a)?, lane(ya, at_a)?, lane(za, at_a)?);
    let (ua, va, wa) = (lane(ua, at_a)?, lane(va, at_a)?, lane(wa, at_a)?);
    let (xb, yb, zb) = (lane(xb, at_b)?, lane(yb, at_b)?, lane(zb, at_b)?);
    let (ub, vb, wb) = (lane(ub, at_b)?, lane(vb, at_b)?, lane(wb, at_b)?);
    let [mut x, mut y, mut z] = [[T::ZERO; N]; 3];
    for i in 0..N {
        let (pa, pb) = ([xa[i], ya[i], za[i]], [xb[i], yb[i], zb[i]]);
        let (ka, kb) = ([ua[i], va[i], wa[i]], [ub[i], vb[i], wb[i]]);
        let u = sub(M::velocity3(pb, kb), M::velocity3(pa, ka));
        [x[i], y[i], z[i]] = law.result(sub(pb, pa), u);
    }
    if !all_are_whole(&links) {
        for i in 0..N.min(left) {
            if !links.covers(at_a + i + 1) || !links.whole(at_a + i) {
                [x[i], y[i], z[i]] = [T::ZERO; 3];
            }
        }
    }
    Some([x, y, z])
}

#[inline(always)]
fn all_are_whole<L: Mask>(_: &L) -> bool {
    L::ALL
}

/// Adds `sign` times the first `left` of N forces to the columns from `first` on.
#[inline(always)]
fn add_block<T: Scalar, const N: usize>(
    out: &mut [&mut [T]; 3],
    first: usize,
    force: &[[T; N]; 3],
    sign: T,
    left: usize,
) {
    for (out, force) in out.iter_mut().zip(force) {
        let out = out.get_mut(first..).unwrap_or_default();
        let Some(out) = out.first_chunk_mut::<N>() else {
            return;
        };
        if left >= N {
            for i in 0..N {
                out[i] += sign * force[i];
            }
        } else {
            // −0 changes no bit.
            for i in 0..N {
                out[i] += if i < left { sign * force[i] } else { -T::ZERO };
            }
        }
    }
}
