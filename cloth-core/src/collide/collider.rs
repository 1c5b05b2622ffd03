//! A scene's collider in units of the engine.

use super::{Capsule, Cuboid, Plane, Sphere, Surface};
use crate::scalar::Scalar;
use crate::scene::{ColliderScene, Uses};
use crate::units::Units;
use crate::vector::{each, from_f64, scale, to_f64};

/// A collider in the cloth's way.
///
/// Of a capsule and a box this is only the place. The rest is made from the scene
/// whenever contacts are looked for: scenes without them do not pay for the room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Collider<T> {
    Sphere(Sphere<T>),
    Plane(Plane<T>),
    /// Where its segment begins.
    Capsule([T; 3]),
    /// Its centre.
    Box([T; 3]),
}

/// A collider with the motion its scene gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingCollider<T> {
    pub(crate) collider: Collider<T>,
    pub(crate) surface: Surface<T>,
    /// Velocity at the start of the swing, rest spacings a substep.
    pub(crate) velocity: [T; 3],
    /// Time of a full swing to and fro, s; 0 for constant velocity.
    pub(crate) period: f64,
    /// Where it is, rest spacings: a slow one moves by less than the format's last bit.
    exact: [f64; 3],
}

impl<T: Scalar> MovingCollider<T> {
    /// A collider as a scene starts it; none of a kind that the scene does not use.
    #[inline(always)]
    pub(crate) fn new(
        scene: &ColliderScene,
        units: &Units,
        particle_radius: f64,
        uses: Uses,
    ) -> Option<Self> {
        let (collider, place) = match *scene {
            ColliderScene::Sphere { center, radius, .. } if uses.spheres => {
                let radius = T::from_f64((radius + particle_radius) / units.spacing);
                let sphere = Sphere {
                    center: [T::ZERO; 3],
                    radius,
                };
                (Collider::Sphere(sphere), center)
            }
            ColliderScene::Plane { point, normal, .. } if uses.planes => {
                let lifted = each([0, 1, 2], |i| point[i] + particle_radius * normal[i]);
                let plane = Plane {
                    point: [T::ZERO; 3],
                    normal: from_f64(normal),
                };
                (Collider::Plane(plane), lifted)
            }
            ColliderScene::Capsule { start, .. } if uses.capsules => {
                (Collider::Capsule([T::ZERO; 3]), start)
            }
            ColliderScene::Box { center, .. } if uses.boxes => {
                (Collider::Box([T::ZERO; 3]), center)
            }
            _ => return None,
        };
        let (friction, velocity, period) = scene.motion();
        let velocity = units.velocity(velocity);
        let mut moving = Self {
            collider,
            surface: Surface {
                friction: T::from_f64(friction),
                velocity,
            },
            velocity,
            period,
            exact: [0.0; 3],
        };
        moving.put(units.counted(place), uses);
        Some(moving)
    }

    /// Puts it there (rest spacings), or as far as the number format reaches.
    pub(crate) fn put(&mut self, place: [f64; 3], uses: Uses) {
        self.exact = each(place, |v| v.clamp(-T::MAX_POSITION, T::MAX_POSITION));
        if let Some(there) = self.collider.place(uses) {
            *there = each(from_f64(self.exact), T::in_range);
        }
    }

    /// Where it is, rest spacings.
    pub(crate) const fn exact(&self) -> [f64; 3] {
        self.exact
    }

    /// Moves on by a substep that begins at `time` (s).
    #[inline(always)]
    pub(crate) fn advance(&mut self, time: f64, uses: Uses) {
        if self.velocity == [T::ZERO; 3] {
            return;
        }
        if uses.swings && self.period > 0.0 {
            let angle = core::f64::consts::TAU * libm::fmod(time / self.period, 1.0);
            let swing = T::from_f64(libm::cos(angle));
            self.surface.velocity = scale(self.velocity, swing);
        }
        let moved = to_f64(self.surface.velocity);
        self.put(each([0, 1, 2], |i| self.exact[i] + moved[i]), uses);
    }
}

impl<T: Scalar> Collider<T> {
    /// The point that moves with it; none of a kind that a known scene does not
    /// have, so that the code for it is left out.
    #[inline(always)]
    pub(crate) fn place(&mut self, uses: Uses) -> Option<&mut [T; 3]> {
        match self {
            Self::Sphere(sphere) if uses.spheres => Some(&mut sphere.center),
            Self::Plane(plane) if uses.planes => Some(&mut plane.point),
            Self::Capsule(start) if uses.capsules => Some(start),
            Self::Box(center) if uses.boxes => Some(center),
            _ => None,
        }
    }
}

/// The scene's capsule with its segment's beginning at `place`.
pub(crate) fn capsule<T: Scalar>(
    place: [T; 3],
    scene: &ColliderScene,
    units: &Units,
    particle_radius: f64,
) -> Option<Capsule<T>> {
    let ColliderScene::Capsule {
        start, end, radius, ..
    } = *scene
    else {
        return None;
    };
    let along = each([0, 1, 2], |i| end[i] - start[i]);
    let radius = T::from_f64((radius + particle_radius) / units.spacing);
    Some(Capsule::new(place, units.length(along), radius))
}

/// The scene's box with its centre at `place`.
pub(crate) fn cuboid<T: Scalar>(
    place: [T; 3],
    scene: &ColliderScene,
    units: &Units,
    particle_radius: f64,
) -> Option<Cuboid<T>> {
    let ColliderScene::Box { size, turn, .. } = *scene else {
        return None;
    };
    Some(Cuboid {
        center: place,
        axes: ColliderScene::axes(turn).map(from_f64),
        half: units.length(size.map(|v| 0.5 * v)),
        radius: T::from_f64(particle_radius / units.spacing),
    })
}
