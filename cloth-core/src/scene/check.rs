//! Whether a scene's values are in range.

use super::{Damping, Scene, Uses};
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
        write!(
            f,
            "{} = {}: allowed is {}",
            self.key, self.value, self.allowed
        )
    }
}

impl core::error::Error for SettingError {}

/// Accepts values from `low` to `high`; never NaN.
pub(super) fn range(
    key: &'static str,
    value: f64,
    low: f64,
    high: f64,
    allowed: &'static str,
) -> Result<(), SettingError> {
    if value >= low && value <= high {
        Ok(())
    } else {
        Err(SettingError {
            key,
            value,
            allowed,
        })
    }
}

/// Each component from −high to high.
pub(super) fn vector(
    key: &'static str,
    value: [f64; 3],
    high: f64,
    allowed: &'static str,
) -> Result<(), SettingError> {
    value
        .iter()
        .try_for_each(|&v| range(key, v, -high, high, allowed))
}

/// Length 1 to within a ten-thousandth; as a square, for a root is 700 bytes on a board.
pub(super) fn unit(key: &'static str, v: [f64; 3]) -> Result<(), SettingError> {
    let squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    let allowed = "a unit vector (squared length 1 to within 0.0002)";
    range(key, squared, 0.9998, 1.0002, allowed)
}

/// As far as a coordinate may be, m: half way to the pole.
pub(super) const FARTHEST: f64 = 1e7;
pub(super) const POSITION: &str = "-10,000,000 to 10,000,000 m";
const STIFFNESS: &str = "0 to 1e9 N/m";
const COMPLIANCE: &str = "0 to 1e9 m/N";
const PART: &str = "0 to 1";
pub(super) const FRICTION: &str = "0 to 100";

impl Scene {
    /// Checks every value.
    ///
    /// # Errors
    /// The first value out of range, with its key, itself and what is allowed.
    pub fn validate(&self) -> Result<(), SettingError> {
        self.validate_used(Uses::ALL)
    }

    /// As [`validate`](Scene::validate) of a scene that uses no more than `uses`:
    /// what it does not use needs no check, and no room for the names of its keys.
    #[inline(always)]
    pub(crate) fn validate_used(&self, uses: Uses) -> Result<(), SettingError> {
        self.check_all_but_contacts()?;
        if let (true, Some(contact)) = (uses.self_collision, &self.self_collision) {
            contact.validate()?;
        }
        if let (true, Some(tear)) = (uses.tear, &self.tear) {
            tear.validate(self.limit.as_ref(), self.tethers.as_ref())?;
        }
        (self.colliders.iter()).try_for_each(|collider| collider.validate(uses))
    }

    #[inline(never)]
    fn check_all_but_contacts(&self) -> Result<(), SettingError> {
        self.check_cloth()?;
        self.check_solver()?;
        self.check_springs()?;
        self.check_position_based()?;
        self.check_forces()?;
        for place in self.pins.places.iter() {
            range("pins.places.across", place.across, 0.0, 1.0, PART)?;
            range("pins.places.down", place.down, 0.0, 1.0, PART)?;
        }
        Ok(())
    }

    fn check_cloth(&self) -> Result<(), SettingError> {
        let c = &self.cloth;
        let size = "1 to 4096 particles";
        range("cloth.columns", c.columns as f64, 1.0, 4096.0, size)?;
        range("cloth.rows", c.rows as f64, 1.0, 4096.0, size)?;
        range("cloth.width", c.width, 1e-3, 1000.0, "0.001 to 1000 m")?;
        range("cloth.density", c.density, 1e-6, 1e9, "1e-6 to 1e9 kg/m²")?;
        vector("cloth.center", c.center, FARTHEST, POSITION)?;
        unit("cloth.across", c.across)?;
        unit("cloth.down", c.down)?;
        let cosine: f64 = (0..3).map(|i| c.across[i] * c.down[i]).sum();
        let square = "at right angles to cloth.across (cosine -0.0001 to 0.0001)";
        range("cloth.down", cosine, -1e-4, 1e-4, square)?;
        range("cloth.layers", c.layers as f64, 1.0, 16.0, "1 to 16")?;
        let radius = "0 to 1 m";
        range("cloth.particle-radius", c.particle_radius, 0.0, 1.0, radius)
    }

