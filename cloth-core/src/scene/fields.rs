//! The numbers of a scene: key in a scene file, place in memory, range and unit.
//!
//! This is the only place that has them. Checks, the messages of scene files and the viewer's panel
//! read them here; `cargo run -p cloth-core --example scene_fields` prints them.

use super::{
    ClothScene, ColliderScene, ConstraintScene, Damping, ForceScene, LimitScene, PbdScene, Place,
    Scene, SelfCollisionScene, SolverScene, SpringScene, TearScene, TetherScene, XpbdScene,
};
use FieldValue::{Absent, Count, Direction, Number, Optional, Side, Vector};
use core::fmt;

/// A value out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SettingError {
    /// The key as in a scene file, for example `springs.structural`.
    pub key: &'static str,
    /// The value found.
    pub value: f64,
    /// The allowed range with its unit, in words.
    pub allowed: &'static str,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            value,
            allowed,
        } = self;
        write!(f, "{key} = {value}: allowed is {allowed}")
    }
}

impl core::error::Error for SettingError {}

/// Refuses a value: its key, itself, and what is allowed.
pub(crate) const fn refuse<T>(
    key: &'static str,
    value: f64,
    allowed: &'static str,
) -> Result<T, SettingError> {
    Err(SettingError {
        key,
        value,
        allowed,
    })
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowed {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Both in words, with the unit: `LOW to HIGH UNIT`.
    pub words: &'static str,
}

impl Allowed {
    /// The unit; empty for a plain number.
    pub fn unit(&self) -> &'static str {
        self.words.splitn(4, ' ').nth(3).unwrap_or("")
    }

    /// Accepts values from `low` to `high`; never NaN.
    const fn check(&self, key: &'static str, value: f64) -> Result<(), SettingError> {
        match value >= self.low && value <= self.high {
            true => Ok(()),
            false => refuse(key, value, self.words),
        }
    }
}

/// A number of a scene, and where it is stored.
#[derive(Debug)]
pub struct Field<'a> {
    /// Its key in a scene file, with the tables.
    pub key: &'static str,
    /// The value itself.
    pub value: FieldValue<'a>,
    /// What is allowed; of a vector, for each component.
    pub allowed: &'static Allowed,
}

