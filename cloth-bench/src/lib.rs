//! What is measured: the same cloth, sphere and passes on every target.
//!
//! `no_std` and without allocation, so that firmware runs the same workloads
//! as the host. A target brings a counter and a way to print a line; what it
//! runs and what it prints is here. With the feature `files` so is what reads that again, and the
//! program's command line.

#![cfg_attr(not(feature = "files"), no_std)]

#[cfg(feature = "files")]
pub mod cli;
#[cfg(feature = "files")]
pub mod grid;
mod line;
#[cfg(feature = "files")]
pub mod log;
mod measure;
#[cfg(feature = "files")]
pub mod record;
mod recording;
mod run;
mod target;
pub mod textbook;
#[cfg(feature = "files")]
pub mod whole_file;
mod workload;

pub use line::{Line, TRACE_LENGTH, TRACED, Trace};
pub use measure::{StepCost, measure};
pub use recording::{Does, Hand, Recording, record};
pub use run::run;
pub use target::{Target, Unit};
pub use workload::{
    FRAME_SUBSTEPS, HASHED, ITERATIONS, MEASURED, Minimal, WARM_UP, Workload, frame, links, scene,
    solver,
};
