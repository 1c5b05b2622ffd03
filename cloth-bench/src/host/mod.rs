//! Measuring this machine.

mod arithmetic;
mod contenders;
mod rounds;
mod speedup;

use crate::grid_size::{self, particles, square};
use crate::log::{Log, Record};
use crate::table::{Table, TableCell};
use crate::{progress, write_json};
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS, Workload};
use cloth_core::Phase;
use cloth_core::host::{Format, GridSize};
use contenders::{FRAME, Theirs};
use rounds::{Contender, FEWEST, MOST, interleave};
use std::path::Path;

pub use speedup::threads;

/// Sides of the square grids, unless one is given.
const SIDES: [usize; 12] = [8, 16, 24, 30, 32, 48, 50, 64, 128, 256, 512, 1024];

// The number of particles limits what is measured.

/// The largest grid of the textbook's cloth, whose indices have 16 bits, and the largest square to
/// compare this machine with others.
const COMPARED: usize = 256 * 256;

/// The largest grid whose states are published: on larger ones a hundred steps and their hashes take
/// longer than all measurements.
const HASHED: usize = 128 * 128;

/// The largest grid in fixed point: larger ones fit on no board.
const FIXED: usize = 64 * 64;

/// The largest grid in two layers, likewise.
const FOLDED: usize = 24 * 24;

/// Measures the given grid, or all; prints tables and writes the JSON.
///
/// # Errors
/// If there is no memory, or the file cannot be written.
pub fn run(grid: Option<GridSize>, json: Option<&Path>) -> Result<(), String> {
    let grids = grid.map_or_else(|| SIDES.map(square).to_vec(), |grid| vec![grid]);
    let records = measure(&grids, true)?.records;
    println!("{}", step_table(&records).terminal());
    println!("{}", speed_table(&records).terminal());
    write_json(json, &records)
}

/// Measures the workloads that all targets have, on the given grid or on all.
///
/// # Errors
/// If there is no memory.
pub fn measure_workload(grid: Option<GridSize>) -> Result<Log, String> {
    let all = SIDES.map(square).into_iter();
    let compared = || all.filter(|&grid| particles(grid) <= COMPARED).collect();
    measure(&grid.map_or_else(compared, |grid| vec![grid]), false)
}

/// Measures grids one after the other on one core; with `all` also what other targets do not measure.
fn measure(grids: &[GridSize], all: bool) -> Result<Log, String> {
    // It fails if this has been called before.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global();
    let mut log = Log::default();
    for (done, &grid) in grids.iter().enumerate() {
        let name = grid_size::name(grid);
        progress(&name, done, grids.len());
        measure_grid(grid, all, &mut log).map_err(|error| format!("{name}: {error}"))?;
    }
    progress("host", grids.len(), grids.len());
    Ok(log)
}

/// Measures a grid's solvers one after the other, all implementations of one in turn.
fn measure_grid(grid: GridSize, all: bool, log: &mut Log) -> Result<(), String> {
    let size = particles(grid);
    let (hashed, textbook) = (size <= HASHED, size <= COMPARED);
    for (constraint, workload) in [(false, Workload::HOOKE), (true, Workload::CONSTRAINT)] {
        let mut entries = vec![contenders::workload(&workload, grid, Format::F32, hashed)?];
        if textbook {
            entries.push(contenders::textbook(grid, Theirs::Step(workload), hashed));
        }
        if all && constraint {
            entries.push(arithmetic::entry(grid));
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
            [contenders::workload(&folded, grid, Format::F32, true)?],
        );
        add(log, in_fixed_point(&folded, grid));
    }
    if all {
        let mut frames = vec![contenders::whole_frame(grid)?];
        frames.extend(textbook.then(|| contenders::textbook(grid, Theirs::Frame, false)));
        add(log, frames);
    }
    Ok(())
}

/// A grid that fixed point refuses is left out, with a message.
fn in_fixed_point(workload: &Workload, grid: GridSize) -> Option<Contender> {
    contenders::workload(workload, grid, Format::Fixed, true)
        .inspect_err(|error| eprintln!("{}, fixed: left out: {error}", workload.solver))
        .ok()
}

