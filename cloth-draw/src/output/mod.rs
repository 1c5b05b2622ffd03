//! Files of pictures: PNG, GIF, a folder of numbered PNGs, and the cloth as OBJ.
//!
//! Every file is written under another name and renamed when it is complete, so that a file with
//! the asked-for name is always a whole one. [`check_output`] says before any long work whether
//! writing can succeed.

mod atomic;
mod destination;
mod gif_file;
mod obj;
mod png_file;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::{fmt, io};

pub use atomic::{AtomicFile, copy, finished_name, left_over, save_text};
pub use destination::{OutputKind, check_output};
pub use gif_file::GifWriter;
pub use obj::save_obj;
pub use png_file::{SequenceWriter, save_png};

/// Why a file or folder could not be written: a message that names the path.
#[derive(Debug)]
pub struct OutputError {
    path: PathBuf,
    reason: io::Error,
}

impl OutputError {
    /// The place cannot be used as asked, or what is to be written does not fit the format.
    pub fn refused(path: &Path, reason: impl Into<String>) -> Self {
        Self::io(path, io::Error::other(reason.into()))
    }

    /// The system reported an error.
    pub fn io(path: &Path, reason: io::Error) -> Self {
        let path = path.into();
        Self { path, reason }
    }

    /// What kind of error the system reported; [`io::ErrorKind::Other`] where it was not asked.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.reason.kind()
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for OutputError {}
