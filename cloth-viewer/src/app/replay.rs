//! A recording of inputs, run again in the window.

use super::App;
use crate::action::Action;
use crate::recording::{Recording, Verdict};
use crate::world::World;

/// A recording and how far it has run.
#[derive(Debug)]
pub(super) struct Replay {
    recording: Recording,
    /// The entry of the recording that is next, and how many times it has been done.
    entry: usize,
    times: u64,
    steps: u64,
}

impl Replay {
    pub(super) fn new(recording: &Recording) -> Self {
        Self {
            recording: recording.clone(),
            // The first is the start, which has been made.
            entry: 1,
            times: 0,
            steps: 0,
        }
    }

    /// Runs on to the next step; the verdict at the end, or what could not be done again.
    fn step(&mut self, world: &mut World) -> Result<(), String> {
        while let Some((action, times)) = self.recording.entry(self.entry) {
            self.times += 1;
            if self.times >= times {
                (self.entry, self.times) = (self.entry + 1, 0);
            }
            if let Err(error) = world.apply(action) {
                return Err(format!("the recording cannot be run again: {error}"));
            }
            if *action == Action::Step {
                self.steps += 1;
                return Ok(());
            }
        }
        let verdict = Verdict {
            steps: self.steps,
            expected: self.recording.end().hash,
            got: world.simulation().state_hash(),
        };
        Err(verdict.to_string())
    }
}

impl App {
    /// Runs a recording from here on; what the user does to the cloth ends it.
    pub(super) fn begin_replay(&mut self, recording: &Recording) {
        self.replay = Some(Replay::new(recording));
    }

    /// The next step of the recording, if there is one.
    pub(super) fn replay_step(&mut self) -> bool {
        let Some(replay) = &mut self.replay else {
            return false;
        };
        if let Err(text) = replay.step(&mut self.world) {
            self.replay = None;
            self.paused = true;
            self.lasting = text;
        }
        true
    }
}
