//! What a cloth step costs on this machine, and the documents' experiments.

mod compare;
mod experiment;
mod host;
mod progress;
mod record;
mod stack;
mod whole_file;

use clap::{Args, Parser, Subcommand};
use compare::Emulation;
use experiment::{Experiment, SweepSettings, Value};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measures the cost of a cloth step, and runs the documents' experiments.
#[derive(Debug, Parser)]
#[command(name = "cloth-bench", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measures this machine: each phase of a step, for springs and for
    /// constraints, and whole frames, of cloth-core and of a textbook's cloth,
    /// beside the least that exact arithmetic takes. Takes about two minutes.
    Host {
        /// Grid size, N × N: 8, 16, 24, 30, 32, 48, 50, 64, 128, 256, 512 or 1024.
        /// Without it, all of them.
        #[arg(long, value_name = "N")]
        grid: Option<usize>,
        /// Also write the measurements to FILE, as a JSON array.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Measures a large grid with one thread, with two, and so on.
    Threads,
    /// Runs the firmware's images on emulated machines. Installs nothing; says
    /// what is missing, and then ends with status 3.
    Emulate {
        #[command(flatten)]
        emulation: EmulationArguments,
        /// Also write the measurements to FILE, as a JSON array.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Reads logs captured from boards, or arrays that --json has written, and
    /// checks that their hashes agree.
    Import {
        /// The logs: a board's output, with whatever a probe writes before it.
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// Also write the measurements to FILE, as a JSON array.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Measures this machine, runs the emulated ones, reads logs, checks that
    /// all computed the same bits, and writes compare.csv, compare.md,
    /// compare.json and compare.svg.
    Compare {
        /// Logs captured from boards.
        #[arg(value_name = "LOG")]
        logs: Vec<PathBuf>,
        #[command(flatten)]
        emulation: EmulationArguments,
        /// Also write the measurements to FILE, as a JSON array.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        #[command(flatten)]
        to: Out,
    },
    /// Finds the largest stable time step of every scheme (S2's Fig 6.1). Takes
    /// about three minutes on two cores.
    Stability(Out),
    /// Measures the order of every scheme on an oscillator and on a small
    /// cloth. Takes a few seconds.
    Convergence(Out),
    /// Follows the energy of an undamped cloth under every scheme. Takes a few
    /// seconds.
    Energy(Out),
    /// Compares ways to solve backward Euler's linear system (S2-21). Takes
    /// about half a minute.
    Cg(Out),
    /// Drapes S4's cloth on a ball with backward Euler at 1/60 s, and with
    /// Verlet at its stable step. Takes about half a minute.
    Drape(Out),
    /// Measures how far each solver lets a cloth stretch, and how long it takes:
    /// hanging from four corners and from two, and draped on a ball. Takes some
    /// minutes.
    Quality {
        /// Grid size, N × N: 32, 64, 128 or 256. Without it, all of them.
        #[arg(long, value_name = "N")]
        grid: Option<usize>,
        #[command(flatten)]
        to: Out,
    },
    /// Draws S4's sweeps as a contact sheet: one value changed, the others as
    /// in pinned2 and pinned4. Takes up to a minute.
    Sweep {
        /// The value that is changed.
        value: Value,
        /// Substeps of a step of 1/90 s. S4 has 30; fewer, and stiff or light
        /// cloth becomes unstable, and is marked.
        #[arg(long, value_name = "N", default_value_t = 30,
            value_parser = clap::value_parser!(u32).range(1..=1000))]
        substeps: u32,
        #[command(flatten)]
        to: Out,
    },
}

#[derive(Debug, Args)]
struct EmulationArguments {
    /// Only this target: an emulated machine's name or, to compare, host. Can be
    /// given several times.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Only this grid, N × N.
    #[arg(long, value_name = "N")]
    grid: Option<usize>,
    /// Seconds that one image may take in its emulator.
    #[arg(long, value_name = "SECONDS", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time_limit: u64,
    /// The folder of the firmware's scripts, if not the one of the sources.
    #[arg(long, value_name = "FOLDER", hide = true)]
    firmware: Option<PathBuf>,
}

impl From<EmulationArguments> for Emulation {
    fn from(arguments: EmulationArguments) -> Self {
        Self {
            only: arguments.only,
            grid: arguments.grid,
            time_limit: Duration::from_secs(arguments.time_limit),
            firmware: arguments.firmware,
        }
    }
}

#[derive(Debug, Args)]
struct Out {
    /// The folder for tables and charts; made if there is none.
    #[arg(long, value_name = "FOLDER", default_value = "cloth-out")]
    out: PathBuf,
}

fn main() -> ExitCode {
    let (experiment, to) = match Arguments::parse().command {
        Command::Threads => return end(host::run_threads()),
        Command::Host { grid, json } => return end(host::run(grid, json.as_deref())),
        Command::Emulate { emulation, json } => {
            return status(compare::run_emulated(&emulation.into(), json.as_deref()));
        }
        Command::Import { logs, json } => {
            return status(compare::import(&logs, json.as_deref()));
        }
        Command::Compare {
            logs,
            emulation,
            json,
            to,
        } => {
            let json = json.as_deref();
            return status(compare::compare(&logs, emulation.into(), json, &to.out));
        }
        Command::Stability(to) => (Experiment::Stability, to),
        Command::Convergence(to) => (Experiment::Convergence, to),
        Command::Energy(to) => (Experiment::Energy, to),
        Command::Cg(to) => (Experiment::Cg, to),
        Command::Drape(to) => (Experiment::Drape, to),
        Command::Quality { grid, to } => (Experiment::Quality(grid), to),
        Command::Sweep {
            value,
            substeps,
            to,
        } => {
            let settings = SweepSettings { value, substeps };
            (Experiment::Sweep(settings), to)
        }
    };
    end(experiment::run(experiment, &to.out))
}

fn end(result: Result<(), String>) -> ExitCode {
    status(result.map(|()| ExitCode::SUCCESS))
}

fn status(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| {
        eprintln!("cloth-bench: {message}");
        ExitCode::FAILURE
    })
}
