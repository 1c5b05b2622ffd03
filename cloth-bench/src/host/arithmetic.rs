//! The arithmetic limit: every link needs a square root and a division. No solver with exact arithmetic
//! is faster on this machine.

use super::contenders::{links, record};
use super::rounds::Contender;
use cloth_bench::ITERATIONS;
use cloth_core::host::GridSize;
use fearless_simd::{Level, dispatch};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Links whose numbers fit into the first-level cache: 8 KiB.
const BLOCK: usize = 1024;

/// As many roots and divisions as a step of the workload has links and passes.
pub fn entry(grid: GridSize) -> Contender {
    let squares = squares();
    let mut quotients = [0.0; BLOCK];
    let links = links(grid) * ITERATIONS as usize;
    let blocks = links.div_ceil(BLOCK);
    let record = record("limit", "f32", "constraint", grid, ITERATIONS);
    Contender::new(record, move || {
        let start = Instant::now();
        divide_widest(&squares, &mut quotients, blocks);
        let ns = start.elapsed().as_nanos() as f64;
        // The last block may be longer than needed.
        let part = links as f64 / (blocks * BLOCK) as f64;
        vec![("constraints", (ns * part) as u64)]
    })
}

/// Numbers near 1.
fn squares() -> [f32; BLOCK] {
    core::array::from_fn(|i| 0.9 + i as f32 * 1e-4)
}

/// Time of a root and a division for each link, ns, in the current pool's threads, which share nothing.
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

/// Divides `blocks` times, at the vector width of the caller, into which this is inlined.
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
