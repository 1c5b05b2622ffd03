//! A 64-bit hash over the bits of a state: equal hashes, equal cloth.

use crate::base::{Extent, Lanes, Mark, Rows, Scalar};

/// FNV-1a, taken a number at a time instead of a byte at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl StateHash {
    /// The hash of nothing.
    pub const START: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Takes in one number's bits.
    pub fn number<T: Scalar>(&mut self, value: T) {
        self.bits(value.bits());
    }

    /// Takes in bits that are no number.
    pub const fn bits(&mut self, bits: u64) {
        // FNV's multiplication carries only upwards, so the high bits of a
        // number would reach few bits of the hash: fold them down first.
        let mixed = self.0 ^ bits;
        self.0 = (mixed ^ (mixed >> 29)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// Takes in the numbers of a grid, row by row, lane by lane.
    pub fn grid<T: Scalar, G: Extent, const N: usize>(&mut self, grid: &Rows<T, G, N>) {
        for row in grid.iter() {
            for lane in row.lanes() {
                self.lane(grid.extent(), lane);
            }
        }
    }

    // Out of line: a loop whose length is known would be unrolled.
    #[inline(never)]
    fn lane<T: Scalar, G: Extent>(&mut self, extent: G, lane: &[T]) {
        if !G::HAS_VECTORS {
            lane.iter().for_each(|&value| self.number(value));
        } else {
            for place in extent.places() {
                self.number(lane[place]);
            }
        }
    }

    /// Takes in which particles are free, and their remainders. Without remainders, marks
    /// may hold notes of the method, which do not belong to the state.
    pub(crate) fn marks<G: Extent>(&mut self, marks: &Rows<Mark, G, 1>, has_remainders: bool) {
        for row in 0..marks.extent().rows() {
            for place in marks.extent().places() {
                let mark = marks.values(row)[place];
                let mark = match has_remainders {
                    true => mark,
                    false => mark.with_contact(None),
                };
                self.bits(mark.bits().into());
            }
        }
    }

    /// The hash so far.
    pub const fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extent::{Const, Lanes};

    #[test]
    fn every_bit_counts() {
        let reference = Rows::<f32, Const<3, 2>, 3>::ZERO;
        let hash = |grid: &Rows<f32, Const<3, 2>, 3>| {
            let mut hash = StateHash::START;
            hash.grid(grid);
            hash.value()
        };
        for row in 0..2 {
            for column in 0..3 {
                for bit in 0..32 {
                    let mut other = reference.clone();
                    other.row_mut(row).lanes_mut()[1][column] = f32::from_bits(1 << bit);
                    assert_ne!(hash(&other), hash(&reference), "{row} {column} {bit}");
                }
            }
        }
    }
}
