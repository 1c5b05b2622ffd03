//! Recordings of what happened to a simulation, which replay to the same bits.
//!
//! A recording holds actions, not pictures or states: a start, and then whatever changed the
//! simulation, in order. So recording starts the scene anew, with the setup that
//! [`Writer::create`] gets. `docs/formats.md` describes the format.

mod tape_check;
mod tape_line;
mod tape_reader;
mod tape_writer;
#[cfg(test)]
pub(crate) mod tests;

pub use tape_check::MAX_STEPS;
pub(crate) use tape_reader::completed;
pub use tape_reader::{parse, read};
pub use tape_writer::Writer;

use crate::action::{Action, Setup};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Version of the format that is written and read.
pub const VERSION: u64 = 2;
/// Most bytes of a recording.
pub const MAX_BYTES: u64 = 256 << 20;

/// A recording, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What it starts with; also the first of its actions.
    pub setup: Setup,
    entries: Vec<Entry>,
    /// How it ends.
    pub end: End,
}

/// How a recording ends.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Steps in all.
    pub steps: u64,
    /// The state's hash, unless the recording was broken off.
    #[serde(with = "tape_line::hash_text")]
    pub hash: Option<u64>,
}

/// An action of a recording.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    /// Its line in the file.
    line: usize,
    action: Action,
    /// How many times it is done: more than once only for steps.
    times: u64,
}

impl Recording {
    /// All actions in order, a start first, each step by itself.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        let entries = self.entries.iter();
        entries.flat_map(|entry| (0..entry.times).map(|_| &entry.action))
    }

    /// What the replay of this recording came to: whether the state has the recorded hash.
    ///
    /// # Errors
    /// A text that names both hashes, if they differ.
    pub fn verdict(&self, got: u64) -> Result<String, String> {
        let steps = self.end.steps;
        match self.end.hash {
            Some(hash) if hash == got => Ok(format!("the same after {steps} steps: {got:016x}")),
            Some(hash) => Err(format!(
                "differs after {steps} steps: expected {hash:016x}, got {got:016x}"
            )),
            None => Ok(format!(
                "{got:016x} after {steps} steps; the recording has no hash to compare with"
            )),
        }
    }
}

/// How far a recording has been replayed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// The next entry, and how many times it has been done.
    entry: usize,
    times: u64,
}

impl Cursor {
    /// Gives `apply` the actions up to the next step; the caller makes the step itself. Returns
    /// whether there is one: not at the end.
    ///
    /// # Errors
    /// The first error of `apply`, with the action's line.
    pub fn until_step<E: fmt::Display>(
        &mut self,
        recording: &Recording,
        mut apply: impl FnMut(&Action) -> Result<(), E>,
    ) -> Result<bool, String> {
        while let Some(entry) = recording.entries.get(self.entry) {
            self.times += 1;
            if self.times >= entry.times {
                (self.entry, self.times) = (self.entry + 1, 0);
            }
            if entry.action == Action::Step {
                return Ok(true);
            }
            apply(&entry.action)
                .map_err(|error| format!("line {} of the recording: {error}", entry.line))?;
        }
        Ok(false)
    }
}
