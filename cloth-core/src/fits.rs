//! Whether a number format can work with a scene: no value too large for it, none that would be
//! rounded away, no place too far out.

use crate::coefficients::{drag_strength, gravity, spring_strengths, wind_scale};
use crate::integrate::Method;
use crate::motion::Motion;
use crate::scalar::{REMAINDER_BITS, Scalar};
use crate::scene::{ColliderScene, Mode, Scene, SettingError, Uses, refuse};
use crate::units::Units;

/// Refuses a scene whose values the number format cannot work with, on a grid of this size.
pub(crate) fn fits<T: Scalar, M: Method>(
    scene: &Scene,
    columns: usize,
    rows: usize,
    uses: Uses,
) -> Result<(), SettingError> {
    // The smallest coefficient is that of formats with few bits.
    if M::IS_IMPLICIT && T::MIN_COEFFICIENT > 0.0 {
        let allowed = "an explicit one: products of a linear system leave fixed point's range";
        return refuse("method", 0.0, allowed);
    }
    let units = &Units::new(scene, columns, rows);
    for column in [0, columns - 1] {
        for row in [0, rows - 1] {
            let corner = scene.cloth.offset(columns, rows, column, row);
            (corner.into_iter()).try_for_each(|v| reached::<T>("cloth.width", v, units.spacing))?;
        }
    }
    // With remainders, a displacement has bits more than a position.
    let finer = match M::Motion::HAS_PREVIOUS {
        true => f64::from(1 << REMAINDER_BITS),
        false => 1.0,
    };
    let [setting, scaled] = [scene.forces.gravity, gravity(scene, units)].map(largest);
    strength::<T>("forces.gravity", setting, scaled, finer)?;
    if uses.forces {
        forces_fit::<T>(scene, units)?;
    }
    passes_fit::<T>(scene, uses)?;
    (scene.colliders.iter()).try_for_each(|part| collider_fits::<T>(part, units, uses))
}

/// Refuses a setting that the number format cannot hold in the engine's units, or would round by
/// more than 3 %. `finer`: how many times smaller the last bit is there than the format's own.
#[inline(never)]
fn strength<T: Scalar>(
    key: &'static str,
    setting: f64,
    scaled: f64,
    finer: f64,
) -> Result<(), SettingError> {
    let allowed = match scaled.abs() {
        large if large > T::MAX_COEFFICIENT => {
            "less, for this time step, spacing, mass and number format"
        }
        fine if fine == 0.0 || fine * finer >= T::MIN_COEFFICIENT => return Ok(()),
        _ => "0, or more for this time step, spacing, mass and number format",
    };
    refuse(key, setting, allowed)
}

/// The largest component of a vector.
fn largest(vector: [f64; 3]) -> f64 {
    let larger = |a: f64, b: f64| if b.abs() > a.abs() { b } else { a };
    vector.into_iter().fold(0.0, larger)
}

fn forces_fit<T: Scalar>(scene: &Scene, units: &Units) -> Result<(), SettingError> {
    let (s, hooke) = (&scene.springs, scene.solver.mode == Mode::Hooke);
    let ([structural, shear, bend, diagonal], damping) = spring_strengths(scene, units);
    let (air, drag) = (scene.forces.air_drag, drag_strength(scene, units));
    let wind = scene.forces.wind.map_or(0.0, |wind| wind.coefficient);
    let scaled_wind = wind * wind_scale(units);
    for (acts, key, setting, scaled) in [
        (hooke, "springs.structural", s.structural, structural),
        (hooke, "springs.shear", s.shear, shear),
        (hooke, "springs.bend", s.bend, bend),
        (hooke, "springs.bend", s.bend, diagonal),
        (hooke, "springs.damping", s.damping, damping),
        (true, "forces.air-drag", air, drag),
        (true, "forces.wind.coefficient", wind, scaled_wind),
    ] {
        if acts {
            strength::<T>(key, setting, scaled, 1.0)?;
        }
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
    let velocity = largest(part.motion().1);
    strength::<T>(velocity_key, velocity, velocity * dt / spacing, 1.0)
}

/// Refuses what XPBD cannot do without memory for multipliers.
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
