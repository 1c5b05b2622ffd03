//! The lines that targets print: JSON objects, one a line.
//!
//! The same types are read by the host's tool, so a log captured from a board,
//! an emulator's output and the host's own measurements are one format.

use cloth_core::Phase;
use serde::Serialize;

/// One measurement: a phase of one workload on one target. What is unknown is
/// left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Line<'a> {
    /// What ran it: `host`, an emulated core, or a board's name.
    pub target: &'a str,
    /// Clock of the core, Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_hz: Option<u32>,
    /// What was measured: `cloth-core`, `textbook` or, on the host, `limit`.
    pub implementation: &'a str,
    /// Number format.
    pub scalar: &'a str,
    /// Model and scheme: `hooke-verlet`, `constraint` or, on the host,
    /// `constraint-frame`.
    pub solver: &'a str,
    /// Columns × rows, for example `32x32`.
    pub grid: &'a str,
    /// Particles of the grid.
    pub particles: u32,
    /// Links solved in one pass.
    pub constraints: u32,
    /// Passes of a step; 1 for springs.
    pub iterations: u32,
    /// Phase of the step, `normals`, or `step` for all phases.
    pub phase: &'a str,
    /// Instructions, counted by an emulator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// Cycles by an emulator's model of the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles_estimated: Option<u64>,
    /// Cycles of real hardware.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles_measured: Option<u64>,
    /// Time, ns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ns: Option<u64>,
    /// Memory of the simulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ram_bytes: Option<u32>,
    /// Size of the linked image; filled in by the host's tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flash_bytes: Option<u32>,
    /// Most stack that a step used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack_bytes: Option<u32>,
    /// Steps made when the hash was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Hash of the state after that, 16 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_hash: Option<&'a str>,
}

/// The phases that leave a state, in the order of [`Trace::hashes`]: all but
/// [`Phase::Springs`], whose forces the integration uses up.
pub const TRACED: [Phase; 5] = [
    Phase::Integrate,
    Phase::Constraints,
    Phase::Limit,
    Phase::SelfCollide,
    Phase::Collide,
];

/// Characters of [`Trace::hashes`]: eight digits each, and spaces between them.
pub const TRACE_LENGTH: usize = 9 * TRACED.len() - 1;

/// The state's hash after each phase of one step that leaves a state: what tells where two targets
/// first differ. It belongs to the workload of the measurements around it, and
/// names it again, so that lines can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trace<'a> {
    /// As in [`Line`].
    pub target: &'a str,
    /// As in [`Line`].
    pub scalar: &'a str,
    /// As in [`Line`].
    pub solver: &'a str,
    /// As in [`Line`].
    pub grid: &'a str,
    /// Number of the step, from 1.
    pub trace: u32,
    /// The low 32 bits of the hashes after the phases of [`TRACED`], 8 hex digits
    /// each; zeros for a phase that was not run. A phase that runs several times in a
    /// step is hashed each time, and the last hash is here. It is over positions,
    /// what the scheme keeps, inverse masses and broken links. The list of pairs
    /// that self-collision remembers is left out: it changes no bit of these, only
    /// how fast the pairs are found.
    pub hashes: &'a str,
}
