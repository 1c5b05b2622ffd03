//! The documents' experiments, with schemes that are right.

mod cg;
mod chart;
mod convergence;
mod drape;
mod energy;
mod find;
mod methods;
mod output;
mod precision;
pub mod quality;
mod stability;
mod sweep;
mod theory;

use cloth_core::host::GridSize;
use output::Folder;
use std::path::Path;
pub use sweep::Settings as SweepSettings;

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
    /// Strain against time, solver by solver.
    Quality,
    /// Cases with known answers, before and now.
    Precision,
    /// Contact sheets.
    Sweep(sweep::Settings),
}

/// Runs an experiment, on a grid other than its own if one is asked for; its files go to
/// `out`.
///
/// # Errors
/// If there is no memory, or the files cannot be written.
pub fn run(experiment: Experiment, grid: Option<GridSize>, out: &Path) -> Result<(), String> {
    let folder = Folder::new(out)?;
    match experiment {
        Experiment::Stability => stability::run(&folder, grid),
        Experiment::Convergence => convergence::run(&folder, grid),
        Experiment::Energy => energy::run(&folder, grid),
        Experiment::Cg => cg::run(&folder, grid),
        Experiment::Drape => drape::run(&folder, grid),
        Experiment::Quality => quality::run(&folder, grid),
        Experiment::Precision => precision::run(&folder),
        Experiment::Sweep(settings) => sweep::run(&folder, &settings, grid),
    }
}
