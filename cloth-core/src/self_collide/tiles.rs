//! The grid in tiles, and where they were when the list was made.

use crate::grid::Grid;
use crate::scalar::Scalar;
use crate::vector::Vector;
use core::ops::Range;

/// The particles of a tile, or of a patch of one.
#[derive(Clone, PartialEq)]
pub(super) struct Tile {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

impl Tile {
    /// The most columns and rows of a patch.
    pub(super) const PATCH: usize = 8;

    /// The tile cut into patches.
    pub(super) fn patches(self) -> impl Iterator<Item = Self> + Clone {
        let cut = |range: Range<usize>| {
            let end = range.end;
            range
                .step_by(Self::PATCH)
                .map(move |first| first..end.min(first + Self::PATCH))
        };
        let columns = cut(self.columns);
        cut(self.rows).flat_map(move |rows| {
            columns.clone().map(move |columns| Self {
                columns,
                rows: rows.clone(),
            })
        })
    }

    /// Row and column of each particle, row by row.
    pub(super) fn particles(&self) -> impl Iterator<Item = [usize; 2]> + Clone + use<> {
        let columns = self.columns.clone();
        let rows = self.rows.clone();
        rows.flat_map(move |row| columns.clone().map(move |column| [row, column]))
    }
}

/// The box around some particles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<T> {
    low: Vector<T>,
    high: Vector<T>,
}

impl<T: Scalar> Bounds<T> {
    const ZERO: Self = Self {
        low: [T::ZERO; 3],
        high: [T::ZERO; 3],
    };

    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(places: &Grid<T, W, H>, tile: &Tile) -> Self {
        let first = places.rows[tile.rows.start].get(tile.columns.start);
        let (mut low, mut high) = (first, first);
        for row in &places.rows[tile.rows.clone()] {
            for column in tile.columns.clone() {
                let x = row.get(column);
                for k in 0..3 {
                    low[k] = x[k].least(low[k]);
                    high[k] = x[k].most(high[k]);
                }
            }
        }
        Self { low, high }
    }

    /// The square of the distance of a place.
    #[inline(always)]
    pub(super) fn squared_distance(&self, place: Vector<T>) -> T {
        let (low, high) = (&self.low, &self.high);
        let along = |k: usize| (low[k] - place[k]).most(place[k] - high[k]).most(T::ZERO);
        T::squared([along(0), along(1), along(2)])
    }

    /// The distance of another box.
    #[inline(always)]
    pub(super) fn gap(&self, other: &Self) -> T {
        let along = |k: usize| {
            let (one, two) = (other.low[k] - self.high[k], self.low[k] - other.high[k]);
            one.most(two).most(T::ZERO)
        };
        T::norm(along(0), along(1), along(2))
    }
}

/// A box around each tile. At most W tiles; 24 bytes each in `f32`.
#[derive(Clone, Debug)]
pub(super) struct Tiles<T, const W: usize>([Bounds<T>; W]);

impl<T: Scalar, const W: usize> Tiles<T, W> {
    pub(super) const EMPTY: Self = Self([Bounds::ZERO; W]);

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

    /// Each pair of tiles once, and each tile with itself.
    pub(super) fn pairs<const H: usize>() -> impl Iterator<Item = [usize; 2]> + use<T, W, H> {
        let count = Self::count::<H>();
        (0..count).flat_map(move |a| (a..count).map(move |b| [a, b]))
    }

    /// Puts the boxes around the particles.
    pub(super) fn enclose<const H: usize>(&mut self, places: &Grid<T, W, H>) {
        for (number, bounds) in self.0.iter_mut().enumerate().take(Self::count::<H>()) {
            *bounds = Bounds::of(places, &Self::tile::<H>(number));
        }
    }

    /// The box around a tile.
    #[inline(always)]
    pub(super) const fn bounds(&self, tile: usize) -> &Bounds<T> {
        &self.0[tile]
    }

    /// The distance of two tiles' boxes.
    #[inline(always)]
    pub(super) fn gap(&self, a: usize, b: usize) -> T {
        self.0[a].gap(&self.0[b])
    }
}
