//! Whether a number format can work with a scene: nothing too large for it, nothing that would
//! be rounded away, nothing too far out.

use crate::coefficients::{drag_strength, gravity, spring_strengths, wind_scale};
use crate::scalar::{REMAINDER_BITS, Scalar};
use crate::scene::{ColliderScene, Mode, Scene, SettingError, Uses, refuse};
use crate::units::Units;

/// Refuses a scene whose values the number format cannot work with, on a grid of this size.
pub(crate) fn fits<T: Scalar>(
    scene: &Scene,
    columns: usize,
    rows: usize,
    (uses, has_remainders): (Uses, bool),
) -> Result<(), SettingError> {
    let units = &Units::new(scene, columns, rows);
    cloth_fits::<T>(scene, columns, rows, units.spacing)?;
    // With remainders, a displacement has bits more than a position.
    let finer = match has_remainders {
        true => f64::from(1 << REMAINDER_BITS),
        false => 1.0,
    };
    let settings = scene.forces.gravity;
    vector_fits::<T>("forces.gravity", settings, gravity(scene, units), finer)?;
    if uses.forces {
        forces_fit::<T>(scene, units)?;
    }
    passes_fit::<T>(scene, uses)?;
    (scene.colliders.iter()).try_for_each(|part| collider_fits::<T>(part, units, uses))
}

/// Refuses a coefficient that the number format cannot hold, or would round by more than 3 %, if
/// its last bit is `finer` times smaller than that of coordinates.
#[inline(never)]
fn coefficient_fits<T: Scalar>(
    key: &'static str,
    setting: f64,
    scaled: f64,
    finer: f64,
) -> Result<(), SettingError> {
    let refused = |allowed| refuse(key, setting, allowed);
    if scaled > T::MAX_COEFFICIENT {
        return refused("less, for this time step, spacing, mass and number format");
    }
    match scaled == 0.0 || scaled * finer >= T::MIN_COEFFICIENT {
        true => Ok(()),
        false => refused("0, or more for this time step, spacing, mass and number format"),
    }
}

/// As [`coefficient_fits`], for the largest component of a vector.
fn vector_fits<T: Scalar>(
    key: &'static str,
    settings: [f64; 3],
    scaled: [f64; 3],
    finer: f64,
) -> Result<(), SettingError> {
    let mut largest = 0;
    for i in 1..3 {
        if scaled[i].abs() > scaled[largest].abs() {
            largest = i;
        }
    }
    coefficient_fits::<T>(key, settings[largest], scaled[largest].abs(), finer)
}

fn cloth_fits<T: Scalar>(
    scene: &Scene,
    columns: usize,
    rows: usize,
    spacing: f64,
) -> Result<(), SettingError> {
    for column in [0, columns - 1] {
        for row in [0, rows - 1] {
            let corner = scene.cloth.offset(columns, rows, column, row);
            (corner.into_iter()).try_for_each(|v| reached::<T>("cloth.width", v, spacing))?;
        }
    }
    Ok(())
}

fn forces_fit<T: Scalar>(scene: &Scene, units: &Units) -> Result<(), SettingError> {
    let forces = &scene.forces;
    if scene.solver.mode == Mode::Hooke {
        let s = &scene.springs;
        let ([structural, shear, bend, diagonal], damping) = spring_strengths(scene, units);
        for (key, setting, scaled) in [
            ("springs.structural", s.structural, structural),
            ("springs.shear", s.shear, shear),
            ("springs.bend", s.bend, bend),
            ("springs.bend", s.bend, diagonal),
            ("springs.damping", s.damping, damping),
        ] {
            coefficient_fits::<T>(key, setting, scaled, 1.0)?;
        }
    }
    let drag = drag_strength(scene, units);
    coefficient_fits::<T>("forces.air-drag", forces.air_drag, drag, 1.0)?;
    if let Some(wind) = &forces.wind {
        let (key, scaled) = (
            "forces.wind.coefficient",
            wind.coefficient * wind_scale(units),
        );
        coefficient_fits::<T>(key, wind.coefficient, scaled, 1.0)?;
    }
    Ok(())
}

