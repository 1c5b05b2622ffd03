//! Holding particles: pins, and hands that move them.

use super::Simulation;
use crate::cloth::OutsideGrid;
use crate::extent::Extent;
use crate::extras::Extras;
use crate::integrate::{Method, State};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::scene::{KeepScene, SettingError};
use crate::vector::{Vector, add, each, from_f64, to_f64};
use core::fmt;

/// Most particles that can be attached to a moving hand at a time.
pub const MAX_ATTACHMENTS: usize = 8;

/// A pinned particle that a hand moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attachment<T> {
    pub(super) column: usize,
    pub(super) row: usize,
    /// Rest spacings a substep.
    pub(super) velocity: Vector<T>,
}

/// Why a particle cannot be attached.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttachError {
    /// There is no such particle.
    Outside(OutsideGrid),
    /// [`MAX_ATTACHMENTS`] particles are attached already.
    Full,
    /// A velocity that is not finite.
    Value(SettingError),
    /// No scene has begun.
    NotStarted,
}

impl fmt::Display for AttachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(outside) => outside.fmt(f),
            Self::Full => write!(f, "{MAX_ATTACHMENTS} particles are attached already"),
            Self::Value(value) => value.fmt(f),
            Self::NotStarted => f.write_str(NOT_STARTED),
        }
    }
}

impl core::error::Error for AttachError {}

/// Why a particle cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaceError {
    /// There is no such particle.
    Outside(OutsideGrid),
    /// A coordinate or velocity that is not finite.
    Value(SettingError),
    /// No scene has begun.
    NotStarted,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(outside) => outside.fmt(f),
            Self::Value(value) => value.fmt(f),
            Self::NotStarted => f.write_str(NOT_STARTED),
        }
    }
}

impl core::error::Error for PlaceError {}

/// What is said where a simulation has no scene yet.
const NOT_STARTED: &str = "no scene has begun: reset comes first";

/// Refuses a velocity (m/s) that is infinite or no number. A finite one is held to what the
/// engine moves a particle by at most.
pub(super) fn check_velocity(velocity: [f64; 3]) -> Result<(), SettingError> {
    check("velocity", velocity, f64::MAX, "a finite number")
}

/// Refuses a place (m) further out than a scene may begin, or no number.
pub(super) fn check_place(place: [f64; 3]) -> Result<(), SettingError> {
    check("place", place, 1e7, "-1e7 to 1e7 m")
}

