//! What a scene's cloth may hit.

use super::List;

/// Most colliders a scene can hold.
pub const MAX_COLLIDERS: usize = 4;

/// The scene's colliders, in the order in which contacts are resolved.
pub type Colliders = List<ColliderScene, MAX_COLLIDERS>;

/// A collider in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "kebab-case")
)]
pub enum ColliderScene {
    /// A ball, fixed or moving.
    Sphere {
        /// Centre at the start, m.
        center: [f64; 3],
        /// Radius, m.
        radius: f64,
        /// Coefficient of friction, 0 or more. Cloth on wood: about 0.3.
        #[cfg_attr(feature = "serde", serde(default))]
        friction: f64,
        /// Velocity, m/s; with a period, the largest one, at the start.
        #[cfg_attr(feature = "serde", serde(default))]
        velocity: [f64; 3],
        /// 0: the velocity is constant. Otherwise the ball swings to and fro
        /// with v(t) = velocity · cos(2πt/period), s.
        #[cfg_attr(feature = "serde", serde(default))]
        period: f64,
    },
    /// A half space.
    Plane {
        /// A point of the plane, m.
        point: [f64; 3],
        /// Unit normal, away from the solid side.
        normal: [f64; 3],
        /// Coefficient of friction, 0 or more.
        #[cfg_attr(feature = "serde", serde(default))]
        friction: f64,
    },
}
