//! The grid in tiles, and where they were when the list was made.

use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::vector::Vector;
use core::ops::Range;

/// The particles of a tile.
pub(super) struct Tile {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

/// A box around each tile. At most W tiles; 24 bytes each in `f32`.
#[derive(Clone, Debug)]
pub(super) struct Tiles<T, const W: usize> {
    low: [Vector<T>; W],
    high: [Vector<T>; W],
}

impl<T: Scalar, const W: usize> Tiles<T, W> {
    pub(super) const EMPTY: Self = Self {
        low: [[T::ZERO; 3]; W],
        high: [[T::ZERO; 3]; W],
    };

    /// Tiles beside each other, and at most so many below each other.
    pub(super) const ACROSS: usize = W.isqrt();

    pub(super) const fn down<const H: usize>() -> usize {
        match Self::ACROSS < H {
            true => Self::ACROSS,
            false => H,
        }
    }

    pub(super) const fn count<const H: usize>() -> usize {
        Self::ACROSS * Self::down::<H>()
    }

    pub(super) const fn columns(across: usize) -> Range<usize> {
        (across * W).div_ceil(Self::ACROSS)..((across + 1) * W).div_ceil(Self::ACROSS)
    }

    pub(super) const fn rows<const H: usize>(down: usize) -> Range<usize> {
        let tiles = Self::down::<H>();
        (down * H).div_ceil(tiles)..((down + 1) * H).div_ceil(tiles)
    }

    pub(super) const fn tile<const H: usize>(number: usize) -> Tile {
        Tile {
            columns: Self::columns(number % Self::ACROSS),
            rows: Self::rows::<H>(number / Self::ACROSS),
        }
    }

    /// Each pair of tiles once.
    pub(super) fn pairs<const H: usize>() -> impl Iterator<Item = [usize; 2]> + use<T, W, H> {
        let count = Self::count::<H>();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]))
    }

    /// Puts the boxes around the particles.
    pub(super) fn enclose<const H: usize>(&mut self, position: &Grid<T, W, H>) {
        for number in 0..Self::count::<H>() {
            let Tile { columns, rows } = Self::tile::<H>(number);
            let first = position.rows[rows.start].get(columns.start);
            let (low, high) = (&mut self.low[number], &mut self.high[number]);
            (*low, *high) = (first, first);
            for row in &position.rows[rows] {
                for column in columns.clone() {
                    let x = row.get(column);
                    for k in 0..3 {
                        low[k] = x[k].least(low[k]);
                        high[k] = x[k].most(high[k]);
                    }
                }
            }
        }
    }

    /// The distance of two boxes.
    #[inline(always)]
    pub(super) fn gap(&self, a: usize, b: usize) -> T {
        let along = |k: usize| {
            let (one, two) = (
                self.low[b][k] - self.high[a][k],
                self.low[a][k] - self.high[b][k],
            );
            one.most(two).most(T::ZERO)
        };
        T::norm(along(0), along(1), along(2))
    }
}
