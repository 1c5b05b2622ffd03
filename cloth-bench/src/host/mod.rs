//! Measuring this machine.

mod beside;
mod engine;
mod limit;
mod rounds;
mod table;
mod tethers;
mod textbook;
mod threads;

use crate::experiment::quality::case::Hold;
use crate::grid::{self, particles, square};
use crate::log::Log;
use crate::record::{Record, check_json_path, write_json};
pub use beside::run as run_beside;
use cloth_bench::textbook::link_count;
use cloth_bench::{StepCost, Workload};
use cloth_core::host::{Format, GridSize};
use cloth_core::{Mode, Phase};
use rounds::{Entry, Figure, interleave};
use std::path::Path;
use std::time::Instant;
pub use threads::run as run_threads;

/// Sides of the square grids that are measured if none is asked for.
const SIDES: [usize; 12] = [8, 16, 24, 30, 32, 48, 50, 64, 128, 256, 512, 1024];

// What is measured of a grid depends on its particles.

/// The largest grid that is measured to compare this machine with others, if none is
/// asked for, and with all that can be measured.
const COMPARED: usize = 256 * 256;

/// The largest grid of which states are published: a hundred steps and their
/// hashes take longer on larger ones than all measurements.
const HASHED: usize = 128 * 128;

/// The largest grid in fixed point: larger ones fit on no board.
const FIXED: usize = 64 * 64;

/// The largest grid in layers, likewise.
const FOLDED: usize = 24 * 24;

/// The largest grid of the textbook's: its list of links takes hundreds of bytes a
/// particle.
const TEXTBOOK: usize = 1024 * 1024;

/// Passes that textbooks advise.
const TEXTBOOK_PASSES: u32 = 15;

/// The solver's name in records of a whole frame.
const FRAME: &str = "constraint-frame";

/// Measures the grid asked for, or all; prints tables and writes the JSON.
///
/// # Errors
/// If there is no memory, or the file cannot be written.
pub fn run(grid: Option<GridSize>, json: Option<&Path>) -> Result<(), String> {
    check_json_path(json)?;
    let log = measure(&chosen(grid, usize::MAX), true)?;
    table::print_speed(&log.records);
    match json {
        Some(path) => write_json(path, &log.records),
        None => Ok(()),
    }
}

/// Measures what other targets measure, of the grid asked for or of all, and
/// prints a table.
///
/// # Errors
/// If there is no memory.
pub fn measure_workload(grid: Option<GridSize>) -> Result<Log, String> {
    measure(&chosen(grid, COMPARED), false)
}

/// The grid asked for; else all of up to so many particles.
fn chosen(grid: Option<GridSize>, most: usize) -> Vec<GridSize> {
    let all = SIDES.map(square).into_iter();
    grid.map_or_else(
        || all.filter(|&grid| particles(grid) <= most).collect(),
        |grid| vec![grid],
    )
}

/// Measures grids one after the other on one core, and prints a table; `all` with what
/// other targets do not measure.
fn measure(grids: &[GridSize], all: bool) -> Result<Log, String> {
    use_one_core();
    table::print_heading();
    let mut log = Log::default();
    for &grid in grids {
        measure_grid(grid, all, &mut log).map_err(|e| format!("{}: {e}", grid::name(grid)))?;
    }
    Ok(log)
}

/// Lets one thread do all.
fn use_one_core() {
    // An error says that the threads have been chosen before, here.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global();
}

/// Measures a grid's solvers one after the other; of each, all implementations
/// in turn.
fn measure_grid(grid: GridSize, all: bool, log: &mut Log) -> Result<(), String> {
    let size = particles(grid);
    let (hashed, textbook) = (size <= HASHED, size <= TEXTBOOK);
    for (mode, workload) in [
        (Mode::Hooke, Workload::HOOKE),
        (Mode::Constraint, Workload::CONSTRAINT),
    ] {
        let mut entries = vec![engine::workload(&workload, grid, Format::F32, hashed)?];
        if size <= COMPARED || textbook && mode == Mode::Hooke {
            entries.push(textbook::workload(grid, mode, hashed));
        }
        if all && textbook && mode == Mode::Constraint {
            entries.push(textbook::constraints(grid));
            entries.push(limit::entry(grid));
        }
        if size <= FIXED {
            entries.extend(in_fixed_point(&workload, grid));
        }
        add(log, entries);
    }
    if size <= FOLDED {
        let folded = Workload::FOLDED;
        add(
            log,
            vec![engine::workload(&folded, grid, Format::F32, true)?],
        );
        in_fixed_point(&folded, grid)
            .into_iter()
            .for_each(|entry| add(log, vec![entry]));
    }
    if all {
        let mut frames = vec![engine::whole_frame(grid)?];
        frames.extend(textbook.then(|| textbook::whole_frame(grid)));
        add(log, frames);
    }
    if all && size <= COMPARED {
        for hold in [Hold::TwoCorners, Hold::FourCorners] {
            add(log, vec![tethers::entry(grid, hold)?]);
        }
    }
    Ok(())
}

/// Fixed point has no room for every grid: a long string is then left out, with a word.
fn in_fixed_point(workload: &Workload, grid: GridSize) -> Option<Entry> {
    engine::workload(workload, grid, Format::Fixed, true)
        .inspect_err(|error| eprintln!("{}, fixed: left out: {error}", workload.solver))
        .ok()
}

/// Measures entries in turn; prints and keeps what is found.
fn add(log: &mut Log, mut entries: Vec<Entry>) {
    let traces = entries.iter_mut().flat_map(|entry| entry.traces.drain(..));
    log.traces.extend(traces);
    let records = interleave(entries);
    table::print_rows(&records);
    log.records.extend(records);
}

/// Links of a grid.
const fn links(grid: GridSize) -> usize {
    link_count(grid.columns, grid.rows)
}

/// A record of a cloth on this machine, without its costs.
fn record(implementation: &str, scalar: &str, solver: &str, grid: GridSize, passes: u32) -> Record {
    Record {
        target: "host".to_owned(),
        implementation: implementation.to_owned(),
        scalar: scalar.to_owned(),
        solver: solver.to_owned(),
        grid: grid::name(grid),
        particles: particles(grid) as u64,
        constraints: links(grid) as u64,
        iterations: u64::from(passes),
        source: "this run".to_owned(),
        ..Record::default()
    }
}

/// Nanoseconds since now.
fn clock() -> impl FnMut() -> u64 {
    let start = Instant::now();
    move || start.elapsed().as_nanos() as u64
}

/// A step's cost by phase, and as a whole.
fn figures(cost: &StepCost) -> Vec<Figure> {
    let phases = Phase::ALL.map(|phase| (phase.name(), cost.phase(phase)));
    phases.into_iter().chain([("step", cost.step())]).collect()
}
