//! Hooke's springs with damping along the spring.
//!
//! For a spring from a to b with d = b − a, l = |d|, rest length l₀:
//!
//! F_a = [k(1 − l₀/l) + c (v_b − v_a)·d / l²] d,  F_b = −F_a
//!
//! Sources: S0 §4; S2 eqn 3.9 with the sign and the missing normal put right.
//! A stretched spring pulls its ends together, and damping resists what
//! changes the length, nothing else.

use crate::grid::Row;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::{Blocks, Vectors, turns};
use crate::tear::{AllWhole, Mask, Tear, Without, bit};
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

    /// Adds the forces of all springs that start in the first of the rows `x`
    /// (positions) and `v` (what the scheme keeps of motion) to the force rows
    /// of their ends.
    #[inline]
    pub(crate) fn accumulate<M: Motion, const W: usize, const H: usize>(
        &self,
        x: &[Row<T, W>],
        v: &[Row<T, W>],
        force: [&mut Row<T, W>; 3],
        tear: (&impl Tear<W, H>, usize),
    ) {
        // Undamped springs do not look at velocities.
        if self.damping > T::ZERO {
            self.apply::<M, DampedTension<T>, W, H>(x, v, force, tear);
        } else {
            self.apply::<M, Tension<T>, W, H>(x, v, force, tear);
        }
    }

    /// Adds what the law says of all springs that start in the first of the
    /// rows `x` and `v` to the rows of their ends: that row, the next, the next
    /// but one. `tear` knows which of them are broken, and which row of the cloth it is.
    #[inline]
    pub(crate) fn apply<M: Motion, L: SpringLaw<T>, const W: usize, const H: usize>(
        &self,
        x: &[Row<T, W>],
        v: &[Row<T, W>],
        [here, below, second]: [&mut Row<T, W>; 3],
        (tear, row): (&impl Tear<W, H>, usize),
    ) {
        let broken = |columns, rows| {
            let bit = bit(columns, rows);
            tear.broken(row, bit).map(|links| Without(links, bit))
        };
        let law =
            |stiffness, rest, link| L::with_link(stiffness, T::from_f64(rest), self.damping, link);
        let links = &self.links;
        let structural = law(self.structural, 1.0, &links[0]);
        let shear = law(self.shear, SQRT_2, &links[1]);
        let bend = law(self.bend, 2.0, &links[2]);
        let diagonal = law(self.bend_diagonal, 2.0 * SQRT_2, &links[3]);
        let mut results = Row::ZERO;
        let vectors = Vectors::widest();

        if let ([x0, ..], [v0, ..]) = (x, v) {
            along::<M, L, T, W, 1>(
                vectors,
                x0,
                v0,
                structural,
                broken(1, 0),
                &mut results,
                here,
            );
            along::<M, L, T, W, 2>(vectors, x0, v0, bend, broken(2, 0), &mut results, here);
        }
        if let ([x0, x1, ..], [v0, v1, ..]) = (x, v) {
            let (a, b) = ((x0, v0), (x1, v1));
            across::<M, L, T, W, 0, 0>(
                vectors,
                a,
                b,
                structural,
                broken(0, 1),
                &mut results,
                [here, below],
            );
            across::<M, L, T, W, 0, 1>(
                vectors,
                a,
                b,
                shear,
                broken(1, 1),
                &mut results,
                [here, below],
            );
            across::<M, L, T, W, 1, 0>(
                vectors,
                a,
                b,
                shear,
                broken(-1, 1),
                &mut results,
                [here, below],
            );
        }
        if let ([x0, _, x2, ..], [v0, _, v2, ..]) = (x, v) {
            let (a, b) = ((x0, v0), (x2, v2));
            across::<M, L, T, W, 0, 0>(
                vectors,
                a,
                b,
                bend,
                broken(0, 2),
                &mut results,
                [here, second],
            );
            if self.bend_diagonal > T::ZERO {
                across::<M, L, T, W, 0, 2>(
                    vectors,
                    a,
                    b,
                    diagonal,
                    broken(2, 2),
                    &mut results,
                    [here, second],
                );
                across::<M, L, T, W, 2, 0>(
                    vectors,
                    a,
                    b,
                    diagonal,
                    broken(-2, 2),
                    &mut results,
                    [here, second],
                );
            }
        }
    }
}

/// Springs between the columns i and i + D of one row.
#[inline(always)]
fn along<M: Motion, L: SpringLaw<T>, T: Scalar, const W: usize, const D: usize>(
    vectors: Vectors,
    x: &Row<T, W>,
    v: &Row<T, W>,
    law: L,
    broken: Option<Without<'_, W>>,
    results: &mut Row<T, W>,
    out: &mut Row<T, W>,
) {
    let Some(links) = broken else {
        vectors.run(
            #[inline(always)]
            || along_masked::<M, L, T, W, D>((x, v), law, AllWhole, results, out),
        );
        return;
    };
    vectors.run(
        #[inline(always)]
        || along_masked::<M, L, T, W, D>((x, v), law, links, results, out),
    );
}

