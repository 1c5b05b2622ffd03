//! Hooke's springs with damping along the spring.
//!
//! For a spring from a to b with d = b − a, l = |d|, rest length l₀:
//!
//! F_a = [k(1 − l₀/l) + c (v_b − v_a)·d / l²] d,  F_b = −F_a
//!
//! Sources: S0 §4; S2 eqn 3.9 with the sign and the missing normal put right.
//! A stretched spring pulls its ends together, and damping resists what
//! changes the length, nothing else.

mod families;

use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row};
use crate::lanes::chunks_mut;
use crate::motion::{Motion, Velocity};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use crate::vector::{Vector, dot, length, scale};
use families::{FAMILIES, Family, Kind, add_family, covers, row_state};

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

/// The force of undamped springs, in finer units.
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
        T::force(d, &self.link)
    }
}

/// The force of damped springs, in finer units.
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
        let excess = (length - self.rest).finer(T::FINENESS);
        let tension = self.stiffness * excess * inverse;
        // In this order nothing overflows for ends that nearly coincide.
        let apart = (dot(u, d) * inverse).finer(T::FINENESS);
        let damping = self.damping * (apart * inverse);
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
        let (extent, count) = (x.extent(), x.extent().vectors());
        let [here, next, second] = out;
        let (here, next, second) = (
            &mut chunks_mut(here.three_mut()),
            &mut chunks_mut(next.three_mut()),
            &mut chunks_mut(second.three_mut()),
        );
        let state = |row: usize, out: &[&mut [[T; L]]; 3]| {
            row_state::<T, G, L>([x, v], row).filter(|&of| covers(count, of, out))
        };
        let Some(own) = state(row, here) else {
            return;
        };
        let (state_next, state_second) = (state(row + 1, next), state(row + 2, second));
        let stiffness = [self.structural, self.shear, self.bend, self.bend_diagonal];
        for &family in &FAMILIES {
            let Family {
                kind,
                from,
                to,
                rows,
            } = family;
            // Only a search for the longest stable step has it below zero.
            let skips = kind == Kind::BendDiagonal && self.bend_diagonal == T::ZERO;
            let (other, below) = match rows {
                0 => (Some(own), None),
                1 => (state_next, Some(&mut *next)),
                _ => (state_second, Some(&mut *second)),
            };
            let Some(other) = other.filter(|_| !skips) else {
                continue;
            };
            let (rest, link) = (T::from_f64(kind.rest()), kind.of(&self.links));
            let law = S::with_link(*kind.of(&stiffness), rest, self.damping, link);
            let bit = bit(to as isize - from as isize, rows);
            let broken = tear.broken(row, bit).map(|links| Without(links, bit));
            let with = (law, broken);
            add_family::<M, S, T, G, L>(extent, [own, other], here, below, family, with);
        }
    }
}
