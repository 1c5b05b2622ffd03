//! Acting on single particles and links: pins, hands, places, cuts; and which links are torn.

use super::Simulation;
use crate::base::{Extent, Motion, Scalar, Vector, add, each, from_f64, to_f64};
use crate::extras::{Extras, Optional};
use crate::integrate::{Method, State};
use crate::observer::{Observer, Phase};
use crate::scene::{KeepScene, SettingError, refuse};
use crate::tear::{Link, Tear, Tearing, break_long, longest};
use core::fmt;

/// Most particles that can be attached to a moving hand at a time.
pub const MAX_ATTACHMENTS: usize = 8;

/// A pinned particle that a hand moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attachment<T> {
    column: usize,
    row: usize,
    /// Rest spacings a substep.
    pub(super) velocity: Vector<T>,
}

/// Why a particle cannot be pinned, attached, placed or cut.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParticleError {
    /// The grid has no such particle.
    Outside {
        /// The column and row asked for.
        particle: (usize, usize),
        /// Columns and rows of the grid.
        grid: (usize, usize),
    },
    /// A place or velocity that is out of range or no number.
    Value(SettingError),
    /// No scene has begun.
    NotStarted,
    /// [`MAX_ATTACHMENTS`] particles are attached already.
    Full,
    /// No link leads that way: the particle is at the cloth's edge.
    NoLink,
    /// The scene has no [`tear`](crate::Scene::tear), so its links cannot be cut.
    Untearable,
}

impl fmt::Display for ParticleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside {
                particle: (column, row),
                grid: (columns, rows),
            } => write!(
                f,
                "particle (column {column}, row {row}) is outside of the {columns} × {rows} grid"
            ),
            Self::Value(value) => value.fmt(f),
            Self::NotStarted => f.write_str("no scene has begun: reset comes first"),
            Self::Full => write!(f, "{MAX_ATTACHMENTS} particles are attached already"),
            Self::NoLink => f.write_str("no link leads that way from the cloth's edge"),
            Self::Untearable => f.write_str("the scene has no tear: its links cannot be cut"),
        }
    }
}

impl core::error::Error for ParticleError {}

impl From<SettingError> for ParticleError {
    fn from(error: SettingError) -> Self {
        Self::Value(error)
    }
}

