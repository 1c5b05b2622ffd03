//! The grid in tiles, and where they were when the list was made.

use crate::base::{Blank, Extent, Grid, Lanes, Scalar, Vector, each, number};
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds<T> {
    pub(super) low: Vector<T>,
    pub(super) high: Vector<T>,
}

impl<T: Scalar> Blank for Bounds<T> {
    const BLANK: Self = Self {
        low: [T::ZERO; 3],
        high: [T::ZERO; 3],
    };
}

impl<T: Scalar> Bounds<T> {
    #[inline(always)]
    pub(super) fn of<G: Extent>(places: &Grid<T, G>, tile: &Tile) -> Self {
        let first = places.at(tile.columns.start, tile.rows.start);
        let (mut low, mut high) = (first, first);
        for row in tile.rows.clone() {
            // Always there: asked so that a step holds no path to a panic.
            let lanes = places.row_at(row).map(|row| row.lanes());
            for (k, lane) in lanes.unwrap_or_default().into_iter().enumerate() {
                for column in tile.columns.clone() {
                    let x = number(lane, places.extent().place(column));
                    low[k] = x.least(low[k]);
                    high[k] = x.most(high[k]);
                }
            }
        }
        Self { low, high }
    }

    /// The box around both.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            low: each([0, 1, 2], |k| other.low[k].least(self.low[k])),
            high: each([0, 1, 2], |k| other.high[k].most(self.high[k])),
        }
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

/// The distance of the boxes of two tiles.
#[inline(always)]
pub(super) fn gap<T: Scalar>(tiles: &[Bounds<T>], a: usize, b: usize) -> T {
    match [tiles.get(a), tiles.get(b)] {
        // Always there: asked so that a step holds no path to a panic.
        [Some(a), Some(b)] => a.gap(b),
        _ => T::ZERO,
    }
}

/// How many rows of tiles there are: at most as many as tiles in a row.
#[inline(always)]
pub(super) fn down<G: Extent>(extent: G) -> usize {
    extent.root().min(extent.rows())
}

/// How many tiles there are: at most as many as columns.
#[inline(always)]
pub(super) fn count<G: Extent>(extent: G) -> usize {
    extent.root() * down(extent)
}

/// The columns of particles of a column of tiles.
#[inline(always)]
pub(super) fn columns<G: Extent>(extent: G, across: usize) -> Range<usize> {
    part(extent.columns(), extent.root(), across)
}

/// The rows of particles of a row of tiles.
#[inline(always)]
pub(super) fn rows<G: Extent>(extent: G, below: usize) -> Range<usize> {
    part(extent.rows(), down(extent), below)
}

#[inline(always)]
fn part(length: usize, parts: usize, number: usize) -> Range<usize> {
    let parts = parts.max(1);
    (number * length).div_ceil(parts)..((number + 1) * length).div_ceil(parts)
}

#[inline(always)]
pub(super) fn tile<G: Extent>(extent: G, number: usize) -> Tile {
    let across = extent.root().max(1);
    Tile {
        columns: columns(extent, number % across),
        rows: rows(extent, number / across),
    }
}

/// Each pair of tiles once, and each tile with itself.
pub(super) fn pairs<G: Extent>(extent: G) -> impl Iterator<Item = [usize; 2]> + use<G> {
    let count = count(extent);
    (0..count).flat_map(move |a| (a..count).map(move |b| [a, b]))
}

/// Puts boxes around the particles of all tiles.
pub(super) fn enclose<T: Scalar, G: Extent>(bounds: &mut [Bounds<T>], places: &Grid<T, G>) {
    let extent = places.extent();
    for (number, bounds) in bounds.iter_mut().enumerate().take(count(extent)) {
        *bounds = Bounds::of(places, &tile(extent, number));
    }
}
