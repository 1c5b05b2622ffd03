//! From SI units to the engine's: rest spacing, substep, particle mass.
//!
//! All of it is computed once, in `f64`, when a scene or a setting is taken
//! over; a step sees only the results. With s the spacing in m, dt the substep
//! in s and m the particle's mass in kg:
//!
//! | quantity | unit | in the engine |
//! |---|---|---|
//! | position | m | from the origin, / s |
//! | length, radius | m | / s |
//! | velocity | m/s | · dt/s |
//! | acceleration | m/s² | · dt²/s |
//! | stiffness | N/m | · dt²/m |
//! | damping, drag | kg/s | · dt/m |
//! | wind coefficient | N·s/m³ | · s²·dt/m |

use crate::constraint::{PositionBased, Projection, ProjectionStiffness, StrainLimit, Tethers};
use crate::force::{AerodynamicWind, Drag, Forces, PositionalWind, SpringForce};
use crate::integrate;
use crate::scalar::{REMAINDER_BITS, Scalar};
use crate::scene::{ColliderScene, Damping, Mode, Scene, SettingError, Uses};
use crate::topology::BendNeighbours;
use crate::vector::{each, from_f64};
use core::f64::consts::SQRT_2;

/// The three units and the grid they belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Rest spacing, m.
    pub spacing: f64,
    /// Substep, s.
    pub dt: f64,
    /// Mass of an ordinary particle, kg.
    pub mass: f64,
    /// The point that the engine's positions are counted from, m: where the cloth's centre
    /// started, moved on by whole spacings as the cloth moves away. So a position's last bit
    /// is as small everywhere.
    pub origin: [f64; 3],
}

impl Units {
    /// The units of a scene on a grid of this size.
    #[must_use]
    pub fn new(scene: &Scene, columns: usize, rows: usize) -> Self {
        Self {
            spacing: scene.cloth.spacing(columns, rows),
            dt: scene.dt(columns, rows),
            mass: scene.cloth.particle_mass(columns, rows),
            origin: scene.cloth.center,
        }
    }

    /// The engine's position of a place in m.
    #[must_use]
    pub fn position<T: Scalar>(&self, metres: [f64; 3]) -> [T; 3] {
        from_f64(each([0, 1, 2], |i| {
            // Zero is not −0, as in a scene.
            0.0 + (metres[i] - self.origin[i]) / self.spacing
        }))
    }

    /// The place of one of the engine's positions, m.
    #[must_use]
    pub fn place<T: Scalar>(&self, position: [T; 3]) -> [f64; 3] {
        each([0, 1, 2], |i| {
            self.origin[i] + position[i].to_f64() * self.spacing
        })
    }

    pub(crate) fn length<T: Scalar>(&self, metres: [f64; 3]) -> [T; 3] {
        from_f64(each(metres, |v| v / self.spacing))
    }

    pub(crate) fn velocity<T: Scalar>(&self, metres_a_second: [f64; 3]) -> [T; 3] {
        from_f64(each(metres_a_second, |v| v * self.dt / self.spacing))
    }
}

/// What a step needs of a scene, in the engine's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coefficients<T: Scalar> {
    pub(crate) forces: Forces<T>,
    /// No passes but in constraint mode.
    pub(crate) projection: Projection<T>,
    /// No passes but in PBD and XPBD.
    pub(crate) position_based: PositionBased,
    pub(crate) tethers: Option<Tethers<T>>,
    pub(crate) limit: Option<StrainLimit<T>>,
    pub(crate) damping: integrate::Damping<T>,
    /// How fast the positional wind's phase grows, 1/s.
    pub(crate) wind_rate: f64,
}

