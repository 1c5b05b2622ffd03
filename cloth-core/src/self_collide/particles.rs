//! What a contact reads and writes, by where a particle is in memory.
//!
//! Contacts jump from one part of the cloth to another. A row asked for anew for each number is
//! some sixty instructions of checks; here the memory is asked for once for all contacts.

use crate::cloth::{Cloth, Mark};
use crate::extent::Extent;
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// Where a particle is: the place of its column in a lane ([`Extent::place`]), and its row.
pub(super) type Spot = [usize; 2];

/// The particles of a cloth, with what the method keeps beside their positions.
pub(super) struct Particles<'a, T: Scalar, G: Extent> {
    pub(super) extent: G,
    position: &'a mut [T],
    kept: &'a mut [T],
    marks: &'a [Mark],
}

impl<'a, T: Scalar, G: Extent> Particles<'a, T, G> {
    #[inline(always)]
    pub(super) fn of(cloth: &'a mut Cloth<T, G>, kept: &'a mut Grid<T, G>) -> Self {
        Self {
            extent: cloth.extent(),
            position: G::flat_mut::<T, 3>(cloth.position.units_mut()),
            kept: G::flat_mut::<T, 3>(kept.units_mut()),
            marks: G::flat::<Mark, 1>(cloth.marks.units()),
        }
    }

    #[inline(always)]
    pub(super) fn position(&self, at: Spot) -> Vector<T> {
        read(self.position, self.extent, at)
    }

    #[inline(always)]
    pub(super) fn set_position(&mut self, at: Spot, position: Vector<T>) {
        write(self.position, self.extent, at, position);
    }

    /// What the method keeps beside its position.
    #[inline(always)]
    pub(super) fn kept(&self, at: Spot) -> Vector<T> {
        read(self.kept, self.extent, at)
    }

    #[inline(always)]
    pub(super) fn set_kept(&mut self, at: Spot, kept: Vector<T>) {
        write(self.kept, self.extent, at, kept);
    }

    /// Where all are, to be asked often.
    #[inline(always)]
    pub(super) fn positions(&self) -> Flat<'_, T> {
        Flat::of(self.position, self.extent.room())
    }

    /// What the method keeps beside that.
    #[inline(always)]
    pub(super) fn all_kept(&self) -> Flat<'_, T> {
        Flat::of(self.kept, self.extent.room())
    }

    #[inline(always)]
    pub(super) fn is_free(&self, [place, row]: Spot) -> bool {
        let mark = self.marks.get(row * self.extent.room() + place);
        mark.is_some_and(|mark| mark.is_free())
    }
}

/// The vectors of all particles, by lists of one length, so that one question serves all three.
pub(super) struct Flat<'a, T> {
    lanes: [&'a [T]; 3],
    room: usize,
}

impl<'a, T: Scalar> Flat<'a, T> {
    #[inline(always)]
    fn of(all: &'a [T], room: usize) -> Self {
        let count = all.len().saturating_sub(2 * room);
        let lane = |k: usize| all.get(k * room..k * room + count).unwrap_or_default();
        Self {
            lanes: [lane(0), lane(1), lane(2)],
            room,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, [place, row]: Spot) -> Vector<T> {
        let ([x, y, z], at) = (self.lanes, 3 * row * self.room + place);
        match (x.get(at), y.get(at), z.get(at)) {
            (Some(&x), Some(&y), Some(&z)) => [x, y, z],
            _ => [T::ZERO; 3],
        }
    }
}

/// A vector that is always there: asked so that a step holds no path to a panic.
#[inline(always)]
fn read<T: Scalar, G: Extent>(lanes: &[T], extent: G, [place, row]: Spot) -> Vector<T> {
    let room = extent.room();
    let x = 3 * row * room + place;
    match (lanes.get(x), lanes.get(x + room), lanes.get(x + 2 * room)) {
        (Some(&x), Some(&y), Some(&z)) => [x, y, z],
        _ => [T::ZERO; 3],
    }
}

/// As [`read`], to write.
#[inline(always)]
fn write<T: Scalar, G: Extent>(lanes: &mut [T], extent: G, [place, row]: Spot, value: Vector<T>) {
    let room = extent.room();
    let x = 3 * row * room + place;
    for (at, value) in [x, x + room, x + 2 * room].into_iter().zip(value) {
        if let Some(to) = lanes.get_mut(at) {
            *to = value;
        }
    }
}
