//! What a scene's cloth may hit.

use super::List;
use crate::vector::each;

/// Most colliders a scene can hold.
pub const MAX_COLLIDERS: usize = 4;

/// The scene's colliders, in the order in which contacts are resolved.
pub type Colliders = List<ColliderScene, MAX_COLLIDERS>;

/// A collider in SI units. It touches particles, not the links and triangles between them: what
/// is to hold cloth whose spacing is s needs a radius, with that of the particles, of 0.71·s
/// (a ball) or 0.5·s (a rod), and as much more as the cloth stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
        /// As of a ball, m/s.
        #[cfg_attr(feature = "serde", serde(default))]
        velocity: [f64; 3],
        /// As of a ball, s.
        #[cfg_attr(feature = "serde", serde(default))]
        period: f64,
    },
    /// A rod with round ends: all points within the radius of a line segment.
    Capsule {
        /// Where the segment begins, at the start, m.
        start: [f64; 3],
        /// Where it ends, m.
        end: [f64; 3],
        /// Radius, m.
        radius: f64,
        /// Coefficient of friction, 0 or more.
        #[cfg_attr(feature = "serde", serde(default))]
        friction: f64,
        /// As of a ball, m/s.
        #[cfg_attr(feature = "serde", serde(default))]
        velocity: [f64; 3],
        /// As of a ball, s.
        #[cfg_attr(feature = "serde", serde(default))]
        period: f64,
    },
    /// A box. The particles' radius rounds its edges.
    Box {
        /// Centre at the start, m.
        center: [f64; 3],
        /// Length of its edges, m.
        size: [f64; 3],
        /// How it is turned from edges along x, y and z: about this vector, by as
        /// many degrees as it is long. [0, 0, 30] tilts it by 30° about z.
        #[cfg_attr(feature = "serde", serde(default))]
        turn: [f64; 3],
        /// Coefficient of friction, 0 or more.
        #[cfg_attr(feature = "serde", serde(default))]
        friction: f64,
        /// As of a ball, m/s.
        #[cfg_attr(feature = "serde", serde(default))]
        velocity: [f64; 3],
        /// As of a ball, s.
        #[cfg_attr(feature = "serde", serde(default))]
        period: f64,
    },
}

impl ColliderScene {
    /// A ball at rest without friction: centre and radius, m.
    pub const fn sphere(center: [f64; 3], radius: f64) -> Self {
        Self::Sphere {
            center,
            radius,
            friction: 0.0,
            velocity: [0.0; 3],
            period: 0.0,
        }
    }

    /// A half space at rest without friction: a point of its plane (m), and the unit normal away
    /// from the solid side.
    pub const fn plane(point: [f64; 3], normal: [f64; 3]) -> Self {
        Self::Plane {
            point,
            normal,
            friction: 0.0,
            velocity: [0.0; 3],
            period: 0.0,
        }
    }

    /// A rod with round ends at rest without friction: both ends and the radius, m.
    pub const fn capsule(start: [f64; 3], end: [f64; 3], radius: f64) -> Self {
        Self::Capsule {
            start,
            end,
            radius,
            friction: 0.0,
            velocity: [0.0; 3],
            period: 0.0,
        }
    }

    /// A box at rest without friction, its edges along x, y and z: centre and lengths, m.
    pub const fn cuboid(center: [f64; 3], size: [f64; 3]) -> Self {
        Self::Box {
            center,
            size,
            turn: [0.0; 3],
            friction: 0.0,
            velocity: [0.0; 3],
            period: 0.0,
        }
    }

    /// The same with a coefficient of friction, 0 or more. Cloth on wood: about 0.3.
    #[must_use]
    pub const fn with_friction(mut self, value: f64) -> Self {
        *self.motion_mut().0 = value;
        self
    }

    /// The same with a constant velocity, m/s.
    #[must_use]
    pub const fn moving(mut self, value: [f64; 3]) -> Self {
        *self.motion_mut().1 = value;
        self
    }