impl<T: Scalar> Coefficients<T> {
    /// Nothing acts and nothing moves: a value for a `static`, all bits zero.
    pub(crate) const NONE: Self = Self {
        forces: Forces::NONE,
        projection: Projection::OFF,
        position_based: PositionBased::OFF,
        tethers: None,
        limit: None,
        damping: integrate::Damping {
            keep: T::ZERO,
            rate: T::ZERO,
            motion: T::AT_REST,
        },
        wind_rate: 0.0,
    };

    /// Fails if the scene's time step, spacing and mass make a coefficient
    /// larger than the number format can work with.
    pub(crate) fn new(
        scene: &Scene,
        columns: usize,
        rows: usize,
        uses: Uses,
    ) -> Result<Self, SettingError> {
        let units = Units::new(scene, columns, rows);
        let mode = scene.solver.mode;
        let hooke = mode == Mode::Hooke;
        let (loss, rate) = match scene.solver.damping {
            Damping::Rate(c) => (-libm::expm1(-c * units.dt), c * units.dt),
            // A loss of everything is an infinite rate: any large one will do.
            Damping::PerStep(d) => (d, -libm::log((1.0 - d).max(1e-300))),
        };
        let keep = 1.0 - loss;
        let reach = columns.max(rows) as f64;
        // What a known scene does not use is left out when the program is built.
        let [x, y, z] = (scene.forces.gravity).map(|g| g * units.dt * units.dt / units.spacing);
        let gravity = |value| coefficient("forces.gravity", value);
        Ok(Self {
            forces: Forces {
                gravity: [gravity(x)?, gravity(y)?, gravity(z)?],
                springs: match uses.forces && hooke {
                    true => Some(springs(scene, &units)?),
                    false => None,
                },
                drag: match uses.forces {
                    true => drag(scene, &units)?,
                    false => None,
                },
                positional_wind: match uses.positional_wind {
                    true => positional_wind(scene, &units, columns, rows),
                    false => None,
                },
                wind: match uses.forces {
                    true => wind(scene, &units)?,
                    false => None,
                },
            },
            projection: match uses.constraints && mode == Mode::Constraint {
                true => projection(scene)?,
                false => Projection::OFF,
            },
            position_based: match (uses.position_based, mode) {
                (true, Mode::Pbd) => pbd::<T>(scene)?,
                (true, Mode::Xpbd) => xpbd::<T>(scene, &units)?,
                _ => PositionBased::OFF,
            },
            tethers: match uses.tethers && !hooke {
                true => scene.tethers.map(|tethers| Tethers::new(tethers.slack)),
                false => None,
            },
            limit: match uses.limit {
                true => (scene.limit).map(|limit| StrainLimit::new(limit.ratio, limit.passes)),
                false => None,
            },
            damping: integrate::Damping {
                keep: T::from_f64(keep),
                rate: T::from_f64(rate),
                motion: T::motion([x, y, z], loss, reach),
            },
            wind_rate: scene.forces.positional_wind.map_or(0.0, |wind| wind.rate),
        })
    }
}

/// Refuses a cloth or a collider that begins further out than the number format
/// reaches, or a collider that is faster.
#[inline(always)]
pub(crate) fn fits<T: Scalar>(
    scene: &Scene,
    columns: usize,
    rows: usize,
    (uses, has_remainders): (Uses, bool),
) -> Result<(), SettingError> {
    let spacing = scene.cloth.spacing(columns, rows);
    for (column, row) in [
        (0, 0),
        (columns - 1, 0),
        (0, rows - 1),
        (columns - 1, rows - 1),
    ] {
        for metres in scene.cloth.offset(columns, rows, column, row) {
            reached::<T>("cloth.width", metres, spacing)?;
        }
    }
    let units = Units::new(scene, columns, rows);
    let gravity = scene.forces.gravity;
    let finer = if has_remainders {
        f64::from(1 << REMAINDER_BITS)
    } else {
        1.0
    };
    let scale = units.dt * units.dt / units.spacing * finer;
    not_rounded_away::<T>("forces.gravity", gravity, scale)?;
    (scene.colliders.iter()).try_for_each(|part| collider_fits::<T>(part, &units, uses))
}

