//! Taking back what was done to the cloth or the scene.

use super::files::Origin;
use crate::action::Setup;
use cloth_core::Scene;
use cloth_core::host::{Format, Method};
use cloth_draw::camera::Camera;
use std::time::Duration;

/// Changes of one press, and of keys that follow each other more quickly, are one: a slider that is
/// dragged.
const PAUSE: Duration = Duration::from_millis(500);
/// Most changes that can be taken back.
const MOST: usize = 100;

/// What a change of values may have changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Values {
    pub(super) scene: Scene,
    pub(super) method: Method,
}

/// What another start has put away.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Put {
    pub(super) setup: Setup,
    pub(super) origin: Origin,
    pub(super) longer: Option<usize>,
    pub(super) original: (Scene, Method, Format),
    pub(super) cameras: (Camera, Camera),
}

/// What was before a change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Before {
    /// Other values.
    Values(Box<Values>),
    /// A particle was pinned, or was not.
    Pin {
        column: usize,
        row: usize,
        pinned: bool,
    },
    /// Another scene, grid or format.
    Start(Box<Put>),
}

/// What was before each of the last changes.
#[derive(Debug, Default)]
pub(super) struct Undo {
    /// Each with the step of the timeline after which the change was made.
    before: Vec<(u64, Before)>,
    since_last: Duration,
}

impl Undo {
    /// Time has passed; with the button held down the change is still the same one.
    pub(super) fn pass(&mut self, elapsed: Duration, held: bool) {
        if !held {
            self.since_last = self.since_last.saturating_add(elapsed);
        }
    }

    /// The user turns to something else: the next change is another one.
    pub(super) fn turn(&mut self) {
        self.since_last = PAUSE;
    }

    /// Notes what was before a change that was made after a step.
    pub(super) fn note(&mut self, before: Before, step: u64) {
        let values = |before: &Before| matches!(before, Before::Values(_));
        let last = self.before.last();
        let same = values(&before) && last.is_some_and(|(_, last)| values(last));
        if !same || self.since_last >= PAUSE {
            if self.before.len() == MOST {
                self.before.remove(0);
            }
            self.before.push((step, before));
        }
        self.since_last = Duration::ZERO;
    }

    /// What was before the last change, which is then no longer one.
    pub(super) fn take(&mut self) -> Option<Before> {
        self.turn();
        self.before.pop().map(|(_, before)| before)
    }

    /// Forgets the changes that were made after a step and later: they have not happened.
    pub(super) fn forget(&mut self, step: u64) {
        self.since_last = PAUSE;
        self.before.retain(|(after, _)| *after < step);
    }

    /// Whether there is a change to take back that was made before a step.
    pub(super) fn is_possible(&self, step: u64) -> bool {
        self.before.iter().any(|(after, _)| *after < step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(density: f64) -> Before {
        let mut scene = Scene::DEFAULT;
        scene.cloth.density = density;
        Before::Values(Box::new(Values {
            scene,
            method: Method::Verlet,
        }))
    }

    #[test]
    fn a_dragged_slider_is_one_change_and_two_clicks_are_two() {
        let mut undo = Undo::default();
        assert!(!undo.is_possible(1));
        for density in [1.0, 2.0, 3.0] {
            undo.note(values(density), 0);
            undo.pass(Duration::from_secs(1), true);
        }
        undo.pass(PAUSE, false);
        undo.note(values(4.0), 0);
        assert_eq!(undo.take(), Some(values(4.0)));
        assert_eq!(undo.take(), Some(values(1.0)));
        assert_eq!(undo.take(), None);
        // What follows an undo is a change of its own.
        undo.note(values(5.0), 0);
        assert_eq!(undo.take(), Some(values(5.0)));
    }

    #[test]
    fn what_is_done_quickly_to_two_things_is_two_changes() {
        let mut undo = Undo::default();
        undo.note(values(1.0), 0);
        undo.pass(PAUSE / 10, false);
        undo.turn();
        undo.note(values(2.0), 0);
        assert_eq!(undo.take(), Some(values(2.0)));
        assert_eq!(undo.take(), Some(values(1.0)));
    }

    #[test]
    fn a_pin_is_a_change_of_its_own() {
        let mut undo = Undo::default();
        let pin = Before::Pin {
            column: 1,
            row: 2,
            pinned: false,
        };
        let all = [values(1.0), pin.clone(), pin.clone(), values(2.0)];
        all.iter().for_each(|before| undo.note(before.clone(), 0));
        for before in all.into_iter().rev() {
            assert_eq!(undo.take(), Some(before));
        }
    }

    #[test]
    fn old_changes_are_forgotten() {
        let mut undo = Undo::default();
        for i in 0..150 {
            undo.note(values(f64::from(i)), 0);
            undo.pass(PAUSE, false);
        }
        let mut count = 0;
        while let Some(before) = undo.take() {
            count += 1;
            assert_eq!(before, values(f64::from(150 - count)));
        }
        assert_eq!(count, 100);
    }

    #[test]
    fn what_has_not_happened_is_not_taken_back() {
        let mut undo = Undo::default();
        for (i, step) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
            undo.note(values(f64::from(i)), step);
            undo.pass(PAUSE, false);
        }
        assert!(undo.is_possible(11) && !undo.is_possible(10));
        undo.forget(20);
        // Nor is what comes now part of a change of then.
        undo.note(values(5.0), 20);
        assert_eq!(undo.take(), Some(values(5.0)));
        assert_eq!(undo.take(), Some(values(1.0)));
        assert_eq!(undo.take(), None);
    }
}
