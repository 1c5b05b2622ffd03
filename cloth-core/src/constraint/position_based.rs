//! Position based dynamics, plain and extended: which links, how stiff, in what
//! order.

use super::family::Pliant;
use super::links::{Links, REST, rounded};
use super::multipliers::{CompliantFamily, Multipliers};
use super::walk::walk;
use crate::cloth::Cloth;
use crate::extent::Extent;
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::tear::Tear;

/// Least compliance against pressure, in units of the engine (α̃ = α·m/dt²): a
/// pass takes at most a sixth of a compression from each end.
///
/// Measured with two corners of 64² particles pinned, 60 substeps: with 1/4 the
/// cloth reaches 60 m/s, with 1 it still quivers, with 4 it is as quiet as with
/// a hundred.
const LEAST_AGAINST_PRESSURE: f64 = 4.0;

/// Positions at the start of the substep, and the memory of multipliers.
type Memory<'a, T, G> = (&'a Grid<T, G>, &'a mut Multipliers<T, G>);

/// A position-based solver: PBD or XPBD.
///
/// It holds what its links follow from, not the links: they are made anew in
/// each substep, which costs little, and a microcontroller has no memory to
/// spare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionBased {
    iterations: u32,
    law: Law,
    /// Damping β·dt/m of XPBD, in units of the engine.
    damping: f32,
}

/// How links give way, by family: structural, shear, bend, bend along the
/// diagonals.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
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

impl PositionBased {
    /// No passes: off.
    pub const OFF: Self = Self {
        iterations: 0,
        law: Law::Stiffness {
            tension: [0.0; 4],
            pressure: [0.0; 4],
        },
        damping: 0.0,
    };

    /// Passes a substep; 0 where it is off.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
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

    /// The links of a family.
    fn family<T: Scalar>(&self, i: usize) -> Option<Pliant<T>> {
        match self.law {
            Law::Stiffness { tension, pressure } => {
                let (tension, pressure) = (f64::from(tension[i]), f64::from(pressure[i]));
                (tension > 0.0).then(|| Pliant::of_stiffness(REST[i], tension, pressure))
            }
            Law::Compliance { tension, pressure } => {
                let pressure = f64::from(tension[i].max(pressure));
                let tension = f64::from(tension[i]);
                (tension < f64::INFINITY).then(|| Pliant::of_compliance(REST[i], tension, pressure))
            }
        }
    }

    /// Whether links remember their multipliers, where there is memory for them.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self.law, Law::Compliance { .. }) && (self.iterations > 1 || self.damping > 0.0)
    }

    /// The links of a family that remember their multipliers, where that is
    /// needed: for more than one pass, and for damping.
    fn compliant<T: Scalar>(&self) -> Option<[Option<CompliantFamily<T>>; 4]> {
        let Law::Compliance { tension, pressure } = self.law else {
            return None;
        };
        let family = |i: usize| {
            let pressure = f64::from(tension[i].max(pressure));
            let tension = f64::from(tension[i]);
            (tension < f64::INFINITY)
                .then(|| CompliantFamily::new(REST[i], tension, pressure, f64::from(self.damping)))
        };
        self.remembers().then(|| core::array::from_fn(family))
    }

    /// Solves every link of the first N families `iterations` times, with the positions at the start of the
    /// substep and what is remembered of links; the direction of the passes
    /// alternates, beginning `upwards` or not.
    ///
    /// Where links need a memory and there is none, the passes do without. Broken links
    /// do nothing.
    #[inline(never)]
    pub(crate) fn solve<T: Scalar, const N: usize, G: Extent>(
        &self,
        cloth: &mut Cloth<T, G>,
        memory: Option<Memory<'_, T, G>>,
        (free, tear): (&[bool], &impl Tear<G>),
        scratch: &mut Parts<'_, T>,
        upwards: bool,
    ) {
        if let Some((start, memory)) = memory
            && let Some(families) = self.compliant()
        {
            memory.forget();
            for pass in 0..self.iterations {
                let up = upwards ^ (pass % 2 == 1);
                memory.pass::<N>(&families, cloth, start, tear, up);
            }
            return;
        }
        let families: [Option<Pliant<T>>; 4] = core::array::from_fn(|i| self.family(i));
        for pass in 0..self.iterations {
            let up = upwards ^ (pass % 2 == 1);
            let families = rounded(&families, cloth.rounding.next());
            let links = Links::<_, N>(&families);
            walk(&links, cloth, (free, tear), scratch, !up);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_together_take_the_stiffness_asked_for() {
        for n in [1, 2, 5, 20, 1000] {
            let k = [1.0, 0.9, 0.3, 0.0];
            let Law::Stiffness { tension, pressure } = PositionBased::pbd(n, k, 0.25).law else {
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
            let solver = PositionBased::xpbd(1, [0.0, 5.0, 64.0, 1.0], compression, 0.0);
            for (i, tension) in [0.0, 5.0, 64.0, 1.0].into_iter().enumerate() {
                let expected = Pliant::of_compliance(REST[i], tension, tension.max(least));
                assert_eq!(solver.family::<f64>(i), Some(expected));
            }
        }
    }

    #[test]
    fn families_without_strength_are_left_out() {
        let pbd = PositionBased::pbd(2, [0.5, 0.0, 0.5, 0.0], 1.0);
        let infinite = f64::INFINITY;
        let xpbd = PositionBased::xpbd(2, [0.0, infinite, 1e30, infinite], 0.0, 0.0);
        for solver in [pbd, xpbd] {
            for (i, there) in [true, false, true, false].into_iter().enumerate() {
                assert_eq!(solver.family::<f32>(i).is_some(), there);
            }
        }
        assert_eq!(PositionBased::OFF.iterations(), 0);
        assert!((0..4).all(|i| PositionBased::OFF.family::<f32>(i).is_none()));
    }

    #[test]
    fn links_are_remembered_where_that_is_needed() {
        let remembers = |iterations, damping| {
            let solver = PositionBased::xpbd(iterations, [0.0; 4], 0.0, damping);
            solver.compliant::<f32>().is_some()
        };
        assert!(!remembers(1, 0.0));
        assert!(remembers(2, 0.0) && remembers(1, 0.1));
        assert!(
            PositionBased::pbd(5, [1.0; 4], 1.0)
                .compliant::<f32>()
                .is_none()
        );
    }
}