/// Refuses a vector that the number format would round by more than 3 % once it is scaled.
#[inline(never)]
fn not_rounded_away<T: Scalar>(
    key: &'static str,
    vector: [f64; 3],
    scale: f64,
) -> Result<(), SettingError> {
    if T::MIN_COEFFICIENT == 0.0 {
        return Ok(());
    }
    let largest = vector
        .iter()
        .fold(0.0, |largest: f64, v| largest.max(v.abs()));
    match largest == 0.0 || largest * scale >= T::MIN_COEFFICIENT {
        true => Ok(()),
        false => Err(SettingError {
            key,
            value: largest,
            allowed: "0, or more for this time step and number format",
        }),
    }
}

/// Refuses a coordinate or length beyond what the number format reaches.
fn reached<T: Scalar>(key: &'static str, metres: f64, spacing: f64) -> Result<(), SettingError> {
    match metres.abs() <= T::MAX_POSITION * spacing {
        true => Ok(()),
        false => Err(SettingError {
            key,
            value: metres,
            allowed: "less, for this rest spacing and number format",
        }),
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
    not_rounded_away::<T>(velocity_key, velocity, dt / spacing)?;
    velocity.into_iter().try_for_each(|v| {
        coefficient::<T>(velocity_key, v * dt / spacing)?;
        Ok(())
    })
}

/// Refuses what only a simulation that remembers its links can do.
pub(crate) fn has_memory(scene: &Scene, has: bool) -> Result<(), SettingError> {
    let x = &scene.xpbd;
    if has || scene.solver.mode != Mode::Xpbd {
        return Ok(());
    }
    let refused = |key, value, allowed| {
        Err(SettingError {
            key,
            value,
            allowed,
        })
    };
    if x.iterations > 1 {
        let allowed = "1 with this simulation; Verlet and WithMultipliers have memory for more";
        return refused("xpbd.iterations", f64::from(x.iterations), allowed);
    }
    if x.damping > 0.0 {
        let allowed = "0 with this simulation; Verlet and WithMultipliers have memory for more";
        return refused("xpbd.damping", x.damping, allowed);
    }
    Ok(())
}

/// Refuses a coefficient that the number format cannot work with.
fn coefficient<T: Scalar>(key: &'static str, value: f64) -> Result<T, SettingError> {
    if value.abs() <= T::MAX_COEFFICIENT {
        Ok(T::from_f64(value))
    } else {
        Err(SettingError {
            key,
            value,
            allowed: "less, for this time step and particle mass",
        })
    }
}

/// Stiffness of the spring families, N/m: structural, shear, bend, bend along
/// the diagonals.
pub(crate) fn stiffnesses(scene: &Scene, units: &Units) -> [f64; 4] {
    let s = &scene.springs;
    // A stiffness in N is shared out over the rest length in m.
    let part = |rest: f64| match s.per_length {
        true => 1.0 / (rest * units.spacing),
        false => 1.0,
    };
    let eight = s.bend_neighbours == BendNeighbours::Eight;
    let diagonal = if eight { s.bend } else { 0.0 };
    [
        s.structural * part(1.0),
        s.shear * part(SQRT_2),
        s.bend * part(2.0),
        diagonal * part(2.0 * SQRT_2),
    ]
}

fn springs<T: Scalar>(scene: &Scene, units: &Units) -> Result<SpringForce<T>, SettingError> {
    let scale = units.dt * units.dt / units.mass;
    let [structural, shear, bend, diagonal] = stiffnesses(scene, units).map(|k| k * scale);
    let damping = [scene.springs.damping, 0.0, 0.0];
    not_rounded_away::<T>("springs.damping", damping, units.dt / units.mass)?;
    Ok(SpringForce {
        structural: coefficient("springs.structural", structural)?,
        shear: coefficient("springs.shear", shear)?,
        bend: coefficient("springs.bend", bend)?,
        bend_diagonal: coefficient("springs.bend", diagonal)?,
        damping: coefficient(
            "springs.damping",
            scene.springs.damping * units.dt / units.mass,
        )?,
        links: [
            T::link(1.0, structural),
            T::link(SQRT_2, shear),
            T::link(2.0, bend),
            T::link(2.0 * SQRT_2, diagonal),
        ],
    })
}

fn drag<T: Scalar>(scene: &Scene, units: &Units) -> Result<Option<Drag<T>>, SettingError> {
    let c = scene.forces.air_drag;
    if c == 0.0 {
        return Ok(None);
    }
    let scale = units.dt / units.mass;
    not_rounded_away::<T>("forces.air-drag", [c, 0.0, 0.0], scale)?;
    let coefficient = coefficient("forces.air-drag", c * scale)?;
    Ok(Some(Drag { coefficient }))
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

fn wind<T: Scalar>(
    scene: &Scene,
    units: &Units,
) -> Result<Option<AerodynamicWind<T>>, SettingError> {
    let Some(wind) = &scene.forces.wind else {
        return Ok(None);
    };
    let area = units.spacing * units.spacing;
    let value = wind.coefficient * area * units.dt / units.mass;
    let (key, scale) = ("forces.wind.coefficient", area * units.dt / units.mass);
    not_rounded_away::<T>(key, [wind.coefficient, 0.0, 0.0], scale)?;
    Ok(Some(AerodynamicWind {
        velocity: units.velocity(wind.velocity),
        coefficient: coefficient("forces.wind.coefficient", value)?,
    }))
}

/// Refuses more passes than the number format can work with.
fn iterations<T: Scalar>(key: &'static str, value: u32) -> Result<u32, SettingError> {
    match value <= T::MAX_ITERATIONS {
        true => Ok(value),
        false => Err(SettingError {
            key,
            value: f64::from(value),
            allowed: "at most 16 in fixed point",
        }),
    }
}

fn pbd<T: Scalar>(scene: &Scene) -> Result<PositionBased, SettingError> {
    let p = &scene.pbd;
    let iterations = iterations::<T>("pbd.iterations", p.iterations)?;
    let eight = p.bend_neighbours == BendNeighbours::Eight;
    let stiffness = [
        p.structural,
        p.shear,
        p.bend,
        if eight { p.bend } else { 0.0 },
    ];
    Ok(PositionBased::pbd(iterations, stiffness, p.compression))
}

fn xpbd<T: Scalar>(scene: &Scene, units: &Units) -> Result<PositionBased, SettingError> {
    let x = &scene.xpbd;
    let iterations = iterations::<T>("xpbd.iterations", x.iterations)?;
    // Where time stands still nothing is compliant.
    let scale = if units.dt > 0.0 {
        units.mass / (units.dt * units.dt)
    } else {
        0.0
    };
    let eight = x.bend_neighbours == BendNeighbours::Eight;
    let compliances = [
        x.structural * scale,
        x.shear * scale,
        x.bend * scale,
        if eight { x.bend * scale } else { f64::INFINITY },
    ];
    let damping = x.damping * units.dt / units.mass;
    Ok(PositionBased::xpbd(
        iterations,
        compliances,
        x.compression * scale,
        damping,
    ))
}

fn projection<T: Scalar>(scene: &Scene) -> Result<Projection<T>, SettingError> {
    let c = &scene.constraints;
    let iterations = iterations::<T>("constraints.iterations", c.iterations)?;
    let eight = c.bend_neighbours == BendNeighbours::Eight;
    let stiffness = ProjectionStiffness {
        structural: c.structural,
        shear: c.shear,
        bend: c.bend,
        bend_diagonal: if eight { c.bend } else { 0.0 },
    };
    Ok(Projection::new(iterations, &stiffness))
}
