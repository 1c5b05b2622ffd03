//! One measurement, with the keys that every target's output uses.

use crate::whole_file;
use serde::Serialize;
use std::path::Path;

/// One phase of one workload on one target. What is unknown is left out.
#[derive(Debug, Serialize)]
pub struct Record {
    /// What ran it: `host`, an emulated core, or a board's name.
    pub target: &'static str,
    /// What was measured: `cloth-core`.
    pub implementation: &'static str,
    /// Number format.
    pub scalar: &'static str,
    /// Model and scheme: `hooke-verlet` or `constraint`.
    pub solver: &'static str,
    /// Columns × rows, for example `32x32`.
    pub grid: String,
    /// Particles of the grid.
    pub particles: usize,
    /// Links solved in one pass.
    pub constraints: usize,
    /// Passes of a step; 1 for springs.
    pub iterations: u32,
    /// Phase of the step, or `step` for the whole.
    pub phase: &'static str,
    /// Median time, ns.
    pub ns: u64,
    /// Memory of the simulation.
    pub ram_bytes: usize,
    /// Steps made when the hash was taken.
    pub steps: u32,
    /// Hash of the state after that, 16 hex digits.
    pub state_hash: String,
}

/// Writes all records to a file as a JSON array; the file is whole or not there.
pub fn write_json(path: &Path, records: &[Record]) -> Result<(), String> {
    let mut text = serde_json::to_string_pretty(records).map_err(|e| e.to_string())?;
    text.push('\n');
    whole_file::write(path, text.as_bytes())
}