fn check(
    key: &'static str,
    vector: [f64; 3],
    most: f64,
    allowed: &'static str,
) -> Result<(), SettingError> {
    // Not a number is within nothing.
    match vector.iter().find(|v| !(-most..=most).contains(*v)) {
        None => Ok(()),
        Some(&value) => Err(SettingError {
            key,
            value,
            allowed,
        }),
    }
}

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// Holds a particle where it is; its velocity is gone.
    ///
    /// # Errors
    /// If the grid has no such particle.
    pub fn pin(&mut self, column: usize, row: usize) -> Result<(), OutsideGrid> {
        self.cloth.check(column, row)?;
        self.cloth.set_pinned(column, row, true);
        self.set_velocity(column, row, [0.0; 3]);
        Ok(())
    }

    /// Lets a pinned particle go, without a kick: one that stood still starts
    /// from rest, one that a hand moved goes on with the hand's velocity. A
    /// free particle stays as it is.
    ///
    /// # Errors
    /// If the grid has no such particle.
    pub fn unpin(&mut self, column: usize, row: usize) -> Result<(), OutsideGrid> {
        self.cloth.check(column, row)?;
        let held = |a: &Attachment<T>| (a.column, a.row) == (column, row);
        if self.cloth.is_pinned(column, row) {
            self.cloth.set_pinned(column, row, false);
        }
        if let Some(hand) = self.attachments.iter().find(|a| held(a)) {
            let velocity = to_f64(hand.velocity);
            self.set_velocity(column, row, velocity);
            self.attachments.retain(|a| !held(a));
        }
        Ok(())
    }

    /// Pins a particle to a hand that moves with `velocity` (m/s) from now on,
    /// or changes the velocity of its hand. [`unpin`](Simulation::unpin) lets
    /// go.
    ///
    /// # Errors
    /// If the grid has no such particle, [`MAX_ATTACHMENTS`] others are attached already, the
    /// velocity is not finite, or no scene has begun. The simulation is then as it was before.
    pub fn attach(
        &mut self,
        column: usize,
        row: usize,
        velocity: [f64; 3],
    ) -> Result<(), AttachError> {
        self.cloth
            .check(column, row)
            .map_err(AttachError::Outside)?;
        check_velocity(velocity).map_err(AttachError::Value)?;
        if !self.has_begun() {
            return Err(AttachError::NotStarted);
        }
        let scale = self.units.dt / self.units.spacing;
        let bound = T::MAX_DISPLACEMENT;
        let velocity = each(from_f64(each(velocity, |v| v * scale)), |v: T| {
            v.within(bound)
        });
        let same = |a: &&mut Attachment<T>| (a.column, a.row) == (column, row);
        if let Some(hand) = self.attachments.iter_mut().find(same) {
            hand.velocity = velocity;
            self.show_attachments();
            return Ok(());
        }
        let hand = Attachment {
            column,
            row,
            velocity,
        };
        self.attachments.push(hand).map_err(|_| AttachError::Full)?;
        self.pin(column, row).map_err(AttachError::Outside)?;
        self.show_attachments();
        Ok(())
    }

    /// Where the hands are before a substep.
    pub(super) fn attached_positions(&self) -> [Vector<T>; MAX_ATTACHMENTS] {
        let mut held = [[T::ZERO; 3]; MAX_ATTACHMENTS];
        for (held, hand) in held.iter_mut().zip(&self.attachments) {
            let position = self.cloth.position.get(hand.column, hand.row);
            // Checked when it was attached; asked again because a step must
            // hold no path to a panic.
            *held = position.unwrap_or(*held);
        }
        held
    }

    /// Moves the hands on from where they were, wherever the scheme has left
    /// them: those of velocities move whatever has one.
    pub(super) fn move_attachments(&mut self, held: [Vector<T>; MAX_ATTACHMENTS]) {
        for (held, hand) in held.into_iter().zip(&self.attachments) {
            if self.cloth.check(hand.column, hand.row).is_ok() {
                let place = each(add(held, hand.velocity), T::in_range);
                self.cloth.position.put(hand.column, hand.row, place);
            }
        }
        self.show_attachments();
    }

    /// Gives the particles at hands their hands' velocities, for damping and
    /// wind to see.
    pub(super) fn show_attachments(&mut self) {
        for hand in &self.attachments {
            if let Some(position) = self.cloth.position.get(hand.column, hand.row) {
                let kept = M::Motion::keep3(position, hand.velocity);
                self.state.motion_mut().put(hand.column, hand.row, kept);
            }
        }
    }

    /// Sets a particle's position (m) and velocity (m/s), for example to start
    /// from a shape of one's own. A pinned particle takes the position alone. Linked
    /// ones in one place part when the next step begins: a cloth that is placed in one point opens.
    ///
    /// # Errors
    /// If the grid has no such particle, a place is beyond 10⁷ m, a number is not finite, or
    /// no scene has begun. The simulation is then as it was before.
    pub fn place(
        &mut self,
        column: usize,
        row: usize,
        position: [f64; 3],
        velocity: [f64; 3],
    ) -> Result<(), PlaceError> {
        self.cloth.check(column, row).map_err(PlaceError::Outside)?;
        check_place(position).map_err(PlaceError::Value)?;
        check_velocity(velocity).map_err(PlaceError::Value)?;
        if !self.has_begun() {
            return Err(PlaceError::NotStarted);
        }
        let rate = self.units.dt / self.units.spacing;
        let place = each(self.units.position(position), T::in_range);
        self.cloth.position.put(column, row, place);
        self.set_velocity(column, row, each(velocity, |v| v * rate));
        let place = self.cloth.position.get(column, row);
        if Self::linked(column, row).any(|(c, r)| self.cloth.position.get(c, r) == place) {
            self.placed = Some(Self::part_coincident);
        }
        Ok(())
    }

    /// Moves particles that were placed where one that they are linked to is a little aside, as
    /// in a cloth of its first shape and a thousandth of its size: their links would have no
    /// direction to part them in.
    #[cold]
    pub(super) fn part_coincident(&mut self) {
        let (columns, rows) = self.size();
        for row in 0..rows {
            for column in 0..columns {
                let Some(place) = self.cloth.position.get(column, row) else {
                    continue;
                };
                if !self.cloth.is_pinned(column, row) && self.coincides(column, row, place) {
                    let velocity = self.velocity_of(column, row).unwrap_or_default();
                    let aside = add(place, self.small(column, row));
                    self.cloth.position.put(column, row, aside);
                    self.set_velocity(column, row, velocity);
                }
            }
        }
    }

    /// Whether a particle is where one is or was that it may be linked to.
    fn coincides(&self, column: usize, row: usize, place: [T; 3]) -> bool {
        Self::linked(column, row).any(|(c, r)| {
            let other = self.cloth.position.get(c, r);
            other.is_some_and(|other| other == place || other == add(place, self.small(c, r)))
        })
    }

    /// The particles that one may be linked to; some are outside of the grid.
    fn linked(column: usize, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let near = |n: usize| n.saturating_sub(2)..=n + 2;
        let others = near(row).flat_map(move |r| near(column).map(move |c| (c, r)));
        others.filter(move |&other| other != (column, row))
    }

    /// Where a particle is in a cloth of its first shape and a thousandth of its size.
    fn small(&self, column: usize, row: usize) -> [T; 3] {
        let (columns, rows) = self.size();
        let offset = self.scene().cloth.offset(columns, rows, column, row);
        from_f64(each(offset, |v| v / (1024.0 * self.units.spacing)))
    }
}
