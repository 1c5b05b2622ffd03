//! What can be wrong with a recording.

use std::fmt;

/// Why a recording was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line of the fault, counted from 1; 0 if the file could not be read at all.
    pub line: usize,
    /// What is wrong and what is allowed.
    pub problem: String,
}

impl RecordingError {
    pub(super) fn new(file: &str, line: usize, problem: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line,
            problem: problem.into(),
        }
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for RecordingError {}
