//! Cloth on the screen, or in pictures: see `cloth-viewer --help`.

use clap::Parser;
use cloth_viewer::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cloth_viewer::run(Cli::parse(), &mut std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
