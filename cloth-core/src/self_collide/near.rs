//! Which particles are near each other, found by boxes around parts of the grid.
//!
//! Particles that are near each other on the grid are near each other in space, so
//! a part of the grid has a small box. Tiles whose boxes are apart have no near
//! pair; of tiles that are not, patches of up to 8 × 8 particles are compared in the
//! same way; and of patches the particles near each other's box. That needs no memory
//! beside the tiles' boxes.

use super::SelfContactLaw;
use super::particles::Spot;
use super::patch::{Bits, Patch, patches_of_tile};
use super::tiles::{Bounds, Tile, count, gap, tile};
use crate::extent::Extent;
use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::vector::sub;

/// How to look for near pairs.
pub(super) struct Near<'a, T: Scalar, G: Extent> {
    /// The boxes around the places of the particles.
    tiles: &'a [Bounds<T>],
    /// The places of the particles.
    places: &'a Grid<T, G>,
    /// The same by patches, on hosts.
    patches: &'a [Patch<T>],
    /// How near is near.
    reach: T,
    /// The square of the distance on the grid up to which pairs are left out.
    beside: u32,
}

impl<'a, T: Scalar, G: Extent> Near<'a, T, G> {
    /// By the boxes of tiles and patches around these places, with this margin.
    pub(super) fn of(
        law: &SelfContactLaw<T>,
        margin: T,
        (tiles, patches): (&'a [Bounds<T>], &'a [Patch<T>]),
        places: &'a Grid<T, G>,
    ) -> Self {
        Self {
            tiles,
            places,
            patches,
            reach: law.thickness + margin,
            beside: law.beside,
        }
    }

    /// Calls `visit` with each near pair once until it says to
    /// stop; whether it never did. `near` has room for a number of each tile.
    ///
    /// In the order of the tiles' patches, of the one and then of the other
    /// particle, and then of the particles within them.
    #[inline(always)]
    pub(super) fn each(&self, near: &mut [u16], mut visit: impl FnMut([Spot; 2]) -> bool) -> bool {
        let extent = self.places.extent();
        for own in 0..count(extent) {
            let near = self.tiles_near(own, near);
            for (number, a) in tile(extent, own).patches().enumerate() {
                // By `if`: what the other storage needs takes no stack then.
                let all = if G::HAS_VECTORS {
                    self.compare_at_once([own, number], near, &mut visit)
                } else {
                    self.compare_each([own, number], &a, near, &mut visit)
                };
                if !all {
                    return false;
                }
            }
        }
        true
    }

    /// The tiles near a tile that have not come before it.
    fn tiles_near<'b>(&self, own: usize, near: &'b mut [u16]) -> &'b [u16] {
        let mut found = 0;
        for other in own..count(self.places.extent()) {
            if other == own || gap(self.tiles, own, other) < self.reach {
                // Always there: asked so that a step holds no path to a panic.
                if let Some(place) = near.get_mut(found) {
                    *place = other as u16;
                    found += 1;
                }
            }
        }
        near.get(..found).unwrap_or_default()
    }

    /// The near pairs of a patch, by vectors: of another patch those near its box, and of its own those
    /// near these.
    #[inline(always)]
    fn compare_at_once(
        &self,
        [own, number]: [usize; 2],
        near: &[u16],
        visit: &mut impl FnMut([Spot; 2]) -> bool,
    ) -> bool {
        let Some(patch) = self.patches_of(own).get(number) else {
            return true;
        };
        let squared_reach = self.reach * self.reach;
        for other in near.iter().map(|&other| usize::from(other)) {
            if other != own && self.is_apart(&patch.around, other) {
                continue;
            }
            // Of its own tile the patches that have not been compared.
            let first = if other == own { number } else { 0 };
            for (k, there) in self.patches_of(other).iter().enumerate().skip(first) {
                let same = [other, k] == [own, number];
                if !same && patch.around.gap(&there.around) >= self.reach {
                    continue;
                }
                let others = match same {
                    true => there.all(),
                    false => there.few_near(&patch.around, squared_reach),
                };
                let Some(bounds) = others.bounds() else {
                    continue;
                };
                for i in Bits(patch.near(&bounds, squared_reach)) {
                    for k in Bits(others.near(patch.place(i), squared_reach)) {
                        let pair = [patch.particle(i), there.particle(others.number(k))];
                        if !self.found(pair, same, visit) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// The patches of a tile.
    #[inline(always)]
    fn patches_of(&self, tile: usize) -> &[Patch<T>] {
        let many = patches_of_tile(self.places.extent());
        let patches = self.patches.get(tile * many..(tile + 1) * many);
        patches.unwrap_or_default()
    }

    /// Whether a tile has nothing near a box.
    #[inline(always)]
    fn is_apart(&self, around: &Bounds<T>, other: usize) -> bool {
        let tile = self.tiles.get(other);
        tile.is_none_or(|tile| around.gap(tile) >= self.reach)
    }

    /// The near pairs of a patch, one by one.
    #[inline(always)]
    fn compare_each(
        &self,
        [own, number]: [usize; 2],
        a: &Tile,
        near: &[u16],
        visit: &mut impl FnMut([Spot; 2]) -> bool,
    ) -> bool {
        let around = Bounds::of(self.places, a);
        for other in near.iter().map(|&other| usize::from(other)) {
            if other != own && self.is_apart(&around, other) {
                continue;
            }
            let first = if other == own { number } else { 0 };
            for b in tile(self.places.extent(), other).patches().skip(first) {
                if !self.compare_patches((a, &around), &b, visit) {
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn compare_patches(
        &self,
        (a, around): (&Tile, &Bounds<T>),
        b: &Tile,
        visit: &mut impl FnMut([Spot; 2]) -> bool,
    ) -> bool {
        let (same, bounds) = (a == b, Bounds::of(self.places, b));
        if !same && around.gap(&bounds) >= self.reach {
            return true;
        }
        let squared_reach = self.reach * self.reach;
        for [row, column] in a.particles() {
            let here = self.places.at(column, row);
            if !same && bounds.squared_distance(here) >= squared_reach {
                continue;
            }
            for [r, c] in b.particles() {
                let there = self.places.at(c, r);
                let near = T::squared(sub(there, here)) < squared_reach;
                if near && !self.found([[row, column], [r, c]], same, visit) {
                    return false;
                }
            }
        }
        true
    }

    /// Visits a pair that is near, unless it is left out or comes another time.
    #[inline(always)]
    fn found(
        &self,
        [[row, column], [r, c]]: [[usize; 2]; 2],
        same: bool,
        visit: &mut impl FnMut([Spot; 2]) -> bool,
    ) -> bool {
        let flat = squared(c.abs_diff(column), r.abs_diff(row));
        let before = same && [row, column] >= [r, c];
        let extent = self.places.extent();
        flat <= self.beside || before || visit([[extent.place(column), row], [extent.place(c), r]])
    }
}

#[inline(always)]
pub(super) const fn squared(columns: usize, rows: usize) -> u32 {
    (columns * columns + rows * rows) as u32
}
