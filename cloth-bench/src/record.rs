//! What targets print, as the program keeps it: the keys of the library's
//! `Line` and `Trace`, owned.

use crate::{TRACED, whole_file};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One phase of one workload on one target. What is unknown is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What ran it: `host`, an emulated core, or a board's name.
    pub target: String,
    /// Clock of the core, Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_hz: Option<u64>,
    /// What was measured: `cloth-core`, `textbook` or, on the host, `limit`.
    pub implementation: String,
    /// Number format.
    pub scalar: String,
    /// Model and scheme: `hooke-verlet`, `constraint` or, on the host,
    /// `constraint-frame`.
    pub solver: String,
    /// Columns × rows, for example `32x32`.
    pub grid: String,
    /// Particles of the grid.
    pub particles: u64,
    /// Links solved in one pass.
    pub constraints: u64,
    /// Passes of a step; 1 for springs.
    pub iterations: u64,
    /// Phase of the step, `normals`, or `step` for all phases.
    pub phase: String,
    /// Instructions, counted by an emulator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// Cycles by an emulator's model of the core.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_estimated: Option<u64>,
    /// Cycles of real hardware.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_measured: Option<u64>,
    /// Median time, ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns: Option<u64>,
    /// Memory of the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ram_bytes: Option<u64>,
    /// All static memory of the image that ran it, without the stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_ram_bytes: Option<u64>,
    /// Size of the image that ran it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash_bytes: Option<u64>,
    /// Most stack that a step used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack_bytes: Option<u64>,
    /// Steps made when the hash was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Hash of the state after that, 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_hash: Option<String>,
    /// Where it was read: a file's name, or what ran it.
    #[serde(skip)]
    pub source: String,
}

/// The state's hashes after the phases of one step of `cloth-core`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// As in [`Record`].
    pub target: String,
    /// As in [`Record`].
    pub scalar: String,
    /// As in [`Record`].
    pub solver: String,
    /// As in [`Record`].
    pub grid: String,
    /// Number of the step, from 1.
    pub trace: u32,
    /// 8 hex digits for each phase of [`TRACED`].
    pub hashes: String,
    /// As in [`Record`].
    #[serde(skip)]
    pub source: String,
}

/// Phases a record can be about.
const PHASES: [&str; 8] = [
    "springs",
    "integrate",
    "constraints",
    "limit",
    "collide",
    "self-collide",
    "normals",
    "step",
];

impl Record {
    /// What is wrong with the values, as far as they tell: a line can lose a
    /// character and still be JSON.
    ///
    /// # Errors
    /// The first thing found.
    pub fn check(&self) -> Result<(), String> {
        if self.target.is_empty() {
            return Err("no target".to_owned());
        }
        if !PHASES.contains(&self.phase.as_str()) {
            return Err(format!("unknown phase {:?}", self.phase));
        }
        if particles(&self.grid) != Some(self.particles) || self.particles == 0 {
            let (grid, particles) = (&self.grid, self.particles);
            return Err(format!("grid {grid:?} has not {particles} particles"));
        }
        match &self.state_hash {
            Some(hash) if !is_hash(hash, 16) => Err(format!("{hash:?} is no hash")),
            _ => Ok(()),
        }
    }

    /// Whether the workload and the target are the same, whatever the phase.
    pub fn same_run(&self, other: &Self) -> bool {
        self.target == other.target && self.same_workload(other)
    }

    /// Whether the same was computed, wherever.
    pub fn same_workload(&self, other: &Self) -> bool {
        let key = |r: &Self| -> [String; 4] {
            [&r.implementation, &r.scalar, &r.solver, &r.grid].map(Clone::clone)
        };
        key(self) == key(other)
    }
}

impl Trace {
    /// As [`Record::check`].
    ///
    /// # Errors
    /// As there.
    pub fn check(&self) -> Result<(), String> {
        let hashes: Vec<&str> = self.hashes.split(' ').collect();
        if self.target.is_empty() || particles(&self.grid).is_none() {
            return Err(format!("no target, or no grid: {:?}", self.grid));
        }
        if self.trace == 0 || hashes.len() != TRACED.len() || !hashes.iter().all(|h| is_hash(h, 8))
        {
            return Err(format!("{:?} are not the hashes of a step", self.hashes));
        }
        Ok(())
    }
}

/// Particles of a grid as tables write it, `32x32`.
fn particles(grid: &str) -> Option<u64> {
    let (columns, rows) = grid.split_once('x')?;
    let side = |text: &str| text.parse::<u64>().ok().filter(|&n| n <= 1 << 16);
    Some(side(columns)? * side(rows)?)
}

fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// All records as a JSON array.
///
/// # Errors
/// If they cannot be written as JSON.
pub fn json(records: &[Record]) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(records).map_err(|e| e.to_string())?;
    text.push('\n');
    Ok(text)
}

/// Writes all records to a file as a JSON array; the file is whole or not there.
///
/// # Errors
/// If the disk does not take it.
pub fn write_json(path: &Path, records: &[Record]) -> Result<(), String> {
    whole_file::write(path, json(records)?.as_bytes())?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Refuses a folder's name before anything is measured in vain.
///
/// # Errors
/// If it is a folder.
pub fn check_json_path(path: Option<&Path>) -> Result<(), String> {
    match path.filter(|path| path.is_dir()) {
        Some(path) => Err(format!("--json {}: this is a folder", path.display())),
        None => Ok(()),
    }
}
