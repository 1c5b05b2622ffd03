//! What a cloth step costs on this machine.

mod host;
mod record;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures the cost of a cloth step.
#[derive(Debug, Parser)]
#[command(name = "cloth-bench", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measures this machine: each phase of a step, for springs and for
    /// constraints.
    Host {
        /// Grid size, N × N: 8, 16, 24, 32, 50, 64, 128 or 256. Without it, all
        /// of them.
        #[arg(long, value_name = "N")]
        grid: Option<usize>,
        /// Also write the measurements to FILE, as a JSON array.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let Command::Host { grid, json } = Arguments::parse().command;
    match host::run(grid, json.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cloth-bench: {message}");
            ExitCode::FAILURE
        }
    }
}
