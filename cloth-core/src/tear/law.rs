//! When links break, and which scenes may ask for it.

use crate::scalar::Scalar;
use crate::scene::{Mode, Scene, SettingError};
use core::f64::consts::SQRT_2;

/// The lengths (rest spacings) from which on structural and shear links break.
///
/// `None` where they do not: by cuts alone, or because the scene's mode gives them no
/// strength. Particles that no link joins may part as they like, and tear nothing.
///
/// Not stored: a substep has time for three products, and the scene is at hand.
pub(crate) fn longest<T: Scalar>(scene: &Scene) -> [Option<T>; 2] {
    let strain = scene.tear.and_then(|tear| tear.strain);
    let [structural, shear] = match scene.solver.mode {
        Mode::Hooke => [scene.springs.structural, scene.springs.shear],
        Mode::Constraint => [scene.constraints.structural, scene.constraints.shear],
        Mode::Pbd => [scene.pbd.structural, scene.pbd.shear],
        Mode::Xpbd => [1.0; 2],
    };
    let length = |rest: f64, strength: f64| match strength > 0.0 {
        true => strain.map(|strain| T::from_f64(rest * (1.0 + strain))),
        false => None,
    };
    [length(1.0, structural), length(SQRT_2, shear)]
}

/// Refuses a scene that tears where the simulation has no memory for that.
pub(crate) fn check(scene: &Scene, memory: bool) -> Result<(), SettingError> {
    match &scene.tear {
        Some(tear) if !memory => Err(SettingError {
            key: "tear",
            value: tear.strain.unwrap_or(0.0),
            allowed: "none with this simulation; WithTearing has memory for it",
        }),
        _ => Ok(()),
    }
}

/// Refuses tethers for a cloth that is torn already.
pub(crate) fn check_change(scene: &Scene, torn: bool) -> Result<(), SettingError> {
    match &scene.tethers {
        Some(tethers) if torn => Err(SettingError {
            key: "tethers",
            value: tethers.slack,
            allowed: "none for a torn cloth: they would hold what is torn off; a reset mends it",
        }),
        _ => Ok(()),
    }
}