    /// The same with a velocity that swings to and fro: the largest one, m/s, and the time of
    /// a swing, s.
    #[must_use]
    pub const fn swinging(mut self, largest: [f64; 3], seconds: f64) -> Self {
        let (_, velocity, period) = self.motion_mut();
        (*velocity, *period) = (largest, seconds);
        self
    }

    /// Friction, velocity (m/s) and period (s).
    pub const fn motion(mut self) -> (f64, [f64; 3], f64) {
        let (friction, velocity, period) = self.motion_mut();
        (*friction, *velocity, *period)
    }

    /// Where friction, velocity and period are stored.
    pub const fn motion_mut(&mut self) -> (&mut f64, &mut [f64; 3], &mut f64) {
        let (Self::Sphere {
            friction,
            velocity,
            period,
            ..
        }
        | Self::Plane {
            friction,
            velocity,
            period,
            ..
        }
        | Self::Capsule {
            friction,
            velocity,
            period,
            ..
        }
        | Self::Box {
            friction,
            velocity,
            period,
            ..
        }) = self;
        (friction, velocity, period)
    }

    /// The point that moves with the velocity: the centre of a ball or box, a
    /// plane's point, a capsule's start.
    pub const fn place_mut(&mut self) -> &mut [f64; 3] {
        match self {
            Self::Sphere { center, .. } | Self::Box { center, .. } => center,
            Self::Plane { point, .. } => point,
            Self::Capsule { start, .. } => start,
        }
    }

    /// Whether another collider is of the same kind and starts and moves in the same way:
    /// size and friction may differ.
    pub fn starts_as(&self, other: &Self) -> bool {
        let start = |mut collider: Self| {
            let (_, velocity, period) = collider.motion();
            (*collider.place_mut(), velocity, period)
        };
        core::mem::discriminant(self) == core::mem::discriminant(other)
            && start(*self) == start(*other)
    }

    /// Unit vectors along a box's edges, by its turn (Rodrigues).
    pub fn axes(turn: [f64; 3]) -> [[f64; 3]; 3] {
        let [x, y, z] = turn;
        let degrees = libm::sqrt(x * x + y * y + z * z);
        if degrees == 0.0 {
            return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        }
        let [x, y, z] = turn.map(|v| v / degrees);
        let (sin, cos) = libm::sincos(degrees.to_radians());
        let [u, v, w] = [sin * x, sin * y, sin * z];
        let around = [[cos, w, -v], [-w, cos, u], [v, -u, cos]];
        let (rest, axis) = (1.0 - cos, [x, y, z]);
        let one = |j: usize| each([0, 1, 2], |i| around[j][i] + rest * axis[j] * axis[i]);
        [one(0), one(1), one(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{dot, length, sub};

    #[test]
    fn a_turn_is_by_its_length_in_degrees() {
        let [x, y, z] = ColliderScene::axes([0.0, 0.0, 30.0]);
        let half = 0.5;
        let root = libm::sqrt(0.75);
        assert!(length(sub(x, [root, half, 0.0])) < 1e-15);
        assert!(length(sub(y, [-half, root, 0.0])) < 1e-15);
        assert!(length(sub(z, [0.0, 0.0, 1.0])) < 1e-15);
        // A third of a turn about the diagonal changes the axes round.
        let third = 120.0 / libm::sqrt(3.0);
        let [x, ..] = ColliderScene::axes([third; 3]);
        assert!(length(sub(x, [0.0, 1.0, 0.0])) < 1e-15);
    }

    #[test]
    fn turned_edges_are_unit_vectors_at_right_angles() {
        for turn in [
            [0.0; 3],
            [10.0, -70.0, 3.0],
            [0.0, 1e-9, 0.0],
            [300.0, 1.0, 200.0],
        ] {
            let axes = ColliderScene::axes(turn);
            for i in 0..3 {
                for j in 0..3 {
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((dot(axes[i], axes[j]) - expected).abs() < 1e-14);
                }
            }
        }
    }
}
