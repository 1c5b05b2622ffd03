//! Measuring this machine.

use crate::compare::log::{self, Log};
use crate::record::{Record, check_json_path, write_json};
use crate::stack::on_large_stack;
use cloth_bench::textbook::{Textbook, link_count, measure_textbook, run_textbook};
use cloth_bench::{ITERATIONS, StepCost, Target, Unit, WARM_UP, measure, scene};
use cloth_core::{Fixed, Grid, Mode, Phase, Scalar, Simulation, Verlet};
use std::path::Path;
use std::time::Instant;

/// Steps whose median is taken: more than the workload's own few, because this
/// machine does other things beside.
const MEASURED: u32 = 301;

/// Sides of the grids that can be measured.
pub const SIZES: [usize; 8] = [8, 16, 24, 32, 50, 64, 128, 256];

/// This machine as a target: its lines are kept, and read by the parser that
/// reads all others'.
struct Host {
    start: Instant,
    lines: String,
}

impl Host {
    fn start() -> Self {
        Self {
            start: Instant::now(),
            lines: String::new(),
        }
    }
}

impl Target for Host {
    const NAME: &'static str = "host";
    const CLOCK_HZ: u32 = 0;
    const UNIT: Unit = Unit::Nanoseconds;

    fn count(&mut self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    fn print(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }
}

/// Measures the grid asked for, or all; prints a table and writes the JSON.
///
/// # Errors
/// If there is no such grid, or the file cannot be written.
pub fn run(grid: Option<usize>, json: Option<&Path>) -> Result<(), String> {
    check_json_path(json)?;
    let log = measure_sizes(grid)?;
    match json {
        Some(path) => write_json(path, &log.records),
        None => Ok(()),
    }
}

/// Measures the grid asked for, or all, and prints a table.
///
/// # Errors
/// If there is no such grid.
pub fn measure_sizes(grid: Option<usize>) -> Result<Log, String> {
    let chosen = match grid {
        None => SIZES.to_vec(),
        Some(n) if SIZES.contains(&n) => vec![n],
        Some(n) => return Err(format!("--grid {n}: allowed is one of {SIZES:?}")),
    };
    print_heading();
    let mut all = Log::default();
    for size in chosen {
        for mode in [Mode::Hooke, Mode::Constraint] {
            let log = measure_grid(size, mode)?;
            print_rows(&log.records);
            all.records.extend(log.records);
            all.traces.extend(log.traces);
        }
    }
    Ok(all)
}

/// Measures a grid in a thread whose stack can hold the simulation.
fn measure_grid(size: usize, mode: Mode) -> Result<Log, String> {
    // The numbers of particles and links are parameters of the type.
    macro_rules! square {
        ($n:literal) => {
            square::<$n, { $n * $n }, { link_count($n, $n) }>(mode)
        };
    }
    let what = format!("the measurement of {size}x{size}");
    on_large_stack(&what, move || match size {
        8 => square!(8),
        16 => square!(16),
        24 => square!(24),
        32 => square!(32),
        50 => square!(50),
        64 => square!(64),
        128 => square!(128),
        _ => square!(256),
    })
}

/// Measures an N × N cloth of the engine in every number format, and the
/// textbook's, which has `f32` alone.
fn square<const N: usize, const PARTICLES: usize, const LINKS: usize>(mode: Mode) -> Log {
    let mut log = engine::<f32, N>(mode);
    for other in [
        textbook::<N, PARTICLES, LINKS>(mode),
        engine::<Fixed, N>(mode),
    ] {
        log.records.extend(other.records);
        log.traces.extend(other.traces);
    }
    log
}

/// Measures an N × N cloth of the engine.
fn engine<T: Scalar, const N: usize>(mode: Mode) -> Log {
    let mut host = Host::start();
    let mut simulation = Box::new(Simulation::<T, Verlet<T, N, N>, N, N>::EMPTY);
    let mut normals = Box::new(Grid::<T, N, N>::ZERO);
    cloth_bench::run(&mut host, &mut *simulation, &mut normals, mode)
        .expect("the workload's values are in range");
    let mut log = log::read("this run", &host.lines);

    simulation
        .reset(&scene(mode, ITERATIONS, N, N))
        .expect("the workload's values are in range");
    simulation.run(WARM_UP);
    let mut costs = Vec::new();
    for _ in 0..MEASURED {
        let mut cost = measure(&mut *simulation, &mut || host.count());
        let before = host.count();
        simulation.normals(&mut normals);
        cost.normals = host.count() - before;
        costs.push(cost);
    }
    set_medians(&mut log.records, &costs);
    log
}

/// Measures an N × N cloth of the textbook.
fn textbook<const N: usize, const PARTICLES: usize, const LINKS: usize>(mode: Mode) -> Log {
    let mut host = Host::start();
    let mut textbook = Box::new(Textbook::<PARTICLES, LINKS>::EMPTY);
    run_textbook(&mut host, &mut *textbook, N, N, mode).expect("the textbook has the grid's size");
    let mut log = log::read("this run", &host.lines);

    textbook
        .reset(&scene(mode, ITERATIONS, N, N), N, N)
        .expect("the textbook has the grid's size");
    textbook.run(WARM_UP);
    let steps = 0..MEASURED;
    let costs: Vec<StepCost> = steps
        .map(|_| measure_textbook(&mut *textbook, &mut || host.count()))
        .collect();
    set_medians(&mut log.records, &costs);
    log
}

/// Puts the medians of many steps in place of those of the workload's few.
fn set_medians(records: &mut [Record], costs: &[StepCost]) {
    for record in records {
        record.ns = Some(match record.phase.as_str() {
            "step" => median(costs, StepCost::step),
            "normals" => median(costs, |cost| cost.normals),
            name => median(costs, |cost| {
                let phase = Phase::ALL.into_iter().find(|p| p.name() == name);
                phase.map_or(0, |phase| cost.phase(phase))
            }),
        });
    }
}

/// The median of one figure over all steps.
fn median(costs: &[StepCost], figure: impl Fn(&StepCost) -> u64) -> u64 {
    let mut values: Vec<u64> = costs.iter().map(figure).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn print_heading() {
    println!(
        "Median of {MEASURED} steps, one core, one ball, ns; constraint mode with {ITERATIONS} passes.\n\
         The last column is the textbook's step over cloth-core's."
    );
    println!(
        "{:>7} {:<12} {:<7} {:<10} {:>9} {:>9} {:>11} {:>8} {:>8} {:>8} {:>10} {:>11} {:>12} {:>8}",
        "grid",
        "solver",
        "scalar",
        "",
        "springs",
        "integrate",
        "constraints",
        "limit",
        "collide",
        "normals",
        "step",
        "ns/particle",
        "ns/link·pass",
        "textbook"
    );
}

/// Prints the rows of one workload: number formats and implementations.
fn print_rows(records: &[Record]) {
    for record in records.iter().filter(|r| r.phase == "step") {
        let of = |implementation: &str, phase: &str| {
            let same = |r: &&Record| {
                r.scalar == record.scalar && r.implementation == implementation && r.phase == phase
            };
            records.iter().find(same).and_then(|r| r.ns)
        };
        let name = record.implementation.as_str();
        let cell = |phase| of(name, phase).map_or("-".to_owned(), |ns| ns.to_string());
        let step = record.ns.unwrap_or(0) as f64;
        let ratio = match (name, of("cloth-core", "step")) {
            ("textbook", Some(ns)) if ns > 0 => format!("{:.2}", step / ns as f64),
            _ => String::new(),
        };
        println!(
            "{:>7} {:<12} {:<7} {:<10} {:>9} {:>9} {:>11} {:>8} {:>8} {:>8} {:>10} {:>11.2} {:>12.2} {:>8}",
            record.grid,
            record.solver,
            record.scalar,
            name,
            cell("springs"),
            cell("integrate"),
            cell("constraints"),
            cell("limit"),
            cell("collide"),
            cell("normals"),
            cell("step"),
            step / record.particles as f64,
            step / (record.constraints * record.iterations) as f64,
            ratio
        );
    }
}
