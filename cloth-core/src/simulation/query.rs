//! Reading a simulation, in SI units where there is a unit.

use super::{Kept, Report, Simulation};
use crate::cloth::Cloth;
use crate::constraint::largest_strain;
use crate::extent::Extent;
use crate::extras::{Extras, Optional};
use crate::grid::Grid;
use crate::integrate::{Method, State};
use crate::mesh::vertex_normals;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::scene::{ColliderScene, KeepScene, Scene};
use crate::state_hash::StateHash;
use crate::tear::Tear;
use crate::topology::{BendNeighbours, SpringKind, springs};
use crate::units::Units;
use crate::vector::{each, from_f64, sub, to_f64};

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// The particles, in the engine's units.
    #[must_use]
    pub const fn cloth(&self) -> &Cloth<T, G> {
        &self.cloth
    }

    /// What the method carries from substep to substep.
    #[must_use]
    pub const fn state(&self) -> &M::State<T, G> {
        &self.state
    }

    /// What the method carries from substep to substep, for its settings.
    pub const fn state_mut(&mut self) -> &mut M::State<T, G> {
        &mut self.state
    }

    /// What the method keeps of motion: see [`Motion`].
    #[must_use]
    pub fn motion(&self) -> &Grid<T, G> {
        self.state.motion()
    }

    /// The scene as it now applies.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        match &self.scene {
            Kept::Nothing => &Scene::DEFAULT,
            Kept::Scene(kept) => kept.scene(),
        }
    }

    /// Whether a scene has begun.
    pub(super) const fn has_begun(&self) -> bool {
        matches!(self.scene, Kept::Scene(_))
    }

    /// The engine's units in SI.
    #[must_use]
    pub const fn units(&self) -> &Units {
        &self.units
    }

    /// Simulated time since the scene began, s.
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Position of a particle in m, `None` outside of the grid.
    #[must_use]
    pub fn position(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let position = self.cloth.position.get(column, row)?;
        Some(self.units.place(position))
    }

    /// Velocity of a particle in m/s, `None` outside of the grid; zero before
    /// a scene has begun. Its last bit is that of a position in a substep: at rest it reads up to
    /// some tens of them in `f32` and some hundreds in fixed point (0.5 and 3 cm/s at 2,000
    /// substeps a second), while the particle strays by less than 0.1 mm.
    #[must_use]
    pub fn velocity(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let velocity = self.velocity_of(column, row)?;
        let dt = self.units.dt;
        let scale = if dt > 0.0 {
            self.units.spacing / dt
        } else {
            0.0
        };
        Some(each(velocity, |v| v * scale))
    }

    /// Velocity of a particle in rest spacings a substep, with what rounding left of it.
    pub(super) fn velocity_of(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        let position = self.cloth.position.get(column, row)?;
        let kept = self.motion().get(column, row)?;
        let mut velocity = to_f64(M::Motion::velocity3(position, kept));
        if M::HAS_PREVIOUS && !self.cloth.is_pinned(column, row) {
            let remainders = self.cloth.remainders(column, row);
            for (v, remainder) in velocity.iter_mut().zip(remainders) {
                *v += T::remainder(remainder, self.cloth.unit);
            }
        }
        Some(velocity)
    }

    /// Sets the velocity (rest spacings a substep) of a particle that must be in the grid, and
    /// of a pinned one to zero.
    pub(super) fn set_velocity(&mut self, column: usize, row: usize, velocity: [f64; 3]) {
        let is_pinned = self.cloth.is_pinned(column, row);
        let velocity = if is_pinned { [0.0; 3] } else { velocity };
        // In the grid: asked so that a step holds no path to a panic.
        let Some(position) = self.cloth.position.get(column, row) else {
            return;
        };
        let kept = M::Motion::keep3(position, from_f64(velocity));
        self.state.motion_mut().put(column, row, kept);
        let lacks = sub(velocity, to_f64(M::Motion::velocity3(position, kept)));
        let left = each(lacks, |v| match M::HAS_PREVIOUS && !is_pinned {
            true => T::nearest_remainder(v, self.cloth.unit),
            false => 0,
        });
        self.cloth.set_remainders(column, row, left);
    }

    /// Writes the unit vertex normals into memory of the caller.
    pub fn normals(&self, normals: &mut Grid<T, G>) {
        vertex_normals(&self.cloth, &self.tear, normals);
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

    /// Measures how well the last step kept the links: a look at every link.
    #[must_use]
    pub fn measure(&self) -> Report {
        let strain = largest_strain(&self.cloth, &self.tear, &mut []);
        // Links of no length have the strain of those that are not there.
        let exists = strain > -T::ONE || self.has_link_that_moves();
        Report {
            largest_strain: exists.then(|| strain.to_f64()),
            limit_passes: self.limit_passes(),
        }
    }

    #[cold]
    fn has_link_that_moves(&self) -> bool {
        let (columns, rows) = self.size();
        let is_pinned = |i: usize| self.cloth.is_pinned(i % columns, i / columns);
        springs(columns, rows, BendNeighbours::Four)
            .filter(|link| link.kind != SpringKind::Bend && self.is_whole(link.ends))
            .any(|link| !link.ends.into_iter().all(is_pinned))
    }

    /// Passes of the strain limit in the last step.
    #[must_use]
    pub const fn limit_passes(&self) -> u32 {
        self.limit.passes()
    }

    /// The largest strain that the limit left in a substep of the last step; above what the scene
    /// states, that could not be held with its passes. 0 where nothing is stretched, and in scenes
    /// without a limit.
    #[must_use]
    pub fn limit_strain(&self) -> f64 {
        self.limit.strain().to_f64()
    }

    /// Hash over the bits of all positions, of what the method keeps of
    /// motion, of which particles are free, and of links that are broken. The same scene, scalar, method and
    /// grid give the same hash after the same steps on every machine.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.grid(&self.cloth.position);
        hash.grid(self.motion());
        hash.marks(&self.cloth.marks, M::HAS_PREVIOUS);
        if let Some(links) = self.tear.get()
            && self.tear.is_torn()
        {
            links.hash(&mut hash);
        }
        hash.value()
    }
}
