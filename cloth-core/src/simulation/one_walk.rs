//! Integration, links and contacts of a large cloth in one walk over the rows.

use super::{Kept, Simulation};
use crate::blocks::LARGE;
use crate::collide::{MovingCollider, Shape, Surface, Visitor, collide_whole_row};
use crate::constraint::{Beside, LinkMemory, RowWork, WholeRow, find_free_rows};
use crate::extent::{Blank, Extent};
use crate::extras::Extras;
use crate::integrate::Method;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::scene::{KeepScene, Scene, Uses};
use crate::self_collide::SelfContact;
use crate::units::Units;
use core::marker::PhantomData;

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// Whether rows are integrated, and touch colliders, in the walk that solves their links: where nothing else
    /// comes between these, and the cloth is so large that a substep waits for memory.
    #[inline(always)]
    pub(super) fn has_one_walk(&self) -> bool {
        if !G::HAS_VECTORS || !M::BY_ROWS || T::FOR_SMALL_CORES {
            return false;
        }
        let remembers = self.coefficients.position_based.remembers() && self.links.has_room();
        self.cloth.extent().rows() > LARGE
            && self.has_links()
            && !remembers
            && self.coefficients.tethers.is_none()
            && !self.coefficients.forces.has_forces()
            && self.attachments.is_empty()
            && !(const { K::USES.self_collision } && self.self_contact.is_on())
    }

    /// Integrates, solves links and lets the scene's colliders touch.
    #[inline(never)]
    pub(super) fn walk_once(&mut self) {
        let Self {
            cloth,
            tear,
            scratch,
            ..
        } = self;
        let motion = self.coefficients.damping.motion;
        let scene = match &self.scene {
            Kept::Scene(scene) => Some(scene.scene()),
            Kept::Nothing => None,
        };
        let extent = cloth.extent();
        let work = RowByRow::<T, G, M> {
            extent,
            motion: T::dithered(motion, cloth.rounding.next()),
            unit: cloth.unit,
            colliders: (&self.colliders, scene, &self.units, K::USES),
            method: PhantomData,
        };
        let beside = Some(Beside::new(M::motion_mut(&mut self.state), &work));
        let projection = &self.coefficients.projection;
        let passes = 0..projection.iterations();
        if !passes.is_empty() {
            match const { K::USES.bend_diagonals } {
                true => projection.solve::<true, G>(passes, cloth, tear, scratch, beside),
                false => projection.solve::<false, G>(passes, cloth, tear, scratch, beside),
            }
            return;
        }
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = extent.lend_flags(&mut local, core::mem::take(&mut parts.flags));
        find_free_rows(cloth, free);
        let (solver, memory) = (
            &self.coefficients.position_based,
            None::<(_, &mut E::Links<T, G>)>,
        );
        let (of, up) = ((&*free, &*tear), (self.upwards, beside));
        match const { K::USES.bend_diagonals } {
            true => solver.solve::<T, true, G>(cloth, memory, of, &mut parts, up),
            false => solver.solve::<T, false, G>(cloth, memory, of, &mut parts, up),
        }
    }
}

/// What is done to each row in that walk.
struct RowByRow<'a, T: Scalar, G, M> {
    extent: G,
    motion: T::Motion,
    unit: [T; 2],
    /// The colliders, the scene that says what they are, its units, and what it may use.
    colliders: (&'a [MovingCollider<T>], Option<&'a Scene>, &'a Units, Uses),
    method: PhantomData<fn() -> M>,
}

impl<T: Scalar, G: Extent, M: Method> RowWork<T, G> for RowByRow<'_, T, G, M> {
    fn before_links(&self, row: WholeRow<'_, T, G>) {
        M::advance_row(self.extent, row, &self.motion);
    }

    fn after_links(&self, row: WholeRow<'_, T, G>) {
        let (colliders, Some(scene), units, uses) = self.colliders else {
            return;
        };
        let mut touch = Touch::<_, _, M::Motion> {
            extent: self.extent,
            unit: self.unit,
            row,
            motion: PhantomData,
        };
        let radius = scene.cloth.particle_radius;
        for (part, scene) in colliders.iter().zip(scene.colliders.iter()) {
            part.show((scene, units, radius), uses, &mut touch);
        }
    }
}

/// Moves a row's particles out of what is shown.
struct Touch<'a, T: Scalar, G: Extent, M> {
    extent: G,
    unit: [T; 2],
    row: WholeRow<'a, T, G>,
    motion: PhantomData<M>,
}

impl<T: Scalar, G: Extent, M: Motion> Visitor<T> for Touch<'_, T, G, M> {
    fn visit<S: Shape<T>>(&mut self, shape: &S, surface: &Surface<T>) {
        let row = self.row.lend();
        collide_whole_row::<T, M, S, G>(self.extent, shape, surface, row, self.unit);
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
