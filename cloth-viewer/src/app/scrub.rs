//! Going back on the timeline, and going on from there.

use super::undo::Before;
use super::{App, LONGEST_WORK, hand};
use crate::action::Action;
use crate::notice::{Kind, Notice};
use crate::panel::Stretch;
use crate::timeline::{BUDGET, Held};
use glam::DVec3;

/// Said where it is asked for more.
const OLDEST: &str = "nothing older is kept";

impl App {
    /// Shows the state a step before the one that is wanted now, and stops.
    pub(super) fn step_back(&mut self) {
        match self.timeline.target().checked_sub(1) {
            Some(step) => self.seek(step),
            None => self.say(Kind::Refused, OLDEST),
        }
    }

    /// Shows the state after a step of the timeline, and stops.
    pub(super) fn seek(&mut self, step: u64) {
        if let Some(why) = self.stays_here() {
            return self.say(Kind::Refused, why);
        }
        if step < self.timeline.oldest().step {
            self.say(Kind::Refused, OLDEST);
        }
        if !self.timeline.is_past() {
            self.let_go_of_all();
            self.give_up_step();
            self.ran = !self.paused;
        }
        (self.paused, self.broken) = (true, false);
        self.lasting = Notice::default();
        self.timeline.seek(&mut self.world, step);
        self.note_done();
    }

    /// Shows the present; time goes on if it did before.
    pub(super) fn return_to_present(&mut self) {
        if self.timeline.is_past() {
            self.seek(self.timeline.end().step);
        }
        self.paused &= !std::mem::take(&mut self.ran);
    }

    /// Why time cannot be gone back, if it cannot.
    fn stays_here(&self) -> Option<String> {
        if self.exporter.is_recording_inputs() {
            return Some("a recording of inputs cannot go back: F12 ends it".to_owned());
        }
        if self.replay.is_some() {
            return Some("a replay cannot go back: wait for its end".to_owned());
        }
        (!self.timeline.is_kept()).then(|| {
            let most = BUDGET >> 20;
            format!("this cloth is too large for a timeline of {most} MB")
        })
    }

    /// Lets go of what mouse and arrow keys hold.
    fn let_go_of_all(&mut self) {
        self.let_go();
        if let Some(collider) = self.pushed.take() {
            self.release(Held::Collider(collider));
        }
    }

    /// Lets go of a particle, stops a collider.
    fn release(&mut self, held: Held) {
        let action = match held {
            Held::Particle {
                column,
                row,
                pinned,
            } => Some(Action::LetGo {
                column,
                row,
                pinned,
            }),
            Held::Collider(collider) => hand::push(self.simulation(), collider, DVec3::ZERO),
        };
        if let Some(action) = action {
            self.apply(action);
        }
    }

    /// While the past is shown, comes nearer to the state that is wanted. How many single steps are to
    /// be made once it is left: by coming to its end, or by going on from there.
    pub(super) fn leave_past(&mut self, steps: u32) -> Option<u32> {
        if !self.timeline.is_past() {
            return Some(steps);
        }
        let wanted = self.timeline.target() + u64::from(steps);
        if steps > 0 {
            self.timeline.seek(&mut self.world, wanted);
        }
        if self.timeline.is_seeking() {
            self.note_done();
        }
        if let Err(error) = (self.timeline).approach(&mut self.world, LONGEST_WORK) {
            self.say(Kind::Failed, error.to_string());
        }
        if self.timeline.is_past() {
            if self.paused || self.timeline.is_seeking() {
                return None;
            }
            self.branch();
        }
        let beyond = wanted.saturating_sub(self.timeline.end().step);
        Some(u32::try_from(beyond).unwrap_or(0))
    }

    /// Makes what is shown the present: what came after it is dropped.
    pub(super) fn branch(&mut self) {
        let Some(cut) = self.timeline.cut() else {
            return;
        };
        self.ran = false;
        self.undo.forget(cut.place.step);
        let time = self.simulation().time();
        match cut.was_reset {
            true => self.watch.restart(),
            false => self.watch.rewind(time),
        }
        self.pace = Default::default();
        self.retitle();
        let dropped = cut.dropped;
        self.say(
            Kind::Done,
            format!("goes on from here: {dropped:.1} s are dropped"),
        );
        cut.held.into_iter().for_each(|held| self.release(held));
    }

    /// Notes what was before a change that has just been made.
    pub(super) fn note_undo(&mut self, before: Before) {
        self.undo.note(before, self.last_action());
    }

    /// Whether there is a change to take back of those that were made before what is shown.
    pub(super) fn can_undo(&self) -> bool {
        let past = self.timeline.is_past();
        let before = if past {
            self.timeline.shown().step
        } else {
            u64::MAX
        };
        self.undo.is_possible(before)
    }

    /// The timeline as the panel shows it.
    pub(super) fn stretch(&self) -> Option<Stretch> {
        let [oldest, shown, end] = [
            self.timeline.oldest(),
            self.timeline.shown(),
            self.timeline.end(),
        ];
        self.timeline.is_kept().then(|| Stretch {
            oldest: oldest.step,
            target: self.timeline.target(),
            end: end.step,
            back: end.time - shown.time,
            longest: end.time - oldest.time,
            seeking: self.timeline.is_seeking(),
            open: self.stays_here().is_none(),
        })
    }
}

#[cfg(test)]
mod tests;
