//! What threads are worth on a large grid.

use super::engine::{started, step_time};
use super::{limit, links};
use crate::grid::{name, square};
use cloth_bench::{FRAME_SUBSTEPS, frame};
use cloth_core::host::{Format, GridSize};
use cloth_core::scene::TetherScene;
use cloth_core::{Mode, Scene};
use rayon::ThreadPool;
use std::thread::available_parallelism;

/// The grid, if none is asked for.
const GRID: GridSize = square(512);
/// Turns with each number of threads.
const ROUNDS: usize = 31;
/// Frames that are measured in each turn.
const FRAMES: usize = 3;

/// Measures the frame of a large cloth with one thread, with two and so on, in
/// turn, and prints medians; beside it, what the machine gives at best.
///
/// # Errors
/// If threads cannot be started, or there is no memory.
pub fn run(grid: Option<GridSize>) -> Result<(), String> {
    let grid = grid.unwrap_or(GRID);
    let most = available_parallelism().map_or(1, usize::from);
    let mut pools = Vec::new();
    for threads in 1..=most {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pools.push(pool.build().map_err(|e| e.to_string())?);
    }
    for (scene, how) in scenes(grid) {
        let mut cloth = started(&scene, grid, Format::F32)?;
        let what = format!("frame of a {} cloth, f32, {how}", name(grid));
        compare(&what, &pools, || step_time(&mut *cloth));
    }
    let links = links(grid) * FRAME_SUBSTEPS as usize;
    let what = "root and division for each of its links, in threads that share nothing";
    compare(what, &pools, || limit::time(links));
    Ok(())
}

/// Of each solver a frame, with what it does beside its links.
fn scenes(grid: GridSize) -> [(Scene, String); 3] {
    let constraint = frame(grid.columns, grid.rows);
    let mut xpbd = constraint;
    xpbd.solver.mode = Mode::Xpbd;
    (xpbd.xpbd.substeps, xpbd.xpbd.iterations) = (FRAME_SUBSTEPS, 1);
    xpbd.tethers = Some(TetherScene::DEFAULT);
    let mut springs = constraint;
    springs.solver.mode = Mode::Hooke;
    springs.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
    [
        (
            constraint,
            format!("constraint mode, {FRAME_SUBSTEPS} substeps"),
        ),
        (
            xpbd,
            format!("XPBD with tethers, {FRAME_SUBSTEPS} substeps"),
        ),
        (
            springs,
            format!("springs, a step of 1/{} s", 60 * FRAME_SUBSTEPS),
        ),
    ]
}

/// Prints the median time with each pool, taken in turn.
///
/// The first call of a turn is not counted: it pays for waking the pool's threads
/// and for their being spread over the cores, which a cloth pays for once.
fn compare(what: &str, pools: &[ThreadPool], mut time: impl FnMut() -> u64 + Send) {
    let mut times = vec![Vec::new(); pools.len()];
    for _ in 0..ROUNDS {
        for (pool, times) in pools.iter().zip(&mut times) {
            pool.install(&mut time);
            times.extend((0..FRAMES).map(|_| pool.install(&mut time)));
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
