//! Recordings of what happened to a simulation, to run it again with the same bits.
//!
//! A recording holds actions, not pictures or states: the start, and then whatever changed
//! the simulation, in order. So it begins with a start: to record, the application starts the
//! scene anew with the setup that it passes to [`Writer::create`]. The format is described in
//! `docs/formats.md`. [`board`] reads what a microcontroller has recorded.

pub mod board;
mod check;
mod error;
mod line;
mod read;
mod replay;
mod writer;

pub use check::MAX_STEPS;
pub use error::RecordingError;
pub(crate) use read::completed;
pub use read::{parse, read};
pub use replay::{Cursor, Player, ReplayError, Verdict, replay};
pub use writer::Writer;

use crate::action::{Action, Setup};
use std::path::Path;

/// Version of the format that is written and read.
pub const VERSION: u64 = 1;
/// Most bytes of a recording.
pub const MAX_BYTES: u64 = 256 << 20;

/// A recording, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    setup: Setup,
    entries: Vec<Entry>,
    end: End,
}

/// How a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Steps in all.
    pub steps: u64,
    /// The state's hash, unless the recording was broken off.
    pub hash: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    line: usize,
    action: Action,
    times: u64,
}

impl Recording {
    /// What the recording starts with; also the first of its actions.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How it ends.
    #[must_use]
    pub fn end(&self) -> End {
        self.end
    }

    /// All actions in order, a start first, each step by itself.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        let entries = self.entries.iter();
        entries.flat_map(|entry| (0..entry.times).map(|_| &entry.action))
    }
}

/// What a file is a recording of.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Of actions, made by the viewer.
    Inputs(Box<Recording>),
    /// Of states, made by a board.
    Board(Box<board::BoardRecording>),
}

/// Reads a recording of either kind; its first line tells which.
///
/// # Errors
/// As [`read()`] and [`board::read`].
pub fn open(path: &Path) -> Result<Kind, RecordingError> {
    let file = path.display().to_string();
    let bytes = read::bytes_of(path, &file)?;
    // What a wire garbled need not be UTF-8.
    let text = String::from_utf8_lossy(&bytes);
    if board::is_recording(&text) {
        return board::parse(&text, &file).map(|recording| Kind::Board(Box::new(recording)));
    }
    parse(&read::text_of(bytes, &file)?, &file).map(|recording| Kind::Inputs(Box::new(recording)))
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;