    fn check_solver(&self) -> Result<(), SettingError> {
        let s = &self.solver;
        let (key, rate) = ("solver.steps-per-second", "1 to 1e9 Hz");
        range(key, s.steps_per_second, 1.0, 1e9, rate)?;
        let count = "1 to 1000";
        range("solver.substeps", f64::from(s.substeps), 1.0, 1000.0, count)?;
        match s.damping {
            Damping::Rate(c) => range("solver.damping.rate", c, 0.0, 1e6, "0 to 1e6 per second")?,
            Damping::PerStep(d) => range("solver.damping.per-step", d, 0.0, 1.0, PART)?,
        }
        let c = &self.constraints;
        range(
            "constraints.substeps",
            f64::from(c.substeps),
            1.0,
            1000.0,
            count,
        )?;
        let iterations = f64::from(c.iterations);
        range("constraints.iterations", iterations, 1.0, 1000.0, count)?;
        range("constraints.structural", c.structural, 0.0, 1.0, PART)?;
        range("constraints.shear", c.shear, 0.0, 1.0, PART)?;
        range("constraints.bend", c.bend, 0.0, 1.0, PART)?;
        if let Some(limit) = &self.limit {
            range("limit.ratio", limit.ratio, 1.001, 10.0, "1.001 to 10")?;
            range("limit.passes", f64::from(limit.passes), 1.0, 1000.0, count)?;
        }
        Ok(())
    }

    fn check_position_based(&self) -> Result<(), SettingError> {
        let count = |key, value: u32| range(key, f64::from(value), 1.0, 1000.0, "1 to 1000");
        let p = &self.pbd;
        count("pbd.substeps", p.substeps)?;
        count("pbd.iterations", p.iterations)?;
        range("pbd.structural", p.structural, 0.0, 1.0, PART)?;
        range("pbd.shear", p.shear, 0.0, 1.0, PART)?;
        range("pbd.bend", p.bend, 0.0, 1.0, PART)?;
        range("pbd.compression", p.compression, 0.0, 1.0, PART)?;
        let x = &self.xpbd;
        count("xpbd.substeps", x.substeps)?;
        count("xpbd.iterations", x.iterations)?;
        range("xpbd.structural", x.structural, 0.0, 1e9, COMPLIANCE)?;
        range("xpbd.shear", x.shear, 0.0, 1e9, COMPLIANCE)?;
        range("xpbd.bend", x.bend, 0.0, 1e9, COMPLIANCE)?;
        range("xpbd.compression", x.compression, 0.0, 1e9, COMPLIANCE)?;
        range("xpbd.damping", x.damping, 0.0, 1e6, "0 to 1e6 N·s/m")?;
        match &self.tethers {
            Some(tethers) => range("tethers.slack", tethers.slack, 0.0, 10.0, "0 to 10"),
            None => Ok(()),
        }
    }

    fn check_springs(&self) -> Result<(), SettingError> {
        let s = &self.springs;
        range("springs.structural", s.structural, 0.0, 1e9, STIFFNESS)?;
        range("springs.shear", s.shear, 0.0, 1e9, STIFFNESS)?;
        range("springs.bend", s.bend, 0.0, 1e9, STIFFNESS)?;
        range("springs.damping", s.damping, 0.0, 1e6, "0 to 1e6 kg/s")
    }

    fn check_forces(&self) -> Result<(), SettingError> {
        let f = &self.forces;
        vector("forces.gravity", f.gravity, 1e4, "-1e4 to 1e4 m/s²")?;
        range("forces.air-drag", f.air_drag, 0.0, 1e6, "0 to 1e6 kg/s")?;
        if let Some(wind) = &f.positional_wind {
            let key = "forces.positional-wind.coefficient";
            range(key, wind.coefficient, -1e4, 1e4, "-1e4 to 1e4 N/kg")?;
            let key = "forces.positional-wind.wave-number";
            range(key, wind.wave_number, -1e4, 1e4, "-1e4 to 1e4 rad/m")?;
            let key = "forces.positional-wind.rate";
            range(key, wind.rate, -1e3, 1e3, "-1000 to 1000 rad/s")?;
        }
        if let Some(wind) = &f.wind {
            let speed = "-1000 to 1000 m/s";
            vector("forces.wind.velocity", wind.velocity, 1000.0, speed)?;
            let key = "forces.wind.coefficient";
            range(key, wind.coefficient, 0.0, 1e4, "0 to 1e4 N·s/m³")?;
        }
        Ok(())
    }
}
