//! What a comparison with a board has found, in words.

use super::BoardRecording;
use cloth_core::host::GridSize;
use std::fmt;

/// How far a board's states are those of this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What recorded.
    pub target: String,
    /// The scene.
    pub scene: &'static str,
    /// Its grid.
    pub grid: GridSize,
    /// Steps of the recording.
    pub steps: u32,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// The first difference between a board and this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Steps made when it shows.
    pub step: u32,
    /// What differs.
    pub what: What,
}

/// What differs between two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A coordinate of a particle that is recorded.
    Particle {
        /// Its column and row.
        at: [usize; 2],
        /// The axis: 0, 1 or 2 for x, y or z.
        axis: usize,
        /// The coordinate's bits on the board.
        board: u32,
        /// And here.
        here: u32,
    },
    /// Something else of the state: the recorded particles are where they should be.
    Hash {
        /// The state's hash on the board.
        board: u64,
        /// And here.
        here: u64,
    },
}

impl Report {
    pub(super) fn new(recording: &BoardRecording, difference: Option<Difference>) -> Self {
        Self {
            target: recording.target.clone(),
            scene: recording.scene.name,
            grid: recording.grid,
            steps: recording.steps,
            difference,
        }
    }

    /// Whether every state is the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.difference.is_none()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {}: ", self.scene, self.target, self.grid)?;
        match self.difference {
            None => write!(f, "the same for {} steps", self.steps),
            Some(difference) => difference.fmt(f),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "first difference in step {}: ", self.step)?;
        match self.what {
            What::Particle {
                at: [column, row],
                axis,
                board,
                here,
            } => {
                let axis = ["x", "y", "z"].get(axis).unwrap_or(&"?");
                write!(
                    f,
                    "particle ({column}, {row}), {axis}: board {board:#010x}, here {here:#010x}"
                )
            }
            What::Hash { board, here } => {
                write!(f, "the state's hash: board {board:016x}, here {here:016x}")
            }
        }
    }
}
