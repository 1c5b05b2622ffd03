//! The recording of inputs, among what is saved.

use super::{Exporter, Toggled};
use crate::action::{Action, Setup};
use crate::recording;
use cloth_draw::output::OutputError;
use std::path::PathBuf;

impl Exporter {
    /// Begins a recording of inputs, or ends it; `hash` is the state's, for the end.
    ///
    /// A state cannot be rebuilt from its middle, so a recording begins with a start: after
    /// [`Toggled::Begun`] the application does [`Action::Start`] with the same setup. It may or may
    /// not pass that action to [`Exporter::apply`].
    ///
    /// # Errors
    /// As [`Exporter::toggle_gif`], and a setup that could not be read back.
    pub fn toggle_inputs(&mut self, setup: &Setup, hash: u64) -> Result<Toggled, OutputError> {
        if let Some(recording) = self.recording.take() {
            return recording.finish(hash).map(Toggled::Ended);
        }
        let claim = self.claim()?;
        let path = claim.path("tape");
        self.recording = Some(recording::Writer::create(&path, setup)?);
        Ok(Toggled::Begun(path))
    }

    /// Whether actions are recorded.
    #[must_use]
    pub fn is_recording_inputs(&self) -> bool {
        self.recording.is_some()
    }

    /// Takes an action that the simulation has done.
    ///
    /// # Errors
    /// An action that could not be read back, or a full disk. The recording is then over and ends
    /// before this action, complete but for its hash.
    pub fn apply(&mut self, action: &Action) -> Result<(), OutputError> {
        let Some(recording) = &mut self.recording else {
            return Ok(());
        };
        let taken = recording.apply(action);
        if taken.is_err() {
            self.recording = None;
        }
        taken
    }

    /// Where the recording of inputs will be.
    #[must_use]
    pub fn inputs_path(&self) -> Option<PathBuf> {
        self.recording
            .as_ref()
            .map(|recording| recording.path().to_owned())
    }
}
