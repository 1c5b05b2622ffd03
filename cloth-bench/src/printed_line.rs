//! What a target prints, one JSON object a line, and what the program keeps of it.

use cloth_core::Phase;
#[cfg(feature = "files")]
use serde::Deserialize;
use serde::Serialize;

/// One phase of one workload on one target. What is unknown is left out.
///
/// Firmware prints it with texts of its own, the program reads it with `String`s: a log captured
/// from a board, an emulator's output and the host's own measurements are one format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "files", derive(Deserialize))]
pub struct PrintedLine<S> {
    /// What ran it: `host`, an emulated core, or a board's name.
    pub target: S,
    /// Clock of the core, Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_hz: Option<u32>,
    /// What was measured: `cloth-core`, `textbook` or, on the host, `limit`.
    pub implementation: S,
    /// Number format.
    pub scalar: S,
    /// Model and scheme: `hooke-verlet`, `constraint` or, on the host, `constraint-frame`.
    pub solver: S,
    /// Columns × rows, for example `32x32`.
    pub grid: S,
    /// Particles of the grid.
    pub particles: u32,
    /// Links solved in one pass.
    pub constraints: u32,
    /// Passes of a step; 1 for springs.
    pub iterations: u32,
    /// Phase of the step, `normals`, or `step` for all phases.
    pub phase: S,
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
    pub ram_bytes: Option<u32>,
    /// All static memory of the image that ran it, without the stack; filled in by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_ram_bytes: Option<u32>,
    /// Size of the image that ran it; filled in by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash_bytes: Option<u32>,
    /// Most stack that a step used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack_bytes: Option<u32>,
    /// Steps made when the hash was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Hash of the state after that, 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_hash: Option<S>,
    /// Where it was read: a file's name, or what ran it.
    #[serde(skip)]
    pub source: S,
}

/// The phases that leave a state, in the order of [`TraceLine::hashes`]: all but
/// [`Phase::Springs`], whose forces the integration uses up.
pub const TRACED: [Phase; 5] = [
    Phase::Integrate,
    Phase::Constraints,
    Phase::Limit,
    Phase::SelfCollide,
    Phase::Collide,
];

/// Characters of [`TraceLine::hashes`]: eight digits each, and spaces between them.
pub const TRACE_LENGTH: usize = 9 * TRACED.len() - 1;

/// The state's hash after each phase of one step that leaves a state: what tells where two targets
/// first differ. It names its workload like the measurements around it, so that lines can be lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "files", derive(Deserialize))]
pub struct TraceLine<S> {
    /// As in [`PrintedLine`].
    pub target: S,
    /// As in [`PrintedLine`].
    pub scalar: S,
    /// As in [`PrintedLine`].
    pub solver: S,
    /// As in [`PrintedLine`].
    pub grid: S,
    /// Number of the step, from 1.
    pub trace: u32,
    /// The low 32 bits of the hashes after the phases of [`TRACED`], 8 hex digits
    /// each; zeros for a phase that was not run. A phase that runs several times in a
    /// step is hashed each time, and the last hash is here. It is over positions,
    /// what the scheme keeps, inverse masses and broken links. The list of pairs
    /// that self-collision remembers is left out: it changes no bit of these, only
    /// how fast the pairs are found.
    pub hashes: S,
    /// As in [`PrintedLine`].
    #[serde(skip)]
    pub source: S,
}
