//! Acts on what a user chooses in the panel, and takes it back.

use super::App;
use super::opened::Opening;
use crate::action::{Action, Setup};
use crate::breeze::Wind;
use crate::headless::title;
use crate::panel::{Controls, Notice, Outcome};
use crate::stats::{Meter, Stats};
use cloth_core::host::{Fabric, Format, GridSize, Method};
use cloth_core::{Mode, Scene};
use cloth_draw::camera::Camera;
use std::collections::VecDeque;
use std::time::Duration;

/// Changes of one press, or closer together than this, are undone as one, as when a slider is dragged.
const PAUSE: Duration = Duration::from_millis(500);
/// Most changes that can be taken back.
const MOST: usize = 100;

/// What another start replaced.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Put {
    pub(super) setup: Setup,
    pub(super) opening: Opening,
    /// The camera, and that of the start.
    pub(super) cameras: (Camera, Camera),
}

/// What was before a change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Before {
    /// Other values, another method.
    Values(Box<Scene>, Method),
    /// A particle was pinned or let go: the action that reverses it.
    Pin(Action),
    /// Another scene, grid or format.
    Start(Box<Put>),
}

/// What was before each of the last changes.
#[derive(Debug, Default)]
pub(super) struct Undo {
    /// Each with the step of the timeline after which the change was made.
    before: VecDeque<(u64, Before)>,
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
        let is_value = |before: &Before| matches!(before, Before::Values(..));
        let last = self.before.back();
        let same = is_value(&before) && last.is_some_and(|(_, last)| is_value(last));
        if !same || self.since_last >= PAUSE {
            if self.before.len() == MOST {
                self.before.pop_front();
            }
            self.before.push_back((step, before));
        }
        self.since_last = Duration::ZERO;
    }

    /// Takes what was before the last change off the list.
    fn take(&mut self) -> Option<Before> {
        self.turn();
        self.before.pop_back().map(|(_, before)| before)
    }

    /// Forgets the changes that were made after a step and later: they have not happened.
    pub(super) fn forget(&mut self, step: u64) {
        self.turn();
        self.before.retain(|(after, _)| *after < step);
    }

    /// Whether a change made before a step can be taken back.
    pub(super) fn is_possible(&self, step: u64) -> bool {
        self.before.iter().any(|(after, _)| *after < step)
    }
}

impl App {
    /// What a user can choose, as it now is.
    #[must_use]
    pub fn controls(&self) -> Controls {
        let setup = self.world.original();
        Controls {
            scene_number: self.opened.number(),
            grid: setup.grid,
            method: setup.method,
            format: setup.format,
            scene: *self.simulation().scene(),
            look: self.view.look.clone(),
            paused: self.clock.paused,
            speed: self.clock.speed,
            auto_orbit: self.view.auto_orbit,
            panel: self.screen.show_panel,
            plots: self.screen.show_plots,
            help: self.screen.show_help,
        }
    }

    /// Acts on every difference between what a user chose and what is.
    pub(super) fn take_controls(&mut self, chosen: Controls) {
        let now = self.controls();
        self.view.look = chosen.look;
        self.view.auto_orbit = chosen.auto_orbit;
        // The user's own pause outlasts another start.
        self.clock.broken &= chosen.paused == self.clock.paused;
        self.past.ran &= chosen.paused == self.clock.paused;
        self.clock.paused = chosen.paused;
        self.clock.speed = chosen.speed;
        self.screen.show_panel = chosen.panel;
        self.screen.show_plots = chosen.plots;
        self.screen.show_help = chosen.help;
        if chosen.scene_number != now.scene_number {
            if let Some(number) = chosen.scene_number {
                self.choose(number);
            }
            return;
        }
        if (chosen.grid, chosen.format) != (now.grid, now.format) {
            self.change_grid(chosen.grid, chosen.format);
            return;
        }
        if chosen.method != now.method {
            let before = self.values();
            if self.apply(Action::Method(chosen.method)) {
                self.changed(before);
            }
        }
        if chosen.scene != now.scene {
            self.change(&chosen.scene);
        }
    }

    fn values(&self) -> Before {
        let scene = Box::new(*self.simulation().scene());
        Before::Values(scene, self.world.original().method)
    }

    /// Takes over a scene's values, while the cloth moves on.
    pub(super) fn change(&mut self, scene: &Scene) {
        let before = self.values();
        if self.apply(Action::Change(Box::new(*scene))) {
            self.changed(before);
        }
    }

    fn changed(&mut self, before: Before) {
        if let Before::Values(scene, _) = &before {
            self.wind.note(scene);
        }
        self.note_undo(before);
        self.watch.changed();
        self.retitle();
    }

    /// The same scene from its start, with other particles or numbers.
    fn change_grid(&mut self, grid: GridSize, format: Format) {
        let (before, put) = (self.world.original().grid, self.put());
        let mut setup = Setup {
            grid,
            format,
            ..self.world.setup()
        };
        setup.file.change_grid(before, grid);
        let fabric = setup.file.fabric;
        if self.apply(Action::Start(Box::new(setup))) {
            if grid != before {
                let opening = &mut self.opened.now;
                opening.longer = Some(grid.columns.max(grid.rows));
                Fabric::change_grid(&mut opening.original.0, fabric, before, grid);
            }
            self.note_undo(put);
            self.started();
        }
    }

