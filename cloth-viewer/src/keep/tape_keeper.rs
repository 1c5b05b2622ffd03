//! The recording of inputs, among what is kept.

use super::{Keeper, Toggled};
use crate::act::{Act, Setup};
use crate::tape;
use cloth_draw::output::OutputError;
use std::path::PathBuf;

impl Keeper {
    /// Begins a recording of inputs, or ends it; `hash` is the state's, for the end.
    ///
    /// A state cannot be rebuilt from its middle, so a recording begins with a start: after
    /// [`Toggled::Begun`] the application does [`Act::Start`] with the same setup. It may or may
    /// not pass that act to [`Keeper::act`].
    ///
    /// # Errors
    /// As [`Keeper::toggle_gif`], and a setup that could not be read back.
    pub fn toggle_tape(&mut self, setup: &Setup, hash: u64) -> Result<Toggled, OutputError> {
        if let Some(tape) = self.tape.take() {
            return tape.finish(hash).map(Toggled::Ended);
        }
        let path = self.next("tape")?;
        self.tape = Some(tape::Writer::create(&path, setup)?);
        Ok(Toggled::Begun(path))
    }

    /// Whether acts are recorded.
    #[must_use]
    pub fn is_taping(&self) -> bool {
        self.tape.is_some()
    }

    /// Takes an act that the simulation has done.
    ///
    /// # Errors
    /// An act that could not be read back, or a full disk. The recording is then over and ends
    /// before this act, complete but for its hash.
    pub fn act(&mut self, act: &Act) -> Result<(), OutputError> {
        let Some(tape) = &mut self.tape else {
            return Ok(());
        };
        let taken = tape.act(act);
        if taken.is_err() {
            self.tape = None;
        }
        taken
    }

    /// Where the recording of inputs will be.
    #[must_use]
    pub fn tape_path(&self) -> Option<PathBuf> {
        self.tape.as_ref().map(|tape| tape.path().to_owned())
    }
}
