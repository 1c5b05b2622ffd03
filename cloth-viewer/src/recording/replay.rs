//! Running a recording again.

use super::Recording;
use crate::action::Action;
use std::fmt;

/// What can run a recording: a simulation that starts with the recording's first action.
pub trait Player {
    /// Why an action cannot be done.
    type Error;

    /// Does an action.
    ///
    /// # Errors
    /// Where it cannot be done.
    fn apply(&mut self, action: &Action) -> Result<(), Self::Error>;

    /// Hash over the bits of the state.
    fn state_hash(&self) -> u64;
}

/// An action of a recording that could not be done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError<E> {
    /// The action's line in the file.
    pub line: usize,
    /// What is wrong with it.
    pub error: E,
}

impl<E: fmt::Display> fmt::Display for ReplayError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the recording: {}", self.line, self.error)
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ReplayError<E> {}

/// Whether a recording came to the same state again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Steps that were made.
    pub steps: u64,
    /// The state's hash in the recording; none if it ended without one.
    pub expected: Option<u64>,
    /// The state's hash now.
    pub got: u64,
}

impl Verdict {
    /// Whether both hashes are known and the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.expected == Some(self.got)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            steps,
            expected,
            got,
        } = self;
        match expected {
            Some(expected) if expected == got => {
                write!(f, "the same after {steps} steps: {got:016x}")
            }
            Some(expected) => write!(
                f,
                "differs after {steps} steps: expected {expected:016x}, got {got:016x}"
            ),
            None => write!(
                f,
                "{got:016x} after {steps} steps; the recording has no hash to compare with"
            ),
        }
    }
}

/// How far a recording has been run again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// The entry that is next, and how many times it has been done.
    entry: usize,
    times: u64,
    steps: u64,
}

impl Cursor {
    /// Does what comes until the next step, and that step; returns whether there was one.
    ///
    /// # Errors
    /// An action that could not be done.
    pub fn step<P: Player>(
        &mut self,
        recording: &Recording,
        player: &mut P,
    ) -> Result<bool, ReplayError<P::Error>> {
        while let Some(entry) = recording.entries.get(self.entry) {
            self.times += 1;
            if self.times >= entry.times {
                (self.entry, self.times) = (self.entry + 1, 0);
            }
            let line = entry.line;
            (player.apply(&entry.action)).map_err(|error| ReplayError { line, error })?;
            if entry.action == Action::Step {
                self.steps += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Compares the state at the end.
    pub fn verdict(&self, recording: &Recording, player: &impl Player) -> Verdict {
        Verdict {
            steps: self.steps,
            expected: recording.end.hash,
            got: player.state_hash(),
        }
    }
}

/// Does all actions of a recording, and compares the state at the end.
///
/// # Errors
/// An action that could not be done.
pub fn replay<P: Player>(
    recording: &Recording,
    player: &mut P,
) -> Result<Verdict, ReplayError<P::Error>> {
    let mut cursor = Cursor::default();
    while cursor.step(recording, player)? {}
    Ok(cursor.verdict(recording, player))
}