/// Measures entries in turn, and keeps their records.
fn add(log: &mut Log, entries: impl IntoIterator<Item = Contender>) {
    let mut entries: Vec<Contender> = entries.into_iter().collect();
    let traces = entries.iter_mut().flat_map(|entry| entry.traces.drain(..));
    log.traces.extend(traces);
    log.records.extend(interleave(entries));
}

/// The phases of each step.
fn step_table(records: &[Record]) -> Table {
    let note = format!(
        "Medians of {FEWEST} to {MOST} turns of up to 1 ms, one core, one ball, ns; constraint mode with {ITERATIONS} passes.\n\
         Normals are written into a list. The last column is the textbook's step over cloth-core's.\n\
         {FRAME} is a frame of {FRAME_SUBSTEPS} substeps of one pass, without limit."
    );
    let phases = Phase::ALL
        .map(Phase::name)
        .into_iter()
        .chain(["normals", "step"]);
    let phases: Vec<&str> = phases.collect();
    let numbers = [&phases[..], &["ns/particle", "textbook"]].concat();
    let words = ["grid", "solver", "scalar", "implementation"];
    let mut table = Table::new(note, &words, &numbers);
    for record in records.iter().filter(|r| r.phase == "step") {
        let of = |implementation: &str, phase: &str| {
            let mut workload = record.workload();
            workload[0] = implementation;
            let same = |r: &&Record| r.workload() == workload && r.phase == phase;
            records
                .iter()
                .find(same)
                .and_then(|r| r.ns)
                .map(|ns| ns as f64)
        };
        let name = record.implementation.as_str();
        let step = record.ns.unwrap_or(0) as f64;
        let theirs = of("cloth-core", "step").filter(|_| name == "textbook");
        let mut row = [
            &record.grid,
            &record.solver,
            &record.scalar,
            &record.implementation,
        ]
        .map(TableCell::from)
        .to_vec();
        row.extend(
            phases
                .iter()
                .map(|phase| TableCell::known(of(name, phase), 0)),
        );
        row.extend([
            TableCell::number(step / f64::from(record.particles), 2),
            TableCell::known(theirs.map(|ours| step / ours), 2),
        ]);
        table.row(row);
    }
    table
}

/// The grids of records, in their order.
fn grids(records: &[Record]) -> Vec<&str> {
    let mut grids: Vec<&str> = records.iter().map(|record| record.grid.as_str()).collect();
    grids.dedup();
    grids
}

/// The engine, the textbook and the arithmetic limit.
fn speed_table(records: &[Record]) -> Table {
    let note = format!(
        "Constraint mode in f32: ns of a link in a pass (the limit is a root and a division for each link and nothing\n\
         else), and of a particle in a frame of {FRAME_SUBSTEPS} substeps."
    );
    let numbers = [
        "cloth-core",
        "textbook",
        "limit",
        "textbook / cloth-core",
        "cloth-core / limit",
        "frame, cloth-core",
        "frame, textbook",
        "textbook / cloth-core",
    ];
    let mut table = Table::new(note, &["grid"], &numbers);
    for grid in grids(records) {
        let find = |implementation, solver, phase| {
            let same = |r: &&Record| {
                r.workload() == [implementation, "f32", solver, grid] && r.phase == phase
            };
            records.iter().find(same)
        };
        let link = |implementation| {
            let record = find(implementation, "constraint", "constraints")?;
            let count = f64::from(record.constraints) * f64::from(record.iterations);
            Some(record.ns? as f64 / count)
        };
        let frame = |implementation| {
            let record = find(implementation, FRAME, "step")?;
            Some(record.ns? as f64 / f64::from(record.particles))
        };
        let [ours, textbook, limit] = ["cloth-core", "textbook", "limit"].map(link);
        let [our_frame, their_frame] = ["cloth-core", "textbook"].map(frame);
        let ratio = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
        table.row([
            grid.into(),
            TableCell::known(ours, 2),
            TableCell::known(textbook, 2),
            TableCell::known(limit, 2),
            TableCell::known(ratio(textbook, ours), 1),
            TableCell::known(ratio(ours, limit), 2),
            TableCell::known(our_frame, 0),
            TableCell::known(their_frame, 0),
            TableCell::known(ratio(their_frame, our_frame), 1),
        ]);
    }
    table
}
