//! What threads are worth on a large grid.

use super::engine::{self, Memory};
use super::limit;
use cloth_bench::FRAME_SUBSTEPS;
use cloth_bench::textbook::link_count;
use rayon::ThreadPool;
use std::thread::available_parallelism;

/// Side of the grid.
const SIDE: usize = 512;
/// Turns with each number of threads.
const ROUNDS: usize = 31;
/// Frames that are measured in each turn.
const FRAMES: usize = 3;

static MEMORY: Memory<f32, SIDE> = Memory::new();

/// Measures the frame of a 512 × 512 cloth with one thread, with two and so on, in
/// turn, and prints medians; beside it, what the machine gives at best.
///
/// # Errors
/// If threads cannot be started.
pub fn run() -> Result<(), String> {
    let most = available_parallelism().map_or(1, usize::from);
    let mut pools = Vec::new();
    for threads in 1..=most {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pools.push(pool.build().map_err(|e| e.to_string())?);
    }
    engine::start_frame(&MEMORY);
    let what =
        format!("frame of a {SIDE}x{SIDE} cloth, f32, constraint mode, {FRAME_SUBSTEPS} substeps");
    compare(&what, &pools, || engine::frame_time(&MEMORY));
    let links = link_count(SIDE, SIDE) * FRAME_SUBSTEPS as usize;
    let what = "root and division for each of its links, in threads that share nothing";
    compare(what, &pools, || limit::time(links));
    Ok(())
}

/// Prints the median time with each pool, taken in turn.
///
/// The first call of a turn is not counted: it pays for waking the pool's threads
/// and for their being spread over the cores, which a cloth pays for once.
fn compare(what: &str, pools: &[ThreadPool], time: impl Fn() -> u64 + Sync) {
    let mut times = vec![Vec::new(); pools.len()];
    for _ in 0..ROUNDS {
        for (pool, times) in pools.iter().zip(&mut times) {
            pool.install(&time);
            times.extend((0..FRAMES).map(|_| pool.install(&time)));
        }
    }
    println!("Median of a {what}:");
    let mut one = None;
    for (i, times) in times.iter_mut().enumerate() {
        times.sort_unstable();
        let median = times[times.len() / 2] as f64;
        let first = *one.get_or_insert(median);
        println!(
            "{:>3} threads {:>8.1} ms {:>6.2} times one",
            i + 1,
            median / 1e6,
            first / median
        );
    }
}
