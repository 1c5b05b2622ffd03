//! Taking back changes of values.

use cloth_core::Scene;
use cloth_core::host::Method;
use std::time::Duration;

/// Changes that follow each other more quickly are one: a slider that is dragged.
const PAUSE: Duration = Duration::from_millis(500);
/// Most changes that can be taken back.
const MOST: usize = 100;

/// What a change may have changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Values {
    pub(super) scene: Scene,
    pub(super) method: Method,
}

/// The values before each of the last changes.
#[derive(Debug, Default)]
pub(super) struct Undo {
    before: Vec<Values>,
    since_last: Duration,
}

impl Undo {
    /// Time has passed; with the button held down the change is still the same one.
    pub(super) fn pass(&mut self, elapsed: Duration, held: bool) {
        if !held {
            self.since_last = self.since_last.saturating_add(elapsed);
        }
    }

    /// Notes the values before a change.
    pub(super) fn note(&mut self, before: Values) {
        if self.since_last >= PAUSE || self.before.is_empty() {
            if self.before.len() == MOST {
                self.before.remove(0);
            }
            self.before.push(before);
        }
        self.since_last = Duration::ZERO;
    }

    /// The values before the last change, which is then no longer one.
    pub(super) fn take(&mut self) -> Option<Values> {
        self.since_last = PAUSE;
        self.before.pop()
    }

    /// Whether there is a change to take back.
    pub(super) fn is_possible(&self) -> bool {
        !self.before.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(density: f64) -> Values {
        let mut scene = Scene::DEFAULT;
        scene.cloth.density = density;
        Values {
            scene,
            method: Method::Verlet,
        }
    }

    #[test]
    fn a_dragged_slider_is_one_change_and_two_clicks_are_two() {
        let mut undo = Undo::default();
        assert!(!undo.is_possible());
        for density in [1.0, 2.0, 3.0] {
            undo.note(values(density));
            undo.pass(Duration::from_secs(1), true);
        }
        undo.pass(PAUSE, false);
        undo.note(values(4.0));
        assert_eq!(undo.take(), Some(values(4.0)));
        assert_eq!(undo.take(), Some(values(1.0)));
        assert_eq!(undo.take(), None);
        // What follows an undo is a change of its own.
        undo.note(values(5.0));
        assert_eq!(undo.take(), Some(values(5.0)));
    }

    #[test]
    fn old_changes_are_forgotten() {
        let mut undo = Undo::default();
        for i in 0..150 {
            undo.note(values(f64::from(i)));
            undo.pass(PAUSE, false);
        }
        let mut count = 0;
        while let Some(before) = undo.take() {
            count += 1;
            assert_eq!(before, values(f64::from(150 - count)));
        }
        assert_eq!(count, 100);
    }
}
