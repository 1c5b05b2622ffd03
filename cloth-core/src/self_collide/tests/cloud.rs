//! Clouds of particles, whose contacts are made by brute force.

use super::super::contact_law::{SelfContactLaw, squared};
use super::super::pairs::Particles;
use super::super::tiles::{Tile, count, tile};
use crate::cloth::Cloth;
use crate::extent::Extent;
use crate::grid::Grid;
use crate::motion::PreviousPosition;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, sub};

/// Particles with previous positions, none of them pinned.
#[derive(Clone)]
pub(super) struct Cloud<T: Scalar, G: Extent> {
    pub(super) cloth: Cloth<T, G>,
    pub(super) kept: Grid<T, G>,
}

impl<T: Scalar, G: Extent> Cloud<T, G> {
    /// Each coordinate of the positions and of the velocities as told.
    pub(super) fn new(extent: G, mut place: impl FnMut(usize) -> [Vector<T>; 2]) -> Self {
        let mut cloud = Self {
            cloth: Cloth::EMPTY,
            kept: Grid::ZERO,
        };
        cloud.cloth.allocate(extent).unwrap();
        cloud.kept.allocate(extent).unwrap();
        for p in 0..extent.columns() * extent.rows() {
            let ([column, row], [x, v]) = (cloud.spot(p), place(p));
            cloud.cloth.position.put(column, row, x);
            cloud.kept.put(column, row, sub(x, v));
            cloud.cloth.set_pinned(column, row, false);
        }
        cloud
    }

    /// Column and row of a particle.
    pub(super) fn spot(&self, p: usize) -> [usize; 2] {
        let columns = self.cloth.extent().columns();
        [p % columns, p / columns]
    }

    pub(super) fn position(&self, p: usize) -> Vector<T> {
        let [column, row] = self.spot(p);
        self.cloth.position.at(column, row)
    }

    /// Moves all by their velocities.
    pub(super) fn go_on(&mut self) {
        for p in 0..self.count() {
            let ([column, row], x) = (self.spot(p), self.position(p));
            let v = sub(x, self.kept.at(column, row));
            self.kept.put(column, row, x);
            self.cloth.position.put(column, row, add(x, v));
        }
    }

    pub(super) fn count(&self) -> usize {
        self.cloth.extent().columns() * self.cloth.extent().rows()
    }

    /// Every pair in turn: neighbours on the grid, then all others tile
    /// by tile.
    pub(super) fn part_by_brute_force(
        &mut self,
        law: &SelfContactLaw<T>,
        reference: &Grid<T, G>,
    ) -> u32 {
        let extent = self.cloth.extent();
        let (columns, rows) = (extent.columns(), extent.rows());
        let flat = |[i, j]: [[usize; 2]; 2]| squared(i[1].abs_diff(j[1]), i[0].abs_diff(j[0]));
        let mut touching = 0;
        for [left, right, down] in law.offsets() {
            for row in 0..rows.saturating_sub(down) {
                for column in left..columns.saturating_sub(right) {
                    let pair = [[row, column], [row + down, column + right - left]];
                    touching += self.part_pair(law, reference, pair);
                }
            }
        }
        let tiles = (0..count(extent)).map(|number| tile(extent, number));
        let patches = tiles.flat_map(Tile::patches).enumerate();
        for (k, a) in patches.clone() {
            for (_, b) in patches.clone().skip(k) {
                for pair in a
                    .particles()
                    .flat_map(|i| b.particles().map(move |j| [i, j]))
                {
                    let again = a == b && pair[0] >= pair[1];
                    if !again && flat(pair) > law.neighbours {
                        touching += self.part_pair(law, reference, pair);
                    }
                }
            }
        }
        touching
    }

    /// Parts a pair, told by row and column, if it touches or may have; whether anything has moved.
    fn part_pair(
        &mut self,
        law: &SelfContactLaw<T>,
        reference: &Grid<T, G>,
        pair: [[usize; 2]; 2],
    ) -> u32 {
        let extent = self.cloth.extent();
        let mut particles = Particles::of((law, reference), &mut self.cloth, &mut self.kept);
        let spots = pair.map(|[row, column]| [extent.place(column), row]);
        let [x, y] = spots.map(|p| particles.position(p));
        let near = T::squared(sub(y, x)) <= law.thickness * law.thickness;
        if near {
            particles.resolve::<PreviousPosition>(spots);
        }
        u32::from([x, y] != spots.map(|p| particles.position(p)))
    }
}
