//! The command line.

// `--help` prints the comments.
#![allow(missing_docs)]

use crate::grid_size;
use clap::{Args, Parser, Subcommand, ValueEnum};
use cloth_core::host::GridSize;
use std::path::PathBuf;

/// Measures the cost of a cloth step, and runs the documents' experiments.
#[derive(Debug, Parser)]
#[command(name = "cloth-bench", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measures this machine: each phase of a step, for springs and for
    /// constraints, and whole frames, of cloth-core and of a textbook's cloth,
    /// and the arithmetic limit. Takes about a minute.
    Host {
        /// The grid, for example 40x20 or, for a square, 97: 1 to 4096 columns and rows.
        /// Without it, squares from 8 to 1024.
        #[arg(long, value_parser = grid_size::parse)]
        grid: Option<GridSize>,
        #[command(flatten)]
        to: Json,
    },
    /// Measures a large grid with one thread, with two, and so on.
    Threads {
        /// The grid, as for host. Without it, 512.
        #[arg(long, value_parser = grid_size::parse)]
        grid: Option<GridSize>,
    },
    /// Runs the firmware's images on emulated machines. Installs nothing; names
    /// missing tools, and then ends with status 3.
    Emulate {
        #[command(flatten)]
        emulation: EmulationArguments,
        #[command(flatten)]
        to: Json,
    },
    /// Reads logs captured from boards, or arrays that --json has written, and
    /// checks that their hashes agree.
    Import {
        /// The logs: a board's output; a probe's prefixes are ignored.
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        #[command(flatten)]
        to: Json,
    },
    /// Measures this machine, runs the emulated ones, reads logs, checks that
    /// all computed the same bits, and writes compare.csv and compare.json.
    Compare {
        /// Logs captured from boards.
        #[arg(value_name = "LOG")]
        logs: Vec<PathBuf>,
        #[command(flatten)]
        emulation: EmulationArguments,
        #[command(flatten)]
        json: Json,
        #[command(flatten)]
        to: Out,
    },
    /// Finds the largest stable time step of every scheme (S2's Fig 6.1). Takes
    /// about three minutes on two cores. Its own grid is 50x50.
    Stability(ExperimentArguments),
    /// Measures the order of every scheme on an oscillator and on a small
    /// cloth, of 8x8. Takes a few seconds.
    Convergence(ExperimentArguments),
    /// Follows the energy of an undamped cloth under every scheme. Its own
    /// grid is 16x16. Takes a few seconds.
    Energy(ExperimentArguments),
    /// Compares ways to solve backward Euler's linear system (S2-21), on
    /// squares from 8 to 64. Takes about half a minute.
    Cg(ExperimentArguments),
    /// Drapes S4's cloth on a ball with backward Euler at 1/60 s, and with
    /// Verlet at its stable step. Its own grid is 50x50. Takes about half a minute.
    Drape(ExperimentArguments),
    /// Measures strain and time of each solver: hanging from four corners and from
    /// two, and draped on a ball; on squares from 32 to 256, springs on up to 64
    /// columns. Takes some minutes.
    Quality(ExperimentArguments),
    /// Measures the errors of number formats in cases with known answers: falls,
    /// damping, slopes, chains. Takes two minutes.
    Precision(Out),
    /// Measures S4's sweeps: one value changed, the others as in pinned2 and
    /// pinned4. Its own grid is 50x50. Takes up to a minute.
    Sweep {
        /// The value to change.
        value: Swept,
        /// Substeps of a step of 1/90 s at 50 columns; on other grids they follow the
        /// spacing. S4 has 30; with fewer, stiff or light cloth becomes unstable, and is
        /// marked.
        #[arg(long, value_name = "N", default_value_t = 30,
            value_parser = clap::value_parser!(u32).range(1..=1000))]
        substeps: u32,
        #[command(flatten)]
        run: ExperimentArguments,
    },
}

#[derive(Debug, Args)]
pub struct EmulationArguments {
    /// Only this target: an emulated machine's name or, for compare, host. Can be
    /// given several times.
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only this grid, as for host. Firmware has images of some squares.
    #[arg(long, value_parser = grid_size::parse)]
    pub grid: Option<GridSize>,
    /// Seconds that one image may take in its emulator.
    #[arg(long, value_name = "SECONDS", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time_limit: u64,
    /// The folder of the firmware's scripts, if not the one of the sources.
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub firmware: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Json {
    /// Also write the measurements to FILE, as a JSON array.
    #[arg(long, value_name = "FILE", value_parser = no_folder)]
    pub json: Option<PathBuf>,
}

/// Refuses a folder's name before anything is measured.
fn no_folder(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.is_dir() {
        true => Err("this is a folder".to_owned()),
        false => Ok(path),
    }
}

#[derive(Debug, Args)]
pub struct Out {
    /// The folder for tables; it is created if missing.
    #[arg(long, value_name = "FOLDER", default_value = "cloth-out")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct ExperimentArguments {
    /// Another grid than the experiment's own, for example 40x20 or, for a square, 97:
    /// 1 to 4096 columns and rows.
    #[arg(long, value_parser = grid_size::parse)]
    pub grid: Option<GridSize>,
    #[command(flatten)]
    pub to: Out,
}

/// The value of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Swept {
    /// Structural and shear stiffness: 1, 5000, 100000 N/m, bend a fifth.
    Stiffness,
    /// Mass per area: 1, 15, 1000, 100000 g/cm².
    Density,
    /// Loss of velocity a substep: 0.0115, 0.2, 1 %.
    Damping,
}
