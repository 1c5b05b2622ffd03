//! A recording of inputs, run again in the window.

use super::App;
use crate::act::Act;
use crate::tape::{Tape, Verdict};
use crate::world::World;

/// A recording and how far it has run.
#[derive(Debug)]
pub(super) struct Replay {
    tape: Tape,
    /// The entry of the tape that is next, and how many times it has been done.
    entry: usize,
    times: u64,
    steps: u64,
}

impl Replay {
    pub(super) fn new(tape: &Tape) -> Self {
        Self {
            tape: tape.clone(),
            // The first is the start, which has been made.
            entry: 1,
            times: 0,
            steps: 0,
        }
    }

    /// Runs on to the next step; the verdict at the end, or what could not be done again.
    fn step(&mut self, world: &mut World) -> Result<(), String> {
        while let Some((act, times)) = self.tape.entry(self.entry) {
            self.times += 1;
            if self.times >= times {
                (self.entry, self.times) = (self.entry + 1, 0);
            }
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
            expected: self.tape.end().hash,
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
