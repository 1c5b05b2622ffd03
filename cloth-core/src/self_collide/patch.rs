//! The particles of a patch beside each other, to be compared by vectors.

use super::tiles::{Bounds, Tile, down, tile};
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Grid, number};
use crate::lanes::hidden_bits;
use crate::scalar::Scalar;
use crate::vector::{Vector, sub};

/// Particles that are compared at once.
const AT_ONCE: usize = Tile::PATCH;

/// The places of some particles, eight beside each other.
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

/// Some particles of a patch, and their numbers there.
pub(super) struct Few<T> {
    parts: [Places<T>; Tile::PATCH],
    numbers: [u8; AT_ONCE * Tile::PATCH],
    count: usize,
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
        let beside = u64::MAX >> (64 - tile.columns.len().clamp(1, AT_ONCE));
        let below = u64::MAX >> (64 - 8 * tile.rows.len().clamp(1, Tile::PATCH));
        // A byte for each row.
        let exist = (0x0101_0101_0101_0101 * beside) & below;
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

    /// Those that are near another patch's box.
    #[inline(always)]
    pub(super) fn few_near(&self, around: &Bounds<T>, squared_reach: T) -> Few<T> {
        self.only(self.near(around, squared_reach))
    }

    /// All of them.
    #[inline(always)]
    pub(super) fn all(&self) -> Few<T> {
        self.only(u64::MAX)
    }

    /// Where a particle is.
    #[inline(always)]
    pub(super) fn place(&self, number: usize) -> Vector<T> {
        let [x, y, z] = &self.rows[number / AT_ONCE % Tile::PATCH];
        let i = number % AT_ONCE;
        [x[i], y[i], z[i]]
    }

    /// Which are near a box: a bit for each.
    #[inline(always)]
    pub(super) fn near(&self, bounds: &Bounds<T>, squared_reach: T) -> u64 {
        let mut near = [0; Tile::PATCH];
        for (near, row) in near.iter_mut().zip(&self.rows) {
            *near = less(row, squared_reach, |place| bounds.squared_distance(place));
        }
        u64::from_le_bytes(near) & self.exist
    }

    /// Those whose bit is set.
    #[inline(always)]
    fn only(&self, wanted: u64) -> Few<T> {
        let wanted = wanted & self.exist;
        let first = self.place(wanted.trailing_zeros() as usize);
        let mut few = Few {
            parts: [first.map(|x| [x; AT_ONCE]); Tile::PATCH],
            numbers: [0; AT_ONCE * Tile::PATCH],
            count: 0,
        };
        for number in Bits(wanted) {
            let to = few.count % few.numbers.len();
            for (lane, x) in few.parts[to / AT_ONCE].iter_mut().zip(self.place(number)) {
                lane[to % AT_ONCE] = x;
            }
            few.numbers[to] = number as u8;
            few.count = to + 1;
        }
        few
    }
}

impl<T: Scalar> Few<T> {
    /// The box around them, if there are any.
    #[inline(always)]
    pub(super) fn bounds(&self) -> Option<Bounds<T>> {
        let parts = self.count.div_ceil(AT_ONCE).min(Tile::PATCH);
        (parts > 0).then(|| bounds(&self.parts[..parts]))
    }

    /// The number in the patch of one of them.
    #[inline(always)]
    pub(super) fn number(&self, which: usize) -> usize {
        usize::from(self.numbers[which % self.numbers.len()])
    }

    /// Which are near a place: a bit for each.
    #[inline(always)]
    pub(super) fn near(&self, here: Vector<T>, squared_reach: T) -> u64 {
        let mut bytes = [0; Tile::PATCH];
        let parts = self.count.div_ceil(AT_ONCE).min(Tile::PATCH);
        for (near, part) in bytes[..parts].iter_mut().zip(&self.parts) {
            *near = less(part, squared_reach, |place| T::squared(sub(place, here)));
        }
        u64::from_le_bytes(bytes) & (u64::MAX >> (64 - self.count.clamp(1, 64)))
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

/// For which of eight places a value is less than a bound: a bit for each.
#[inline(always)]
fn less<T: Scalar>([x, y, z]: &Places<T>, bound: T, value: impl Fn(Vector<T>) -> T) -> u8 {
    let (mut less, bits) = (0, hidden_bits());
    for i in 0..AT_ONCE {
        let is_less = value([x[i], y[i], z[i]]) < bound;
        less |= bits[i] & u32::from(is_less).wrapping_neg();
    }
    less as u8
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
