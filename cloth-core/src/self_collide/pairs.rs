//! The list of near pairs, and the walk over them.

use super::contact::{Contact, touch};
use super::deal::{BLOCK, deal, without_copies};
use super::eight::{find_near, part_near};
use super::near::Near;
use super::particles::{Particles, Spot};
use super::patch::read_patches;
use super::tiles::enclose;
use super::{Found, SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Grid, Rows};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{Vector, add, cross, each, length, scale, sub};

/// The margin of the first list, rest spacings.
pub(super) const FIRST_MARGIN: f64 = 0.4;
/// The narrowest margin of a list where all is slow, and where anything is fast: impacts push further.
const NARROW: [f64; 2] = [0.1, 0.4];
const WIDE: f64 = SelfContactLaw::<f64>::MAX_SPEED;
/// Pairs looked at while a list held, a particle: after fewer than the first the margin
/// is made wider, after more than the second narrower. To make a list takes about as
/// long as to look at some tens of pairs for each particle.
const LOOKS: [u64; 2] = [10, 40];

impl<T: Scalar, G: Extent, const P: usize> SelfCollision<T, G, P> {
    /// Whether lists are dealt out. Other formats gain nothing by it.
    pub(super) const HAS_BLOCKS: bool = T::HAS_WIDTHS && G::HAS_VECTORS;

    /// Looks where particles are, and makes the list anew.
    #[inline(never)]
    pub(super) fn find(&mut self, cloth: &Cloth<T, G>, is_fast: bool) {
        let narrow = T::from_f64(NARROW[usize::from(is_fast)]);
        let particles = (cloth.extent().columns() * cloth.extent().rows()).max(1);
        let looks = u64::from(self.age) * u64::from(self.listed) / particles as u64;
        // A wider one would hardly have room.
        let is_full = 2 * self.listed as usize >= P * particles;
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
                true if Self::HAS_BLOCKS && self.deal() => Found::Dealt,
                true => Found::Listed,
                false => Found::InTiles,
            };
            if listed || self.margin <= narrow {
                return;
            }
            self.margin = (self.margin * T::constant(0.5)).most(narrow);
        }
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
        let most = most::<G, P>(extent);
        let pairs = memory_mut::<G, P>(&mut self.pairs, &mut self.spare_pairs);
        let first = pairs.len().saturating_sub(most);
        let pairs = pairs.get_mut(first..).unwrap_or_default();
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

    /// Deals the list out into blocks, if they have room.
    fn deal(&mut self) -> bool {
        let (extent, listed) = (self.reference.extent(), self.listed as usize);
        let memory = memory_mut::<G, P>(&mut self.pairs, &mut self.spare_pairs);
        let first = memory.len().saturating_sub(most::<G, P>(extent));
        let is_dealt = deal(extent, memory, first..first + listed).is_some();
        if !is_dealt {
            self.fill_list();
        }
        is_dealt
    }

    /// The listed pairs: the last of the memory, so that they can be dealt out from its start on.
    pub(super) fn list(&self) -> &[[G::Number; 2]] {
        let memory = memory::<G, P>(&self.pairs, &self.spare_pairs);
        let first = memory
            .len()
            .saturating_sub(most::<G, P>(self.reference.extent()));
        let list = memory.get(first..first + self.listed as usize);
        list.unwrap_or_default()
    }

    /// Parts all pairs that touch.
    #[inline(never)]
    pub(super) fn part<M: Motion>(&mut self, cloth: &mut Cloth<T, G>, kept: &mut Grid<T, G>) {
        self.part_beside::<M>(cloth, kept);
        let mut particles = Particles::of(cloth, kept);
        match self.found {
            Found::Listed => self.part_listed::<M>(&mut particles),
            // By `if`: boards have room for one form.
            Found::Dealt if Self::HAS_BLOCKS => {
                self.part_dealt::<M>(&mut particles);
            }
            _ => self.part_in_tiles::<M>(&mut particles),
        }
    }

    fn part_listed<M: Motion>(&self, particles: &mut Particles<'_, T, G>) {
        let extent = particles.extent;
        for pair in self.list() {
            let spots = pair.map(|number| extent.spot(number));
            self::pair::<T, M, G>(&self.law, particles, &self.reference, spots);
        }
    }

    fn part_dealt<M: Motion>(&self, particles: &mut Particles<'_, T, G>) {
        let (extent, squared_d) = (particles.extent, self.law.thickness * self.law.thickness);
        let (blocks, _) = memory::<G, P>(&self.pairs, &self.spare_pairs).as_chunks();
        let mut left = self.listed as usize;
        let blocks = blocks.iter().map(without_copies).take_while(|pairs| {
            let any = left > 0;
            left = left.saturating_sub(pairs.len());
            any
        });
        Vectors::<T, G>::widest().run(
            #[inline(always)]
            || {
                for pairs in blocks {
                    let mut near = [[[0; 2]; 2]; BLOCK];
                    let pairs = pairs
                        .iter()
                        .map(|pair| pair.map(|number| extent.spot(number)));
                    let found = find_near(particles, pairs, squared_d, &mut near);
                    part_near::<T, M, G>(&self.law, particles, &self.reference, &near[..found]);
                }
            },
        );
    }

    fn part_in_tiles<M: Motion>(&mut self, particles: &mut Particles<'_, T, G>) {
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
                        pair::<T, M, G>(&self.law, particles, &self.reference, spots);
                        true
                    },
                )
            },
        );
    }
}

