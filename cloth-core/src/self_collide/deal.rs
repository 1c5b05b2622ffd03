//! The list's pairs in blocks of which no two share a particle, so that those of a block are looked at, and
//! parted, side by side.
//!
//! A pair reads and writes its own two particles alone. So it may be parted before or after pairs that
//! have neither of them, and the result is that of the list's order, to the bit.

use super::particles::Spot;
use crate::extent::{Blank, Extent};
use core::ops::Range;

/// Pairs of a block.
pub(super) const BLOCK: usize = 32;
/// Blocks that are filled at the same time.
const OPEN: usize = 64;
/// Places that remember where a particle came last.
const LAST: usize = 4096;

/// Deals a list out into blocks, from the start of the memory on that it lies in; how many, if there is
/// room before what has not been read. A block that is not full is filled up with copies of its first pair.
///
/// Pairs that share a particle stay in their order.
pub(super) fn deal<G: Extent>(
    extent: G,
    memory: &mut [[G::Number; 2]],
    list: Range<usize>,
) -> Option<usize> {
    let mut blocks = Blocks::<G>::BLANK;
    for next in list {
        let pair = *memory.get(next)?;
        let places = pair.map(|number| place(extent.spot(number)));
        while !blocks.take(pair, places) {
            // What has been read makes room.
            blocks.write_first(memory.get_mut(..=next)?)?;
        }
    }
    for _ in 0..OPEN {
        blocks.write_first(memory)?;
    }
    Some(blocks.written)
}

/// The pairs of a block, without the copies that fill it up.
pub(super) fn without_copies<N: PartialEq>(block: &[[N; 2]; BLOCK]) -> &[[N; 2]] {
    let is_copy = |pair: &&[N; 2]| **pair == block[0];
    let copies = block[1..].iter().rev().take_while(is_copy).count();
    block.get(..BLOCK - copies).unwrap_or_default()
}

/// Where the last of a particle is remembered. Particles that share a place only wait for each other
/// without need.
fn place([place, row]: Spot) -> usize {
    let mixed = ((row << 16 | place) as u32).wrapping_mul(0x9e37_79b1);
    (mixed >> 20) as usize % LAST
}

/// Blocks that are being filled, in a ring.
struct Blocks<G: Extent> {
    open: [[[G::Number; 2]; BLOCK]; OPEN],
    counts: [u8; OPEN],
    /// Those with room, from the first that is not written on: a bit for each.
    room: u64,
    /// Blocks before the first of the ring, and how many of them had a pair.
    first: usize,
    written: usize,
    /// The first block that a particle may come in: the one behind its last.
    behind: [u32; LAST],
}

impl<G: Extent> Blocks<G> {
    const BLANK: Self = Self {
        open: [[[<G::Number as Blank>::BLANK; 2]; BLOCK]; OPEN],
        counts: [0; OPEN],
        room: u64::MAX,
        first: 0,
        written: 0,
        behind: [0; LAST],
    };

    /// Puts a pair into the first block that has room and comes behind those with its particles. Not
    /// if that is none of the ring.
    fn take(&mut self, pair: [G::Number; 2], [a, b]: [usize; 2]) -> bool {
        let behind = self.behind[a].max(self.behind[b]) as usize;
        let behind = behind.saturating_sub(self.first);
        let room = match behind < OPEN {
            true => self.room >> behind << behind,
            false => 0,
        };
        if room == 0 {
            return false;
        }
        let ahead = room.trailing_zeros() as usize;
        let block = self.first + ahead;
        let count = &mut self.counts[block % OPEN];
        self.open[block % OPEN][usize::from(*count) % BLOCK] = pair;
        *count += 1;
        if usize::from(*count) == BLOCK {
            self.room &= !(1 << ahead);
        }
        self.behind[a] = block as u32 + 1;
        self.behind[b] = block as u32 + 1;
        true
    }

    /// Takes the first block from the ring and writes it behind those that have been, if there is room.
    fn write_first(&mut self, room: &mut [[G::Number; 2]]) -> Option<()> {
        let (pairs, count) = (
            &self.open[self.first % OPEN],
            &mut self.counts[self.first % OPEN],
        );
        if *count > 0 {
            let to = room.get_mut(BLOCK * self.written..BLOCK * (self.written + 1))?;
            for (k, (to, &pair)) in to.iter_mut().zip(pairs).enumerate() {
                *to = if k < usize::from(*count) {
                    pair
                } else {
                    pairs[0]
                };
            }
            self.written += 1;
        }
        *count = 0;
        self.room = self.room >> 1 | 1 << (OPEN - 1);
        self.first += 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::extent::Const;
    use crate::noise::Noise;
    use std::vec::Vec;

    type Pair = [u16; 2];

    /// A list of pairs of so many particles, at random.
    fn list(noise: &mut Noise, particles: f64, listed: usize) -> Vec<Pair> {
        let mut particle = || ((0.5 + 0.499 * noise.vector::<f64>(1.0)[0]) * particles) as u16;
        let mut pair = || {
            let [i, j] = [particle(), particle()];
            [i, if j == i { i + 1 } else { j }]
        };
        (0..listed).map(|_| pair()).collect()
    }

    /// Particles that many share, and some that hardly any does; lists longer than all blocks at once.
    #[test]
    fn blocks_share_no_particle_and_keep_the_order_of_those_that_do() {
        let (mut noise, extent) = (Noise(5), Const::<100, 100>);
        for particles in [2.0, 30.0, 900.0, 9000.0] {
            for listed in [0, 1, 31, 32, 33, 1000, 5000] {
                let pairs = list(&mut noise, particles, listed);
                let mut memory = std::vec![[0; 2]; BLOCK * (listed + 1) - listed];
                memory.extend(&pairs);
                let list = memory.len() - listed..memory.len();
                let count = deal(extent, &mut memory, list).expect("each has room for a block");
                let blocks = &memory.as_chunks::<BLOCK>().0[..count];
                let mut dealt: Vec<Pair> = Vec::new();
                for block in blocks.iter().map(without_copies) {
                    let mut ends: Vec<u16> = block.as_flattened().to_vec();
                    ends.sort_unstable();
                    assert!(ends.windows(2).all(|two| two[0] != two[1]), "{block:?}");
                    dealt.extend(block);
                }
                assert_eq!(dealt.len(), listed);
                // What each particle sees is what it saw.
                let seen = |pairs: &[Pair]| {
                    let mut seen: Vec<(u16, Pair)> = Vec::new();
                    for pair in pairs {
                        seen.extend(pair.map(|end| (end, *pair)));
                    }
                    seen.sort_by_key(|(end, _)| *end);
                    seen
                };
                assert_eq!(seen(&dealt), seen(&pairs), "{particles} {listed}");
                assert!(particles < 9000.0 || 2 * count * BLOCK < 3 * listed + 64 * BLOCK);
            }
        }
    }

    /// A particle that is in all pairs takes a block for each.
    #[test]
    fn a_list_without_room_for_its_blocks_is_not_dealt_out() {
        for listed in 1..100_u16 {
            let pairs: Vec<Pair> = (1..=listed).map(|i| [0, i]).collect();
            let dealt = |room: usize| {
                let mut memory = std::vec![[0; 2]; room - pairs.len()];
                memory.extend(&pairs);
                deal(Const::<10, 20>, &mut memory, room - pairs.len()..room)
            };
            let enough = usize::from(listed) * BLOCK;
            assert_eq!(dealt(enough - 1), None, "{listed}");
            assert_eq!(dealt(enough), Some(listed.into()));
        }
    }
}
