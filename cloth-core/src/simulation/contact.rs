//! What the cloth may touch in a substep: itself, the scene's colliders, others.

use super::{Kept, Simulation};
use crate::collide::{Collider, MovingCollider, Obstacles, capsule, collide, cuboid};
use crate::integrate::Scheme;
use crate::observer::{Observer, Phase};
use crate::scalar::Scalar;
use crate::scene::{KeepScene, Scene};
use crate::self_collide::SelfContact;
use crate::tear::Tear;

impl<T, S, K, C, D, const W: usize, const H: usize> Simulation<T, S, W, H, K, C, D>
where
    T: Scalar,
    S: Scheme<T, W, H>,
    K: KeepScene,
    C: SelfContact<T, W, H>,
    D: Tear<W, H>,
{
    pub(super) fn set_colliders(&mut self, scene: &Scene) {
        self.colliders.clear();
        for part in scene.colliders.iter() {
            let radius = scene.cloth.particle_radius;
            if let Some(part) = MovingCollider::new(part, &self.units, radius, K::USES) {
                // The scene's list has the same capacity: there is always room.
                let _ = self.colliders.push(part);
            }
        }
    }

    #[inline(never)]
    pub(super) fn move_colliders(&mut self) {
        for part in &mut self.colliders {
            part.advance(self.time, K::USES);
        }
    }

    /// Before the colliders' contacts, which so hold at the end: no layer pushes a
    /// particle into a ball.
    #[inline(never)]
    pub(super) fn self_collide(&mut self, observer: &mut impl Observer) {
        let kept = self.scheme.kept_mut();
        self.self_contact
            .separate::<S::Motion>(&mut self.cloth, kept);
        self.ended(Phase::SelfCollide, observer);
    }

    #[inline(never)]
    pub(super) fn collide(&mut self, obstacles: &(impl Obstacles<T> + ?Sized)) {
        let Kept::Scene(scene) = &self.scene else {
            return;
        };
        let (scene, units, cloth) = (scene.scene(), &self.units, &mut self.cloth);
        let radius = scene.cloth.particle_radius;
        let (kept, start) = self.scheme.kept_and_start();
        for (part, scene) in self.colliders.iter().zip(scene.colliders.iter()) {
            let surface = &part.surface;
            match part.collider {
                Collider::Sphere(sphere) if K::USES.spheres => {
                    collide::<T, S::Motion, _, W, H>(&sphere, surface, cloth, kept, start);
                }
                Collider::Plane(plane) if K::USES.planes => {
                    collide::<T, S::Motion, _, W, H>(&plane, surface, cloth, kept, start);
                }
                Collider::Capsule(place) if K::USES.capsules => {
                    if let Some(capsule) = capsule(place, scene, units, radius) {
                        collide::<T, S::Motion, _, W, H>(&capsule, surface, cloth, kept, start);
                    }
                }
                Collider::Box(place) if K::USES.boxes => {
                    if let Some(cuboid) = cuboid(place, scene, units, radius) {
                        collide::<T, S::Motion, _, W, H>(&cuboid, surface, cloth, kept, start);
                    }
                }
                _ => {}
            }
        }
        obstacles.collide::<S::Motion, W, H>(cloth, kept, start);
    }
}