/// Where a number of a scene is stored.
#[derive(Debug)]
pub enum FieldValue<'a> {
    /// A number.
    Number(&'a mut f64),
    /// A number that may be absent.
    Optional(&'a mut Option<f64>),
    /// A count.
    Count(&'a mut u32),
    /// Particles along a side of the grid, or layers.
    Side(&'a mut usize),
    /// Three components.
    Vector(&'a mut [f64; 3]),
    /// A unit vector. Its squared length is checked.
    Direction(&'a mut [f64; 3]),
    /// This scene has no such number.
    Absent,
}

const fn allowed(low: f64, high: f64, words: &'static str) -> Allowed {
    Allowed { low, high, words }
}

const PARTICLES: &Allowed = &allowed(1.0, 4096.0, "1 to 4096 particles");
const WIDTH: &Allowed = &allowed(1e-3, 1000.0, "0.001 to 1000 m");
const DENSITY: &Allowed = &allowed(1e-6, 1e9, "1e-6 to 1e9 kg/m²");
const RADIUS: &Allowed = &allowed(1e-4, 1000.0, "0.0001 to 1000 m");
const MARGIN: &Allowed = &allowed(0.0, 1.0, "0 to 1 m");
const THICKNESS: &Allowed = &allowed(1e-6, 1000.0, "1e-6 to 1000 m");
/// As far as a coordinate may be: half way to the pole.
const PLACE: &Allowed = &allowed(-1e7, 1e7, "-10,000,000 to 10,000,000 m");
const UNIT_WORDS: &str = "a unit vector (squared length 1 to within 0.0002)";
const UNIT: &Allowed = &allowed(0.9998, 1.0002, UNIT_WORDS);
const SQUARE_WORDS: &str = "at right angles to cloth.across (cosine -0.0001 to 0.0001)";
const SQUARE: &Allowed = &allowed(-1e-4, 1e-4, SQUARE_WORDS);
const LAYERS: &Allowed = &allowed(1.0, 16.0, "1 to 16");
const RATE: &Allowed = &allowed(1.0, 1e9, "1 to 1e9 Hz");
const COUNT: &Allowed = &allowed(1.0, 1000.0, "1 to 1000");
const PART: &Allowed = &allowed(0.0, 1.0, "0 to 1");
const DECAY: &Allowed = &allowed(0.0, 1e6, "0 to 1e6 1/s");
const STIFFNESS: &Allowed = &allowed(0.0, 1e9, "0 to 1e9 N/m");
const COMPLIANCE: &Allowed = &allowed(0.0, 1e9, "0 to 1e9 m/N");
const DRAG: &Allowed = &allowed(0.0, 1e6, "0 to 1e6 kg/s");
const LINK_DAMPING: &Allowed = &allowed(0.0, 1e6, "0 to 1e6 N·s/m");
const RATIO: &Allowed = &allowed(1.001, 10.0, "1.001 to 10");
const SLACK: &Allowed = &allowed(0.0, 10.0, "0 to 10");
const STRAIN: &Allowed = &allowed(0.01, 10.0, "0.01 to 10");
const FRICTION: &Allowed = &allowed(0.0, 100.0, "0 to 100");
const GRAVITY: &Allowed = &allowed(-1e4, 1e4, "-1e4 to 1e4 m/s²");
const SPEED: &Allowed = &allowed(-1000.0, 1000.0, "-1000 to 1000 m/s");
const WIND: &Allowed = &allowed(0.0, 1e4, "0 to 1e4 N·s/m³");
const PUSH: &Allowed = &allowed(-1e4, 1e4, "-1e4 to 1e4 N/kg");
const WAVES: &Allowed = &allowed(-1e4, 1e4, "-1e4 to 1e4 rad/m");
const PHASE: &Allowed = &allowed(-1000.0, 1000.0, "-1000 to 1000 rad/s");
const PERIOD: &Allowed = &allowed(0.0, 1e6, "0 to 1e6 s");
const TURN: &Allowed = &allowed(-360.0, 360.0, "-360 to 360 degrees");

const fn field<'a>(
    key: &'static str,
    value: FieldValue<'a>,
    allowed: &'static Allowed,
) -> Field<'a> {
    Field {
        key,
        value,
        allowed,
    }
}

impl ClothScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 9] {
        [
            field("cloth.columns", Side(&mut self.columns), PARTICLES),
            field("cloth.rows", Side(&mut self.rows), PARTICLES),
            field("cloth.width", Number(&mut self.width), WIDTH),
            field("cloth.density", Number(&mut self.density), DENSITY),
            field("cloth.center", Vector(&mut self.center), PLACE),
            field("cloth.across", Direction(&mut self.across), UNIT),
            field("cloth.down", Direction(&mut self.down), UNIT),
            field("cloth.layers", Side(&mut self.layers), LAYERS),
            particle_radius(&mut self.particle_radius),
        ]
    }
}

const fn particle_radius(radius: &mut f64) -> Field<'_> {
    field("cloth.particle-radius", Number(radius), MARGIN)
}

impl Place {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 2] {
        [
            field("pins.places.across", Number(&mut self.across), PART),
            field("pins.places.down", Number(&mut self.down), PART),
        ]
    }
}

impl SolverScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 3] {
        let rate = &mut self.steps_per_second;
        [
            field("solver.steps-per-second", Number(rate), RATE),
            field("solver.substeps", Count(&mut self.substeps), COUNT),
            match &mut self.damping {
                Damping::Rate(rate) => field("solver.damping.rate", Number(rate), DECAY),
                Damping::PerStep(part) => field("solver.damping.per-step", Number(part), PART),
            },
        ]
    }
}

impl SpringScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 4] {
        let stretch = Number(&mut self.structural);
        [
            field("springs.structural", stretch, STIFFNESS),
            field("springs.shear", Number(&mut self.shear), STIFFNESS),
            field("springs.bend", Number(&mut self.bend), STIFFNESS),
            field("springs.damping", Number(&mut self.damping), DRAG),
        ]
    }
}

impl ConstraintScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 5] {
        let (passes, stretch) = (Count(&mut self.iterations), Number(&mut self.structural));
        [
            field("constraints.substeps", Count(&mut self.substeps), COUNT),
            field("constraints.iterations", passes, COUNT),
            field("constraints.structural", stretch, PART),
            field("constraints.shear", Number(&mut self.shear), PART),
            field("constraints.bend", Number(&mut self.bend), PART),
        ]
    }
}