/// Refuses more passes than the number format can work with.
fn passes_fit<T: Scalar>(scene: &Scene, uses: Uses) -> Result<(), SettingError> {
    let (key, value) = match scene.solver.mode {
        Mode::Constraint if uses.constraints => {
            ("constraints.iterations", scene.constraints.iterations)
        }
        Mode::Pbd if uses.position_based => ("pbd.iterations", scene.pbd.iterations),
        Mode::Xpbd if uses.position_based => ("xpbd.iterations", scene.xpbd.iterations),
        _ => return Ok(()),
    };
    match value <= T::MAX_ITERATIONS {
        true => Ok(()),
        false => refuse(key, f64::from(value), "at most 16 in fixed point"),
    }
}

/// Refuses a coordinate or length beyond what the number format reaches.
fn reached<T: Scalar>(key: &'static str, metres: f64, spacing: f64) -> Result<(), SettingError> {
    match metres.abs() <= T::MAX_POSITION * spacing {
        true => Ok(()),
        false => refuse(key, metres, "less, for this rest spacing and number format"),
    }
}

#[inline(always)]
fn collider_fits<T: Scalar>(
    part: &ColliderScene,
    units: &Units,
    uses: Uses,
) -> Result<(), SettingError> {
    let (spacing, dt) = (units.spacing, units.dt);
    let check = |key, metres| reached::<T>(key, metres, spacing);
    let place =
        |key, point: [f64; 3]| (0..3).try_for_each(|i| check(key, point[i] - units.origin[i]));
    let velocity_key = match *part {
        ColliderScene::Sphere { center, radius, .. } if uses.spheres => {
            place("colliders.sphere.center", center)?;
            check("colliders.sphere.radius", radius)?;
            "colliders.sphere.velocity"
        }
        ColliderScene::Plane { point, .. } if uses.planes => {
            place("colliders.plane.point", point)?;
            "colliders.plane.velocity"
        }
        ColliderScene::Capsule {
            start, end, radius, ..
        } if uses.capsules => {
            place("colliders.capsule.start", start)?;
            place("colliders.capsule.end", end)?;
            check("colliders.capsule.radius", radius)?;
            "colliders.capsule.velocity"
        }
        ColliderScene::Box { center, size, .. } if uses.boxes => {
            place("colliders.box.center", center)?;
            size.into_iter()
                .try_for_each(|v| check("colliders.box.size", v))?;
            "colliders.box.velocity"
        }
        _ => return Ok(()),
    };
    let (_, velocity, _) = part.motion();
    let scaled = velocity.map(|v| v * dt / spacing);
    vector_fits::<T>(velocity_key, velocity, scaled, 1.0)
}

/// Refuses a method that solves a linear system in a number format without the range for it.
pub(crate) fn is_solvable<T: Scalar>(is_implicit: bool) -> Result<(), SettingError> {
    // The smallest coefficient is that of formats with few bits.
    let allowed = "an explicit one: products of a linear system leave fixed point's range";
    match is_implicit && T::MIN_COEFFICIENT > 0.0 {
        false => Ok(()),
        true => refuse("method", 0.0, allowed),
    }
}

/// Refuses what only a simulation that remembers its links can do.
pub(crate) fn has_memory(scene: &Scene, has: bool) -> Result<(), SettingError> {
    let x = &scene.xpbd;
    if has || scene.solver.mode != Mode::Xpbd {
        return Ok(());
    }
    if x.iterations > 1 {
        let allowed = "1 with this simulation; Verlet and WithMultipliers have memory for more";
        return refuse("xpbd.iterations", f64::from(x.iterations), allowed);
    }
    if x.damping > 0.0 {
        let allowed = "0 with this simulation; Verlet and WithMultipliers have memory for more";
        return refuse("xpbd.damping", x.damping, allowed);
    }
    Ok(())
}
