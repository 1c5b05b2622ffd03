//! The documents' experiments, with their mistakes corrected: each has a list of cases, a measurement
//! of one case, and a table of the results.

mod cg;
mod convergence;
mod drape;
mod energy_drift;
mod largest_dt;
mod particle_state;
mod precision;
mod quality;
mod s4_sweep;
mod search;
mod theory;

use crate::table::Table;
use crate::{progress, write};
use cloth_core::host::GridSize;
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use cg::cg;
pub use convergence::convergence;
pub use drape::drape;
pub use energy_drift::energy;
pub use largest_dt::stability;
pub use particle_state::begin;
pub use precision::precision;
pub use quality::quality;
pub use s4_sweep::sweep;

/// An experiment: its tables, on the grid given or on its own. The first is written to a file.
pub type Experiment<'a> = &'a dyn Fn(Option<GridSize>) -> Result<Vec<Table>, String>;

/// Runs an experiment, prints its tables and writes the first as `NAME.csv` into the folder.
///
/// # Errors
/// If something cannot be measured, or the file cannot be written.
pub fn run(
    name: &str,
    experiment: Experiment,
    grid: Option<GridSize>,
    folder: &Path,
) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("--out {}: {error}", folder.display()))?;
    let tables = experiment(grid)?;
    for table in &tables {
        println!("{}", table.terminal());
    }
    let csv = tables.first().map(Table::csv).unwrap_or_default();
    write(&folder.join(format!("{name}.csv")), &csv)
}

/// Which cores measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cores {
    /// One, case by case, to measure times.
    One,
    /// All of the machine's.
    All,
}

/// Measures all cases; the results are in the order of the cases.
fn measure_all<C: Sync, R: Send>(
    name: &str,
    cores: Cores,
    cases: &[C],
    measure: impl Fn(&C) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let done = AtomicUsize::new(0);
    let one = |case: &C| {
        let found = measure(case);
        progress(name, 1 + done.fetch_add(1, Ordering::Relaxed), cases.len());
        found
    };
    match cores {
        Cores::One => cases.iter().map(one).collect(),
        Cores::All => cases.par_iter().map(one).collect(),
    }
}