impl PbdScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 6] {
        [
            field("pbd.substeps", Count(&mut self.substeps), COUNT),
            field("pbd.iterations", Count(&mut self.iterations), COUNT),
            field("pbd.structural", Number(&mut self.structural), PART),
            field("pbd.shear", Number(&mut self.shear), PART),
            field("pbd.bend", Number(&mut self.bend), PART),
            field("pbd.compression", Number(&mut self.compression), PART),
        ]
    }
}

impl XpbdScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 7] {
        let (stretch, pressure) = (&mut self.structural, &mut self.compression);
        [
            field("xpbd.substeps", Count(&mut self.substeps), COUNT),
            field("xpbd.iterations", Count(&mut self.iterations), COUNT),
            field("xpbd.structural", Number(stretch), COMPLIANCE),
            field("xpbd.shear", Number(&mut self.shear), COMPLIANCE),
            field("xpbd.bend", Number(&mut self.bend), COMPLIANCE),
            field("xpbd.compression", Number(pressure), COMPLIANCE),
            field("xpbd.damping", Number(&mut self.damping), LINK_DAMPING),
        ]
    }
}

impl TetherScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 1] {
        [field("tethers.slack", Number(&mut self.slack), SLACK)]
    }
}

impl LimitScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 2] {
        [
            field("limit.ratio", Number(&mut self.ratio), RATIO),
            field("limit.passes", Count(&mut self.passes), COUNT),
        ]
    }
}

impl SelfCollisionScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 2] {
        let (thickness, friction) = (Optional(&mut self.thickness), Number(&mut self.friction));
        [
            field("self-collision.thickness", thickness, THICKNESS),
            field("self-collision.friction", friction, FRICTION),
        ]
    }
}

impl TearScene {
    /// The numbers of this table.
    pub const fn fields(&mut self) -> [Field<'_>; 1] {
        [field("tear.strain", Optional(&mut self.strain), STRAIN)]
    }
}

impl ForceScene {
    /// The numbers of this table; those of a wind that does not blow are absent.
    pub const fn fields(&mut self) -> [Field<'_>; 7] {
        let [force, waves, rate] = match &mut self.positional_wind {
            Some(wind) => [
                Number(&mut wind.coefficient),
                Number(&mut wind.wave_number),
                Number(&mut wind.rate),
            ],
            None => [Absent, Absent, Absent],
        };
        let [velocity, strength] = match &mut self.wind {
            Some(wind) => [Vector(&mut wind.velocity), Number(&mut wind.coefficient)],
            None => [Absent, Absent],
        };
        [
            field("forces.gravity", Vector(&mut self.gravity), GRAVITY),
            field("forces.air-drag", Number(&mut self.air_drag), DRAG),
            field("forces.positional-wind.coefficient", force, PUSH),
            field("forces.positional-wind.wave-number", waves, WAVES),
            field("forces.positional-wind.rate", rate, PHASE),
            field("forces.wind.velocity", velocity, SPEED),
            field("forces.wind.coefficient", strength, WIND),
        ]
    }
}

impl ColliderScene {
    /// The numbers of its shape; a ball and a plane have two.
    pub const fn shape_fields(&mut self) -> [Field<'_>; 3] {
        match self {
            Self::Sphere { center, radius, .. } => [
                field("colliders.sphere.center", Vector(center), PLACE),
                field("colliders.sphere.radius", Number(radius), RADIUS),
                field("colliders.sphere", Absent, PART),
            ],
            Self::Plane { point, normal, .. } => [
                field("colliders.plane.point", Vector(point), PLACE),
                field("colliders.plane.normal", Direction(normal), UNIT),
                field("colliders.plane", Absent, PART),
            ],
            Self::Capsule {
                start, end, radius, ..
            } => [
                field("colliders.capsule.start", Vector(start), PLACE),
                field("colliders.capsule.end", Vector(end), PLACE),
                field("colliders.capsule.radius", Number(radius), RADIUS),
            ],
            Self::Box {
                center, size, turn, ..
            } => [
                field("colliders.box.center", Vector(center), PLACE),
                field("colliders.box.size", Vector(size), RADIUS),
                field("colliders.box.turn", Vector(turn), TURN),
            ],
        }
    }

