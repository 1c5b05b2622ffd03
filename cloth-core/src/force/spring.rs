//! Hooke's springs with damping along the spring.
//!
//! For a spring from a to b with d = b − a, l = |d|, rest length l₀:
//!
//! F_a = [k(1 − l₀/l) + c (v_b − v_a)·d / l²] d,  F_b = −F_a
//!
//! Sources: S0 §4; S2 eqn 3.9 with the sign and the missing normal put right.
//! A stretched spring pulls its ends together, and damping resists what
//! changes the length, nothing else.

use super::families::{Elastic, SpringLaw, add_family, covers};
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row};
use crate::lanes::{chunks, chunks_mut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without, bit};
use crate::topology::REST;
use crate::vector::{Vector, dot, length, scale};

/// Stiffness of each family and the damping they share, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringForce<T: Scalar> {
    /// Stiffness k·dt²/m: structural, shear, bend along rows and columns, bend along the
    /// diagonals, which is zero with four neighbours.
    pub stiffness: [T; 4],
    /// Damping along the spring c·dt/m.
    pub damping: T,
    /// Rest length of each family, rest spacings: converted here, for a core without floating point.
    pub rest: [T; 4],
    /// The same families as links whose strength is their stiffness, for the
    /// springs without damping.
    pub links: [T::Link; 4],
}

/// The force of an undamped spring on its first end, in finer units, from the vector d between its ends.
#[inline(always)]
pub(crate) fn tension<T: Scalar>(of: &Elastic<T>, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    T::force(d, &of.link)
}

/// The force of a damped spring, in finer units; u is the velocity of its second end seen from the first.
#[inline(always)]
pub(super) fn damped_tension<T: Scalar>(of: &Elastic<T>, d: Vector<T>, u: Vector<T>) -> Vector<T> {
    let (length, inverse) = length_and_inverse(d);
    let excess = (length - of.rest).finer(T::FINENESS);
    let tension = of.stiffness * excess * inverse;
    // In this order nothing overflows for ends that nearly coincide.
    let apart = (dot(u, d) * inverse).finer(T::FINENESS);
    let damping = of.damping * (apart * inverse);
    scale(d, tension + damping)
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
        stiffness: [T::ZERO; 4],
        damping: T::ZERO,
        rest: [T::ZERO; 4],
        links: [T::SLACK; 4],
    };

    /// Springs of this stiffness, by family, and damping, in units of the engine.
    #[inline(never)]
    pub(crate) fn new(stiffness: [f64; 4], damping: f64) -> Self {
        let link = |i: usize| T::link(REST[i], stiffness[i]);
        Self {
            stiffness: stiffness.map(T::from_f64),
            damping: T::from_f64(damping),
            rest: REST.map(T::from_f64),
            links: [link(0), link(1), link(2), link(3)],
        }
    }

    /// Adds what `law` says of all springs that start in a row to the rows of their ends: that
    /// row, the next, the next but one. `tear` knows which of them are broken.
    ///
    /// The law takes a spring, the vector between its ends, and the difference of the second
    /// `state` between them. Its result is added to the first end and taken from the second; with
    /// SUM it is added to both. Sums are too rare to be compiled for several vector units.
    #[inline]
    pub(crate) fn apply<M: Motion, G: Extent, const SUM: bool>(
        &self,
        law: impl SpringLaw<T>,
        state: [&Grid<T, G>; 2],
        out: [&mut Row<T, G>; 3],
        tear: (&impl Tear<G>, usize),
    ) {
        if !G::HAS_VECTORS {
            self.apply_in_vectors::<M, G, SUM, 1>(law, state, out, tear);
        } else if SUM {
            self.apply_in_vectors::<M, G, SUM, 8>(law, state, out, tear);
        } else {
            Vectors::<T, G>::widest().run(
                #[inline(always)]
                || self.apply_in_vectors::<M, G, SUM, 8>(law, state, out, tear),
            );
        }
    }

    #[inline(always)]
    fn apply_in_vectors<M: Motion, G: Extent, const SUM: bool, const L: usize>(
        &self,
        law: impl SpringLaw<T>,
        [x, v]: [&Grid<T, G>; 2],
        [here, next, second]: [&mut Row<T, G>; 3],
        (tear, row): (&impl Tear<G>, usize),
    ) {
        let (extent, count) = (x.extent(), x.extent().vectors());
        let (here, next, second) = (
            &mut chunks_mut(here.three_mut()),
            &mut chunks_mut(next.three_mut()),
            &mut chunks_mut(second.three_mut()),
        );
        let state = |row: usize, out: &[&mut [[T; L]]; 3]| {
            let (x, v) = (x.row_at(row)?, v.row_at(row)?);
            let of = [chunks(x.lanes()), chunks(v.lanes())];
            covers(count, of, out).then_some(of)
        };
        let Some(own) = state(row, here) else {
            return;
        };
        let (state_next, state_second) = (state(row + 1, next), state(row + 2, second));
        in_order::<L>(
            #[inline(always)]
            |(kind, columns, rows)| {
                // Only a search for the longest stable step has it below zero.
                if kind == 3 && self.stiffness[3] == T::ZERO {
                    return;
                }
                let (other, below) = match rows {
                    0 => (Some(own), None),
                    1 => (state_next, Some(&mut *next)),
                    _ => (state_second, Some(&mut *second)),
                };
                let Some(other) = other else {
                    return;
                };
                let of = Elastic {
                    stiffness: self.stiffness[kind],
                    rest: self.rest[kind],
                    damping: self.damping,
                    link: self.links[kind],
                };
                let [from, to] = columns;
                let bit = bit(to as isize - from as isize, rows);
                let broken = tear.broken(row, bit).map(|links| Without(links, bit));
                let rows = [own, other];
                add_family::<M, T, G, SUM, L>(
                    extent,
                    rows,
                    here,
                    below,
                    columns,
                    (law, &of),
                    broken,
                );
            },
        );
    }
}

/// The springs that start in a row, in the order in which their forces are added: the kind, in the order of [`REST`],
/// and that they lead from column i + the first to column i + the second of the row so many rows below.
const FAMILIES: [(usize, [usize; 2], usize); 8] = [
    (0, [0, 1], 0),
    (2, [0, 2], 0),
    (0, [0, 0], 1),
    (1, [0, 1], 1),
    (1, [1, 0], 1),
    (2, [0, 0], 2),
    (3, [0, 2], 2),
    (3, [2, 0], 2),
];

/// Calls `add` for each of [`FAMILIES`]. For vectors of one number, on a board, written out: the compiler then knows
/// all of each, which takes 0.7 of the time of a loop on a Cortex-M0.
#[inline(always)]
fn in_order<const L: usize>(mut add: impl FnMut((usize, [usize; 2], usize))) {
    if L > 1 {
        for family in FAMILIES {
            add(family);
        }
        return;
    }
    add(FAMILIES[0]);
    add(FAMILIES[1]);
    add(FAMILIES[2]);
    add(FAMILIES[3]);
    add(FAMILIES[4]);
    add(FAMILIES[5]);
    add(FAMILIES[6]);
    add(FAMILIES[7]);
}