#[inline(always)]
fn along_masked<M: Motion, L: SpringLaw<T>, T: Scalar, const W: usize, const D: usize>(
    row: (&Row<T, W>, &Row<T, W>),
    law: L,
    links: impl Mask,
    results: &mut Row<T, W>,
    out: &mut Row<T, W>,
) {
    evaluate::<M, L, T, W, 0, D>(row, row, law, results);
    clear::<_, T, W, 0>(results, links, D);
    add_to::<T, W, 0>(out, results, D, T::ONE);
    add_to::<T, W, D>(out, results, D, second_sign::<T, L>());
}

/// Springs from column i + A of one row to column i + B of another.
#[inline(always)]
fn across<M: Motion, L: SpringLaw<T>, T: Scalar, const W: usize, const A: usize, const B: usize>(
    vectors: Vectors,
    a: (&Row<T, W>, &Row<T, W>),
    b: (&Row<T, W>, &Row<T, W>),
    law: L,
    broken: Option<Without<'_, W>>,
    results: &mut Row<T, W>,
    [out_a, out_b]: [&mut Row<T, W>; 2],
) {
    let Some(links) = broken else {
        vectors.run(
            #[inline(always)]
            || across_masked::<M, L, T, W, A, B>(a, b, law, AllWhole, results, out_a, out_b),
        );
        return;
    };
    vectors.run(
        #[inline(always)]
        || across_masked::<M, L, T, W, A, B>(a, b, law, links, results, out_a, out_b),
    );
}

#[inline(always)]
fn across_masked<
    M: Motion,
    L: SpringLaw<T>,
    T: Scalar,
    const W: usize,
    const A: usize,
    const B: usize,
>(
    a: (&Row<T, W>, &Row<T, W>),
    b: (&Row<T, W>, &Row<T, W>),
    law: L,
    links: impl Mask,
    results: &mut Row<T, W>,
    out_a: &mut Row<T, W>,
    out_b: &mut Row<T, W>,
) {
    evaluate::<M, L, T, W, A, B>(a, b, law, results);
    clear::<_, T, W, A>(results, links, A + B);
    add_to::<T, W, A>(out_a, results, A + B, T::ONE);
    add_to::<T, W, B>(out_b, results, A + B, second_sign::<T, L>());
}

/// Broken springs do nothing; that of result i starts in column i + A.
#[inline(always)]
fn clear<L: Mask, T: Scalar, const W: usize, const A: usize>(
    results: &mut Row<T, W>,
    links: L,
    unused: usize,
) {
    if L::ALL {
        return;
    }
    for i in 0..W.saturating_sub(unused) {
        results.set(i, select(links.whole(i + A), results.get(i), [T::ZERO; 3]));
    }
}

#[inline(always)]
fn second_sign<T: Scalar, L: SpringLaw<T>>() -> T {
    if L::SAME_SIGN { T::ONE } else { -T::ONE }
}

/// What the law says of each spring, for its first end.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn evaluate<
    M: Motion,
    L: SpringLaw<T>,
    T: Scalar,
    const W: usize,
    const A: usize,
    const B: usize,
>(
    (xa, va): (&Row<T, W>, &Row<T, W>),
    (xb, vb): (&Row<T, W>, &Row<T, W>),
    law: L,
    results: &mut Row<T, W>,
) {
    let blocks = Blocks::of(W.saturating_sub(A + B));
    for i in 0..turns(blocks.whole) {
        evaluate_one::<M, L, T, W, A, B>((xa, va), (xb, vb), law, results, i);
    }
    // Some are evaluated twice, with the same result.
    let first = blocks.whole - blocks.done;
    for i in first..first + blocks.last {
        evaluate_one::<M, L, T, W, A, B>((xa, va), (xb, vb), law, results, i);
    }
}

#[inline(always)]
fn evaluate_one<
    M: Motion,
    L: SpringLaw<T>,
    T: Scalar,
    const W: usize,
    const A: usize,
    const B: usize,
>(
    (xa, va): (&Row<T, W>, &Row<T, W>),
    (xb, vb): (&Row<T, W>, &Row<T, W>),
    law: L,
    results: &mut Row<T, W>,
    i: usize,
) {
    let (a, b) = (i + A, i + B);
    let (pa, pb) = (xa.get(a), xb.get(b));
    let u = sub(M::velocity3(pb, vb.get(b)), M::velocity3(pa, va.get(a)));
    results.set(i, law.result(sub(pb, pa), u));
}

/// Adds `sign` times the results to the columns from S on; the last `unused`
/// results do not exist.
#[inline(always)]
fn add_to<T: Scalar, const W: usize, const S: usize>(
    out: &mut Row<T, W>,
    results: &Row<T, W>,
    unused: usize,
    sign: T,
) {
    for i in 0..W.saturating_sub(unused) {
        out.x[i + S] += sign * results.x[i];
        out.y[i + S] += sign * results.y[i];
        out.z[i + S] += sign * results.z[i];
    }
}
