//! What can go wrong when a picture is written.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a file or folder could not be written. Every message names the path.
#[derive(Debug)]
#[non_exhaustive]
pub enum OutputError {
    /// The place cannot be used as asked: a folder where a file is needed, and the like.
    Refused {
        /// The path that was asked for.
        path: PathBuf,
        /// Why, in words that continue "cannot write PATH: ".
        reason: String,
    },
    /// The system reported an error.
    Io {
        /// The path that was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The picture does not fit the format: no pixels, too many, or another size than before.
    Unfit {
        /// The path that was asked for.
        path: PathBuf,
        /// Why, in words that continue "cannot write PATH: ".
        reason: String,
    },
}

impl OutputError {
    /// The place cannot be used, for this reason.
    pub fn refused(path: &Path, reason: impl Into<String>) -> Self {
        Self::Refused {
            path: path.into(),
            reason: reason.into(),
        }
    }

    /// What is to be written does not fit the format, for this reason.
    pub fn unfit(path: &Path, reason: impl Into<String>) -> Self {
        Self::Unfit {
            path: path.into(),
            reason: reason.into(),
        }
    }

    /// The system reported an error.
    pub fn io(path: &Path, source: io::Error) -> Self {
        Self::Io {
            path: path.into(),
            source,
        }
    }

    /// The path that could not be written.
    pub fn path(&self) -> &Path {
        match self {
            Self::Refused { path, .. } | Self::Io { path, .. } | Self::Unfit { path, .. } => path,
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: ", self.path().display())?;
        match self {
            Self::Refused { reason, .. } | Self::Unfit { reason, .. } => f.write_str(reason),
            Self::Io { source, .. } => source.fmt(f),
        }
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
