//! What a cloth step costs on this machine, and the documents' experiments.

mod compare;
mod experiment;
mod host;
mod progress_line;
mod table;

use clap::Parser;
use cloth_bench::cli::{Arguments, Command, ExperimentArguments};
// Named as if they were here: the program is their one user, but for the tests that read anything.
use cloth_bench::{cli, grid_size, log, whole_file};
use experiment::Experiment;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Host { grid, json } => host::run(grid, json.as_deref()),
        Command::Threads { grid } => host::threads(grid),
        Command::Emulate { emulation, json } => {
            return status(compare::emulate(&emulation, json.as_deref()));
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
            return status(compare::compare(&logs, &emulation, json, &to.out));
        }
        Command::Stability(run) => experiment("stability", &experiment::stability, &run),
        Command::Convergence(run) => experiment("convergence", &experiment::convergence, &run),
        Command::Energy(run) => experiment("energy", &experiment::energy, &run),
        Command::Cg(run) => experiment("cg", &experiment::cg, &run),
        Command::Drape(run) => experiment("drape", &experiment::drape, &run),
        Command::Quality(run) => experiment("quality", &experiment::quality, &run),
        Command::Precision(to) => {
            let run = ExperimentArguments { grid: None, to };
            experiment("precision", &|_| experiment::precision(), &run)
        }
        Command::Sweep {
            value,
            substeps,
            run,
        } => {
            let name = format!("sweep-{value:?}").to_lowercase();
            let sweep = |grid| experiment::sweep(value, substeps, grid);
            experiment(&name, &sweep, &run)
        }
    };
    status(done.map(|()| ExitCode::SUCCESS))
}

fn experiment(name: &str, what: Experiment, run: &ExperimentArguments) -> Result<(), String> {
    experiment::run(name, what, run.grid, &run.to.out)
}

fn status(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| {
        eprintln!("cloth-bench: {message}");
        ExitCode::FAILURE
    })
}
