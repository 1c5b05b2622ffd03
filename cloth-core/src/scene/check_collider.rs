//! Whether a collider's values are in range.

use super::check::{FARTHEST, FRICTION, POSITION, SettingError, range, unit, vector};
use super::{ColliderScene, Uses};

const RADIUS: &str = "0.0001 to 1000 m";
const SPEED: &str = "-1000 to 1000 m/s";

impl ColliderScene {
    /// Checks every value of a shape that is used.
    #[inline(always)]
    pub(super) fn validate(&self, uses: Uses) -> Result<(), SettingError> {
        match *self {
            Self::Sphere { center, radius, .. } if uses.spheres => {
                vector("colliders.sphere.center", center, FARTHEST, POSITION)?;
                range("colliders.sphere.radius", radius, 1e-4, 1000.0, RADIUS)?;
                self.check_motion([
                    "colliders.sphere.friction",
                    "colliders.sphere.velocity",
                    "colliders.sphere.period",
                ])
            }
            Self::Plane { point, normal, .. } if uses.planes => {
                vector("colliders.plane.point", point, FARTHEST, POSITION)?;
                unit("colliders.plane.normal", normal)?;
                self.check_motion([
                    "colliders.plane.friction",
                    "colliders.plane.velocity",
                    "colliders.plane.period",
                ])
            }
            Self::Capsule {
                start, end, radius, ..
            } if uses.capsules => {
                vector("colliders.capsule.start", start, FARTHEST, POSITION)?;
                vector("colliders.capsule.end", end, FARTHEST, POSITION)?;
                range("colliders.capsule.radius", radius, 1e-4, 1000.0, RADIUS)?;
                self.check_motion([
                    "colliders.capsule.friction",
                    "colliders.capsule.velocity",
                    "colliders.capsule.period",
                ])
            }
            Self::Box {
                center, size, turn, ..
            } if uses.boxes => {
                vector("colliders.box.center", center, FARTHEST, POSITION)?;
                size.into_iter()
                    .try_for_each(|v| range("colliders.box.size", v, 1e-4, 1000.0, RADIUS))?;
                vector("colliders.box.turn", turn, 360.0, "-360 to 360 degrees")?;
                self.check_motion([
                    "colliders.box.friction",
                    "colliders.box.velocity",
                    "colliders.box.period",
                ])
            }
            _ => Ok(()),
        }
    }

    /// What all shapes have, by its keys.
    fn check_motion(&self, keys: [&'static str; 3]) -> Result<(), SettingError> {
        let (friction, velocity, period) = self.motion();
        range(keys[0], friction, 0.0, 100.0, FRICTION)?;
        vector(keys[1], velocity, 1000.0, SPEED)?;
        range(keys[2], period, 0.0, 1e6, "0 to 1e6 s")
    }
}
