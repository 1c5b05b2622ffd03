//! A scene's collider in units of the engine.

use super::{Capsule, Cuboid, Plane, Sphere, Surface, Visitor};
use crate::base::{Scalar, add, each, from_f64, length, scale, sub};
use crate::rounding::remainder;
use crate::scene::{ColliderScene, Uses};
use crate::units::Units;

/// A scene's collider as it is now. Its shape is made from the scene whenever contacts are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingCollider<T> {
    /// The point that moves with it: the centre of a ball or box, a capsule's start, a point of a plane, which is
    /// lifted by the particles' radius.
    pub(crate) place: [T; 3],
    pub(crate) surface: Surface<T>,
    /// Time of a full swing to and fro, s; 0 for constant velocity.
    pub(crate) period: f64,
    /// What rounding has left of its displacement: a slow collider moves by less than its place's last bit.
    pub(crate) rest: [T; 3],
    /// How far its surface lies below where it is to be, rest spacings: of one that has jumped
    /// to where cloth is. It rises at [`RISES`].
    pub(crate) sunk: T,
}

/// Least length of a jump, rest spacings: a shorter way is motion.
pub(crate) const JUMP: f64 = 0.5;

/// How fast the surface of a collider rises that has jumped into cloth, m/s. Pushed out at once,
/// particles would be torn apart.
const RISES: f64 = 1.0;

impl<T: Scalar> MovingCollider<T> {
    /// A collider as a scene starts it.
    #[inline(always)]
    pub(crate) fn new(scene: &ColliderScene, units: &Units, particle_radius: f64) -> Self {
        let mut place = *scene.clone().place_mut();
        if let ColliderScene::Plane { normal, .. } = *scene {
            place = each([0, 1, 2], |i| place[i] + particle_radius * normal[i]);
        }
        let (friction, velocity, period) = scene.motion();
        let mut moving = Self {
            place: [T::ZERO; 3],
            surface: Surface {
                friction: T::from_f64(friction),
                velocity: units.velocity(velocity),
            },
            period,
            rest: [T::ZERO; 3],
            sunk: T::ZERO,
        };
        moving.put(units.position(place));
        moving
    }

    /// Puts it in a place, or as near to it as the number format reaches.
    pub(crate) fn put(&mut self, place: [T; 3]) {
        self.rest = [T::ZERO; 3];
        self.place = each(place, T::in_range);
    }

    /// Lets its surface rise from below particles that are in it by `depth` (rest spacings); that of a box
    /// or a capsule rises from its middle. Particles that are hardly in it are pushed out at once.
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
        let velocity = self.surface.velocity;
        if velocity != [T::ZERO; 3] {
            // Kahan's sum: in fixed point it is exact, and nothing is left.
            let before = self.place;
            let way = add(velocity, self.rest);
            self.place = each(add(before, way), T::in_range);
            // More is left only at the end of the number format's reach.
            self.rest = each(sub(way, sub(self.place, before)), |v| v.within(T::ONE));
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
        let (place, surface, sunk) = (self.place, &self.surface, self.sunk);
        let thick = |radius: f64| T::from_f64((radius + particle_radius) / units.spacing);
        match *scene {
            ColliderScene::Sphere { radius, .. } if uses.spheres => {
                let (center, radius) = (place, thick(radius) - sunk);
                visitor.visit(&Sphere { center, radius }, surface);
            }
            ColliderScene::Plane { normal, .. } if uses.planes => {
                let normal = from_f64(normal);
                let point = sub(place, scale(normal, sunk));
                visitor.visit(&Plane { point, normal }, surface);
            }
            ColliderScene::Capsule {
                start, end, radius, ..
            } if uses.capsules => {
                let along = units.length(each([0, 1, 2], |i| end[i] - start[i]));
                visitor.visit(&capsule(place, along, thick(radius), sunk), surface);
            }
            ColliderScene::Box { size, turn, .. } if uses.boxes => {
                let cuboid = Cuboid {
                    center: place,
                    axes: ColliderScene::axes(turn).map(from_f64),
                    half: units.length(size.map(|v| 0.5 * v)),
                    radius: thick(0.0),
                };
                visitor.visit(&risen(cuboid, sunk), surface);
            }
            _ => {}
        }
    }
}

/// A capsule whose surface is so far `sunk`: first a ball about its middle, which then grows longer. A needle
/// would cut through cloth.
fn capsule<T: Scalar>(start: [T; 3], along: [T; 3], radius: T, sunk: T) -> Capsule<T> {
    if sunk <= T::ZERO {
        return Capsule::new(start, along, radius);
    }
    let half = scale(along, T::constant(0.5));
    let reach = length(half);
    let middle = add(start, half);
    let part = (T::ONE - sunk / reach).most(T::ZERO);
    let from = sub(middle, scale(half, part));
    let risen = (reach + radius - sunk).most(T::ZERO).least(radius);
    Capsule::new(from, scale(along, part), risen)
}

/// A box whose surface is so far `sunk`: from its centre to all sides, first as a ball. A plate, or edges, would
/// cut through cloth.
fn risen<T: Scalar>(mut cuboid: Cuboid<T>, sunk: T) -> Cuboid<T> {
    if sunk > T::ZERO {
        let [x, y, z] = cuboid.half;
        let (longest, thin) = (x.most(y).most(z), x.least(y).least(z));
        let risen = (longest - sunk).most(T::ZERO);
        let round = risen.least(thin) * (sunk / longest);
        cuboid.half = each(cuboid.half, |v| (v.least(risen) - round).most(T::ZERO));
        cuboid.radius = cuboid.radius + round;
    }
    cuboid
}
