//! The last seconds of simulated time, to be gone back to and gone on from.
//!
//! Every few steps a copy of the state is kept, a keyframe, and between them what happened: the
//! [`Action`]s, each with the step that it came after. A state between two keyframes is simulated
//! again from the one before it by the same actions in the same places; it has the same bits, for
//! the engine is deterministic. That is done in pieces on another thread.
//!
//! A place is the number of steps since the viewer was started. The state of a place is that just after
//! its step; what was done to the cloth before the next step is not in it. At the end, the
//! present, it is.

mod cut;
mod keep;
mod piece;
mod seek;
#[cfg(test)]
mod tests;

pub use cut::{Cut, Held};
pub use keep::{BUDGET, WINDOW};

use crate::action::Action;
use crate::memory::{self, Extras};
use crate::simulations::Simulations;
use crate::world::World;
use keep::every;
use piece::Piece;
use std::collections::VecDeque;
use std::time::Duration;

/// A place on the timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Steps since the viewer was started. A start counts as one.
    pub step: u64,
    /// Simulated time since then, s.
    pub time: f64,
}

/// A place and its state.
#[derive(Clone, Debug)]
struct Moment {
    place: Place,
    state: Simulations,
    bytes: usize,
}

/// While another place than the end is shown.
#[derive(Debug)]
struct Past {
    /// The state of the world: that of the target, or the nearest so far.
    shown: Place,
    /// The step whose state is wanted.
    target: u64,
    present: Simulations,
}

/// Keyframes and what happened between them.
#[derive(Debug)]
pub struct Timeline {
    /// From the oldest; none where a state is too large.
    keyframes: VecDeque<Moment>,
    /// What was done since the oldest, each with the step that it came after.
    log: VecDeque<(u64, Action)>,
    log_bytes: usize,
    end: Place,
    past: Option<Past>,
    extras: Extras,
    /// The step after which the last action came.
    last_action: u64,
    /// What is being simulated again, and whether it is of use still.
    piece: Option<(Piece, bool)>,
    budget: usize,
    piece_length: Duration,
}

impl Timeline {
    /// A timeline that begins with the world as it is.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self::with(world, BUDGET, piece::LENGTH)
    }

    fn with(world: &World, budget: usize, piece_length: Duration) -> Self {
        let mut timeline = Self {
            keyframes: VecDeque::new(),
            log: VecDeque::new(),
            log_bytes: 0,
            end: Place::default(),
            past: None,
            extras: Extras::default(),
            last_action: 0,
            piece: None,
            budget,
            piece_length,
        };
        timeline.begin(world);
        timeline
    }

    /// Notes what has happened to the world, a step too; in the present alone.
    pub fn note(&mut self, action: &Action, world: &World) {
        match action {
            Action::Step => return self.note_step(world),
            Action::Start(_) => {
                self.last_action = self.end.step;
                self.end.step += 1;
                self.extras = Extras::default();
                return self.begin(world);
            }
            Action::Change(scene) => self.extras = self.extras.and(Extras::of(scene)),
            _ => {}
        }
        self.last_action = self.end.step;
        if self.keyframes.is_empty() {
            return;
        }
        self.log_bytes += keep::bytes_of(action);
        self.log.push_back((self.end.step, action.clone()));
        if self.log_bytes > keep::LOG {
            self.begin(world);
        }
    }

    fn note_step(&mut self, world: &World) {
        let rate = world.simulation().scene().solver.steps_per_second;
        self.end.step += 1;
        self.end.time += 1.0 / rate;
        let Some(every) = self.every(world) else {
            return self.begin(world);
        };
        let bytes = self.bytes(world);
        let last = self.keyframes.back();
        let due = last.is_none_or(|last| self.end.step - last.place.step >= every);
        self.forget(if due { bytes } else { 0 });
        if due {
            self.keep(world, bytes);
        }
    }

    /// Begins anew with the world as it is.
    fn begin(&mut self, world: &World) {
        self.leave_past();
        self.keyframes.clear();
        self.log.clear();
        self.log_bytes = 0;
        self.extras = self.extras.and(Extras::of(world.simulation().scene()));
        if self.every(world).is_some() {
            self.keep(world, self.bytes(world));
        }
    }

    fn keep(&mut self, world: &World, bytes: usize) {
        self.keyframes.push_back(Moment {
            place: self.end,
            state: world.cloths().simulations().clone(),
            bytes,
        });
    }

    /// Forgets keyframes that are too old, or leave no room for so many bytes more, and what happened
    /// before the oldest.
    fn forget(&mut self, more: usize) {
        let limit = self.end.time - WINDOW;
        let second = |timeline: &Self| timeline.keyframes.get(1).map(|moment| moment.place.time);
        while second(self).is_some_and(|time| time <= limit)
            || self.kept_bytes() + more > self.budget && !self.keyframes.is_empty()
        {
            self.keyframes.pop_front();
        }
        let oldest = self.oldest().step;
        while self.log.front().is_some_and(|(step, _)| *step < oldest) {
            let gone = self.log.pop_front();
            self.log_bytes -= gone.map_or(0, |(_, action)| keep::bytes_of(&action));
        }
    }

    /// Bytes of the world's state.
    fn bytes(&self, world: &World) -> usize {
        let mut bytes = memory::of_copy(world.simulation(), self.extras);
        if let Some(beside) = world.cloths().beside() {
            let extras = self.extras.and(Extras::of(beside.scene()));
            bytes += memory::of_copy(beside, extras);
        }
        bytes
    }

    /// Steps from one keyframe to the next; none where a state is too large.
    #[must_use]
    pub fn every(&self, world: &World) -> Option<u64> {
        let rate = world.simulation().scene().solver.steps_per_second;
        every(self.bytes(world), rate, self.budget)
    }

    /// Bytes of all that is kept.
    #[must_use]
    pub fn kept_bytes(&self) -> usize {
        let keyframes = self.keyframes.iter().map(|moment| moment.bytes);
        keyframes.sum::<usize>() + self.log_bytes
    }

    /// The oldest place that can be gone back to; the end, where nothing is kept.
    #[must_use]
    pub fn oldest(&self) -> Place {
        let oldest = self.keyframes.front();
        oldest.map_or(self.end, |moment| moment.place)
    }

    /// The present.
    #[must_use]
    pub fn end(&self) -> Place {
        self.end
    }

    /// The place whose state the world has.
    #[must_use]
    pub fn shown(&self) -> Place {
        self.past.as_ref().map_or(self.end, |past| past.shown)
    }

    /// The step whose state is wanted: it is being simulated again while it is not the one shown.
    #[must_use]
    pub fn target(&self) -> u64 {
        self.past.as_ref().map_or(self.end.step, |past| past.target)
    }

    /// Whether another place than the present is shown.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// Whether the state that is wanted has still to be reached.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        (self.past.as_ref()).is_some_and(|past| past.shown.step != past.target)
    }

    /// Whether states are kept: not where one is too large for the budget.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        !self.keyframes.is_empty()
    }

    /// The step after which the last action came.
    #[must_use]
    pub fn last_action(&self) -> u64 {
        self.last_action
    }
}
