//! Starting a scene, and changing it while it runs.

use super::{Kept, Simulation};
use crate::base::{Extent, Motion, OutOfMemory, Rounding, Scalar, each, scale};
use crate::coefficients::{fits, has_memory};
use crate::constraint::{LimitWork, Multipliers};
use crate::extras::{Extras, Optional};
use crate::integrate::{Method, State};
use crate::scene::{KeepScene, MAX_COLLIDERS, Scene, SettingError, refuse};
use crate::self_collide::{SelfContact, SelfContactLaw};
use crate::tear::{self, Tearing};
use crate::units::Units;
use core::borrow::Borrow;

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    /// A simulation of this size in which nothing moves. The memory of [`Extras`] is made when a
    /// scene first asks for it.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn with_size(extent: G) -> Result<Self, OutOfMemory> {
        let mut simulation = Self::EMPTY;
        simulation.cloth.allocate(extent)?;
        simulation.state.allocate(extent)?;
        simulation.scratch.allocate(extent)?;
        Ok(simulation)
    }

    /// Makes room for what a scene asks for, where there is none yet: contacts of the cloth with
    /// itself, broken links, multipliers.
    fn make_room(&mut self, scene: &Scene) -> Result<(), OutOfMemory> {
        let extent = self.cloth.extent();
        if scene.self_collision.is_some() && !self.self_contact.has_room() {
            self.self_contact.allocate(extent)?;
        }
        let tear = self.tear.get_mut().filter(|tear| !tear.has_room());
        if let Some(tear) = tear.filter(|_| scene.tear.is_some()) {
            tear.allocate(extent)?;
        }
        let links = self.links.get_mut().filter(|links| !links.has_room());
        if let Some(links) = links.filter(|_| has_memory(scene, false).is_err()) {
            links.allocate(extent)?;
        }
        Ok(())
    }

    /// Puts the cloth where `scene` starts it, at rest, with this grid's
    /// particles: the scene's own columns and rows are not looked at, unless it says
    /// [`courant`](crate::scene::SolverScene::courant). Springs with too long a time step
    /// explode: [`check_stable`](Simulation::check_stable) says so.
    ///
    /// # Errors
    /// A value of the scene that is out of range, or no memory for it. The simulation is then as it
    /// was before.
    pub fn reset(&mut self, scene: impl Borrow<Scene> + Into<K>) -> Result<(), SettingError> {
        self.start(scene.borrow())?;
        self.keep(scene);
        Ok(())
    }

    // A scene is large: the stack of its copies and that of the start are not needed at once.

    #[inline(never)]
    fn keep(&mut self, scene: impl Into<K>) {
        self.scene = Kept::Scene(scene.into());
    }

    /// Refuses a scene that this simulation cannot run; else makes room for it, and returns its
    /// units and the law of the cloth's contacts with itself.
    #[inline(always)]
    fn check(&mut self, scene: &Scene) -> Result<(Units, SelfContactLaw<T>), SettingError> {
        let (columns, rows) = self.size();
        K::check(scene)?;
        fits::<T, M>(scene, columns, rows, K::USES)?;
        if self.make_room(scene).is_err() {
            let allowed = "fewer: the system has no memory for this scene";
            return refuse("cloth.columns", columns as f64, allowed);
        }
        let multipliers = self.links.get().is_some_and(Multipliers::has_room);
        has_memory(scene, M::Motion::HAS_PREVIOUS && multipliers)?;
        tear::check(scene, self.tear.get().is_some_and(Tearing::has_room))?;
        let units = Units::new(scene, columns, rows);
        let law = SelfContactLaw::of(scene, &units, self.self_contact.has_room())?;
        Ok((units, law))
    }

    #[inline(never)]
    fn start(&mut self, scene: &Scene) -> Result<(), SettingError> {
        let (columns, rows) = self.size();
        let (units, law) = self.check(scene)?;
        match T::FOR_SMALL_CORES {
            true => self.coefficients.set_here(scene, columns, rows, K::USES),
            false => self.coefficients.set(scene, columns, rows, K::USES),
        }
        self.units = units;
        self.self_contact.set_law(law);
        if let Some(links) = self.tear.get_mut() {
            links.mend();
        }
        self.substeps = scene.substeps(columns, rows);
        self.cloth.unit = T::remainder_unit(columns.max(rows) as f64);
        for row in 0..rows {
            for column in 0..columns {
                let start = scene.cloth.offset(columns, rows, column, row);
                let start = self.units.spacings(start);
                self.cloth.position.put(column, row, start);
                let at_rest = M::Motion::keep3(start, [T::ZERO; 3]);
                self.state.motion_mut().put(column, row, at_rest);
                let pinned = scene.pins.holds(columns, rows, column, row);
                self.cloth.set_pinned(column, row, pinned);
            }
        }
        self.state.forget();
        self.attachments.clear();
        self.time = 0.0;
        self.cloth.rounding = Rounding::START;
        self.limit = LimitWork::NONE;
        self.upwards = false;
        self.placed = None;
        self.set_colliders(scene);
        Ok(())
    }

    /// Takes over the values of `scene` while running: model, time step,
    /// stiffness, forces, limit, colliders. Positions in m and velocities in
    /// m/s stay; so do the pins. Colliders move on from where they are; only one whose
    /// kind, start or motion has changed starts anew. Broken links stay broken.
    ///
    /// ```
    /// use cloth_core::{Const, Mode, Simulation, scenes};
    ///
    /// let mut cloth = Simulation::<f32, Const<16, 16>>::EMPTY;
    /// cloth.reset(&scenes::FOUR_CORNERS.scene)?;
    /// for mode in Mode::ALL {
    ///     let mut scene = *cloth.scene();
    ///     scene.solver.mode = mode;
    ///     cloth.change(scene)?;
    ///     cloth.run(30);
    ///     let strain = cloth.measure().largest_strain.unwrap_or(0.0);
    ///     assert!(strain < 0.11, "{}: {strain}", mode.name());
    /// }
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// A value of the scene that is out of range, no memory for it, tethers for a torn cloth, or no
    /// scene that has begun. The simulation is then as it was before.
    pub fn change(&mut self, scene: impl Into<K>) -> Result<(), SettingError> {
        let kept = scene.into();
        if !self.has_begun() {
            let allowed = "a change of one that has begun: reset comes first";
            return refuse("scene", 0.0, allowed);
        }
        let scene = kept.scene();
        let (columns, rows) = self.size();
        let (mut units, law) = self.check(scene)?;
        tear::check_change(scene, self.is_torn())?;
        units.origin = self.units.origin;
        let staying = staying_colliders(self.scene(), scene);
        self.rescale(&units);
        self.coefficients.set(scene, columns, rows, K::USES);
        self.self_contact.set_law(law);
        self.substeps = scene.substeps(columns, rows);
        let before = self.colliders.clone();
        self.set_colliders(scene);
        let pairs = self.colliders.iter_mut().zip(before.iter());
        for ((part, before), [stays, same]) in pairs.zip(staying) {
            if stays {
                part.put(before.place);
            }
            if same {
                (part.rest, part.sunk) = (before.rest, before.sunk);
            }
        }
        self.scene = Kept::Scene(kept);
        for (index, [_, same]) in (0..self.colliders.len()).zip(staying) {
            if !same {
                self.sink(index);
            }
        }
        Ok(())
    }

    /// Goes on from the state that another simulation is in: its scene, units,
    /// time, pins and hands, colliders, positions (m) and velocities (m/s). Only
    /// the method stays this one's: so a running cloth changes its method.
    ///
    /// Velocities are those that [`velocity`](Simulation::velocity) tells. With
    /// Verlet and symplectic Euler that is the velocity of the middle of the
    /// last substep, with the others that of its end; a switch from one kind to
    /// the other shifts the motion by half a substep's acceleration.
    ///
    /// # Errors
    /// If the system has no memory for the scene. The simulation is then as it was before.
    pub fn take_over<R: Method>(
        &mut self,
        other: &Simulation<T, G, R, K, E>,
    ) -> Result<(), OutOfMemory> {
        self.make_room(other.scene())?;
        let (columns, rows) = other.size();
        self.cloth.copy_from(&other.cloth);
        for row in 0..rows {
            for column in 0..columns {
                // What rounding leaves of a pinned particle's velocity in a
                // difference of positions would move it in other methods.
                let velocity = other.velocity_of(column, row);
                self.set_velocity(column, row, velocity.unwrap_or_default());
            }
        }
        self.state.forget();
        self.self_contact.take_over(&other.self_contact);
        if let (Some(links), Some(from)) = (self.tear.get_mut(), other.tear.get()) {
            links.copy_from(from);
        }
        self.scene.clone_from(&other.scene);
        self.substeps = other.substeps;
        self.units = other.units;
        self.coefficients = other.coefficients;
        self.colliders.clone_from(&other.colliders);
        self.attachments.clone_from(&other.attachments);
        self.show_attachments();
        self.time = other.time;
        self.limit = other.limit;
        self.upwards = other.upwards;
        self.placed = other.placed.map(|_| Self::part_coincident as fn(&mut Self));
        Ok(())
    }

    /// Expresses positions and velocities in new units of length and time.
    fn rescale(&mut self, units: &Units) {
        let old = self.units;
        self.units = *units;
        if (old.spacing, old.dt) == (units.spacing, units.dt) {
            return;
        }
        let longer = old.spacing / units.spacing;
        let slower = units.dt / old.dt;
        let (length, time) = (T::from_f64(longer), T::from_f64(slower));
        let (columns, rows) = self.size();
        for row in 0..rows {
            for column in 0..columns {
                let velocity = self.velocity_of(column, row).unwrap_or_default();
                let position = scale(self.cloth.position.at(column, row), length);
                self.cloth.position.put(column, row, position);
                self.set_velocity(column, row, each(velocity, |v| v * longer * slower));
            }
        }
        for hand in &mut self.attachments {
            hand.velocity = scale(scale(hand.velocity, length), time);
        }
        self.show_attachments();
        for part in &mut self.colliders {
            part.place = each(scale(part.place, length), T::in_range);
            (part.rest, part.sunk) = (scale(part.rest, length), part.sunk * length);
        }
    }
}

/// Whether each collider of a scene stays where it was in the scene before, as it starts and moves in
/// the same way; and whether nothing but its friction changes.
fn staying_colliders(before: &Scene, scene: &Scene) -> [[bool; 2]; MAX_COLLIDERS] {
    let as_thick = scene.cloth.particle_radius == before.cloth.particle_radius;
    let mut staying = [[false; 2]; MAX_COLLIDERS];
    let pairs = scene.colliders.iter().zip(before.colliders.iter());
    for (stays, (new, old)) in staying.iter_mut().zip(pairs) {
        let same = old.with_friction(new.motion().0) == *new;
        *stays = [new.starts_as(old), same && as_thick];
    }
    staying
}
