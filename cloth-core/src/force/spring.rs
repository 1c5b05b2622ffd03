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

/// Stiffness of each family and the damping they share, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringForce<T> {
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
}

/// One family's numbers, as the kernel needs them.
#[derive(Clone, Copy)]
struct Family<T> {
    stiffness: T,
    rest: T,
    damping: T,
}

impl<T: Scalar> SpringForce<T> {
    fn family(&self, stiffness: T, rest: f64) -> Family<T> {
        Family {
            stiffness,
            rest: T::from_f64(rest),
            damping: self.damping,
        }
    }

    /// Adds the forces of all springs that start in the first of the rows `x`
    /// (positions) and `v` (what the scheme keeps of motion) to the force rows
    /// of their ends.
    #[inline]
    pub(crate) fn accumulate<M: Motion, const W: usize>(
        &self,
        x: &[Row<T, W>],
        v: &[Row<T, W>],
        here: &mut Row<T, W>,
        below: &mut Row<T, W>,
        second: &mut Row<T, W>,
    ) {
        let structural = self.family(self.structural, 1.0);
        let shear = self.family(self.shear, core::f64::consts::SQRT_2);
        let bend = self.family(self.bend, 2.0);
        let diagonal = self.family(self.bend_diagonal, 2.0 * core::f64::consts::SQRT_2);
        let mut pull = Row::ZERO;

        if let Some(((x0, _), (v0, _))) = x.split_first().zip(v.split_first()) {
            along::<M, T, W, 1>(x0, v0, structural, &mut pull, here);
            along::<M, T, W, 2>(x0, v0, bend, &mut pull, here);
        }
        if let ([x0, x1, ..], [v0, v1, ..]) = (x, v) {
            let (a, b) = ((x0, v0), (x1, v1));
            across::<M, T, W, 0, 0>(a, b, structural, &mut pull, here, below);
            across::<M, T, W, 0, 1>(a, b, shear, &mut pull, here, below);
            across::<M, T, W, 1, 0>(a, b, shear, &mut pull, here, below);
        }
        if let ([x0, _, x2, ..], [v0, _, v2, ..]) = (x, v) {
            let (a, b) = ((x0, v0), (x2, v2));
            across::<M, T, W, 0, 0>(a, b, bend, &mut pull, here, second);
            if self.bend_diagonal > T::ZERO {
                across::<M, T, W, 0, 2>(a, b, diagonal, &mut pull, here, second);
                across::<M, T, W, 2, 0>(a, b, diagonal, &mut pull, here, second);
            }
        }
    }
}

/// Springs between the columns i and i + D of one row.
#[inline(always)]
fn along<M: Motion, T: Scalar, const W: usize, const D: usize>(
    x: &Row<T, W>,
    v: &Row<T, W>,
    family: Family<T>,
    pull: &mut Row<T, W>,
    force: &mut Row<T, W>,
) {
    pulls::<M, T, W, 0, D>((x, v), (x, v), family, pull);
    apply::<T, W, 0>(force, pull, D, T::ONE);
    apply::<T, W, D>(force, pull, D, -T::ONE);
}

/// Springs from column i + A of one row to column i + B of another.
#[inline(always)]
fn across<M: Motion, T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: (&Row<T, W>, &Row<T, W>),
    b: (&Row<T, W>, &Row<T, W>),
    family: Family<T>,
    pull: &mut Row<T, W>,
    force_a: &mut Row<T, W>,
    force_b: &mut Row<T, W>,
) {
    pulls::<M, T, W, A, B>(a, b, family, pull);
    apply::<T, W, A>(force_a, pull, A + B, T::ONE);
    apply::<T, W, B>(force_b, pull, A + B, -T::ONE);
}

/// The force of each spring on its first end. Undamped springs do not look at
/// velocities.
#[inline(always)]
fn pulls<M: Motion, T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: (&Row<T, W>, &Row<T, W>),
    b: (&Row<T, W>, &Row<T, W>),
    family: Family<T>,
    pull: &mut Row<T, W>,
) {
    if family.damping > T::ZERO {
        tension::<M, T, W, A, B, true>(a, b, family, pull);
    } else {
        tension::<M, T, W, A, B, false>(a, b, family, pull);
    }
}

#[inline(never)]
fn tension<
    M: Motion,
    T: Scalar,
    const W: usize,
    const A: usize,
    const B: usize,
    const DAMPED: bool,
>(
    (xa, va): (&Row<T, W>, &Row<T, W>),
    (xb, vb): (&Row<T, W>, &Row<T, W>),
    family: Family<T>,
    pull: &mut Row<T, W>,
) {
    for i in 0..W.saturating_sub(A + B) {
        let (a, b) = (i + A, i + B);
        let x = xb.x[b] - xa.x[a];
        let y = xb.y[b] - xa.y[a];
        let z = xb.z[b] - xa.z[a];
        let length = T::norm(x, y, z);
        let defined = length > T::ZERO;
        let inverse = T::ONE / if defined { length } else { T::ONE };
        let mut factor = family.stiffness * (length - family.rest) * inverse;
        if DAMPED {
            let u = M::velocity(xb.x[b], vb.x[b]) - M::velocity(xa.x[a], va.x[a]);
            let v = M::velocity(xb.y[b], vb.y[b]) - M::velocity(xa.y[a], va.y[a]);
            let w = M::velocity(xb.z[b], vb.z[b]) - M::velocity(xa.z[a], va.z[a]);
            // In this order nothing overflows for ends that nearly coincide.
            factor += family.damping * ((u * x + v * y + w * z) * inverse * inverse);
        }
        let factor = if defined { factor } else { T::ZERO };
        pull.x[i] = factor * x;
        pull.y[i] = factor * y;
        pull.z[i] = factor * z;
    }
}

/// Adds `sign` times the pulls to the columns from S on; the last `unused`
/// pulls do not exist.
#[inline(always)]
fn apply<T: Scalar, const W: usize, const S: usize>(
    force: &mut Row<T, W>,
    pull: &Row<T, W>,
    unused: usize,
    sign: T,
) {
    for i in 0..W.saturating_sub(unused) {
        force.x[i + S] += sign * pull.x[i];
        force.y[i + S] += sign * pull.y[i];
        force.z[i + S] += sign * pull.z[i];
    }
}
