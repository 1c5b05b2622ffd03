//! What a cloth step costs on this machine, and the documents' experiments.

mod compare;
mod experiment;
mod host;
mod progress;

use clap::Parser;
use cloth_bench::cli::{Arguments, Command, EmulationArguments};
// Named as if they were here: the program is their one user, but for the tests that read anything.
use cloth_bench::{cli, grid, log, record, whole_file};
use compare::Emulation;
use experiment::{Experiment, SweepSettings};
use std::process::ExitCode;
use std::time::Duration;

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

fn main() -> ExitCode {
    let (experiment, run) = match Arguments::parse().command {
        Command::Threads { grid } => return end(host::run_threads(grid)),
        Command::Beside { grid } => return end(host::run_beside(grid)),
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
        Command::Stability(run) => (Experiment::Stability, run),
        Command::Convergence(run) => (Experiment::Convergence, run),
        Command::Energy(run) => (Experiment::Energy, run),
        Command::Cg(run) => (Experiment::Cg, run),
        Command::Drape(run) => (Experiment::Drape, run),
        Command::Quality(run) => (Experiment::Quality, run),
        Command::Precision(to) => {
            return end(experiment::run(Experiment::Precision, None, &to.out));
        }
        Command::Sweep {
            value,
            substeps,
            run,
        } => {
            let settings = SweepSettings { value, substeps };
            (Experiment::Sweep(settings), run)
        }
    };
    end(experiment::run(experiment, run.grid, &run.to.out))
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
