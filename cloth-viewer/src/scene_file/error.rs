//! What can be wrong with a scene file.

use std::fmt;

/// Why a scene file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFileError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line of the fault, counted from 1; 0 if the file could not be read at all.
    pub line: usize,
    /// The key with its tables, for example `springs.structural`; empty if none is to blame.
    pub key: String,
    /// What is wrong and what is allowed.
    pub problem: String,
}

impl SceneFileError {
    pub(super) fn unreadable(file: &str, error: &std::io::Error) -> Self {
        Self {
            file: file.to_owned(),
            line: 0,
            key: String::new(),
            problem: format!("cannot read the file: {error}"),
        }
    }
}

impl fmt::Display for SceneFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for SceneFileError {}