    /// Friction, velocity and period.
    pub const fn motion_fields(&mut self) -> [Field<'_>; 3] {
        let [friction, velocity, period] = match self {
            Self::Sphere { .. } => [
                "colliders.sphere.friction",
                "colliders.sphere.velocity",
                "colliders.sphere.period",
            ],
            Self::Plane { .. } => [
                "colliders.plane.friction",
                "colliders.plane.velocity",
                "colliders.plane.period",
            ],
            Self::Capsule { .. } => [
                "colliders.capsule.friction",
                "colliders.capsule.velocity",
                "colliders.capsule.period",
            ],
            Self::Box { .. } => [
                "colliders.box.friction",
                "colliders.box.velocity",
                "colliders.box.period",
            ],
        };
        let (f, v, p) = self.motion_mut();
        [
            field(friction, Number(f), FRICTION),
            field(velocity, Vector(v), SPEED),
            field(period, Number(p), PERIOD),
        ]
    }
}

impl Field<'_> {
    /// The components; a single number three times.
    const fn numbers(&self) -> [f64; 3] {
        match &self.value {
            Number(value) => [**value; 3],
            Optional(Some(value)) => [*value; 3],
            Count(value) => [**value as f64; 3],
            Side(value) => [**value as f64; 3],
            Vector(value) => **value,
            Direction(value) => [dot(**value, **value); 3],
            Optional(None) | Absent => [self.allowed.low; 3],
        }
    }

    const fn check(&self) -> Result<(), SettingError> {
        let [x, y, z] = self.numbers();
        match self.allowed.check(self.key, x) {
            Ok(()) => match self.allowed.check(self.key, y) {
                Ok(()) => self.allowed.check(self.key, z),
                error => error,
            },
            error => error,
        }
    }
}

const fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The fault that was found before, or else the first of these fields.
const fn check(before: Result<(), SettingError>, fields: &[Field<'_>]) -> Result<(), SettingError> {
    let (mut found, mut i) = (before, 0);
    while i < fields.len() && found.is_ok() {
        found = fields[i].check();
        i += 1;
    }
    found
}

impl Scene {
    /// Checks every value. A scene that is known when the program is compiled is checked then.
    ///
    /// # Errors
    /// The first value out of range, with its key, itself and what is allowed.
    pub const fn validate(&self) -> Result<(), SettingError> {
        let mut found = check(Ok(()), &{ self.cloth }.fields());
        if found.is_ok() {
            found = SQUARE.check("cloth.down", dot(self.cloth.across, self.cloth.down));
        }
        found = check(found, &{ self.solver }.fields());
        found = check(found, &{ self.springs }.fields());
        found = check(found, &{ self.constraints }.fields());
        found = check(found, &{ self.pbd }.fields());
        found = check(found, &{ self.xpbd }.fields());
        found = check(found, &{ self.forces }.fields());
        if let Some(mut tethers) = self.tethers {
            found = check(found, &tethers.fields());
        }
        if let Some(mut limit) = self.limit {
            found = check(found, &limit.fields());
        }
        if let Some(mut contact) = self.self_collision {
            found = check(found, &contact.fields());
        }
        if let Some(mut tear) = self.tear {
            found = check(found, &tear.fields());
        }
        let mut i = 0;
        while i < self.pins.places.0.len() {
            if let Some(mut place) = self.pins.places.0[i] {
                found = check(found, &place.fields());
            }
            i += 1;
        }
        i = 0;
        while i < self.colliders.0.len() {
            if let Some(mut collider) = self.colliders.0[i] {
                found = check(found, &collider.shape_fields());
                found = check(found, &collider.motion_fields());
            }
            i += 1;
        }
        match found {
            Ok(()) => self.check_tearing(),
            error => error,
        }
    }

    /// What tearing does not go together with.
    const fn check_tearing(&self) -> Result<(), SettingError> {
        match (&self.tear, &self.tethers, &self.limit) {
            (Some(_), Some(tethers), _) => {
                let allowed = "none together with tear: they would hold what is torn off";
                refuse("tethers", tethers.slack, allowed)
            }
            (
                Some(TearScene {
                    strain: Some(strain),
                }),
                _,
                Some(limit),
            ) if *strain >= limit.ratio - 1.0 => {
                let allowed = "less than limit.ratio − 1: no link would get as long as that";
                refuse("tear.strain", *strain, allowed)
            }
            _ => Ok(()),
        }
    }
}
