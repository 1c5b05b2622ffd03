//! A recording of inputs, run again in the window.

use super::App;
use crate::tape::{Tape, Verdict};
use crate::world::{Act, World};

/// A recording and how far it has run.
#[derive(Debug)]
pub(super) struct Replay {
    acts: Vec<Act>,
    next: usize,
    steps: u64,
    expected: Option<u64>,
}

impl Replay {
    pub(super) fn new(tape: &Tape) -> Self {
        Self {
            // The first is the start, which has been made.
            acts: tape.acts().skip(1).cloned().collect(),
            next: 0,
            steps: 0,
            expected: tape.end().hash,
        }
    }

    /// Runs on to the next step; the verdict at the end, or what could not be done again.
    fn step(&mut self, world: &mut World) -> Result<(), String> {
        while let Some(act) = self.acts.get(self.next) {
            self.next += 1;
            if let Err(error) = world.act(act) {
                return Err(format!("the recording cannot be run again: {error}"));
            }
            if *act == Act::Step {
                self.steps += 1;
                return Ok(());
            }
        }
        let verdict = Verdict {
            steps: self.steps,
            expected: self.expected,
            got: world.model().state_hash(),
        };
        Err(verdict.to_string())
    }
}

impl App {
    /// Runs a recording from here on; what the user does to the cloth ends it.
    pub(super) fn begin_replay(&mut self, tape: &Tape) {
        self.replay = Some(Replay::new(tape));
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
