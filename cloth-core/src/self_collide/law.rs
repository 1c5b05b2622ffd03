//! Thickness and friction, from the scene's units to the engine's.

use crate::scalar::Scalar;
use crate::scene::{Mode, Scene, SettingError};
use crate::units::Units;

/// How much further apart than the thickness pairs may be on the grid that are not
/// listed, rest spacings.
const BESIDE: f64 = 0.5;

/// The most that a pair is parted in a contact pass beyond what it has approached in the
/// substep, as a part of the thickness. Layers that start in each other, or are pressed together,
/// come apart over several substeps.
pub(super) const CALM: f64 = 0.02;

/// The part of its overlap by which a pair is parted in a contact pass, up to that. Less and
/// layers lie deeper in each other: a weight of s spacings a substep squared lies 2·s/PART deep.
const PART: f64 = 0.25;

/// Thickness and friction, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfContactLaw<T> {
    /// Distance that particles keep, rest spacings; 0 turns contacts off.
    pub(super) thickness: T,
    /// The most that a pair is parted in a substep, rest spacings.
    pub(super) calm: T,
    /// The part of its overlap by which it is parted in a substep.
    pub(super) part: T,
    /// Coefficient of friction μ.
    pub(super) friction: T,
    /// The square of the flat distance up to which pairs are left out.
    pub(super) skip: u32,
    /// The square of the flat distance up to which pairs are not listed either, but
    /// looked at in each substep: they are near wherever the cloth lies flat.
    pub(super) beside: u32,
}

impl<T: Scalar> SelfContactLaw<T> {
    /// No contacts. All bits are zero.
    pub const OFF: Self = Self {
        thickness: T::ZERO,
        calm: T::ZERO,
        part: T::ZERO,
        friction: T::ZERO,
        skip: 0,
        beside: 0,
    };

    /// The fastest that two particles may approach, rest spacings a substep: half of
    /// it each against their tiles. 64 particles on a metre and 900 substeps a
    /// second: 12.7 m/s.
    pub const MAX_SPEED: f64 = 0.9;

    /// Contacts of this thickness (rest spacings) and friction.
    #[must_use]
    pub fn new(thickness: f64, friction: f64) -> Self {
        Self {
            thickness: T::from_f64(thickness),
            calm: T::from_f64(CALM * thickness),
            part: T::from_f64(PART),
            friction: T::from_f64(friction),
            // A little more, so that rounding does not make contacts of links.
            skip: (thickness * thickness * 1.001) as u32,
            beside: ((thickness + BESIDE) * (thickness + BESIDE)) as u32,
        }
    }

    /// The scene's contacts, for a simulation that can part particles or not.
    pub(crate) fn of(scene: &Scene, units: &Units, can: bool) -> Result<Self, SettingError> {
        let Some(wanted) = &scene.self_collision else {
            return Ok(Self::OFF);
        };
        let metres = wanted.thickness.unwrap_or(units.spacing);
        let refused = |key, allowed| {
            Err(SettingError {
                key,
                value: metres,
                allowed,
            })
        };
        let thickness = metres / units.spacing;
        if !can {
            let allowed = "none with this simulation; WithSelfCollision has memory for it";
            return refused("self-collision", allowed);
        }
        // Rounding must not refuse the bounds themselves.
        if !(0.0999..=2.0001).contains(&thickness) {
            let allowed = "a tenth of this grid's rest spacing to twice that";
            return refused("self-collision.thickness", allowed);
        }
        // Constraint mode has long substeps, in which a box may press layers together by more
        // than CALM. It parts them once a pass; all of these see the same start.
        let passes = match scene.solver.mode {
            Mode::Constraint => scene.constraints.iterations.max(1),
            _ => 1,
        };
        let mut law = Self::new(thickness, wanted.friction);
        law.calm = T::from_f64(CALM * thickness * f64::from(passes));
        // Not a power: that would be code for all boards.
        let overlaps = (0..passes).fold(1.0, |left, _| left * (1.0 - PART));
        law.part = T::from_f64(1.0 - overlaps);
        Ok(law)
    }
}
