//! The position-based solvers: constraint mode, PBD and XPBD differ in how far a link gives way.
//!
//! A pass walks down the rows, or up, and the direction alternates from pass to pass: corrections then
//! travel as fast from the bottom as from the top.

use super::family::{Even, Family, Pliant};
use super::links::{Links, rounded};
use super::multipliers::{CompliantFamily, Multipliers};
use super::walk::walk;
use crate::base::{Cloth, Extent, Grid, Scalar};
use crate::scratch::Parts;
use crate::tear::Tear;
use crate::topology::REST;
use core::ops::Range;

/// Least compliance against pressure, in units of the engine (α̃ = α·m/dt²): a
/// pass takes at most a sixth of a compression from each end.
///
/// Measured with two corners of 64² particles pinned, 60 substeps: with 1/4 the
/// cloth reaches 60 m/s, with 1 it still quivers, with 4 it is as quiet as with
/// a hundred.
const LEAST_AGAINST_PRESSURE: f64 = 4.0;

/// A position-based solver: constraint mode, PBD or XPBD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionBased<T: Scalar> {
    /// Passes a substep; 0 where it is off.
    pub(crate) iterations: u32,
    law: Law<T>,
    /// Damping β·dt/m of XPBD, in units of the engine.
    damping: f32,
}

/// How links give way, by family: structural, shear, bend, bend along the
/// diagonals. PBD's and XPBD's links are made anew in each substep: that costs little, and a
/// microcontroller has no memory for them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law<T: Scalar> {
    /// Constraint mode: the same under tension and under pressure.
    Even([Option<Even<T>>; 4]),
    /// The part of its error that a pass removes, and how much of that where it
    /// is pressed. A family of no stiffness is left out.
    Stiffness {
        tension: [f32; 4],
        pressure: [f32; 4],
    },
    /// Compliance α̃ in units of the engine, and the least one against pressure.
    /// A family of infinite compliance is left out.
    Compliance { tension: [f32; 4], pressure: f32 },
}

/// The positions at the start of the substep, and memory for multipliers.
type Memory<'a, T, G> = (&'a Grid<T, G>, &'a mut Multipliers<T, G>);

impl<T: Scalar> PositionBased<T> {
    /// No passes: off. All bits zero.
    pub const OFF: Self = Self {
        iterations: 0,
        law: Law::Even([None; 4]),
        damping: 0.0,
    };

    /// Whether this is constraint mode.
    pub(crate) const fn is_even(&self) -> bool {
        matches!(self.law, Law::Even(_))
    }

    /// Constraint mode: each pass removes the part `stiffness` of each family's error, 0 to 1.
    pub(crate) fn even(iterations: u32, stiffness: [f64; 4]) -> Self {
        let family = |i: usize| (stiffness[i] > 0.0).then(|| Even::new(REST[i], stiffness[i]));
        Self {
            iterations,
            law: Law::Even(core::array::from_fn(family)),
            damping: 0.0,
        }
    }

    /// PBD: a substep removes the part `stiffness` of each family's error, and
    /// `compression` of that part where a link is too short.
    ///
    /// Each of n passes takes 1 − (1 − k)^(1/n), so that k of a link alone does
    /// not depend on n (Müller 2007, section 3.3). Of a whole cloth it does: V17.
    pub(crate) fn pbd(iterations: u32, stiffness: [f64; 4], compression: f64) -> Self {
        let a_pass = |k: f64| (1.0 - libm::pow(1.0 - k, 1.0 / f64::from(iterations))) as f32;
        Self {
            iterations,
            law: Law::Stiffness {
                tension: stiffness.map(a_pass),
                pressure: stiffness.map(|k| a_pass(k * compression)),
            },
            damping: 0.0,
        }
    }

    /// XPBD: links of these compliances, of at least `compression` against
    /// pressure, and the damping γ/α̃ = β·dt/m, all in units of the engine.
    pub(crate) fn xpbd(
        iterations: u32,
        compliances: [f64; 4],
        compression: f64,
        damping: f64,
    ) -> Self {
        Self {
            iterations,
            law: Law::Compliance {
                tension: compliances.map(|c| c as f32),
                pressure: compression.max(LEAST_AGAINST_PRESSURE) as f32,
            },
            damping: damping as f32,
        }
    }

    /// The links of a family of PBD and XPBD.
    fn family(&self, i: usize) -> Option<Pliant<T>> {
        match self.law {
            Law::Even(_) => None,
            Law::Stiffness { tension, pressure } => {
                let held = [tension[i], pressure[i]].map(f64::from);
                let free = held.map(|part| 0.5 * part);
                (tension[i] > 0.0).then(|| Pliant::new(REST[i], free, held))
            }
            Law::Compliance { tension, pressure } => {
                let compliances = [tension[i], tension[i].max(pressure)].map(f64::from);
                let part = |weight: f64| compliances.map(|compliance| 1.0 / (weight + compliance));
                let is_there = tension[i] < f32::INFINITY;
                is_there.then(|| Pliant::new(REST[i], part(2.0), part(1.0)))
            }
        }
    }

