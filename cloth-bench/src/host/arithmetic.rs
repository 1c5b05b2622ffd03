//! The arithmetic limit: what a link cannot do without is a square root and a
//! division. No solver of exact arithmetic is faster on this machine.

use super::contenders::{TEXTBOOK_PASSES, links, record};
use super::rounds::Contender;
use cloth_core::host::GridSize;
use fearless_simd::{Level, dispatch};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Links whose numbers are in the nearest cache: 8 KiB.
const BLOCK: usize = 1024;

/// As many roots and divisions as the textbook's passes have, nothing else.
pub fn entry(grid: GridSize) -> Contender {
    let squares = squares();
    let mut quotients = [0.0; BLOCK];
    let links = links(grid) * TEXTBOOK_PASSES as usize;
    let blocks = links.div_ceil(BLOCK);
    let record = record("limit", "f32", "constraint", grid, TEXTBOOK_PASSES);
    Contender::new(record, move || {
        let start = Instant::now();
        divide_widest(&squares, &mut quotients, blocks);
        let ns = start.elapsed().as_nanos() as f64;
        // The last block may do more than was asked for.
        let part = links as f64 / (blocks * BLOCK) as f64;
        vec![("constraints", (ns * part) as u64)]
    })
}

/// Numbers near 1.
fn squares() -> [f32; BLOCK] {
    core::array::from_fn(|i| 0.9 + i as f32 * 1e-4)
}

/// Time of as many roots and divisions for as many links, ns, in the threads that
/// call: what several of them are worth where nothing is shared.
pub fn time(links: usize) -> u64 {
    /// Blocks of a part: some 100 µs.
    const PART: usize = 256;
    let squares = squares();
    let start = Instant::now();
    let parts = links.div_ceil(PART * BLOCK);
    (0..parts).into_par_iter().for_each(|_| {
        let mut quotients = [0.0; BLOCK];
        divide_widest(&squares, &mut quotients, PART);
    });
    start.elapsed().as_nanos() as u64
}

/// Divides `blocks` times, with the widest vectors that the processor has.
fn divide_widest(squares: &[f32; BLOCK], quotients: &mut [f32; BLOCK], blocks: usize) {
    dispatch!(Level::new(), _simd => divide_blocks(squares, quotients, blocks));
}

/// Divides `blocks` times, at the width of the vectors of whoever this becomes a
/// part of.
#[inline(always)]
fn divide_blocks(squares: &[f32; BLOCK], quotients: &mut [f32; BLOCK], blocks: usize) {
    for _ in 0..blocks {
        let squares = black_box(squares);
        for i in 0..BLOCK {
            quotients[i] = 1.0 / squares[i].sqrt();
        }
        black_box(&mut *quotients);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_is_a_root_and_a_division() {
        let squares: [f32; BLOCK] = core::array::from_fn(|i| i as f32 + 0.5);
        let mut quotients = [0.0; BLOCK];
        divide_widest(&squares, &mut quotients, 2);
        for (square, quotient) in squares.iter().zip(quotients) {
            let exact = 1.0 / f64::from(*square).sqrt();
            // Two roundings of half a unit each; an estimate would be off by
            // thousands of units.
            let error = (f64::from(quotient) - exact).abs() / exact;
            assert!(error < 1.2e-7, "1/√{square}: {error:e}");
        }
    }
}