/// Refuses a velocity (m/s) that is infinite or no number. A finite one is clamped to what the
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
    // NaN is in no range.
    match vector.iter().find(|v| !(-most..=most).contains(*v)) {
        None => Ok(()),
        Some(&value) => refuse(key, value, allowed),
    }
}

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    /// Refuses a particle outside of the grid.
    fn inside(&self, column: usize, row: usize) -> Result<(), ParticleError> {
        let (particle, grid) = ((column, row), self.size());
        match column < grid.0 && row < grid.1 {
            true => Ok(()),
            false => Err(ParticleError::Outside { particle, grid }),
        }
    }

    /// Refuses to act before a scene has begun.
    fn begun(&self) -> Result<(), ParticleError> {
        match self.has_begun() {
            true => Ok(()),
            false => Err(ParticleError::NotStarted),
        }
    }

    /// A velocity (m/s) in rest spacings a substep, at most `most` along each axis.
    pub(super) fn displacement(&self, velocity: [f64; 3], most: T) -> Vector<T> {
        let rate = self.units.dt / self.units.spacing;
        each(velocity, |v| T::from_f64(v * rate).within(most))
    }

    /// Holds a particle where it is; its velocity is gone.
    ///
    /// # Errors
    /// If the grid has no such particle.
    pub fn pin(&mut self, column: usize, row: usize) -> Result<(), ParticleError> {
        self.inside(column, row)?;
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
    pub fn unpin(&mut self, column: usize, row: usize) -> Result<(), ParticleError> {
        self.inside(column, row)?;
        if self.cloth.is_pinned(column, row) {
            self.cloth.set_pinned(column, row, false);
        }
        let held = |a: &Attachment<T>| (a.column, a.row) == (column, row);
        if let Some(hand) = self.attachments.iter().copied().find(held) {
            self.set_velocity(column, row, to_f64(hand.velocity));
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
    ) -> Result<(), ParticleError> {
        self.inside(column, row)?;
        check_velocity(velocity)?;
        self.begun()?;
        let hand = Attachment {
            column,
            row,
            velocity: self.displacement(velocity, T::MAX_DISPLACEMENT),
        };
        let same = |a: &&mut Attachment<T>| (a.column, a.row) == (column, row);
        match self.attachments.iter_mut().find(same) {
            Some(same) => *same = hand,
            None => {
                let pushed = self.attachments.push(hand);
                pushed.map_err(|_| ParticleError::Full)?;
                self.pin(column, row)?;
            }
        }
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
            if self.inside(hand.column, hand.row).is_ok() {
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
    ) -> Result<(), ParticleError> {
        self.inside(column, row)?;
        check_place(position)?;
        check_velocity(velocity)?;
        self.begun()?;
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

    /// Moves particles a little that were placed where a linked one is: to their places in a cloth
    /// of the first shape and a thousandth of its size. Else their links would have no direction.
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

    /// Whether a particle is where another is, or was before it was moved, that it may be linked to.
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

    /// Breaks links that are too long at the end of a substep.
    #[inline(never)]
    pub(super) fn tear_up(&mut self, observer: &mut impl Observer) {
        let longest = longest::<T>(self.scene());
        if let Some(links) = self.tear.get_mut()
            && longest.iter().any(Option::is_some)
        {
            break_long(links, &self.cloth, longest);
            self.ended(Phase::Limit, observer);
        }
    }

    /// Cuts the link that starts at a particle, and the bend links that it is a half
    /// of.
    ///
    /// # Errors
    /// If the grid has no such link, or the scene no [`tear`](crate::Scene::tear).
    pub fn break_link(
        &mut self,
        column: usize,
        row: usize,
        link: Link,
    ) -> Result<(), ParticleError> {
        self.inside(column, row)?;
        let (columns, rows) = self.size();
        let end = link.end(column, row);
        if end.is_none_or(|(c, r)| c >= columns || r >= rows) {
            return Err(ParticleError::NoLink);
        }
        let links = self.cuttable()?;
        links.cut(column, row, link);
        links.follow();
        Ok(())
    }

    /// Cuts all links of a particle.
    ///
    /// # Errors
    /// If the grid has no such particle, or the scene no
    /// [`tear`](crate::Scene::tear).
    pub fn cut_particle(&mut self, column: usize, row: usize) -> Result<(), ParticleError> {
        self.inside(column, row)?;
        let links = self.cuttable()?;
        for link in Link::ALL {
            links.cut(column, row, link);
        }
        let (left, above) = (column.wrapping_sub(1), row.wrapping_sub(1));
        links.cut(left, row, Link::Right);
        links.cut(column, above, Link::Down);
        links.cut(left, above, Link::DownRight);
        links.cut(column + 1, above, Link::DownLeft);
        links.follow();
        Ok(())
    }

    fn cuttable(&mut self) -> Result<&mut Tearing<G>, ParticleError> {
        let tears = const { K::USES.tear } && self.scene().tear.is_some();
        let links = self.tear.get_mut().filter(|_| tears);
        links.ok_or(ParticleError::Untearable)
    }

    /// Whether any link is broken.
    pub fn is_torn(&self) -> bool {
        self.tear.is_torn()
    }

    /// Whether the link that starts at a particle is broken; `false` where there is
    /// none.
    pub fn is_broken(&self, column: usize, row: usize, link: Link) -> bool {
        let links = self.tear.get();
        links.is_some_and(|links| links.has(column, row, link as u8))
    }

    /// Whether a link of the grid, as [`springs`](crate::springs) lists it by its
    /// ends, is whole: bend links too.
    pub fn is_whole(&self, [upper, lower]: [usize; 2]) -> bool {
        let (width, _) = self.size();
        let columns = (lower % width) as isize - (upper % width) as isize;
        let rows = (lower / width).saturating_sub(upper / width);
        let bit = crate::tear::bit(columns, rows);
        !(self.tear.get()).is_some_and(|links| links.has(upper % width, upper / width, bit))
    }

    /// Which of a cell's two triangles there are, in the order of
    /// [`triangles`](crate::triangles); the cell is named by its upper left particle.
    /// A triangle is gone once one of its sides is broken.
    pub fn cell(&self, column: usize, row: usize) -> [bool; 2] {
        let (columns, rows) = self.size();
        if column + 1 >= columns || row + 1 >= rows {
            return [false; 2];
        }
        (self.tear.cells(row)).map_or([true; 2], |cells| {
            let extent = self.cloth.extent();
            cells.between([column, column + 1].map(|column| extent.place(column)))
        })
    }

    /// The triangles of the mesh that are left, as [`triangles`](crate::triangles).
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> {
        let (columns, rows) = self.size();
        let cells = crate::triangles(columns, rows).enumerate();
        cells.filter_map(move |(i, corners)| {
            let (cell, across) = (i / 2, columns - 1);
            let there = self.cell(cell % across, cell / across);
            there[i % 2].then_some(corners)
        })
    }
}
