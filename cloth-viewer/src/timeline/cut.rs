//! Another future: what is dropped, and what a hand held where it begins.

use super::{Place, Timeline, keep};
use crate::action::Action;

/// What is left behind where another future begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Where that is.
    pub place: Place,
    /// How much time came after it, s.
    pub dropped: f64,
    /// Whether the cloth was reset in that time.
    pub was_reset: bool,
    /// What a hand held there, and no longer does.
    pub held: Vec<Held>,
}

/// What a hand holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// A particle.
    Particle {
        /// Its column.
        column: usize,
        /// Its row.
        row: usize,
        /// Whether it was pinned when the hand let go of it.
        pinned: bool,
    },
    /// A collider, counted from 0, that moves as it was pushed.
    Collider(usize),
}

impl Timeline {
    /// Makes what is shown the present, and drops what came after it.
    pub fn cut(&mut self) -> Option<Cut> {
        let past = self.leave_past()?;
        let place = past.shown;
        let held = self.held(place.step);
        let kept = self.log.partition_point(|(step, _)| *step < place.step);
        let dropped = self.log.split_off(kept);
        let bytes = dropped.iter().map(|(_, action)| keep::bytes_of(action));
        self.log_bytes -= bytes.sum::<usize>();
        let kept = (self.keyframes).partition_point(|moment| moment.place.step <= place.step);
        self.keyframes.truncate(kept);
        let dropped_time = self.end.time - place.time;
        self.end = place;
        Some(Cut {
            place,
            dropped: dropped_time,
            was_reset: dropped.iter().any(|(_, action)| *action == Action::Reset),
            held,
        })
    }

    /// What a hand held in the step that led to a place.
    fn held(&self, step: u64) -> Vec<Held> {
        let before = self.log.partition_point(|(at, _)| at + 1 < step);
        let after = self.log.partition_point(|(at, _)| *at < step);
        let mut held = Vec::new();
        for (_, action) in self.log.range(before..after) {
            match *action {
                Action::Pull { column, row, .. } => held.push(Held::Particle {
                    column,
                    row,
                    pinned: self.is_pinned_later(after, [column, row]),
                }),
                Action::Push {
                    collider, velocity, ..
                } => {
                    held.retain(|one| *one != Held::Collider(collider));
                    if velocity != [0.0; 3] {
                        held.push(Held::Collider(collider));
                    }
                }
                _ => {}
            }
        }
        held
    }

    /// Whether a particle that a hand holds was pinned when the hand let go of it.
    fn is_pinned_later(&self, from: usize, at: [usize; 2]) -> bool {
        let later = self.log.range(from..);
        let mut let_go = later.filter_map(|(_, action)| match *action {
            Action::LetGo {
                column,
                row,
                pinned,
            } if [column, row] == at => Some(pinned),
            _ => None,
        });
        let_go.next().unwrap_or(false)
    }
}
