//! Hooke's springs with damping along the spring.
//!
//! For a spring from a to b with d = b − a, l = |d|, rest length l₀:
//!
//! F_a = [k(1 − l₀/l) + c (v_b − v_a)·d / l²] d,  F_b = −F_a
//!
//! Sources: S0 §4; S2 eqn 3.9 with the sign and the missing normal put right.
//! A stretched spring pulls its ends together, and damping resists what
//! changes the length, nothing else.

use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row, are_long, below, chunks, chunks_mut, next, next3, put_next, vector};
use crate::motion::{Motion, Velocity};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use crate::vector::{Vector, dot, length, scale, select, sub};
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
    /// Whether a step spends so much time with it that it is compiled for several vector
    /// units.
    const HAS_WIDTHS: bool = true;
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
        force: [&mut Row<T, G>; 3],
        tear: (&impl Tear<G>, usize),
    ) {
        // Undamped springs do not look at velocities.
        if self.damping > T::ZERO {
            self.apply::<M, DampedTension<T>, G>(state, force, tear);
        } else {
            self.apply::<Velocity, Tension<T>, G>(state, force, tear);
        }
    }

    /// Adds what the law says of all springs that start in a row
    /// to the rows of their ends: that row, the next, the next
    /// but one. `tear` knows which of them are broken.
    #[inline]
    pub(crate) fn apply<M: Motion, L: SpringLaw<T>, G: Extent>(
        &self,
        [x, v]: [&Grid<T, G>; 2],
        [here, below, second]: [&mut Row<T, G>; 3],
        (tear, row): (&impl Tear<G>, usize),
    ) {
        let law =
            |stiffness, rest, link| L::with_link(stiffness, T::from_f64(rest), self.damping, link);
        let links = &self.links;
        let structural = law(self.structural, 1.0, &links[0]);
        let shear = law(self.shear, SQRT_2, &links[1]);
        let bend = law(self.bend, 2.0, &links[2]);
        let diagonal = law(self.bend_diagonal, 2.0 * SQRT_2, &links[3]);
        let (extent, vectors) = (x.extent(), Vectors::<T, G>::widest());
        let state = |row: usize| Some([x.row_at(row)?, v.row_at(row)?]);
        let Some(a) = state(row) else {
            return;
        };
        let broken = |columns, rows| {
            let bit = bit(columns, rows);
            (tear.broken(row, bit), bit)
        };
        let on = (extent, vectors);
        along::<M, L, T, G, 1>(on, a, structural, broken(1, 0), here);
        along::<M, L, T, G, 2>(on, a, bend, broken(2, 0), here);
        if let Some(b) = state(row + 1) {
            let out = [&mut *here, &mut *below];
            across::<M, L, T, G, 0, 0>(on, [a, b], structural, broken(0, 1), out);
            let out = [&mut *here, &mut *below];
            across::<M, L, T, G, 0, 1>(on, [a, b], shear, broken(1, 1), out);
            let out = [&mut *here, &mut *below];
            across::<M, L, T, G, 1, 0>(on, [a, b], shear, broken(-1, 1), out);
        }
        if let Some(b) = state(row + 2) {
            let out = [&mut *here, &mut *second];
            across::<M, L, T, G, 0, 0>(on, [a, b], bend, broken(0, 2), out);
            if self.bend_diagonal > T::ZERO {
                let out = [&mut *here, &mut *second];
                across::<M, L, T, G, 0, 2>(on, [a, b], diagonal, broken(2, 2), out);
                let out = [&mut *here, &mut *second];
                across::<M, L, T, G, 2, 0>(on, [a, b], diagonal, broken(-2, 2), out);
            }
        }
    }
}

/// Positions and what is kept of motion, of the particles of a row.
type State<'a, T, G> = [&'a Row<T, G>; 2];

/// Springs between the columns i and i + D of one row.
#[inline(always)]
fn along<M: Motion, S: SpringLaw<T>, T: Scalar, G: Extent, const D: usize>(
    (extent, vectors): (G, Vectors<T, G>),
    row: State<'_, T, G>,
    law: S,
    (broken, bit): (Option<&[u8]>, u8),
    out: &mut Row<T, G>,
) {
    if S::HAS_WIDTHS && G::LANES > 1 {
        vectors.run(
            #[inline(always)]
            || along_vectors::<M, S, T, G, D, 8>(extent, row, law, broken, bit, out),
        );
    } else if G::LANES > 1 {
        along_vectors::<M, S, T, G, D, 8>(extent, row, law, broken, bit, out);
    } else {
        along_vectors::<M, S, T, G, D, 1>(extent, row, law, broken, bit, out);
    }
}

