//! A recording of inputs, run again in the window.

use super::App;
use crate::action::Action;
use crate::error::Error;
use crate::notice::{Kind, Notice};
use crate::recording::{Cursor, Player, Recording};
use crate::timeline::Timeline;
use crate::world::Between;

/// A recording and how far it has run.
#[derive(Debug)]
pub(super) struct Replay {
    recording: Recording,
    cursor: Cursor,
}

/// What happens between steps, and the timeline that notes it.
struct Noted<'a>(Between<'a>, &'a mut Timeline);

impl Player for Noted<'_> {
    type Error = Error;

    fn apply(&mut self, action: &Action) -> Result<(), Error> {
        self.0.apply(action)?;
        if *action != Action::Step {
            self.1.note(action, self.0.0);
        }
        Ok(())
    }

    fn state_hash(&self) -> u64 {
        self.0.state_hash()
    }
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
        let mut world = Noted(Between(&mut self.world), &mut self.timeline);
        let (kind, text) = match cursor.step(recording, &mut world) {
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
