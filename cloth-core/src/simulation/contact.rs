//! What the cloth may touch in a substep: itself, the scene's colliders, others.

use super::{Kept, Simulation};
use crate::collide::{Collider, MovingCollider, Obstacles, capsule, collide, cuboid};
use crate::extent::Extent;
use crate::extras::Extras;
use crate::integrate::Method;
use crate::observer::{Observer, Phase};
use crate::scalar::Scalar;
use crate::scene::{KeepScene, Scene};
use crate::self_collide::SelfContact;

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
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
        let kept = M::motion_mut(&mut self.state);
        self.self_contact
            .separate::<M::Motion>(&mut self.cloth, kept, &mut self.scratch);
        self.ended(Phase::SelfCollide, observer);
    }

    #[inline(never)]
    pub(super) fn collide(&mut self, obstacles: &(impl Obstacles<T> + ?Sized)) {
        let Kept::Scene(scene) = &self.scene else {
            return;
        };
        let (scene, units, cloth) = (scene.scene(), &self.units, &mut self.cloth);
        let radius = scene.cloth.particle_radius;
        let (kept, start) = M::motion_and_start(&mut self.state);
        for (part, scene) in self.colliders.iter().zip(scene.colliders.iter()) {
            let surface = &part.surface;
            match part.collider {
                Collider::Sphere(sphere) if const { K::USES.spheres } => {
                    collide::<T, M::Motion, _, G>(&sphere, surface, cloth, kept, start);
                }
                Collider::Plane(plane) if const { K::USES.planes } => {
                    collide::<T, M::Motion, _, G>(&plane, surface, cloth, kept, start);
                }
                Collider::Capsule(place) if const { K::USES.capsules } => {
                    if let Some(capsule) = capsule(place, scene, units, radius) {
                        collide::<T, M::Motion, _, G>(&capsule, surface, cloth, kept, start);
                    }
                }
                Collider::Box(place) if const { K::USES.boxes } => {
                    if let Some(cuboid) = cuboid(place, scene, units, radius) {
                        collide::<T, M::Motion, _, G>(&cuboid, surface, cloth, kept, start);
                    }
                }
                _ => {}
            }
        }
        obstacles.collide::<M::Motion, G>(cloth, kept, start);
    }
}
