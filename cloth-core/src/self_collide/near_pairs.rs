//! Which particles are near each other, found by boxes around parts of the grid.
//!
//! Particles that are near each other on the grid are near each other in space, so
//! a part of the grid has a small box. Tiles whose boxes are apart have no near
//! pair; of tiles that are not, patches of up to 8 × 8 particles are compared in the
//! same way; and of patches the particles near each other's box. That needs no memory
//! apart from the tiles' boxes.

use super::contact_law::{SelfContactLaw, squared};
use super::tiles::{Bounds, Tile, count, down, gap, tile};
use crate::base::{Blank, Extent, Grid, Lanes, Scalar, Vector, hidden_bits, number, sub};

/// Where a particle is: the place of its column in a lane ([`Extent::place`]), and its row.
pub(super) type Spot = [usize; 2];

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
    neighbours: u32,
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
            neighbours: law.neighbours,
        }
    }

    /// Calls `visit` with each near pair once, until it returns `false`; returns whether it never did.
    /// `near` has room for a number of each tile.
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
                let of_box = |place| there.around.squared_distance(place);
                for i in Bits(patch.less(squared_reach, of_box)) {
                    let (here, one) = (patch.place(i), patch.particle(i));
                    let of_here = |place| T::squared(sub(place, here));
                    for k in Bits(there.less(squared_reach, of_here)) {
                        let pair = [one, there.particle(k)];
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

    /// The near pairs of a patch, one by one: a copy of two patches would be 1.6 KiB of a board's stack.
    #[inline(always)]
    fn compare_each(
        &self,
        [own, number]: [usize; 2],
        a: &Tile,
        near: &[u16],
        visit: &mut impl FnMut([Spot; 2]) -> bool,
    ) -> bool {
        let (around, squared_reach) = (Bounds::of(self.places, a), self.reach * self.reach);
        for other in near.iter().map(|&other| usize::from(other)) {
            if other != own && self.is_apart(&around, other) {
                continue;
            }
            let first = if other == own { number } else { 0 };
            for b in tile(self.places.extent(), other).patches().skip(first) {
                let (same, bounds) = (*a == b, Bounds::of(self.places, &b));
                if !same && around.gap(&bounds) >= self.reach {
                    continue;
                }
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
        flat <= self.neighbours
            || before
            || visit([[extent.place(column), row], [extent.place(c), r]])
    }
}

/// Particles that are compared at once.
const AT_ONCE: usize = Tile::PATCH;

/// The places of eight particles.
pub(super) type Places<T> = [[T; AT_ONCE]; 3];

/// The places of a patch's particles, in rows of [`Tile::PATCH`]. Where there is no particle, another
/// has a copy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Patch<T> {
    rows: [Places<T>; Tile::PATCH],
    /// The box around them.
    pub(super) around: Bounds<T>,
    /// Row and column of the first.
    start: [usize; 2],
    /// Where there are particles.
    exist: u64,
}

impl<T: Scalar> Blank for Patch<T> {
    const BLANK: Self = Self {
        rows: [[[T::ZERO; AT_ONCE]; 3]; Tile::PATCH],
        around: Bounds::BLANK,
        start: [0; 2],
        exist: 0,
    };
}

impl<T: Scalar> Patch<T> {
    #[inline(always)]
    pub(super) fn of<G: Extent>(places: &Grid<T, G>, tile: &Tile) -> Self {
        let first = places.at(tile.columns.start, tile.rows.start);
        let mut rows = [first.map(|x| [x; AT_ONCE]); Tile::PATCH];
        // What is no column of the patch reads the first.
        let mut columns = [places.extent().place(tile.columns.start); AT_ONCE];
        for (to, column) in columns.iter_mut().zip(tile.columns.clone()) {
            *to = places.extent().place(column);
        }
        for (to, row) in rows.iter_mut().zip(tile.rows.clone()) {
            for (to, from) in to.iter_mut().zip(places.row(row).lanes()) {
                for i in 0..AT_ONCE {
                    to[i] = number(from, columns[i]);
                }
            }
        }
        let across = u64::MAX >> (64 - tile.columns.len().clamp(1, AT_ONCE));
        let below = u64::MAX >> (64 - 8 * tile.rows.len().clamp(1, Tile::PATCH));
        // A byte for each row.
        let exist = (0x0101_0101_0101_0101 * across) & below;
        let around = bounds(&rows);
        Self {
            rows,
            around,
            start: [tile.rows.start, tile.columns.start],
            exist,
        }
    }

    /// Row and column of one of them.
    #[inline(always)]
    pub(super) fn particle(&self, number: usize) -> [usize; 2] {
        let [row, column] = self.start;
        [row + number / AT_ONCE, column + number % AT_ONCE]
    }

    /// Where a particle is.
    #[inline(always)]
    pub(super) fn place(&self, number: usize) -> Vector<T> {
        let [x, y, z] = &self.rows[number / AT_ONCE % Tile::PATCH];
        let i = number % AT_ONCE;
        [x[i], y[i], z[i]]
    }

    /// The particles with a value below a bound, a bit for each.
    #[inline(always)]
    fn less(&self, bound: T, value: impl Fn(Vector<T>) -> T) -> u64 {
        let (mut bytes, bits) = ([0; Tile::PATCH], hidden_bits());
        for (byte, [x, y, z]) in bytes.iter_mut().zip(&self.rows) {
            let mut less = 0;
            for i in 0..AT_ONCE {
                let is_less = value([x[i], y[i], z[i]]) < bound;
                less |= bits[i] & u32::from(is_less).wrapping_neg();
            }
            *byte = less as u8;
        }
        u64::from_le_bytes(bytes) & self.exist
    }
}

/// The most patches that a tile has.
pub(super) fn patches_of_tile<G: Extent>(extent: G) -> usize {
    let most = |length: usize, parts: usize| length.div_ceil(parts.max(1)).div_ceil(Tile::PATCH);
    most(extent.columns(), extent.root()) * most(extent.rows(), down(extent))
}

/// The patches of all tiles, as many places for each as the largest has patches; and the tiles' boxes.
#[inline(always)]
pub(super) fn read_patches<T: Scalar, G: Extent>(
    patches: &mut [Patch<T>],
    tiles: &mut [Bounds<T>],
    places: &Grid<T, G>,
) {
    let extent = places.extent();
    let of_tiles = patches.chunks_exact_mut(patches_of_tile(extent).max(1));
    for ((number, of_tile), bounds) in of_tiles.enumerate().zip(tiles) {
        for (k, (to, tile)) in of_tile
            .iter_mut()
            .zip(tile(extent, number).patches())
            .enumerate()
        {
            *to = Patch::of(places, &tile);
            *bounds = if k == 0 {
                to.around
            } else {
                bounds.with(&to.around)
            };
        }
    }
}

/// The places of the bits that are set, in order.
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let next = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (next < 64).then_some(next)
    }
}

#[inline(always)]
fn bounds<T: Scalar>(parts: &[Places<T>]) -> Bounds<T> {
    let (mut low, mut high) = (parts[0], parts[0]);
    for part in &parts[1..] {
        for k in 0..3 {
            for i in 0..AT_ONCE {
                low[k][i] = part[k][i].least(low[k][i]);
                high[k][i] = part[k][i].most(high[k][i]);
            }
        }
    }
    Bounds {
        low: low.map(|x| x[1..].iter().fold(x[0], |least, x| x.least(least))),
        high: high.map(|x| x[1..].iter().fold(x[0], |most, x| x.most(most))),
    }
}
