//! Why the viewer could not do what was asked.

use crate::recording::RecordingError;
use crate::scene_file::SceneFileError;
use cloth_core::CutError;
use cloth_core::host::StartError;
use cloth_draw::output::OutputError;
use cloth_draw::texture::TextureError;
use std::fmt;

/// A failure of the program, with a message for its user.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An argument that makes no sense: what it is, and what is allowed.
    Usage(String),
    /// A scene file that was refused.
    Scene(SceneFileError),
    /// A scene that cannot run on its grid, or a change that the running simulation refused.
    Start(StartError),
    /// A cut that the running simulation refused.
    Cut(CutError),
    /// A file that cannot be written.
    Output(OutputError),
    /// A picture that the cloth cannot be painted with.
    Texture(TextureError),
    /// A recording that cannot be read.
    Recording(RecordingError),
    /// A recording that came to another state when it was run again: what is different.
    Differs(String),
    /// A cloth that is none any more: why.
    Unstable(String),
    /// There is no window: the reason, in one line.
    NoWindow(String),
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
        match self {
            Self::Usage(text)
            | Self::Differs(text)
            | Self::Unstable(text)
            | Self::NoWindow(text) => f.write_str(text),
            Self::Texture(error) => error.fmt(f),
            Self::Recording(error) => error.fmt(f),
            Self::Scene(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Cut(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<SceneFileError> for Error {
    fn from(error: SceneFileError) -> Self {
        Self::Scene(error)
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

impl From<CutError> for Error {
    fn from(error: CutError) -> Self {
        Self::Cut(error)
    }
}

impl From<OutputError> for Error {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

impl From<RecordingError> for Error {
    fn from(error: RecordingError) -> Self {
        Self::Recording(error)
    }
}

impl From<TextureError> for Error {
    fn from(error: TextureError) -> Self {
        Self::Texture(error)
    }
}
