//! Changing a simulation while it runs.

use super::pin::{check_place, check_velocity};
use super::{Kept, Simulation};
use crate::collide::JUMP;
use crate::constraint::LinkMemory;
use crate::extent::Extent;
use crate::extras::Extras;
use crate::fits::{fits, has_memory, is_solvable};
use crate::integrate::{Method, State};
use crate::scalar::Scalar;
use crate::scene::{KeepScene, MAX_COLLIDERS, Mode, Scene, SettingError};
use crate::self_collide::{SelfContact, SelfContactLaw};
use crate::tear::{self, Tear};
use crate::units::Units;
use crate::vector::{each, from_f64, scale};

/// What a change of the scene changes of a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Nothing, or its friction.
    None,
    /// Its size or turn: it stays where it is.
    Size,
    /// Where it starts or how it moves: it starts anew.
    Start,
}

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// Takes over the values of `scene` while running: model, time step,
    /// stiffness, forces, limit, colliders. Positions in m and velocities in
    /// m/s stay; so do the pins. Colliders move on from where they are; only one whose
    /// kind, start or motion has changed starts anew. Broken links stay broken.
    ///
    /// # Errors
    /// A value of the scene that is out of range, tethers for a torn cloth, or no scene that has
    /// begun. The simulation is then as it was before.
    pub fn change(&mut self, scene: impl Into<K>) -> Result<(), SettingError> {
        let kept = scene.into();
        if !self.has_begun() {
            return Err(SettingError {
                key: "scene",
                value: 0.0,
                allowed: "a change of one that has begun: reset comes first",
            });
        }
        let scene = kept.scene();
        let (columns, rows) = self.size();
        K::check(scene)?;
        is_solvable::<T>(M::IS_IMPLICIT)?;
        fits::<T>(scene, columns, rows, (K::USES, M::HAS_PREVIOUS))?;
        has_memory(scene, M::HAS_PREVIOUS && self.links.has_room())?;
        tear::check(scene, self.tear.has_room())?;
        tear::check_change(scene, self.is_torn())?;
        let mut units = Units::new(scene, columns, rows);
        units.origin = self.units.origin;
        let law = SelfContactLaw::of(scene, &units, self.self_contact.has_room())?;
        let changes = self.changes_of_colliders(scene);
        self.rescale(&units);
        self.coefficients.set(scene, columns, rows, K::USES);
        self.self_contact.set_law(law);
        self.substeps = scene.substeps(columns, rows);
        let before = self.colliders.clone();
        self.set_colliders(scene);
        for (part, (before, change)) in self.colliders.iter_mut().zip(before.iter().zip(changes)) {
            let mut old = before.collider;
            match (change, old.place(K::USES)) {
                (Change::None, Some(place)) => {
                    part.put(*place, K::USES);
                    (part.rest, part.sunk) = (before.rest, before.sunk);
                }
                (Change::Size, Some(place)) => part.put(*place, K::USES),
                _ => {}
            }
        }
        self.scene = Kept::Scene(kept);
        for (index, change) in (0..self.colliders.len()).zip(changes) {
            if change != Change::None {
                self.sink(index);
            }
        }
        Ok(())
    }

    /// What another scene changes of each collider.
    fn changes_of_colliders(&self, scene: &Scene) -> [Change; MAX_COLLIDERS] {
        let mut changes = [Change::Start; MAX_COLLIDERS];
        let thick = |scene: &Scene| scene.cloth.particle_radius;
        let as_thick = thick(scene) == thick(self.scene());
        let pairs = scene.colliders.iter().zip(self.scene().colliders.iter());
        for (change, (new, old)) in changes.iter_mut().zip(pairs) {
            let (friction, ..) = new.motion();
            *change = match old.with_friction(friction) == *new {
                true if as_thick => Change::None,
                _ if new.starts_as(old) => Change::Size,
                _ => Change::Start,
            };
        }
        changes
    }

    /// Goes on from the state that another simulation is in: its scene, units,
    /// time, pins and hands, colliders, positions (m) and velocities (m/s). Only
    /// the method stays this one's: so a running cloth changes its method.
    ///
    /// Velocities are those that [`velocity`](Simulation::velocity) tells. With
    /// Verlet and symplectic Euler that is the velocity of the middle of the
    /// last substep, with the others that of its end; a switch from one kind to
    /// the other shifts the motion by half a substep's acceleration.
    pub fn take_over<R: Method>(&mut self, other: &Simulation<T, G, R, K, E>) {
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
        if let (Some(links), Some(from)) = (self.tear.links_mut(), other.tear.links()) {
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
        let rate = self.units.dt / self.units.spacing;
        let no_such = SettingError {
            key: "collider",
            value: index as f64,
            allowed: "the number of one of the scene's colliders, from 0",
        };
        let part = self.colliders.get_mut(index).ok_or(no_such)?;
        let now = part.collider.place(K::USES).ok_or(no_such)?;
        let before = self.units.place(*now);
        part.put(self.units.position(place), K::USES);
        let fastest = T::constant(T::MAX_COEFFICIENT);
        part.surface.velocity = each(from_f64(each(velocity, |v| v * rate)), |v: T| {
            v.within(fastest)
        });
        part.period = 0.0;
        let usual = |i: usize| velocity[i].abs() * self.units.dt * f64::from(self.substeps);
        let jump = JUMP * self.units.spacing;
        if (0..3).any(|i| (place[i] - before[i]).abs() > jump + usual(i)) {
            self.sink(index);
        }
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
            if let Some(place) = part.collider.place(K::USES) {
                *place = each(scale(*place, length), T::in_range);
            }
            (part.rest, part.sunk) = (scale(part.rest, length), part.sunk * length);
        }
    }
}

impl<T, G, M, E> Simulation<T, G, M, Scene, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    /// Switches between springs and constraints; the cloth moves on from the
    /// state it is in.
    ///
    /// ```
    /// use cloth_core::{Const, Mode, Simulation, scenes};
    ///
    /// let mut cloth = Simulation::<f32, Const<16, 16>>::EMPTY;
    /// cloth.reset(&scenes::FOUR_CORNERS.scene)?;
    /// for mode in Mode::ALL {
    ///     cloth.set_mode(mode)?;
    ///     cloth.run(30);
    ///     let strain = cloth.measure().largest_strain.unwrap_or(0.0);
    ///     assert!(strain < 0.11, "{}: {strain}", mode.name());
    /// }
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// If the other model's coefficients are out of range.
    pub fn set_mode(&mut self, mode: Mode) -> Result<(), SettingError> {
        let mut scene = *self.scene();
        scene.solver.mode = mode;
        self.change(scene)
    }
}
