//! A recording of inputs, run again in the window.

use super::App;
use crate::error::Error;
use crate::notice::{Kind, Notice};
use crate::recording::{Cursor, Recording};

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
        let (world, timeline) = (&mut self.world, &mut self.timeline);
        let played = cursor.until_step(recording, |action| {
            world.apply(action)?;
            timeline.note(action, world);
            Ok::<_, Error>(())
        });
        let (kind, text) = match played {
            Ok(true) => return true,
            Ok(false) => match recording.verdict(self.world.simulation().state_hash()) {
                Ok(text) => (Kind::Done, text),
                Err(text) => (Kind::Failed, text),
            },
            Err(error) => (
                Kind::Failed,
                format!("the recording cannot be replayed: {error}"),
            ),
        };
        self.replay = None;
        self.paused = true;
        self.lasting = Notice::new(kind, text);
        false
    }
}
