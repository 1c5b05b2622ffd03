//! The speed-up by threads on a large grid.

use super::arithmetic;
use super::contenders::{links, step_time};
use crate::experiment::begin;
use crate::grid_size::{name, square};
use crate::table::{Table, TableCell};
use cloth_bench::{FRAME_SUBSTEPS, frame};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::TetherScene;
use cloth_core::{Mode, Scene};
use rayon::ThreadPool;
use std::thread::available_parallelism;

/// The grid, unless one is given.
const GRID: GridSize = square(512);
/// Turns with each number of threads.
const ROUNDS: usize = 31;
/// Measured frames in each turn.
const FRAMES: usize = 3;

/// Measures the frame of a large cloth with one thread, with two and so on, in turn, and prints medians;
/// then the same for a loop that shares nothing, which is an upper bound.
///
/// # Errors
/// If threads cannot be started, or there is no memory.
pub fn threads(grid: Option<GridSize>) -> Result<(), String> {
    let grid = grid.unwrap_or(GRID);
    let most = available_parallelism().map_or(1, usize::from);
    let mut pools = Vec::new();
    for threads in 1..=most {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pools.push(pool.build().map_err(|e| e.to_string())?);
    }
    let note = format!(
        "Median ms of a frame of a {} cloth, f32, {FRAME_SUBSTEPS} substeps, and the first over it. The last rows: a root and a\n\
         division for each of its links, in threads that share nothing.",
        name(grid)
    );
    let mut table = Table::new(note, &["what"], &["threads", "ms", "times one"]);
    for (scene, what) in scenes(grid) {
        let mut cloth = begin(&scene, Method::Verlet, Format::F32)?;
        compare(&mut table, what, &pools, || step_time(&mut *cloth));
    }
    let links = links(grid) * FRAME_SUBSTEPS as usize;
    compare(&mut table, "upper bound", &pools, || {
        arithmetic::time(links)
    });
    println!("{}", table.terminal());
    Ok(())
}

/// A frame of each solver.
fn scenes(grid: GridSize) -> [(Scene, &'static str); 2] {
    let constraint = frame(grid.columns, grid.rows);
    let mut xpbd = constraint;
    xpbd.solver.mode = Mode::Xpbd;
    (xpbd.xpbd.substeps, xpbd.xpbd.iterations) = (FRAME_SUBSTEPS, 1);
    xpbd.tethers = Some(TetherScene::default());
    [(constraint, "constraint mode"), (xpbd, "XPBD with tethers")]
}

/// Adds the median time with each pool, taken in turn.
///
/// The first call of a turn is not counted: it wakes the pool's threads and spreads them over the cores.
fn compare(
    table: &mut Table,
    what: &str,
    pools: &[ThreadPool],
    mut time: impl FnMut() -> u64 + Send,
) {
    let mut times = vec![Vec::new(); pools.len()];
    for _ in 0..ROUNDS {
        for (pool, times) in pools.iter().zip(&mut times) {
            pool.install(&mut time);
            times.extend((0..FRAMES).map(|_| pool.install(&mut time)));
        }
    }
    let mut one = None;
    for (i, times) in times.iter_mut().enumerate() {
        times.sort_unstable();
        let median = times[times.len() / 2] as f64;
        let first = *one.get_or_insert(median);
        table.row([
            what.into(),
            (i + 1).into(),
            TableCell::number(median / 1e6, 1),
            TableCell::number(first / median, 2),
        ]);
    }
}
