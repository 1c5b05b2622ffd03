//! What a step needs of a scene, in the engine's units; and whether a number format can work with it: no
//! value too large, none that would be rounded away, no place too far out.

use crate::base::{Motion, REMAINDER_BITS, Scalar, each, from_f64};
use crate::constraint::{PositionBased, StrainLimit};
use crate::force::{AerodynamicWind, Forces, PositionalWind, SpringForce};
use crate::integrate::{Loss, Method};
use crate::scene::{ColliderScene, Damping, LimitScene, Mode, Scene, SettingError, Uses, refuse};
use crate::topology::BendNeighbours;
use crate::units::{Units, stiffnesses};

/// What a step needs of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coefficients<T: Scalar> {
    pub(crate) forces: Forces<T>,
    /// No passes in Hooke mode.
    pub(crate) solver: PositionBased<T>,
    /// Length of tethers over that of the cloth, 1 or more.
    pub(crate) tethers: Option<T>,
    pub(crate) limit: Option<StrainLimit<T>>,
    pub(crate) damping: Loss<T>,
    /// How fast the positional wind's phase grows, 1/s.
    pub(crate) wind_rate: f64,
}

impl<T: Scalar> Coefficients<T> {
    /// Nothing acts and nothing moves: a value for a `static`, all bits zero.
    pub(crate) const NONE: Self = Self {
        forces: Forces::NONE,
        solver: PositionBased::OFF,
        tethers: None,
        limit: None,
        damping: Loss {
            keep: T::ZERO,
            rate: T::ZERO,
            motion: T::AT_REST,
        },
        wind_rate: 0.0,
    };

    /// Takes those of a scene that [`fits`](crate::fits::fits). In place, one after another: as
    /// a value of its own they would take a third of the smallest board's stack. What a known
    /// scene does not use is left out when the program is built. A function of its own: inlined into a
    /// larger one, a known scene's damping is computed on the board, by a kilobyte of `expm1`.
    #[inline(never)]
    pub(crate) fn set(&mut self, scene: &Scene, columns: usize, rows: usize, uses: Uses) {
        self.set_here(scene, columns, rows, uses);
    }

    /// As [`set`](Self::set), in the caller's frame: two do not fit into the stack of an M0 in fixed point.
    #[inline(always)]
    pub(crate) fn set_here(&mut self, scene: &Scene, columns: usize, rows: usize, uses: Uses) {
        let units = &Units::new(scene, columns, rows);
        let mode = scene.solver.mode;
        self.forces.gravity = from_f64(gravity(scene, units));
        if uses.forces {
            let hooke = mode == Mode::Hooke;
            self.forces.springs = hooke.then(|| {
                let (stiffness, damping) = spring_strengths(scene, units);
                SpringForce::new(stiffness, damping)
            });
            let drag = T::from_f64(drag_strength(scene, units));
            self.forces.drag = (scene.forces.air_drag > 0.0).then_some(drag);
            self.forces.wind = scene.forces.wind.map(|wind| AerodynamicWind {
                velocity: units.velocity(wind.velocity),
                coefficient: T::from_f64(wind.coefficient * wind_scale(units)),
            });
        }
        if uses.positional_wind {
            self.forces.positional_wind = positional_wind(scene, units, columns, rows);
            self.wind_rate = scene.forces.positional_wind.map_or(0.0, |wind| wind.rate);
        }
        self.solver = match mode {
            Mode::Constraint if uses.constraints => constraint_mode(scene),
            Mode::Pbd if uses.position_based => pbd(scene),
            Mode::Xpbd if uses.position_based => xpbd(scene, units),
            _ => PositionBased::OFF,
        };
        if uses.tethers {
            let tethers = scene.tethers.filter(|_| mode != Mode::Hooke);
            self.tethers = tethers.map(|tethers| T::from_f64(1.0 + tethers.slack));
        }
        if uses.limit {
            let own = match mode {
                Mode::Pbd => scene.pbd.substeps.saturating_mul(scene.pbd.iterations),
                Mode::Xpbd => scene.xpbd.substeps.saturating_mul(scene.xpbd.iterations),
                Mode::Hooke | Mode::Constraint => u32::MAX,
            };
            let most = own.saturating_mul(LimitScene::PER_OWN_PASS);
            self.limit =
                (scene.limit).map(|limit| StrainLimit::new(limit.ratio, limit.passes.min(most)));
        }
        set_damping(&mut self.damping, scene, units, columns.max(rows));
    }
}