    /// Whether links remember their multipliers, where there is memory for them.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self.law, Law::Compliance { .. }) && (self.iterations > 1 || self.damping > 0.0)
    }

    /// The links of a family that remember their multipliers.
    fn compliant(&self, i: usize) -> Option<CompliantFamily<T>> {
        let Law::Compliance { tension, pressure } = self.law else {
            return None;
        };
        let compliances = [tension[i], tension[i].max(pressure)].map(f64::from);
        let is_there = tension[i] < f32::INFINITY;
        is_there.then(|| CompliantFamily::new(REST[i], compliances, f64::from(self.damping)))
    }

    /// Solves every link of the first N families in the passes of these numbers of a substep, in
    /// constraint mode where it is EVEN; the first goes `upwards` or not. Broken links do nothing.
    ///
    /// XPBD's links remember their multipliers where that is needed and there is memory.
    #[inline(never)]
    pub(crate) fn solve<const EVEN: bool, const N: usize, G: Extent>(
        &self,
        passes: Range<u32>,
        cloth: &mut Cloth<T, G>,
        memory: Option<Memory<'_, T, G>>,
        of: (&[bool], &impl Tear<G>),
        scratch: &mut Parts<'_, T>,
        upwards: bool,
    ) {
        if EVEN {
            if let Law::Even(families) = &self.law {
                walk_passes::<_, _, N, G>(families, passes, cloth, of, scratch, upwards);
            }
            return;
        }
        if let Some((start, memory)) = memory.filter(|_| self.remembers()) {
            let families = core::array::from_fn(|i| self.compliant(i));
            memory.solve::<N>(&families, passes, cloth, start, of.1, upwards);
            return;
        }
        let families = core::array::from_fn(|i| self.family(i));
        walk_passes::<_, _, N, G>(&families, passes, cloth, of, scratch, upwards);
    }
}

#[inline(always)]
fn walk_passes<T: Scalar, F: Family<T>, const N: usize, G: Extent>(
    families: &[Option<F>; 4],
    passes: Range<u32>,
    cloth: &mut Cloth<T, G>,
    of: (&[bool], &impl Tear<G>),
    scratch: &mut Parts<'_, T>,
    upwards: bool,
) {
    for pass in passes {
        let families = rounded(families, cloth.rounding.next());
        let up = upwards ^ (pass % 2 == 1);
        walk(&Links::<_, N>(&families), cloth, of, scratch, !up);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_together_take_the_stiffness_asked_for() {
        for n in [1, 2, 5, 20, 1000] {
            let k = [1.0, 0.9, 0.3, 0.0];
            let solver = PositionBased::<f64>::pbd(n, k, 0.25);
            let Law::Stiffness { tension, pressure } = solver.law else {
                panic!("PBD has stiffnesses");
            };
            for (i, k) in k.into_iter().enumerate() {
                let left = |part: f32| libm::pow(1.0 - f64::from(part), f64::from(n));
                // A part is an f32, n of which are left.
                let error = 6e-8 * f64::from(n) + 1e-15;
                assert!((left(tension[i]) - (1.0 - k)).abs() <= error, "{n} {k}");
                assert!((left(pressure[i]) - (1.0 - 0.25 * k)).abs() <= error);
            }
            assert_eq!(tension[0], 1.0, "rigid is rigid, however many passes");
        }
    }

    #[test]
    fn a_link_is_never_stiffer_against_pressure_than_under_tension() {
        for (compression, least) in [(0.0, 4.0), (3.9, 4.0), (4.0, 4.0), (32.0, 32.0)] {
            let tensions = [0.0, 5.0, 64.0, 1.0];
            let solver = PositionBased::<f64>::xpbd(1, tensions, compression, 0.0);
            for (i, tension) in tensions.into_iter().enumerate() {
                let part = |w: f64| [1.0 / (w + tension), 1.0 / (w + tension.max(least))];
                let expected = Pliant::new(REST[i], part(2.0), part(1.0));
                assert_eq!(solver.family(i), Some(expected));
            }
        }
    }

    #[test]
    fn families_without_strength_are_left_out() {
        let pbd = PositionBased::<f32>::pbd(2, [0.5, 0.0, 0.5, 0.0], 1.0);
        let infinite = f64::INFINITY;
        let xpbd = PositionBased::<f32>::xpbd(2, [0.0, infinite, 1e30, infinite], 0.0, 0.0);
        for (i, there) in [true, false, true, false].into_iter().enumerate() {
            assert_eq!(pbd.family(i).is_some(), there);
            assert_eq!(xpbd.family(i).is_some(), there);
            assert_eq!(xpbd.compliant(i).is_some(), there);
        }
    }

    #[test]
    fn links_are_remembered_where_that_is_needed() {
        let remembers = |iterations, damping| {
            PositionBased::<f32>::xpbd(iterations, [0.0; 4], 0.0, damping).remembers()
        };
        assert!(!remembers(1, 0.0));
        assert!(remembers(2, 0.0) && remembers(1, 0.1));
        assert!(!PositionBased::<f32>::pbd(5, [1.0; 4], 1.0).remembers());
    }
}
