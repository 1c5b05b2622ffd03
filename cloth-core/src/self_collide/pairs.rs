//! The list of near pairs, and the walk over them.

use super::contact_law::{Contact, touch};
use super::near_pairs::{Near, Spot, read_patches};
use super::tiles::enclose;
use super::{Found, SelfCollision, SelfContactLaw};
use crate::base::{
    Blank, Cloth, Extent, Grid, Lanes, Mark, Motion, Scalar, Vector, Vectors, add, any_pair, cross,
    each, length, scale, sub,
};

/// The margin of the first list, rest spacings.
pub(super) const FIRST_MARGIN: f64 = 0.4;
/// The narrowest margin of a list where all is slow, and where anything is fast: impacts push further.
const NARROW: [f64; 2] = [0.1, 0.4];
const WIDE: f64 = SelfContactLaw::<f64>::MAX_SPEED;
/// Pairs tested while a list held, for each particle: after fewer than the first the next margin is wider,
/// after more than the second narrower; after the third a list that could be narrower is made anew, as in a heap
/// that has come to rest. Making a list takes about as long as testing some tens of pairs for each particle.
const LOOKS: [u64; 3] = [10, 40, 120];

impl<T: Scalar, G: Extent, const P: usize> SelfCollision<T, G, P> {
    /// Looks where particles are, and makes the list anew.
    #[inline(never)]
    pub(super) fn find(&mut self, cloth: &Cloth<T, G>, is_fast: bool) {
        let narrow = T::from_f64(NARROW[usize::from(is_fast)]);
        let looks = self.looks();
        // A wider one would hardly have room.
        let is_full = 2 * self.listed as usize >= P * self.particles();
        let factor = match looks {
            _ if looks < LOOKS[0] && !is_full => 1.5,
            _ if looks > LOOKS[1] => 0.75,
            _ => 1.0,
        };
        self.age = 0;
        self.reference.copy_from(&cloth.position);
        let margin = self.margin * T::from_f64(factor);
        self.margin = margin.least(T::constant(WIDE)).most(narrow);
        self.look();
        loop {
            let listed = self.fill_list();
            self.found = match listed {
                true => Found::Listed,
                false => Found::InTiles,
            };
            if listed || self.margin <= narrow {
                return;
            }
            self.margin = (self.margin * T::constant(0.5)).most(narrow);
        }
    }

    /// Whether the list has been walked so often that a narrower one pays.
    pub(super) fn is_too_wide(&self) -> bool {
        let can_be_narrower = self.margin > T::from_f64(NARROW[0]);
        self.found == Found::Listed && can_be_narrower && self.looks() > LOOKS[2]
    }

    /// How many pairs have been tested for each particle since the list was made.
    fn looks(&self) -> u64 {
        u64::from(self.age) * u64::from(self.listed) / self.particles() as u64
    }

    fn particles(&self) -> usize {
        let extent = self.reference.extent();
        (extent.columns() * extent.rows()).max(1)
    }

    /// Puts boxes around the places of the list.
    pub(super) fn look(&mut self) {
        let tiles = self.tiles.as_mut();
        if G::HAS_VECTORS {
            read_patches(self.patches.as_mut(), tiles, &self.reference);
        } else {
            enclose(tiles, &self.reference);
        }
    }

    /// Whether all pairs had room.
    pub(super) fn fill_list(&mut self) -> bool {
        let boxes = (self.tiles.as_ref(), self.patches.as_ref());
        let near = Near::of(&self.law, self.margin, boxes, &self.reference);
        let (extent, mut listed) = (self.reference.extent(), 0);
        let mut local = Blank::BLANK;
        let [tiles] = extent
            .lend::<u16, 1>(&mut local, self.spare.as_mut())
            .lanes_mut();
        // As many in both storages, whose rows have different room: how wide a margin fits must be the same.
        let most = P * extent.columns() * extent.rows();
        let pairs = G::flat_mut(self.pairs.units_mut()).as_flattened_mut();
        let put = |pair: [Spot; 2]| {
            let room = pairs.get_mut(listed).filter(|_| listed < most);
            listed += 1;
            room.map(|room| *room = pair.map(|spot| extent.number(spot)))
                .is_some()
        };
        let had_room = Vectors::<T, G>::widest().run(
            #[inline(always)]
            || near.each(tiles, put),
        );
        self.listed = listed as u32;
        had_room
    }

    /// The listed pairs.
    pub(super) fn list(&self) -> &[[G::Number; 2]] {
        let pairs = G::flat(self.pairs.units()).as_flattened();
        pairs.get(..self.listed as usize).unwrap_or_default()
    }

    /// Parts all pairs that touch.
    #[inline(never)]
    pub(super) fn part<M: Motion>(&mut self, cloth: &mut Cloth<T, G>, kept: &mut Grid<T, G>) {
        self.part_neighbours::<M>(cloth, kept);
        let mut particles = Particles::of((&self.law, &self.reference), cloth, kept);
        if self.found == Found::Listed {
            for pair in self.list() {
                particles.part::<M>(pair.map(|number| particles.extent.spot(number)));
            }
            return;
        }
        let mut local = Blank::BLANK;
        let lanes = (particles.extent).lend::<u16, 1>(&mut local, self.spare.as_mut());
        let [tiles] = lanes.lanes_mut();
        let boxes = (self.tiles.as_ref(), self.patches.as_ref());
        let near = Near::of(&self.law, self.margin, boxes, &self.reference);
        Vectors::<T, G>::widest().run(
            #[inline(always)]
            || {
                near.each(
                    tiles,
                    #[inline(always)]
                    |spots| {
                        particles.part::<M>(spots);
                        true
                    },
                );
            },
        );
    }