fn set_damping<T: Scalar>(damping: &mut Loss<T>, scene: &Scene, units: &Units, reach: usize) {
    let (loss, rate) = match scene.solver.damping {
        Damping::Rate(c) => (-libm::expm1(-c * units.dt), c * units.dt),
        // A loss of everything is an infinite rate: any large one will do.
        Damping::PerStep(d) => (d, -libm::log((1.0 - d).max(1e-300))),
    };
    damping.keep = T::from_f64(1.0 - loss);
    damping.rate = T::from_f64(rate);
    damping.motion = T::motion(gravity(scene, units), loss, reach as f64);
}

/// Displacement by gravity in a substep.
pub(crate) fn gravity(scene: &Scene, units: &Units) -> [f64; 3] {
    let scale = units.dt * units.dt / units.spacing;
    each(scene.forces.gravity, |g| g * scale)
}

/// Stiffness of the spring families, and their damping.
pub(crate) fn spring_strengths(scene: &Scene, units: &Units) -> ([f64; 4], f64) {
    let scale = units.dt * units.dt / units.mass;
    let damping = scene.springs.damping * units.dt / units.mass;
    (stiffnesses(scene, units).map(|k| k * scale), damping)
}

/// The coefficient of drag.
pub(crate) fn drag_strength(scene: &Scene, units: &Units) -> f64 {
    scene.forces.air_drag * units.dt / units.mass
}

fn positional_wind<T: Scalar>(
    scene: &Scene,
    units: &Units,
    columns: usize,
    rows: usize,
) -> Option<PositionalWind<T>> {
    scene.forces.positional_wind.map(|wind| PositionalWind {
        coefficient: T::from_f64(wind.coefficient * units.dt * units.dt / units.spacing),
        origin: T::from_f64(wind.wave_number * scene.cloth.start(columns, rows, 0, 0)[0]),
        across: T::from_f64(wind.wave_number * units.spacing * scene.cloth.across[0]),
        down: T::from_f64(wind.wave_number * units.spacing * scene.cloth.down[0]),
        phase: T::ZERO,
    })
}

/// The coefficient of wind, for one of 1 N·s/m³.
pub(crate) fn wind_scale(units: &Units) -> f64 {
    units.spacing * units.spacing * units.dt / units.mass
}

fn pbd<T: Scalar>(scene: &Scene) -> PositionBased<T> {
    let p = &scene.pbd;
    let stiffness = families([p.structural, p.shear, p.bend], p.bend_neighbours, 0.0);
    PositionBased::pbd(p.iterations, stiffness, p.compression)
}

fn xpbd<T: Scalar>(scene: &Scene, units: &Units) -> PositionBased<T> {
    let x = &scene.xpbd;
    let scale = units.mass / (units.dt * units.dt);
    let compliances = [x.structural, x.shear, x.bend].map(|compliance| compliance * scale);
    let compliances = families(compliances, x.bend_neighbours, f64::INFINITY);
    let damping = x.damping * units.dt / units.mass;
    PositionBased::xpbd(x.iterations, compliances, x.compression * scale, damping)
}

fn constraint_mode<T: Scalar>(scene: &Scene) -> PositionBased<T> {
    let c = &scene.constraints;
    let stiffness = families([c.structural, c.shear, c.bend], c.bend_neighbours, 0.0);
    PositionBased::even(c.iterations, stiffness)
}

/// With the value of bend links along the diagonals: that of other bend links, or `none` if there are none.
fn families([a, b, bend]: [f64; 3], neighbours: BendNeighbours, none: f64) -> [f64; 4] {
    match neighbours {
        BendNeighbours::Four => [a, b, bend, none],
        BendNeighbours::Eight => [a, b, bend, bend],
    }
}

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
