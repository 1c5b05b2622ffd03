//! Going to a place: from the nearest state that is at hand, by simulating again what came after it.

use super::piece::Piece;
use super::{Moment, Past, Timeline};
use crate::action::Action;
use crate::error::Error;
use crate::world::World;
use std::collections::VecDeque;
use std::time::Duration;

impl Timeline {
    /// Shows the state after a step, or the nearest one before it that is at hand:
    /// [`Timeline::approach`] then goes on to it.
    pub fn seek(&mut self, world: &mut World, step: u64) {
        let target = step.clamp(self.oldest().step, self.end.step);
        if target == self.end.step {
            if let Some(past) = self.leave_past() {
                world.put(past.present);
            }
            return;
        }
        if let Some(past) = &mut self.past {
            past.target = target;
        }
        let shown = self.past.as_ref().map(|past| past.shown.step);
        let Some(nearest) = self.before(target) else {
            return;
        };
        // From what is shown it may be a shorter way.
        if shown.is_some_and(|shown| (nearest.place.step..=target).contains(&shown)) {
            return;
        }
        let shown = nearest.place;
        let before = world.put(nearest.state.clone());
        match &mut self.past {
            Some(past) => past.shown = shown,
            None => {
                self.past = Some(Past {
                    shown,
                    target,
                    present: before,
                });
            }
        }
    }

    /// The last keyframe up to a step.
    fn before(&self, step: u64) -> Option<&Moment> {
        let up_to = self
            .keyframes
            .partition_point(|moment| moment.place.step <= step);
        self.keyframes.get(up_to.checked_sub(1)?)
    }

    /// Goes on to the state that is wanted, as far as a piece leads, and waits for it no longer than
    /// `patience`.
    ///
    /// # Errors
    /// If what was done once cannot be done again: there is no memory. The state stays as it is.
    pub fn approach(&mut self, world: &mut World, patience: Duration) -> Result<(), Error> {
        let Some(past) = &mut self.past else {
            return Ok(());
        };
        let there = past.shown.step == past.target;
        if self.piece.is_none() && !there {
            let from = (past.shown, world.cloths().simulations().clone());
            let actions = between(&self.log, past.shown.step, past.target);
            let piece = Piece::begin(from, past.target, actions, self.piece_length);
            self.piece = Some((piece, true));
        }
        let patience = if there { Duration::ZERO } else { patience };
        let done = |piece: &mut (Piece, bool)| Some((piece.0.wait(patience)?, piece.1));
        let Some((done, is_of_use)) = self.piece.as_mut().and_then(done) else {
            return Ok(());
        };
        self.piece = None;
        match done {
            // Another one may be wanted by now.
            _ if !is_of_use => {}
            Ok((place, state)) if (past.shown.step..=past.target).contains(&place.step) => {
                past.shown = place;
                world.put(state);
            }
            Ok(_) => {}
            Err(error) => {
                past.target = past.shown.step;
                return Err(error);
            }
        }
        Ok(())
    }

    /// The past, which is not shown any more.
    pub(super) fn leave_past(&mut self) -> Option<Past> {
        if let Some((_, is_of_use)) = &mut self.piece {
            *is_of_use = false;
        }
        self.past.take()
    }
}

/// What was done after one step and before another.
fn between(log: &VecDeque<(u64, Action)>, first: u64, end: u64) -> Vec<(u64, Action)> {
    let place = |step: u64| log.partition_point(|(at, _)| *at < step);
    log.range(place(first)..place(end)).cloned().collect()
}
