//! Halves of a cloth: see [`Seam`](crate::Seam).

use super::Simulation;
use crate::blocks::LARGE;
use crate::cloth::Mark;
use crate::extent::Const;
use crate::extras::{Extras, WithSeam};
use crate::integrate::Verlet;
use crate::scalar::Scalar;
use crate::scene::{KeepScene, Scene, SettingError};
use crate::seam::Half;
use core::borrow::Borrow;

impl<T: Scalar, K: KeepScene, const W: usize, const H: usize>
    Simulation<T, Const<W, H>, Verlet, K, WithSeam>
{
    /// As [`reset`](Simulation::reset), as one half of a cloth of twice as many columns: see
    /// [`Seam`](crate::Seam). The other half must be reset with the same scene, and then make the same
    /// steps, changes and moves of colliders, and be [`measure`](Simulation::measure)d as often: each
    /// waits for the other where links lead to it, for ever if nothing comes. Columns are counted in
    /// the half. A half has a multiple of four columns and at most 256 rows, which the compiler checks.
    ///
    /// # Errors
    /// As [`reset`](Simulation::reset); also springs, tethers, wind and drag.
    pub fn reset_half(
        &mut self,
        half: Half,
        scene: impl Borrow<Scene> + Into<K>,
    ) -> Result<(), SettingError> {
        const {
            assert!(W.is_multiple_of(4), "a half has a multiple of four columns");
            assert!(H <= LARGE, "a half has at most 256 rows");
        }
        let before = core::mem::replace(&mut self.tear, half);
        let result = self.reset(scene);
        if result.is_err() {
            self.tear = before;
        }
        result
    }

    /// Sends all particles to the other half's [`gather`](Simulation::gather).
    pub fn give(&self) {
        for row in 0..H {
            for column in 0..W {
                let mark = self.cloth.mark(column, row);
                self.tear
                    .send(self.cloth.position.at(column, row), mark.bits());
                self.tear.send(self.motion().at(column, row), 0);
            }
        }
    }
}

impl<T: Scalar, K: KeepScene, E: Extras, const W: usize, const H: usize>
    Simulation<T, Const<W, H>, Verlet, K, E>
{
    /// Puts the particles where those of a half are, which this core has, and of the other, which
    /// [`give`](Simulation::give)s them: for a look at the whole, its [`state_hash`](Simulation::state_hash)
    /// for example. Its scene, time and limit stay as they are.
    ///
    /// The half must have half of the columns, which the compiler checks.
    pub fn gather<L: KeepScene, const PART: usize>(
        &mut self,
        half: &Simulation<T, Const<PART, H>, Verlet, L, WithSeam>,
    ) {
        const { assert!(2 * PART == W, "a half has half of the columns") };
        let [_, first] = half.tear.of_whole(PART);
        self.units.origin = half.units.origin;
        for row in 0..H {
            for column in 0..PART {
                let mark = half.cloth.mark(column, row);
                let (position, kept) = (
                    half.cloth.position.at(column, row),
                    half.motion().at(column, row),
                );
                self.put_particle(first + column, row, (position, kept, mark));
                let (position, bits) = half.tear.receive();
                let (kept, _) = half.tear.receive();
                self.put_particle(
                    PART - first + column,
                    row,
                    (position, kept, Mark::of_bits(bits)),
                );
            }
        }
    }

    fn put_particle(
        &mut self,
        column: usize,
        row: usize,
        (position, kept, mark): ([T; 3], [T; 3], Mark),
    ) {
        self.cloth.position.put(column, row, position);
        let [previous] = &mut self.state;
        previous.put(column, row, kept);
        self.cloth.set_mark(column, row, mark);
    }
}

#[cfg(test)]
mod tests;
