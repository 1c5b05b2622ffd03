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
        state: [&Grid<T, G>; 2],
        out: [&mut Row<T, G>; 3],
        tear: (&impl Tear<G>, usize),
    ) {
        if !G::HAS_VECTORS {
            self.apply_in_vectors::<M, L, G, 1>(state, out, tear);
        } else if L::HAS_WIDTHS {
            Vectors::<T, G>::widest().run(
                #[inline(always)]
                || self.apply_in_vectors::<M, L, G, 8>(state, out, tear),
            );
        } else {
            self.apply_in_vectors::<M, L, G, 8>(state, out, tear);
        }
    }

    #[inline(always)]
    fn apply_in_vectors<M: Motion, S: SpringLaw<T>, G: Extent, const L: usize>(
        &self,
        [x, v]: [&Grid<T, G>; 2],
        out: [&mut Row<T, G>; 3],
        (tear, row): (&impl Tear<G>, usize),
    ) {
        let extent = x.extent();
        let below = extent.rows().saturating_sub(row);
        let state = [
            row_state::<T, G, L>([x, v], row),
            row_state([x, v], row + 1.min(below - 1)),
            row_state([x, v], row + 2.min(below - 1)),
        ];
        let [here, next, second] = out;
        let mut out = [
            chunks_mut(here.three_mut()),
            chunks_mut(next.three_mut()),
            chunks_mut(second.three_mut()),
        ];
        if !state
            .iter()
            .zip(&out)
            .all(|(&row, out)| covers(extent.vectors(), row, out))
        {
            return;
        }
        let stiffness = [self.structural, self.shear, self.bend, self.bend_diagonal];
        for Family {
            kind,
            from,
            to,
            rows,
        } in FAMILIES
        {
            if rows >= below || (kind == DIAGONAL && self.bend_diagonal <= T::ZERO) {
                continue;
            }
            let rest = T::from_f64(RESTS[kind]);
            let law = S::with_link(stiffness[kind], rest, self.damping, &self.links[kind]);
            let bit = bit(to as isize - from as isize, rows);
            let broken = tear.broken(row, bit).map(|links| Without(links, bit));
            add_family::<M, S, T, G, L>(extent, &state, &mut out, [from, to, rows], law, broken);
        }
    }
}

/// Springs that begin in one row, from column i + `from` to column i + `to` of the row
/// `rows` below.
struct Family {
    kind: usize,
    from: usize,
    to: usize,
    rows: usize,
}

const STRUCTURAL: usize = 0;
const SHEAR: usize = 1;
const BEND: usize = 2;
const DIAGONAL: usize = 3;

/// Rest lengths by kind.
const RESTS: [f64; 4] = [1.0, SQRT_2, 2.0, 2.0 * SQRT_2];

const fn family(kind: usize, from: usize, to: usize, rows: usize) -> Family {
    Family {
        kind,
        from,
        to,
        rows,
    }
}

/// In the order in which their forces are added.
const FAMILIES: [Family; 8] = [
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
fn row_state<'a, T: Scalar, G: Extent, const L: usize>(
    [x, v]: [&'a Grid<T, G>; 2],
    row: usize,
) -> InVectors<'a, T, L> {
    [chunks(x.row(row).lanes()), chunks(v.row(row).lanes())]
}

/// Adds the forces of one family, from the last vector to the first: so each particle is
/// first the first end of a spring and then the second, within a row too.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn add_family<M, S, T, G, const L: usize>(
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
