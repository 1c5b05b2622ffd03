//! Integration, links and contacts of a large cloth in one walk over the rows.

use super::{Kept, Simulation};
use crate::blocks::LARGE;
use crate::coefficients::Coefficients;
use crate::collide::{MovingCollider, Shape, Surface, Visitor, collide_whole_row};
use crate::constraint::{Beside, LinkMemory, RowTethers, RowWork, WholeRow, find_free_rows};
use crate::extent::{Blank, Extent};
use crate::extras::Extras;
use crate::integrate::{Method, State};
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
    /// Whether rows may be integrated, pulled by tethers and touch colliders in the walk that solves their links:
    /// where nothing else comes between these, and the cloth is so large that a substep waits for memory.
    #[inline(always)]
    pub(super) fn may_have_one_walk(&self) -> bool {
        if !G::HAS_VECTORS || !M::BY_ROWS || T::FOR_SMALL_CORES {
            return false;
        }
        let remembers = self.coefficients.position_based.remembers() && self.links.has_room();
        self.cloth.extent().rows() > LARGE
            && self.has_links()
            && !remembers
            && !self.coefficients.forces.has_forces()
            && self.attachments.is_empty()
            && !(const { K::USES.self_collision } && self.self_contact.is_on())
    }

    /// Integrates, solves links, pulls tethers and lets the scene's colliders touch, where that can be one walk;
    /// else does nothing and says so.
    #[inline(never)]
    pub(super) fn walk_once(&mut self) -> bool {
        let extent = self.cloth.extent();
        let cloth = &mut self.cloth;
        let mut parts = self.scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = extent.lend_flags(&mut local, core::mem::take(&mut parts.flags));
        find_free_rows(cloth, free);
        let (free, whole) = (&*free, core::mem::take(&mut parts.whole));
        let tethers = match &self.coefficients.tethers {
            Some(tethers) => match tethers.for_rows(cloth, free, whole) {
                None => return false,
                tethers => tethers,
            },
            None => None,
        };
        let work = RowByRow::<T, G, M> {
            extent,
            motion: T::dithered(self.coefficients.damping.motion, cloth.rounding.next()),
            unit: cloth.unit,
            tethers,
            colliders: &self.colliders,
            scene: match &self.scene {
                Kept::Scene(scene) => Some(scene.scene()),
                Kept::Nothing => None,
            },
            units: &self.units,
            uses: K::USES,
            method: PhantomData,
        };
        let beside = Some(Beside::new(self.state.motion_mut(), &work));
        let Coefficients {
            projection,
            position_based,
            ..
        } = &self.coefficients;
        let (of, passes) = ((free, &self.tear), 0..projection.iterations());
        if !passes.is_empty() {
            match const { K::USES.bend_diagonals } {
                true => projection.walk::<true, G>(passes, cloth, of, &mut parts, beside),
                false => projection.walk::<false, G>(passes, cloth, of, &mut parts, beside),
            }
        } else {
            let (memory, up) = (None::<(_, &mut E::Links<T, G>)>, (self.upwards, beside));
            match const { K::USES.bend_diagonals } {
                true => position_based.solve::<T, true, G>(cloth, memory, of, &mut parts, up),
                false => position_based.solve::<T, false, G>(cloth, memory, of, &mut parts, up),
            }
        }
        drop(work);
        self.turn_passes();
        true
    }
}

/// What is done to each row in that walk.
struct RowByRow<'a, T: Scalar, G, M> {
    extent: G,
    motion: T::Motion,
    unit: [T; 2],
    tethers: Option<RowTethers<'a, T>>,
    colliders: &'a [MovingCollider<T>],
    /// Says what they are.
    scene: Option<&'a Scene>,
    units: &'a Units,
    uses: Uses,
    method: PhantomData<fn() -> M>,
}

impl<T: Scalar, G: Extent, M: Method> RowWork<T, G> for RowByRow<'_, T, G, M> {
    fn before_links(&self, row: WholeRow<'_, T, G>) {
        M::advance_row(self.extent, row, &self.motion);
    }

    fn after_links(&self, mut row: WholeRow<'_, T, G>) {
        if let Some(tethers) = &self.tethers {
            tethers.pull(&mut row);
        }
        let Some(scene) = self.scene else { return };
        let mut touch = Touch::<_, _, M::Motion> {
            extent: self.extent,
            unit: self.unit,
            row,
            motion: PhantomData,
        };
        let radius = scene.cloth.particle_radius;
        for (part, scene) in self.colliders.iter().zip(scene.colliders.iter()) {
            part.show((scene, self.units, radius), self.uses, &mut touch);
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