    /// Notes what was before a change that has just been made.
    pub(super) fn note_undo(&mut self, before: Before) {
        let step = match &self.clock.away {
            // It counts as done after the step that is being made.
            Some(away) if !away.later.is_empty() => self.past.timeline.end.step + 1,
            _ => self.past.timeline.last_action,
        };
        self.undo.note(before, step);
    }

    /// Whether a change made before the state shown can be taken back.
    pub(super) fn can_undo(&self) -> bool {
        let timeline = &self.past.timeline;
        let past = timeline.is_past().then(|| timeline.shown().step);
        self.undo.is_possible(past.unwrap_or(u64::MAX))
    }

    /// Takes back the last change.
    pub(super) fn take_back(&mut self) {
        if !self.can_undo() {
            return self.say(Outcome::Refused, "nothing to take back");
        }
        self.branch();
        let done = match self.undo.take() {
            Some(Before::Values(scene, method)) => self.take_back_values(scene, method),
            Some(Before::Pin(action)) => self.apply(action),
            Some(Before::Start(put)) => self.take_back_start(*put),
            None => return,
        };
        if done {
            self.say(Outcome::Done, "taken back");
        }
    }

    fn take_back_values(&mut self, scene: Box<Scene>, method: Method) -> bool {
        let now = *self.simulation().scene();
        self.wind.note(&now);
        let mut done = true;
        if self.world.original().method != method {
            // The method may not support the present mode, or the one before.
            if !knows(method, &now) {
                done &= self.apply(Action::Change(scene.clone()));
            }
            done &= self.apply(Action::Method(method));
        }
        if *self.simulation().scene() != *scene {
            done &= self.apply(Action::Change(scene));
        }
        self.watch.changed();
        self.retitle();
        done
    }

    /// What another start replaces, for undo.
    pub(super) fn put(&self) -> Before {
        Before::Start(Box::new(Put {
            setup: self.world.setup(),
            opening: self.opened.now.clone(),
            cameras: (self.view.camera, self.view.home),
        }))
    }

    /// Starts what was there before another scene, grid or format, with the values that it had.
    pub(super) fn take_back_start(&mut self, put: Put) -> bool {
        let done = self.apply(Action::Start(Box::new(put.setup)));
        if done {
            self.wind = Wind::new(&put.opening.original.0);
            self.opened.now = put.opening;
            (self.view.camera, self.view.home) = put.cameras;
            self.started();
        }
        done
    }

    /// After another start: what was measured and held belongs to the previous cloth.
    pub(super) fn started(&mut self) {
        self.hand.grip = None;
        self.hand.pushed = None;
        self.messages.lasting = Notice::default();
        self.replay = None;
        self.clock.started();
        self.watch.restart();
        self.stats = Stats::default();
        self.meter = Meter::default();
        self.retitle();
    }

    pub(super) fn retitle(&mut self) {
        self.stats.title = title(self.world.original(), self.world.simulation());
        self.stats.step_seconds = 1.0 / self.simulation().scene().solver.steps_per_second;
    }
}

/// Whether a method supports a scene's mode: XPBD with several passes or with damping needs Verlet.
fn knows(method: Method, scene: &Scene) -> bool {
    let needs_memory =
        scene.solver.mode == Mode::Xpbd && (scene.xpbd.iterations > 1 || scene.xpbd.damping > 0.0);
    method == Method::Verlet || !needs_memory
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(density: f64) -> Before {
        let mut scene = Scene::DEFAULT;
        scene.cloth.density = density;
        Before::Values(Box::new(scene), Method::Verlet)
    }

    /// Whether the button is held after a change, ms until the next, and whether that is another.
    #[test]
    fn a_drag_is_one_change_and_what_comes_later_is_another() {
        for (held, millis, other) in [(true, 1000, false), (false, 10, false), (false, 500, true)] {
            let mut undo = Undo::default();
            undo.note(values(1.0), 0);
            undo.pass(Duration::from_millis(millis), held);
            undo.note(values(2.0), 0);
            assert_eq!(undo.take(), Some(values(if other { 2.0 } else { 1.0 })));
            assert_eq!(undo.take(), other.then(|| values(1.0)));
        }
    }

    #[test]
    fn what_has_not_happened_is_not_taken_back_and_the_oldest_are_forgotten() {
        let mut undo = Undo::default();
        for (i, step) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
            undo.note(values(f64::from(i)), step);
            undo.turn();
        }
        assert!(undo.is_possible(11) && !undo.is_possible(10));
        undo.forget(20);
        // It is not merged with an earlier change.
        undo.note(values(5.0), 20);
        assert_eq!(undo.take(), Some(values(5.0)));
        assert_eq!(undo.take(), Some(values(1.0)));
        for _ in 0..MOST + 50 {
            undo.turn();
            undo.note(values(1.0), 0);
        }
        assert_eq!(std::iter::from_fn(|| undo.take()).count(), MOST);
    }
}
