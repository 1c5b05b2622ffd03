//! Writing a recording while the simulation runs.

use super::tape_check::Checker;
use super::tape_line::{Header, Line};
use super::{End, MAX_BYTES, VERSION};
use crate::action::{Action, Setup};
use cloth_draw::output::{AtomicFile, OutputError};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longest time until the system has what was recorded: a killed program loses no more.
const FLUSHED: Duration = Duration::from_secs(1);
/// Room for the last two lines.
const RESERVE: u64 = 256;

/// Writes a recording, action by action.
///
/// The file appears under its name when the writer is finished or dropped, and is then complete.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    /// `None` once it is finished.
    file: Option<AtomicFile>,
    checker: Checker,
    /// Steps since the last line.
    pending: u64,
    bytes: u64,
    flushed: Instant,
}

impl Writer {
    /// Starts a recording of a simulation that starts with `setup`.
    ///
    /// # Errors
    /// A setup that could not be read back, or a file that cannot be written.
    pub fn create(path: impl AsRef<Path>, setup: &Setup) -> Result<Self, OutputError> {
        let path = path.as_ref().to_path_buf();
        let checker = Checker::new(setup).map_err(|reason| OutputError::refused(&path, reason))?;
        let mut writer = Self {
            file: Some(AtomicFile::create(&path)?),
            path,
            checker,
            pending: 0,
            bytes: 0,
            flushed: Instant::now(),
        };
        let program = concat!("cloth-viewer ", env!("CARGO_PKG_VERSION"));
        writer.write(&Header {
            cloth_tape: VERSION,
            program: program.to_owned(),
        })?;
        writer.write(&Line::Do(Action::Start(Box::new(setup.clone()))))?;
        Ok(writer)
    }

    /// Steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.checker.steps
    }

    /// Appends an action that the simulation has done.
    ///
    /// # Errors
    /// An action that could not be read back: a number that is not finite, a particle, collider,
    /// grid or scene that does not exist; more than a recording may hold; a full disk. What was
    /// recorded before remains.
    pub fn apply(&mut self, action: &Action) -> Result<(), OutputError> {
        if self.bytes > MAX_BYTES - RESERVE {
            return Err(OutputError::refused(&self.path, "the recording is full"));
        }
        let checked = self.checker.apply(action);
        checked.map_err(|reason| OutputError::refused(&self.path, reason))?;
        if *action == Action::Step {
            self.pending += 1;
        } else {
            self.write_steps()?;
            self.write(&Line::Do(action.clone()))?;
        }
        if self.flushed.elapsed() >= FLUSHED {
            self.write_steps()?;
            self.flushed = Instant::now();
            let flushed = self.file.as_mut().map_or(Ok(()), Write::flush);
            flushed.map_err(|error| OutputError::io(&self.path, error))?;
        }
        Ok(())
    }

    /// Completes the file; `hash` is the state's.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(mut self, hash: u64) -> Result<PathBuf, OutputError> {
        self.end(Some(hash))?;
        Ok(self.path.clone())
    }

    fn end(&mut self, hash: Option<u64>) -> Result<(), OutputError> {
        if self.file.is_none() {
            return Ok(());
        }
        self.write_steps()?;
        let steps = self.checker.steps;
        self.write(&Line::End(End { steps, hash }))?;
        match self.file.take() {
            Some(file) => file.commit(),
            None => Ok(()),
        }
    }

    fn write_steps(&mut self) -> Result<(), OutputError> {
        match std::mem::take(&mut self.pending) {
            0 => Ok(()),
            count => self.write(&Line::Steps(count)),
        }
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), OutputError> {
        let unfit = |error: serde_json::Error| OutputError::refused(&self.path, error.to_string());
        let mut text = serde_json::to_string(line).map_err(unfit)?;
        text.push('\n');
        self.bytes += text.len() as u64;
        match &mut self.file {
            Some(file) => file
                .write_all(text.as_bytes())
                .map_err(|error| OutputError::io(&self.path, error)),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.end(None);
    }
}
