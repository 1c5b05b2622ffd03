//! What the cloth may touch in a substep: itself, the scene's colliders, others.

use super::particles::{check_place, check_velocity};
use super::{Kept, Simulation};
use crate::base::{Cloth, Extent, Grid, Motion, Scalar, each};
use crate::collide::{
    EachSeen, JUMP, MovingCollider, Obstacles, Seen, Shape, Surface, Visitor, collide,
};
use crate::extras::Extras;
use crate::integrate::{Method, State};
use crate::observer::{Observer, Phase};
use crate::scene::{ColliderScene, KeepScene, Scene, SettingError};
use crate::self_collide::SelfContact;
use crate::units::Units;
use core::marker::PhantomData;

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    #[inline(never)]
    pub(super) fn set_colliders(&mut self, scene: &Scene) {
        self.colliders.clear();
        for part in scene.colliders.iter() {
            let radius = scene.cloth.particle_radius;
            // The scene's list has the same capacity: there is always room.
            let _ = (self.colliders).push(MovingCollider::new(part, &self.units, radius));
        }
    }

    #[inline(never)]
    pub(super) fn move_colliders(&mut self) {
        let Kept::Scene(scene) = &self.scene else {
            return;
        };
        let scene = scene.scene();
        for (part, scene) in self.colliders.iter_mut().zip(scene.colliders.iter()) {
            part.advance(scene, self.time, &self.units, K::USES);
        }
    }

    /// Parts the cloth from itself, before the contacts with colliders, so that no layer pushes a
    /// particle into a ball. Returns whether any two particles approach so fast that it must be done
    /// again.
    #[inline(never)]
    pub(super) fn self_collide(&mut self, observer: &mut impl Observer) -> bool {
        let kept = self.state.motion_mut();
        let fast =
            (self.self_contact).separate::<M::Motion>(&mut self.cloth, kept, &mut self.scratch);
        self.ended(Phase::SelfCollide, observer);
        fast
    }

    #[inline(never)]
    pub(super) fn collide(&mut self, obstacles: &(impl Obstacles<T> + ?Sized)) {
        let (kept, start) = self.state.motion_and_start();
        let around = AllColliders::<_, _, K> {
            colliders: &self.colliders,
            scene: &self.scene,
            units: &self.units,
            obstacles,
        };
        around.show(&mut Resolve::<_, _, M::Motion> {
            cloth: &mut self.cloth,
            kept,
            start,
            motion: PhantomData,
        });
    }

    /// A collider that has jumped into the cloth starts below it, and its surface rises from there.
    pub(super) fn sink(&mut self, index: usize) {
        let Kept::Scene(scene) = &self.scene else {
            return;
        };
        let scene = scene.scene();
        let collider = scene.colliders.iter().nth(index);
        let (Some(part), Some(collider)) = (self.colliders.get_mut(index), collider) else {
            return;
        };
        part.sunk = T::ZERO;
        let (cloth, mut deepest) = (&self.cloth, T::ZERO);
        let visit = |_, seen: &Seen<'_, T>| {
            for row in 0..cloth.extent().rows() {
                for column in 0..cloth.extent().columns() {
                    let place = cloth.position.at(column, row);
                    if !cloth.is_pinned(column, row) && !(seen.is_clear)(place) {
                        deepest = deepest.most(-(seen.distance)(place).0);
                    }
                }
            }
        };
        let radius = scene.cloth.particle_radius;
        let visitor = &mut EachSeen { visit, number: 0 };
        part.show((collider, &self.units, radius), K::USES, visitor);
        part.sink(deepest, collider, &self.units);
    }

    /// Moves a collider of the scene, counted from 0, with `velocity` (m/s) from there
    /// on. `place` (m) is where its centre now is, or a capsule's start, or a point of a
    /// plane. One that is further from where it was than half a rest spacing, and than its
    /// velocity takes it in a step, has jumped: if there is cloth, its surface rises through it
    /// from below, at 1 m/s.
    ///
    /// # Errors
    /// If the scene has no such collider, or a number is not finite. The simulation
    /// is then as it was before.
    pub fn move_collider(
        &mut self,
        index: usize,
        place: [f64; 3],
        velocity: [f64; 3],
    ) -> Result<(), SettingError> {
        check_place(place)?;
        check_velocity(velocity)?;
        let velocity_inside = self.displacement(velocity, T::constant(T::MAX_COEFFICIENT));
        let no_such = SettingError {
            key: "collider",
            value: index as f64,
            allowed: "the number of one of the scene's colliders, from 0",
        };
        let part = self.colliders.get_mut(index).ok_or(no_such)?;
        let before = self.units.place(part.place);
        part.put(self.units.position(place));
        part.surface.velocity = velocity_inside;
        part.period = 0.0;
        let usual = |i: usize| velocity[i].abs() * self.units.dt * f64::from(self.substeps);
        let jump = JUMP * self.units.spacing;
        if (0..3).any(|i| (place[i] - before[i]).abs() > jump + usual(i)) {
            self.sink(index);
        }
        Ok(())
    }

    /// The colliders where they are now, in SI units, without the particles'
    /// radius.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderScene> {
        let parts = self.colliders.iter().zip(self.scene().colliders.iter());
        parts.map(|(part, scene)| {
            let mut now = *scene;
            let mut place = self.units.place(part.place);
            if let ColliderScene::Plane { normal, .. } = now {
                let radius = self.scene().cloth.particle_radius;
                place = each([0, 1, 2], |i| place[i] - radius * normal[i]);
            }
            if let ColliderScene::Capsule { start, end, .. } = &mut now {
                *end = each([0, 1, 2], |i| end[i] + (place[i] - start[i]));
            }
            *now.place_mut() = place;
            now
        })
    }
}

/// The scene's colliders, and others.
pub(super) struct AllColliders<'a, T: Scalar, O: ?Sized, K> {
    pub(super) colliders: &'a [MovingCollider<T>],
    pub(super) scene: &'a Kept<K>,
    pub(super) units: &'a Units,
    pub(super) obstacles: &'a O,
}

impl<T: Scalar, O: Obstacles<T> + ?Sized, K: KeepScene> Obstacles<T> for AllColliders<'_, T, O, K> {
    #[inline(always)]
    fn show(&self, visitor: &mut impl Visitor<T>) {
        if let Kept::Scene(scene) = self.scene {
            let (scene, units) = (scene.scene(), self.units);
            let radius = scene.cloth.particle_radius;
            for (part, scene) in self.colliders.iter().zip(scene.colliders.iter()) {
                part.show((scene, units, radius), K::USES, visitor);
            }
        }
        self.obstacles.show(visitor);
    }
}

/// Moves particles out of the colliders that it visits.
struct Resolve<'a, T: Scalar, G: Extent, M> {
    cloth: &'a mut Cloth<T, G>,
    kept: &'a mut Grid<T, G>,
    start: Option<&'a Grid<T, G>>,
    motion: PhantomData<M>,
}

impl<T: Scalar, G: Extent, M: Motion> Visitor<T> for Resolve<'_, T, G, M> {
    #[inline(always)]
    fn visit<S: Shape<T>>(&mut self, shape: &S, surface: &Surface<T>) {
        collide::<T, M, S, G>(shape, surface, self.cloth, self.kept, self.start);
    }
}
