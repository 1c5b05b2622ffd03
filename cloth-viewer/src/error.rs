//! Why the viewer could not do what was asked.

use std::fmt;

/// A failure of the program, with a message for its user.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An argument that makes no sense: what it is, and what is allowed.
    Usage(String),
    /// A recording that came to another state when it was run again: what is different.
    Differs(String),
    /// A cloth that has become unstable: why.
    Unstable(String),
    /// There is no window: the reason, in one line.
    NoWindow(String),
    /// A scene, a change, a cut, a recording, a texture that was refused, a file that cannot be written.
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
        let (Self::Usage(text)
        | Self::Differs(text)
        | Self::Unstable(text)
        | Self::NoWindow(text)
        | Self::Failed(text)) = self;
        f.write_str(text)
    }
}

/// Any other error, with its message.
impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}
