//! Going back on the timeline, and going on from there.

use super::App;
use crate::action::Action;
use crate::panel::{Notice, Outcome, Stretch};
use crate::timeline::{BUDGET, Timeline};

/// Said when something older is asked for.
const OLDEST: &str = "nothing older is kept";

/// The timeline, and whether time ran before the past was shown.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) timeline: Timeline,
    /// Whether time went on before the past was shown.
    pub(super) ran: bool,
}

impl App {
    /// Shows the state a step before the one that is wanted now, and stops.
    pub(super) fn step_back(&mut self) {
        match self.past.timeline.target().checked_sub(1) {
            Some(step) => self.seek(step),
            None => self.say(Outcome::Refused, OLDEST),
        }
    }

    /// Shows the state after a step of the timeline, and stops.
    pub(super) fn seek(&mut self, step: u64) {
        if let Some(why) = self.stays_here() {
            return self.say(Outcome::Refused, why);
        }
        if step < self.past.timeline.oldest().step {
            self.say(Outcome::Refused, OLDEST);
        }
        if !self.past.timeline.is_past() {
            self.let_go();
            if let Some(collider) = self.hand.pushed.take()
                && let Some(stop) = Action::push(self.simulation(), collider, [0.0; 3])
            {
                self.apply(stop);
            }
            self.give_up_step();
            self.past.ran = !self.clock.paused;
        }
        (self.clock.paused, self.clock.broken) = (true, false);
        self.messages.lasting = Notice::default();
        self.past.timeline.seek(&mut self.world, step);
        self.screen.note_done();
    }

    /// Shows the present; time goes on if it did before.
    pub(super) fn return_to_present(&mut self) {
        if self.past.timeline.is_past() {
            self.seek(self.past.timeline.end.step);
        }
        self.clock.paused &= !std::mem::take(&mut self.past.ran);
    }

    /// Why time cannot be gone back, if it cannot.
    fn stays_here(&self) -> Option<String> {
        if self.exporter.is_recording_inputs() {
            return Some("a recording of inputs cannot go back: F12 ends it".to_owned());
        }
        if self.replay.is_some() {
            return Some("a replay cannot go back: wait for its end".to_owned());
        }
        (!self.past.timeline.is_kept()).then(|| {
            let most = BUDGET >> 20;
            format!("this cloth is too large for a timeline of {most} MB")
        })
    }

    /// While the past is shown, approaches the wanted state. Returns how many single steps to make once the
    /// past is left: at its end, or because time goes on from there.
    pub(super) fn leave_past(&mut self, steps: u32) -> Option<u32> {
        let timeline = &mut self.past.timeline;
        if !timeline.is_past() {
            return Some(steps);
        }
        let wanted = timeline.target() + u64::from(steps);
        if steps > 0 {
            timeline.seek(&mut self.world, wanted);
        }
        if timeline.is_seeking() {
            self.screen.note_done();
        }
        if let Err(error) = timeline.approach(&mut self.world, self.clock.longest_work) {
            self.say(Outcome::Failed, error.to_string());
        }
        let timeline = &self.past.timeline;
        let beyond = wanted.saturating_sub(timeline.end.step);
        if timeline.is_past() {
            if self.clock.paused || timeline.is_seeking() {
                return None;
            }
            self.branch();
        }
        Some(u32::try_from(beyond).unwrap_or(0))
    }

    /// Makes what is shown the present: what came after it is dropped.
    pub(super) fn branch(&mut self) {
        let Some(cut) = self.past.timeline.cut(&self.world) else {
            return;
        };
        self.past.ran = false;
        self.undo.forget(cut.step);
        let time = self.simulation().time();
        match cut.was_reset {
            true => self.watch.restart(),
            false => self.watch.rewind(time),
        }
        self.clock.left = 0.0;
        self.retitle();
        let dropped = cut.dropped;
        self.say(
            Outcome::Done,
            format!("goes on from here: {dropped:.1} s are dropped"),
        );
        for action in cut.releases {
            self.apply(action);
        }
    }

    /// The timeline as the panel shows it.
    pub(super) fn stretch(&self) -> Option<Stretch> {
        let timeline = &self.past.timeline;
        let (oldest, end) = (timeline.oldest(), timeline.end);
        timeline.is_kept().then(|| Stretch {
            oldest: oldest.step,
            target: timeline.target(),
            end: end.step,
            back: end.time - timeline.shown().time,
            longest: end.time - oldest.time,
            seeking: timeline.is_seeking(),
            open: self.stays_here().is_none(),
        })
    }
}
