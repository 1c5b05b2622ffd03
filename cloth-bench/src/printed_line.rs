//! The lines that a target prints, one JSON object each.

use cloth_core::Phase;
#[cfg(feature = "files")]
use serde::Deserialize;
use serde::Serialize;

/// One phase of one workload on one target. Unknown values are left out.
///
/// Logs of boards, emulators' output and the host's own measurements have this one format. Firmware
/// prints it with `S` = `&str`, the program reads it with `String`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "files", derive(Deserialize))]
pub struct PrintedLine<S> {
    /// The target: `host`, an emulated core, or a board's name.
    pub target: S,
    /// Clock of the core, Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_hz: Option<u32>,
    /// `cloth-core`, `textbook` or, on the host, `limit`.
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
    /// Static memory of the image, without the stack; filled in by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_ram_bytes: Option<u32>,
    /// Size of the image; filled in by the program.
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
    /// Where it was read: the name of a file, or of a machine and image.
    #[serde(skip)]
    pub source: S,
}

/// The phases that leave a state, in the order of [`TraceLine::hashes`]: all but
/// [`Phase::Springs`], whose forces are cleared by the integration.
pub const TRACED: [Phase; 5] = [
    Phase::Integrate,
    Phase::Constraints,
    Phase::Limit,
    Phase::SelfCollide,
    Phase::Collide,
];

/// Characters of [`TraceLine::hashes`]: eight digits each, and spaces between them.
pub const TRACE_LENGTH: usize = 9 * TRACED.len() - 1;

/// The state's hash after each phase of one step that leaves a state: it shows where two targets first
/// differ. Each line names its workload, so that lines may be lost.
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
    /// The low 32 bits of the hashes after the phases of [`TRACED`], 8 hex digits each; zeros for a
    /// phase that did not run. If a phase runs several times in a step, its last hash. Hashed are
    /// positions, the method's motion, inverse masses and broken links; not the list of near pairs, which
    /// changes no bit of these.
    pub hashes: S,
    /// As in [`PrintedLine`].
    #[serde(skip)]
    pub source: S,
}
