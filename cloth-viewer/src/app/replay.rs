//! A recording of inputs, run again in the window.

use super::App;
use crate::notice::{Kind, Notice};
use crate::recording::{Cursor, Recording};
use crate::world::Between;

/// A recording and how far it has run.
#[derive(Debug)]
pub(super) struct Replay {
    recording: Recording,
    cursor: Cursor,
}

impl App {
    /// Runs a recording from here on; what the user does to the cloth ends it.
    pub(super) fn begin_replay(&mut self, recording: &Recording) {
        self.replay = Some(Replay {
            recording: recording.clone(),
            cursor: Cursor::default(),
        });
    }

    /// Does what a recording does before its next step. Returns whether there is to be a step: always,
    /// but at its end.
    pub(super) fn prepare_replay(&mut self) -> bool {
        let Some(Replay { recording, cursor }) = &mut self.replay else {
            return true;
        };
        let (kind, text) = match cursor.step(recording, &mut Between(&mut self.world)) {
            Ok(true) => return true,
            Ok(false) => {
                let verdict = cursor.verdict(recording, &self.world);
                let kind = match verdict.is_same() || verdict.expected.is_none() {
                    true => Kind::Done,
                    false => Kind::Failed,
                };
                (kind, verdict.to_string())
            }
            Err(error) => (
                Kind::Failed,
                format!("the recording cannot be run again: {error}"),
            ),
        };
        self.replay = None;
        self.paused = true;
        self.lasting = Notice::new(kind, text);
        false
    }
}
