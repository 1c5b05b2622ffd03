//! Links that resist pressure less than tension.
//!
//! A link that has been pressed together and springs back within a substep
//! gains the speed C/dt, the more the shorter the substep. Rigid links bring
//! energy into a crumpling cloth that way without bound; ones that are soft
//! against pressure have a finite energy to give back. Cloth is like that: it
//! buckles between two particles (Choi and Ko 2002).

use super::kernel::Weights;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::vector::{minus, plus};

/// What a link takes of its error: the part `soft` of all of it, and the part
/// `extra` of what it is too long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pliant<T: Scalar> {
    pub(super) soft: T::Link,
    pub(super) extra: T::Link,
}

/// The links of one family: with both ends free, and with one pinned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PliantFamily<T: Scalar> {
    free: Pliant<T>,
    held: Pliant<T>,
}

impl<T: Scalar> Pliant<T> {
    /// A link of this rest length that takes the part `tension` of its error
    /// where it is too long, and `pressure` where it is too short.
    fn new(rest: f64, tension: f64, pressure: f64) -> Self {
        Self {
            soft: T::link(rest, pressure),
            extra: T::link(rest, tension - pressure),
        }
    }

    #[inline(always)]
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        T::pull_pliant(d, &self.soft, &self.extra)
    }
}

impl<T: Scalar> PliantFamily<T> {
    /// Links of which a pass removes the parts `tension` and `pressure` of the
    /// error.
    pub(super) fn of_stiffness(rest: f64, tension: f64, pressure: f64) -> Self {
        Self {
            free: Pliant::new(rest, 0.5 * tension, 0.5 * pressure),
            held: Pliant::new(rest, tension, pressure),
        }
    }

    /// Links of a compliance, in units of the engine: C/(w + α̃).
    pub(super) fn of_compliance(rest: f64, tension: f64, pressure: f64) -> Self {
        let part = |weight: f64, compliance: f64| 1.0 / (weight + compliance);
        Self {
            free: Pliant::new(rest, part(2.0, tension), part(2.0, pressure)),
            held: Pliant::new(rest, part(1.0, tension), part(1.0, pressure)),
        }
    }
}

/// Links from column i + A of row `a` to column i + B of row `b`.
#[inline(always)]
pub(super) fn between<T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    weight_a: Weights<T, W>,
    weight_b: Weights<T, W>,
    family: &PliantFamily<T>,
) {
    if weight_a.all_free & weight_b.all_free {
        between_free::<T, W, A, B>(a, b, &family.free);
    } else {
        between_pinned::<T, W, A, B>(a, b, weight_a.of, weight_b.of, family);
    }
}

#[inline(never)]
fn between_free<T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    link: &Pliant<T>,
) {
    let link = *link;
    for c in 0..W.saturating_sub(A + B) {
        let (i, j) = (c + A, c + B);
        let (pa, pb) = (a.get(i), b.get(j));
        let pull = link.pull(minus(pb, pa));
        a.set(i, plus(pa, pull));
        b.set(j, minus(pb, pull));
    }
}

#[inline(never)]
fn between_pinned<T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    weight_a: &[T; W],
    weight_b: &[T; W],
    family: &PliantFamily<T>,
) {
    for c in 0..W.saturating_sub(A + B) {
        let (i, j) = (c + A, c + B);
        let free = [weight_a[i] > T::ZERO, weight_b[j] > T::ZERO];
        let (pa, pb) = pair(a.get(i), b.get(j), free, family);
        a.set(i, pa);
        b.set(j, pb);
    }
}

/// Links between the columns i and i + D of one row, in two colours as in
/// constraint mode.
#[inline(never)]
pub(super) fn within<T: Scalar, const W: usize, const D: usize>(
    row: &mut Row<T, W>,
    weight: Weights<T, W>,
    family: &PliantFamily<T>,
) {
    colour::<T, W, D, 0>(row, weight, family);
    if D == 1 {
        colour::<T, W, D, 1>(row, weight, family);
    } else {
        colour::<T, W, D, 2>(row, weight, family);
    }
}

#[inline(never)]
fn colour<T: Scalar, const W: usize, const D: usize, const FIRST: usize>(
    row: &mut Row<T, W>,
    weight: Weights<T, W>,
    family: &PliantFamily<T>,
) {
    super::kernel::for_each_of_colour::<W, D, FIRST>(|i, j| {
        let free = match weight.all_free {
            true => [true; 2],
            false => [weight.of[i] > T::ZERO, weight.of[j] > T::ZERO],
        };
        let (a, b) = pair(row.get(i), row.get(j), free, family);
        row.set(i, a);
        row.set(j, b);
    });
}

#[inline(always)]
fn pair<T: Scalar>(
    a: [T; 3],
    b: [T; 3],
    [free_a, free_b]: [bool; 2],
    family: &PliantFamily<T>,
) -> ([T; 3], [T; 3]) {
    let both = free_a & free_b;
    let link = if both { family.free } else { family.held };
    let pull = link.pull(minus(b, a));
    let part = |free: bool| pull.map(|p| if free { p } else { T::ZERO });
    (plus(a, part(free_a)), minus(b, part(free_b)))
}
