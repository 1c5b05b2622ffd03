//! A scene's collider in units of the engine.

use super::{Capsule, Cuboid, Plane, Sphere, Surface, Visitor};
use crate::rounding::remainder;
use crate::scalar::Scalar;
use crate::scene::{ColliderScene, Uses};
use crate::units::Units;
use crate::vector::{add, each, from_f64, length, scale, sub};

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
    /// Time of a full swing to and fro, s; 0 for constant velocity.
    pub(crate) period: f64,
    /// What rounding has left of its way: a slow one moves by less than its place's last bit.
    pub(crate) rest: [T; 3],
    /// How far its surface lies below where it is to be, rest spacings: of one that has jumped
    /// to where cloth is. It rises at [`RISES`].
    pub(crate) sunk: T,
}

/// How far a collider jumps at least, rest spacings: what goes less far moves.
pub(crate) const JUMP: f64 = 0.5;

/// How fast the surface of a collider rises that has jumped into cloth, m/s. Put out at once,
/// particles would be torn apart to all sides.
const RISES: f64 = 1.0;

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
            period,
            rest: [T::ZERO; 3],
            sunk: T::ZERO,
        };
        moving.put(units.position(place), uses);
        Some(moving)
    }

    /// Puts it there, or as far as the number format reaches.
    pub(crate) fn put(&mut self, place: [T; 3], uses: Uses) {
        self.rest = [T::ZERO; 3];
        if let Some(there) = self.collider.place(uses) {
            *there = each(place, T::in_range);
        }
    }

    /// Lets its surface rise from below particles that are as deep as that in it, rest spacings;
    /// that of a box or a capsule from its middle. What lies hardly below it is put out at once.
    pub(crate) fn sink(&mut self, depth: T, scene: &ColliderScene, units: &Units) {
        self.sunk = match *scene {
            _ if depth <= T::constant(JUMP) => T::ZERO,
            ColliderScene::Box { size, .. } => {
                let [x, y, z]: [T; 3] = units.length(size.map(|v| 0.5 * v));
                x.most(y).most(z)
            }
            ColliderScene::Capsule { start, end, .. } => {
                let half = units.length(each([0, 1, 2], |i| 0.5 * (end[i] - start[i])));
                depth + length(half)
            }
            _ => depth,
        };
    }

    /// Moves on by a substep that begins at `time` (s); one that swings as its scene says.
    #[inline(always)]
    pub(crate) fn advance(&mut self, scene: &ColliderScene, time: f64, units: &Units, uses: Uses) {
        if self.sunk > T::ZERO {
            // Never so little that it is rounded away.
            let rises = T::from_f64(RISES * units.dt / units.spacing).most(T::constant(1e-6));
            self.sunk = (self.sunk - rises).most(T::ZERO);
        }
        if uses.swings && self.period > 0.0 {
            // The shortest periods divide to infinitely many swings, whose velocity is none in the mean.
            let swings = time / self.period;
            let angle = core::f64::consts::TAU * remainder(swings, 1.0);
            let swing = match swings.is_finite() {
                true => T::from_f64(libm::cos(angle)),
                false => T::ZERO,
            };
            let (_, velocity, _) = scene.motion();
            self.surface.velocity = scale(units.velocity(velocity), swing);
        }
        let (velocity, rest) = (self.surface.velocity, &mut self.rest);
        let Some(place) = self.collider.place(uses) else {
            return;
        };
        if velocity != [T::ZERO; 3] {
            // Kahan's sum: in fixed point it is exact, and nothing is left.
            let before = *place;
            let way = add(velocity, *rest);
            *place = each(add(before, way), T::in_range);
            // More is left only at the end of the number format's reach.
            *rest = each(sub(way, sub(*place, before)), |v| v.within(T::ONE));
        }
    }

    /// Shows its shape as the scene has it, of the kinds that it uses, where it is now.
    #[inline(always)]
    pub(crate) fn show(
        &self,
        (scene, units, particle_radius): (&ColliderScene, &Units, f64),
        uses: Uses,
        visitor: &mut impl Visitor<T>,
    ) {
        let (surface, sunk) = (&self.surface, self.sunk);
        match self.collider {
            Collider::Sphere(mut sphere) if uses.spheres => {
                sphere.radius -= sunk;
                visitor.visit(&sphere, surface);
            }
            Collider::Plane(mut plane) if uses.planes => {
                plane.point = sub(plane.point, scale(plane.normal, sunk));
                visitor.visit(&plane, surface);
            }
            Collider::Capsule(place) if uses.capsules => {
                let capsule = capsule((place, sunk), scene, units, particle_radius);
                if let Some(capsule) = capsule {
                    visitor.visit(&capsule, surface);
                }
            }
            Collider::Box(place) if uses.boxes => {
                if let Some(cuboid) = cuboid((place, sunk), scene, units, particle_radius) {
                    visitor.visit(&cuboid, surface);
                }
            }
            _ => {}
        }
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

/// The scene's capsule with its segment's beginning at `place`, its surface so far `sunk`.
fn capsule<T: Scalar>(
    (place, sunk): ([T; 3], T),
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
    let along = units.length(each([0, 1, 2], |i| end[i] - start[i]));
    let radius = T::from_f64((radius + particle_radius) / units.spacing);
    if sunk > T::ZERO {
        // First a ball about its middle, which then grows longer: a needle would cut through
        // cloth.
        let half = scale(along, T::constant(0.5));
        let reach = length(half);
        let middle = add(place, half);
        let part = (T::ONE - sunk / reach).most(T::ZERO);
        let from = sub(middle, scale(half, part));
        let risen = (reach + radius - sunk).most(T::ZERO).least(radius);
        return Some(Capsule::new(from, scale(along, part), risen));
    }
    Some(Capsule::new(place, along, radius))
}

/// The scene's box with its centre at `place`, its surface so far `sunk`.
fn cuboid<T: Scalar>(
    (place, sunk): ([T; 3], T),
    scene: &ColliderScene,
    units: &Units,
    particle_radius: f64,
) -> Option<Cuboid<T>> {
    let ColliderScene::Box { size, turn, .. } = *scene else {
        return None;
    };
    let half: [T; 3] = units.length(size.map(|v| 0.5 * v));
    let mut cuboid = Cuboid {
        center: place,
        axes: ColliderScene::axes(turn).map(from_f64),
        half,
        radius: T::from_f64(particle_radius / units.spacing),
    };
    if sunk > T::ZERO {
        // From its centre to all sides, first as a ball: a plate, or edges, would cut through
        // cloth.
        let [x, y, z] = half;
        let (longest, thin) = (x.most(y).most(z), x.least(y).least(z));
        let risen = (longest - sunk).most(T::ZERO);
        let round = risen.least(thin) * (sunk / longest);
        cuboid.half = each(half, |v| (v.least(risen) - round).most(T::ZERO));
        cuboid.radius += round;
    }
    Some(cuboid)
}