/// From the last vector to the first: so each particle is first the first end of a spring
/// and then the second.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn along_vectors<M, S, T, G, const D: usize, const L: usize>(
    extent: G,
    [x, v]: State<'_, T, G>,
    law: S,
    broken: Option<&[u8]>,
    bit: u8,
    out: &mut Row<T, G>,
) where
    M: Motion,
    S: SpringLaw<T>,
    T: Scalar,
    G: Extent,
{
    let count = extent.vectors();
    // Apart, so that they are known where no link can break.
    let broken = broken.map(|links| Without(links, bit));
    let row = [chunks::<T, L>(x.lanes()), chunks(v.lanes())];
    let mut out = chunks_mut(out.three_mut());
    if !covers(count, row, &out) {
        return;
    }
    // Of those that lead from the last vectors to the first, a number further.
    let mut beyond = [[[T::ZERO; L]; 3]; D];
    for k in (0..count).rev() {
        let (j, ends) = (k + D, extent.ends(k + D));
        if ends == 0 {
            continue;
        }
        if j < count {
            let mut force = forces::<M, S, T, L>(at(row, k), at(row, j), law, ends);
            spare_broken(&mut force, broken, k);
            add_forces(&mut out, k, &force, T::ONE);
            add_forces(&mut out, j, &force, second_sign::<T, S>());
        } else {
            let mut force = forces::<M, S, T, L>(at(row, k), next_at(row, j - count), law, ends);
            spare_broken(&mut force, broken, k);
            add_forces(&mut out, k, &force, T::ONE);
            beyond[j - count] = force;
        }
    }
    if L > 1 {
        for (j, force) in beyond.iter().enumerate().take(count) {
            add_next(&mut out, j, force, second_sign::<T, S>());
        }
    }
}

/// Springs from column i + A of one row to column i + B of another.
#[inline(always)]
fn across<M: Motion, S: SpringLaw<T>, T: Scalar, G: Extent, const A: usize, const B: usize>(
    (extent, vectors): (G, Vectors<T, G>),
    rows: [State<'_, T, G>; 2],
    law: S,
    (broken, bit): (Option<&[u8]>, u8),
    out: [&mut Row<T, G>; 2],
) {
    if S::HAS_WIDTHS && G::LANES > 1 {
        vectors.run(
            #[inline(always)]
            || across_vectors::<M, S, T, G, A, B, 8>(extent, rows, law, broken, bit, out),
        );
    } else if G::LANES > 1 {
        across_vectors::<M, S, T, G, A, B, 8>(extent, rows, law, broken, bit, out);
    } else {
        across_vectors::<M, S, T, G, A, B, 1>(extent, rows, law, broken, bit, out);
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn across_vectors<M, S, T, G, const A: usize, const B: usize, const L: usize>(
    extent: G,
    [[xa, va], [xb, vb]]: [State<'_, T, G>; 2],
    law: S,
    broken: Option<&[u8]>,
    bit: u8,
    [out_a, out_b]: [&mut Row<T, G>; 2],
) where
    M: Motion,
    S: SpringLaw<T>,
    T: Scalar,
    G: Extent,
{
    let count = extent.vectors();
    // Apart, so that they are known where no link can break.
    let broken = broken.map(|links| Without(links, bit));
    let a = [chunks::<T, L>(xa.lanes()), chunks(va.lanes())];
    let b = [chunks(xb.lanes()), chunks(vb.lanes())];
    let (mut out_a, mut out_b) = (chunks_mut(out_a.three_mut()), chunks_mut(out_b.three_mut()));
    if !covers(count, a, &out_a) || !covers(count, b, &out_b) {
        return;
    }
    let inner = count.saturating_sub(A + B);
    for k in 0..inner {
        let ends = extent.ends(k + A + B);
        let mut force = forces::<M, S, T, L>(at(a, k + A), at(b, k + B), law, ends);
        spare_broken(&mut force, broken, k + A);
        add_forces(&mut out_a, k + A, &force, T::ONE);
        add_forces(&mut out_b, k + B, &force, second_sign::<T, S>());
    }
    if L == 1 {
        return;
    }
    // From the last vectors to the first, a number further.
    for k in inner..count {
        let (first, ends) = (k + A + B - count, extent.ends(k + A + B));
        if ends == 0 {
            continue;
        }
        if A == 0 {
            let mut force = forces::<M, S, T, L>(at(a, k), next_at(b, first), law, ends);
            spare_broken(&mut force, broken, k);
            add_forces(&mut out_a, k, &force, T::ONE);
            add_next(&mut out_b, first, &force, second_sign::<T, S>());
        } else {
            let mut force = forces::<M, S, T, L>(next_at(a, first), at(b, k), law, ends);
            if let Some(links) = broken {
                no_force(&mut force, &next(&links.whole(first)));
            }
            add_next(&mut out_a, first, &force, T::ONE);
            add_forces(&mut out_b, k, &force, second_sign::<T, S>());
        }
    }
}

/// Positions and what is kept of motion, in vectors.
type InVectors<'a, T, const L: usize> = [[&'a [[T; L]]; 3]; 2];

/// The same of the particles of one vector.
type Particles<T, const L: usize> = [[[T; L]; 3]; 2];

/// Whether all lanes have so many vectors.
#[inline(always)]
const fn covers<T, const L: usize>(
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
        let force = law.result(sub(pb, pa), u);
        [x[i], y[i], z[i]] = select(L == 1 || exists[i % 8] != 0, force, [T::ZERO; 3]);
    }
    [x, y, z]
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

/// As [`add_forces`], each to the next number.
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
