//! The workloads that are measured: the same cloth, sphere and passes on every target.
//!
//! `no_std` and without allocation, so that firmware runs the same workloads as the host. A target has a
//! counter and prints a line; this crate runs the workload and makes the lines. With the feature `files`
//! it also has the parser of these lines and the program's command line.

#![cfg_attr(not(feature = "files"), no_std)]

#[cfg(feature = "files")]
pub mod cli;
#[cfg(feature = "files")]
pub mod grid_size;
mod hands;
#[cfg(feature = "files")]
pub mod log;
mod printed_line;
mod run;
mod step_cost;
pub mod textbook;
mod workload;

pub use hands::record;
pub use printed_line::{PrintedLine, TRACE_LENGTH, TRACED, TraceLine};
pub use run::run;
pub use step_cost::{Laps, StepCost, Target, Unit, measure};
pub use workload::{
    FRAME_SUBSTEPS, HASHED, ITERATIONS, MEASURED, Minimal, WARM_UP, Workload, frame, link_count,
    scene, solver,
};