/// The most pairs of a list: as many in both storages, as how wide a margin fits must not hang on how
/// rows are padded.
fn most<G: Extent, const P: usize>(extent: G) -> usize {
    P * extent.columns() * extent.rows()
}

/// The memory for pairs, of rows or spare.
fn memory<'a, G: Extent, const P: usize>(
    rows: &'a Rows<[[G::Number; 2]; P], G, 1>,
    spare: &'a G::Spare<[G::Number; 2]>,
) -> &'a [[G::Number; 2]] {
    if G::IS_CONST {
        G::flat(rows.units()).as_flattened()
    } else {
        spare.as_ref()
    }
}

/// The same, to write.
fn memory_mut<'a, G: Extent, const P: usize>(
    rows: &'a mut Rows<[[G::Number; 2]; P], G, 1>,
    spare: &'a mut G::Spare<[G::Number; 2]>,
) -> &'a mut [[G::Number; 2]] {
    if G::IS_CONST {
        G::flat_mut(rows.units_mut()).as_flattened_mut()
    } else {
        spare.as_mut()
    }
}

/// Parts one pair if it touches.
#[inline(always)]
pub(super) fn pair<T: Scalar, M: Motion, G: Extent>(
    law: &SelfContactLaw<T>,
    particles: &mut Particles<'_, T, G>,
    reference: &Grid<T, G>,
    spots: [Spot; 2],
) {
    let ([x, y], d) = (spots.map(|spot| particles.position(spot)), law.thickness);
    if T::squared(sub(y, x)) <= d * d {
        resolve::<T, M, G>(law, particles, reference, spots);
    }
}

#[inline(always)]
pub(super) fn resolve<T: Scalar, M: Motion, G: Extent>(
    law: &SelfContactLaw<T>,
    particles: &mut Particles<'_, T, G>,
    reference: &Grid<T, G>,
    [i, j]: [Spot; 2],
) {
    let part = T::constant(0.5);
    let [first, second] = match [particles.is_free(i), particles.is_free(j)] {
        [true, true] => [part, part],
        [true, false] => [T::ONE, T::ZERO],
        [false, true] => [T::ZERO, T::ONE],
        [false, false] => return,
    };
    let (x, y) = (particles.position(i), particles.position(j));
    let u = M::velocity3(x, particles.kept(i));
    let v = M::velocity3(y, particles.kept(j));
    let beside = || surface_normal(reference, i);
    let Some(contact) = touch::<T>(law, sub(y, x), sub(v, u), beside) else {
        return;
    };
    let Contact { apart, velocity } = contact;
    for (spot, x, u, share) in [(i, x, u, -first), (j, y, v, second)] {
        let x = each(add(x, scale(apart, share)), T::in_range);
        let u = add(u, scale(velocity, share));
        particles.set_position(spot, x);
        // Where position and velocity change by the same, a previous position stays to the bit.
        if !M::HAS_REMAINDER || apart != velocity {
            particles.set_kept(spot, M::keep3(x, u));
        }
    }
}

/// Normal of the cloth at a particle where the list was made; upwards where it has none. A direction
/// for two layers that lie in one place. Not of where particles are now: that would hang on which pairs have
/// been parted before.
#[inline(never)]
pub(super) fn surface_normal<T: Scalar, G: Extent>(
    reference: &Grid<T, G>,
    [place, row]: Spot,
) -> Vector<T> {
    let extent = reference.extent();
    let column = extent.column(place);
    let at = |column: usize, row: usize| reference.at(column, row);
    let (right, below) = (
        (column + 1).min(extent.columns() - 1),
        (row + 1).min(extent.rows() - 1),
    );
    let across = sub(at(right, row), at(column.saturating_sub(1), row));
    let down = sub(at(column, below), at(column, row.saturating_sub(1)));
    let normal = cross(down, across);
    let size = length(normal);
    match size > T::ZERO {
        true => each(normal, |v| v / size),
        false => [T::ZERO, T::ONE, T::ZERO],
    }
}