    /// Parts the pairs that are neighbours on the grid but not left out, offset by offset and row by row.
    /// They are always near, as the cloth lies flat, and would fill the list. A row at a time says
    /// whether any of them touches; hardly ever one does.
    fn part_neighbours<M: Motion>(&self, cloth: &mut Cloth<T, G>, kept: &mut Grid<T, G>) {
        let (extent, d) = (cloth.extent(), self.law.thickness);
        let squared_d = d * d;
        for [left, right, down] in self.law.offsets() {
            for row in 0..extent.rows().saturating_sub(down) {
                let rows = &cloth.position;
                // Always there: asked so that a step holds no path to a panic.
                let (Some(from), Some(to)) = (rows.row_at(row), rows.row_at(row + down)) else {
                    break;
                };
                let touches = any_pair::<T, G>(
                    extent,
                    [from, to],
                    [left, right],
                    #[inline(always)]
                    |a, b| T::squared(sub(b, a)) <= squared_d,
                );
                if !touches {
                    continue;
                }
                let mut particles = Particles::of((&self.law, &self.reference), cloth, kept);
                for column in left..extent.columns() - right {
                    let place = extent.place(column + right - left);
                    particles.part::<M>([[extent.place(column), row], [place, row + down]]);
                }
            }
        }
    }
}

/// Normal of the cloth at a particle where the list was made; upwards where it has none. A direction
/// for two layers that lie in one place. Not from where particles are now: that would depend on which pairs have
/// been parted before.
#[inline(never)]
pub(super) fn surface_normal<T: Scalar, G: Extent>(
    reference: &Grid<T, G>,
    [place, row]: Spot,
) -> Vector<T> {
    let extent = reference.extent();
    let column = extent.column(place);
    let at = |column: usize, row: usize| reference.at(column, row);
    let right = (column + 1).min(extent.columns() - 1);
    let below = (row + 1).min(extent.rows() - 1);
    let across = sub(at(right, row), at(column.saturating_sub(1), row));
    let down = sub(at(column, below), at(column, row.saturating_sub(1)));
    let normal = cross(down, across);
    let size = length(normal);
    match size > T::ZERO {
        true => each(normal, |v| v / size),
        false => [T::ZERO, T::ONE, T::ZERO],
    }
}

/// The particles of a cloth and the motion that the method keeps, by their places in memory; with the law of
/// contacts, and where the particles were when the list was made.
///
/// Contacts jump from one part of the cloth to another. To ask for a row for each number would be some
/// sixty instructions of checks; here the memory is asked for once for all contacts.
pub(super) struct Particles<'a, T: Scalar, G: Extent> {
    pub(super) extent: G,
    law: &'a SelfContactLaw<T>,
    reference: &'a Grid<T, G>,
    position: &'a mut [T],
    /// The motion that the method keeps.
    kept: &'a mut [T],
    marks: &'a [Mark],
}

impl<'a, T: Scalar, G: Extent> Particles<'a, T, G> {
    #[inline(always)]
    pub(super) fn of(
        (law, reference): (&'a SelfContactLaw<T>, &'a Grid<T, G>),
        cloth: &'a mut Cloth<T, G>,
        kept: &'a mut Grid<T, G>,
    ) -> Self {
        Self {
            extent: cloth.extent(),
            law,
            reference,
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
    pub(super) fn is_free(&self, [place, row]: Spot) -> bool {
        let mark = self.marks.get(row * self.extent.room() + place);
        mark.is_some_and(|mark| mark.is_free())
    }

    /// Parts a pair if it touches.
    #[inline(always)]
    fn part<M: Motion>(&mut self, spots: [Spot; 2]) {
        let ([x, y], d) = (spots.map(|spot| self.position(spot)), self.law.thickness);
        if T::squared(sub(y, x)) <= d * d {
            self.resolve::<M>(spots);
        }
    }

    /// Resolves the contact of a pair that may touch.
    #[inline(always)]
    pub(super) fn resolve<M: Motion>(&mut self, [i, j]: [Spot; 2]) {
        let (half, extent) = (T::constant(0.5), self.extent);
        let [first, second] = match [self.is_free(i), self.is_free(j)] {
            [true, true] => [half, half],
            [true, false] => [T::ONE, T::ZERO],
            [false, true] => [T::ZERO, T::ONE],
            [false, false] => return,
        };
        let (x, y) = (self.position(i), self.position(j));
        let u = M::velocity3(x, read(self.kept, extent, i));
        let v = M::velocity3(y, read(self.kept, extent, j));
        let direction = || surface_normal(self.reference, i);
        let contact = touch::<T>(self.law, sub(y, x), sub(v, u), direction);
        let Some(Contact { apart, velocity }) = contact else {
            return;
        };
        for (spot, x, u, share) in [(i, x, u, -first), (j, y, v, second)] {
            let x = each(add(x, scale(apart, share)), T::in_range);
            let u = add(u, scale(velocity, share));
            write(self.position, extent, spot, x);
            // Where position and velocity change by the same, a previous position stays to the bit.
            if !M::HAS_PREVIOUS || apart != velocity {
                write(self.kept, extent, spot, M::keep3(x, u));
            }
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
