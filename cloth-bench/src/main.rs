//! The cost of a cloth step on this machine and others, and the documents' experiments.

mod compare;
mod experiment;
mod host;
mod table;

use clap::Parser;
use cloth_bench::cli::{Arguments, Command, ExperimentArguments};
use cloth_bench::{cli, grid_size, log};
use cloth_draw::output::{AtomicFile, OutputError};
use experiment::Experiment;
use log::Record;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Host { grid, to } => host::run(grid, to.json.as_deref()),
        Command::Threads { grid } => host::threads(grid),
        Command::Emulate { emulation, to } => {
            return status(compare::emulate(&emulation, to.json.as_deref()));
        }
        Command::Import { logs, to } => {
            return status(compare::import(&logs, to.json.as_deref()));
        }
        Command::Compare {
            logs,
            emulation,
            json,
            to,
        } => {
            let json = json.json.as_deref();
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

/// Shows on a terminal how much of a long job is done; nothing remains at its end.
fn progress(job: &str, done: usize, total: usize) {
    if stderr().is_terminal() {
        match done < total {
            true => eprint!("\r{job} {done}/{total}\x1b[K"),
            false => eprint!("\r\x1b[K"),
        }
    }
}

/// Writes a file that is complete or not there, and prints its name.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = AtomicFile::create(path).and_then(|mut file| {
        let done = file.write_all(text.as_bytes());
        done.map_err(|error| OutputError::io(path, error))?;
        file.commit()
    });
    written.map_err(|error| error.to_string())?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Writes all records to a file, if one is named, as a JSON array.
fn write_json(path: Option<&Path>, records: &[Record]) -> Result<(), String> {
    path.map_or(Ok(()), |path| write(path, &log::json(records)?))
}

fn status(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| {
        eprintln!("cloth-bench: {message}");
        ExitCode::FAILURE
    })
}
