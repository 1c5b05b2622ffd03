//! Which particles are near each other, found by boxes around parts of the grid.
//!
//! Particles that are near each other on the grid are near each other in space, so
//! a part of the grid has a small box. Tiles whose boxes are apart have no near
//! pair; of tiles that are not, patches of up to 8 × 8 particles are compared in the
//! same way; and of patches the particles. That needs no memory beside the tiles'
//! boxes, and the particles of a patch are compared at once by vectors.

use super::tiles::{Bounds, Tile, count, tile};
use crate::extent::{Extent, Lanes};
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::vector::{Vector, sub};

/// How to look for near pairs.
pub(super) struct Near<'a, T: Scalar, G: Extent> {
    /// The boxes around the places of the particles.
    pub(super) tiles: &'a [Bounds<T>],
    /// The places of the particles.
    pub(super) places: &'a Grid<T, G>,
    /// How near is near.
    pub(super) reach: T,
    /// The square of the distance on the grid up to which pairs are left out.
    pub(super) beside: u32,
}

impl<T: Scalar, G: Extent> Near<'_, T, G> {
    /// Calls `visit` with each near pair, two columns and rows, once until it says to
    /// stop; whether it never did. `near` has room for a number of each tile.
    ///
    /// In the order of the tiles' patches, of the one and then of the other
    /// particle, and then of the particles within them.
    #[inline(always)]
    pub(super) fn each(
        &self,
        near: &mut [u16],
        mut visit: impl FnMut([[usize; 2]; 2]) -> bool,
    ) -> bool {
        let extent = self.places.extent();
        for own in 0..count(extent) {
            let near = self.tiles_near(own, near);
            for (number, a) in tile(extent, own).patches().enumerate() {
                let around = Bounds::of(self.places, &a);
                for &other in near {
                    let other = usize::from(other);
                    // Of its own tile the patches that have not been compared.
                    let first = if other == own { number } else { 0 };
                    if other != own && around.gap(&self.tiles[other]) >= self.reach {
                        continue;
                    }
                    for b in tile(extent, other).patches().skip(first) {
                        if !self.compare(&a, &around, &b, &mut visit) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// The tiles near a tile that have not come before it.
    fn tiles_near<'b>(&self, own: usize, near: &'b mut [u16]) -> &'b [u16] {
        let (mut found, around) = (0, &self.tiles[own]);
        for other in own..count(self.places.extent()) {
            if other == own || around.gap(&self.tiles[other]) < self.reach {
                // Always there: asked so that a step holds no path to a panic.
                if let Some(place) = near.get_mut(found) {
                    *place = other as u16;
                    found += 1;
                }
            }
        }
        near.get(..found).unwrap_or_default()
    }

    /// The near pairs of two patches.
    #[inline(always)]
    fn compare(
        &self,
        a: &Tile,
        around: &Bounds<T>,
        b: &Tile,
        visit: &mut impl FnMut([[usize; 2]; 2]) -> bool,
    ) -> bool {
        let (same, bounds) = (a == b, Bounds::of(self.places, b));
        if !same && around.gap(&bounds) >= self.reach {
            return true;
        }
        let squared_reach = self.reach * self.reach;
        let near = a.particles().filter(|&[row, column]| {
            let here = self.places.at(column, row);
            same || bounds.squared_distance(here) < squared_reach
        });
        // The particles that are compared at once have room for a whole patch, and the
        // patches of small grids are smaller.
        if G::HAS_VECTORS {
            self.compare_at_once(near, (b, same), around, visit)
        } else {
            self.compare_each(near, (b, same), squared_reach, visit)
        }
    }

    /// Particles of a patch with those of another, or the same, by vectors.
    #[inline(always)]
    fn compare_at_once(
        &self,
        a: impl Iterator<Item = [usize; 2]>,
        (b, same): (&Tile, bool),
        around: &Bounds<T>,
        visit: &mut impl FnMut([[usize; 2]; 2]) -> bool,
    ) -> bool {
        let squared_reach = self.reach * self.reach;
        let patch = Patch::of(self.places, b, around, squared_reach);
        for [row, column] in a {
            let here = self.places.at(column, row);
            for (part, numbers) in patch.parts() {
                // The last may have fewer particles than there is room for.
                let there = u64::MAX >> (8 * (AT_ONCE - numbers.len()));
                let mut left = part.near(here, squared_reach) & there;
                while left != 0 {
                    let number = usize::from(numbers[left.trailing_zeros() as usize / 8]);
                    left &= left - 1;
                    let place = [
                        b.rows.start + number / Tile::PATCH,
                        b.columns.start + number % Tile::PATCH,
                    ];
                    if !self.found([row, column], place, same, visit) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The same one by one.
    #[inline(always)]
    fn compare_each(
        &self,
        a: impl Iterator<Item = [usize; 2]>,
        (b, same): (&Tile, bool),
        squared_reach: T,
        visit: &mut impl FnMut([[usize; 2]; 2]) -> bool,
    ) -> bool {
        for [row, column] in a {
            let here = self.places.at(column, row);
            for r in b.rows.clone() {
                for c in b.columns.clone() {
                    let there = self.places.at(c, r);
                    let near = T::squared(sub(there, here)) < squared_reach;
                    if near && !self.found([row, column], [r, c], same, visit) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Visits a pair that is near, unless it is left out or comes another time.
    #[inline(always)]
    fn found(
        &self,
        [row, column]: [usize; 2],
        [r, c]: [usize; 2],
        same: bool,
        visit: &mut impl FnMut([[usize; 2]; 2]) -> bool,
    ) -> bool {
        let flat = squared(c.abs_diff(column), r.abs_diff(row));
        let before = same && [row, column] >= [r, c];
        flat <= self.beside || before || visit([[column, row], [c, r]])
    }
}

/// Particles that are compared at once.
const AT_ONCE: usize = 8;

/// The places of some particles, eight beside each other.
#[derive(Clone, Copy)]
struct Places<T>([[T; AT_ONCE]; 3]);

/// Particles of a patch that are near a box: their places, and their numbers within a whole patch,
/// row by row.
struct Patch<T> {
    parts: [Places<T>; Tile::PATCH],
    numbers: [[u8; AT_ONCE]; Tile::PATCH],
    count: usize,
}

impl<T: Scalar> Patch<T> {
    #[inline(always)]
    fn of<G: Extent>(
        places: &Grid<T, G>,
        tile: &Tile,
        around: &Bounds<T>,
        squared_reach: T,
    ) -> Self {
        let mut patch = Self {
            parts: [Places([[T::ZERO; AT_ONCE]; 3]); Tile::PATCH],
            numbers: [[0; AT_ONCE]; Tile::PATCH],
            count: 0,
        };
        for (below, row) in tile.rows.clone().enumerate() {
            let [x, y, z] = places.row(row).lanes();
            for (beside, column) in tile.columns.clone().enumerate() {
                let place = places.extent().place(column);
                let here = [x[place], y[place], z[place]];
                if around.squared_distance(here) < squared_reach {
                    let to = patch.count.min(Tile::PATCH * AT_ONCE - 1);
                    let part = &mut patch.parts[to / AT_ONCE].0;
                    for k in 0..3 {
                        part[k][to % AT_ONCE] = here[k];
                    }
                    patch.numbers[to / AT_ONCE][to % AT_ONCE] =
                        (below * Tile::PATCH + beside) as u8;
                    patch.count = to + 1;
                }
            }
        }
        patch
    }

    /// Eight by eight, the last of which may be fewer: with numbers of those that are there.
    #[inline(always)]
    fn parts(&self) -> impl Iterator<Item = (&Places<T>, &[u8])> {
        let counts = (0..self.count).step_by(AT_ONCE);
        let numbers = self.numbers.iter().zip(counts);
        let numbers = numbers.map(|(numbers, first)| &numbers[..(self.count - first).min(AT_ONCE)]);
        self.parts.iter().zip(numbers)
    }
}

impl<T: Scalar> Places<T> {
    /// Which are near: a byte for each.
    #[inline(always)]
    fn near(&self, here: Vector<T>, squared_reach: T) -> u64 {
        let mut near = [0; AT_ONCE];
        let [x, y, z] = &self.0;
        for i in 0..AT_ONCE {
            near[i] = u8::from(T::squared(sub([x[i], y[i], z[i]], here)) < squared_reach);
        }
        u64::from_le_bytes(near)
    }
}

#[inline(always)]
pub(super) const fn squared(columns: usize, rows: usize) -> u32 {
    (columns * columns + rows * rows) as u32
}
