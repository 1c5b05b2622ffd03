//! Recordings of states, made by a microcontroller: what it came to, step by step.
//!
//! [`compare`] runs the same here and tells where the first difference is. The format is described
//! in `docs/formats.md`.

mod compare;
mod read;
mod report;

pub use compare::{Cloth, compare, watch};
pub(super) use read::is_recording;
pub use read::{MAX_PARTICLES, MAX_STEPS, parse, read};
pub use report::{Difference, Report, What};

use cloth_core::host::GridSize;
use cloth_core::{Mode, NamedScene};

/// Version of the format that is read.
pub const VERSION: u64 = 1;

/// A board's number format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `f32`.
    F32,
    /// Fixed point.
    Fixed,
}

/// What a board has recorded, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardRecording {
    /// The file, as the caller named it.
    pub file: String,
    /// What recorded it.
    pub target: String,
    /// The scene of the library.
    pub scene: NamedScene,
    /// The grid.
    pub grid: GridSize,
    /// The number format.
    pub format: Format,
    /// The mode, in place of the scene's own.
    pub mode: Mode,
    /// Steps in all.
    pub steps: u32,
    /// Columns and rows of the particles whose positions are recorded.
    pub particles: Vec<[usize; 2]>,
    /// What happened, in order.
    events: Vec<Event>,
}

#[derive(Clone, Debug, PartialEq)]
struct Event {
    line: usize,
    kind: EventKind,
}

#[derive(Clone, Debug, PartialEq)]
enum EventKind {
    /// A state after so many steps.
    State(State),
    /// A hand, before the next step.
    Hand { at: [usize; 2], hand: Hand },
}

#[derive(Clone, Debug, PartialEq)]
struct State {
    step: u32,
    hash: u64,
    /// Bits of the particles' coordinates.
    bits: Vec<[u32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Hand {
    /// Holds the particle and moves it, m/s.
    Attach([f64; 3]),
    Pin,
    Unpin,
}

#[cfg(test)]
mod tests;
