//! The documents' experiments, with schemes that are right.

mod body;
mod cg;
mod chart;
mod convergence;
mod drape;
mod energy;
mod find;
mod output;
pub mod quality;
mod stability;
mod sweep;
mod theory;

use crate::stack::on_large_stack;
use output::Folder;
use std::path::Path;
pub use sweep::{Settings as SweepSettings, Value};

/// An experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Largest stable time steps.
    Stability,
    /// Measured orders.
    Convergence,
    /// Energy over time.
    Energy,
    /// Solvers of backward Euler's linear system.
    Cg,
    /// Backward Euler against Verlet on a drape.
    Drape,
    /// Strain against time, solver by solver, on one grid or on all.
    Quality(Option<usize>),
    /// Contact sheets.
    Sweep(sweep::Settings),
}

/// Runs an experiment; its files go to `out`.
///
/// # Errors
/// If the files cannot be written.
pub fn run(experiment: Experiment, out: &Path) -> Result<(), String> {
    let folder = Folder::new(out)?;
    on_large_stack("the experiment", move || match experiment {
        Experiment::Stability => stability::run(&folder),
        Experiment::Convergence => convergence::run(&folder),
        Experiment::Energy => energy::run(&folder),
        Experiment::Cg => cg::run(&folder),
        Experiment::Drape => drape::run(&folder),
        Experiment::Quality(grid) => quality::run(&folder, grid),
        Experiment::Sweep(settings) => sweep::run(&folder, &settings),
    })?
}
