//! Why the viewer could not do what was asked.

use std::path::Path;
use std::{fmt, fs, io};

/// A failure of the program, with a message for its user.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An argument that makes no sense: what it is, and what is allowed.
    Usage(String),
    /// There is no window: the reason, in one line.
    NoWindow(String),
    /// A scene, a change, a cut, a recording, a texture that was refused, a file that cannot be written, a cloth that
    /// has become unstable, a recording that came to another state.
    Failed(String),
}

impl Error {
    /// What the program should return to its caller: 2 for wrong arguments, 1 for the rest.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            _ => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Usage(text) | Self::NoWindow(text) | Self::Failed(text)) = self;
        f.write_str(text)
    }
}

/// Any other error, with its message.
impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Why a scene file or a recording was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line of the fault, counted from 1; 0 if the file could not be read at all.
    pub line: usize,
    /// The key with its tables, for example `springs.structural`; empty if none is to blame.
    pub key: String,
    /// What is wrong and what is allowed.
    pub problem: String,
}

impl FileError {
    /// A fault that belongs to no key.
    pub(crate) fn new(file: &str, line: usize, problem: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line,
            key: String::new(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for FileError {
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

impl std::error::Error for FileError {}

/// Line of a byte, counted from 1.
pub(crate) fn line_of(text: &[u8], byte: usize) -> usize {
    1 + text.iter().take(byte).filter(|&&b| b == b'\n').count()
}

/// Reads a text file of at most so many bytes; `format` says what it should be, for errors.
pub(crate) fn read_text(path: &Path, most: u64, format: &str) -> Result<String, FileError> {
    let refused =
        |line, problem: String| FileError::new(&path.display().to_string(), line, problem);
    let unreadable = |error: io::Error| refused(0, format!("cannot read the file: {error}"));
    let length = fs::metadata(path).map_err(unreadable)?.len();
    if length > most {
        let problem = format!("{length} bytes are too many: allowed are {most}");
        return Err(refused(0, problem));
    }
    String::from_utf8(fs::read(path).map_err(unreadable)?).map_err(|error| {
        let line = line_of(error.as_bytes(), error.utf8_error().valid_up_to());
        refused(line, format!("not a text file: {format} in UTF-8"))
    })
}
