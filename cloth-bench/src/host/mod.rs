//! Measuring this machine.

mod engine;
mod limit;
mod rounds;
mod table;
mod tethers;
mod textbook;
mod threads;

use crate::compare::log::Log;
use crate::experiment::quality::case::Hold;
use crate::record::{Record, Trace, check_json_path, write_json};
use crate::stack::on_large_stack;
use cloth_bench::textbook::link_count;
use cloth_bench::{StepCost, Workload};
use cloth_core::{Fixed, Mode, Phase};
use engine::{Folded, Memory};
use rounds::{Entry, Figure, interleave};
use std::path::Path;
use std::time::Instant;
pub use threads::run as run_threads;

/// Sides of the grids that can be measured.
pub const SIZES: [usize; 12] = [8, 16, 24, 30, 32, 48, 50, 64, 128, 256, 512, 1024];

/// The largest grid that is measured to compare this machine with others.
const COMPARED: usize = 256;

/// The largest grid of which states are published: a hundred steps and their
/// hashes take longer on larger ones than all measurements.
const HASHED: usize = 128;

/// Passes that textbooks advise.
const TEXTBOOK_PASSES: u32 = 15;

/// The solver's name in records of a whole frame.
const FRAME: &str = "constraint-frame";

/// Measures the grid asked for, or all; prints tables and writes the JSON.
///
/// # Errors
/// If there is no such grid, or the file cannot be written.
pub fn run(grid: Option<usize>, json: Option<&Path>) -> Result<(), String> {
    check_json_path(json)?;
    one_thread();
    let log = measure(&chosen(grid, &SIZES)?, true)?;
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
/// If there is no such grid.
pub fn measure_workload(grid: Option<usize>) -> Result<Log, String> {
    one_thread();
    let compared: Vec<usize> = SIZES.into_iter().filter(|&n| n <= COMPARED).collect();
    measure(&chosen(grid, &compared)?, false)
}

/// What is compared is one core.
fn one_thread() {
    // An error says that the threads have been chosen before, here.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global();
}

fn chosen(grid: Option<usize>, sizes: &[usize]) -> Result<Vec<usize>, String> {
    match grid {
        None => Ok(sizes.to_vec()),
        Some(n) if sizes.contains(&n) => Ok(vec![n]),
        Some(n) => Err(format!("--grid {n}: allowed is one of {sizes:?}")),
    }
}

/// Measures grids one after the other, and prints a table; `all` with what other
/// targets do not measure.
fn measure(sizes: &[usize], all: bool) -> Result<Log, String> {
    table::print_heading();
    let mut found = Log::default();
    for &n in sizes {
        // Debug builds of the engine need more stack than a thread has.
        let what = format!("the measurement of {n}x{n}");
        let log = on_large_stack(&what, move || measure_grid(n, all))?;
        found.records.extend(log.records);
        found.traces.extend(log.traces);
    }
    Ok(found)
}

/// A grid in `f32` and, where firmware has it, in fixed point; and in layers.
macro_rules! square {
    ($n:literal, $all:ident) => {{
        static FLOAT: Memory<f32, $n> = Memory::new();
        measure_square(&FLOAT, |_| Vec::new(), Vec::new, $all)
    }};
    ($n:literal and layers, $all:ident) => {{
        static FLOAT: Folded<f32, $n> = Memory::new();
        static FIXED: Folded<Fixed, $n> = Memory::new();
        let layers = || {
            let folded = &Workload::FOLDED;
            vec![
                engine::workload(&FLOAT, folded, true),
                engine::workload(&FIXED, folded, true),
            ]
        };
        square!($n and fixed, layers, $all)
    }};
    ($n:literal and fixed, $all:ident) => {
        square!($n and fixed, Vec::new, $all)
    };
    ($n:literal and fixed, $layers:expr, $all:ident) => {{
        static FLOAT: Memory<f32, $n> = Memory::new();
        static FIXED: Memory<Fixed, $n> = Memory::new();
        measure_square(
            &FLOAT,
            |workload| vec![engine::workload(&FIXED, workload, true)],
            $layers,
            $all,
        )
    }};
}

fn measure_grid(n: usize, all: bool) -> Log {
    match n {
        8 => square!(8 and layers, all),
        16 => square!(16 and layers, all),
        24 => square!(24 and layers, all),
        30 => square!(30, all),
        32 => square!(32 and fixed, all),
        48 => square!(48, all),
        50 => square!(50 and fixed, all),
        64 => square!(64 and fixed, all),
        128 => square!(128, all),
        256 => square!(256, all),
        512 => square!(512, all),
        _ => square!(1024, all),
    }
}

/// An entry, and its states step by step.
type Traced = (Entry, Vec<Trace>);

/// Measures a grid's solvers one after the other; of each, all implementations
/// in turn.
fn measure_square<const N: usize>(
    memory: &'static Memory<f32, N>,
    fixed: impl Fn(&Workload) -> Vec<Traced>,
    layers: impl Fn() -> Vec<Traced>,
    all: bool,
) -> Log {
    let hashed = N <= HASHED;
    let mut log = Log::default();
    let mut add = |entries| {
        let records = interleave(entries);
        table::print_rows(&records);
        log.records.extend(records);
    };
    for (mode, workload) in [
        (Mode::Hooke, Workload::HOOKE),
        (Mode::Constraint, Workload::CONSTRAINT),
    ] {
        let (entry, traces) = engine::workload(memory, &workload, hashed);
        let mut entries = vec![entry];
        log.traces.extend(traces);
        if N <= COMPARED || mode == Mode::Hooke {
            entries.push(textbook::workload(N, mode, hashed));
        }
        if all && mode == Mode::Constraint {
            entries.push(textbook::constraints(N));
            entries.push(limit::entry(N));
        }
        for (entry, traces) in fixed(&workload) {
            entries.push(entry);
            log.traces.extend(traces);
        }
        add(entries);
    }
    for (entry, traces) in layers() {
        log.traces.extend(traces);
        add(vec![entry]);
    }
    if all {
        add(vec![engine::whole_frame(memory), textbook::whole_frame(N)]);
        if N <= COMPARED {
            for hold in [Hold::TwoCorners, Hold::FourCorners] {
                add(vec![tethers::entry(memory, hold)]);
            }
        }
    }
    log
}

/// A record of an N × N cloth on this machine, without its costs.
fn record(implementation: &str, scalar: &str, solver: &str, n: usize, passes: u32) -> Record {
    Record {
        target: "host".to_owned(),
        implementation: implementation.to_owned(),
        scalar: scalar.to_owned(),
        solver: solver.to_owned(),
        grid: format!("{n}x{n}"),
        particles: (n * n) as u64,
        constraints: link_count(n, n) as u64,
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
