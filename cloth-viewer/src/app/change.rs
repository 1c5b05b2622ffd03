//! From what a user chose in the panel to what happens.

use super::App;
use super::files::Origin;
use super::show::beside_panel;
use super::undo::{Before, Put, Values};
use super::wind::Wind;
use crate::action::{Action, Setup};
use crate::framing::camera_for;
use crate::headless::title;
use crate::notice::{Kind, Notice};
use crate::panel::Controls;
use crate::scene_file::SceneFile;
use crate::stats::Stats;
use cloth_core::host::{Fabric, Format, GridSize, Method, grid_for};
use cloth_core::{Mode, Scene};

impl App {
    /// What a user can choose, as it now is.
    #[must_use]
    pub fn controls(&self) -> Controls {
        let setup = self.world.original();
        Controls {
            scene_number: self.scene_number(),
            grid: setup.grid,
            method: setup.method,
            format: setup.format,
            scene: *self.simulation().scene(),
            look: self.look.clone(),
            paused: self.paused,
            speed: self.speed,
            auto_orbit: self.auto_orbit,
            panel: self.show_panel,
            plots: self.show_plots,
            help: self.show_help,
        }
    }

    /// Acts on every difference between what a user chose and what is.
    pub(super) fn take_controls(&mut self, chosen: Controls) {
        let now = self.controls();
        self.look = chosen.look;
        // The user's own pause outlasts another start.
        self.broken &= chosen.paused == self.paused;
        self.ran &= chosen.paused == self.paused;
        self.paused = chosen.paused;
        self.speed = chosen.speed;
        self.auto_orbit = chosen.auto_orbit;
        self.show_panel = chosen.panel;
        self.show_plots = chosen.plots;
        self.show_help = chosen.help;
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
            self.change_method(chosen.method);
        }
        if chosen.scene != now.scene {
            self.change(&chosen.scene);
        }
    }

    fn values(&self) -> Values {
        Values {
            scene: self.world.setup().file.scene,
            method: self.world.original().method,
        }
    }

    /// Takes over a scene's values, while the cloth moves on.
    pub(super) fn change(&mut self, scene: &Scene) {
        let before = self.values();
        if self.apply(Action::Change(Box::new(*scene))) {
            self.wind.note(&before.scene);
            self.note_undo(Before::Values(Box::new(before)));
            self.watch.changed();
            self.retitle();
        }
    }

    pub(super) fn change_method(&mut self, method: Method) {
        let before = self.values();
        if self.apply(Action::Method(method)) {
            self.note_undo(Before::Values(Box::new(before)));
            self.watch.changed();
            self.retitle();
        }
    }

    /// Takes back the last change.
    pub(super) fn take_back(&mut self) {
        if !self.can_undo() {
            return self.say(Kind::Refused, "nothing to take back");
        }
        self.branch();
        let done = match self.undo.take() {
            Some(Before::Values(values)) => self.take_back_values(*values),
            Some(Before::Pin {
                column,
                row,
                pinned,
            }) => self.apply(Action::Pin {
                column,
                row,
                pinned,
            }),
            Some(Before::Start(put)) => self.take_back_start(*put),
            None => return,
        };
        if done {
            self.say(Kind::Done, "taken back");
        }
    }

    fn take_back_values(&mut self, Values { scene, method }: Values) -> bool {
        let now = self.values();
        self.wind.note(&now.scene);
        let mut done = true;
        // A method may not know the mode of the values now, or of those before.
        if now.method != method && !knows(method, &now.scene) {
            done &= self.apply(Action::Change(Box::new(scene)));
        }
        if now.method != method {
            done &= self.apply(Action::Method(method));
        }
        if *self.simulation().scene() != scene {
            done &= self.apply(Action::Change(Box::new(scene)));
        }
        self.watch.changed();
        self.retitle();
        done
    }

    /// Starts what was there before another scene, grid or format, with the values of then.
    fn take_back_start(&mut self, put: Put) -> bool {
        let done = self.apply(Action::Start(Box::new(put.setup)));
        if done {
            self.wind = Wind::new(&put.original.0);
            (self.origin, self.longer) = (put.origin, put.longer);
            self.original = put.original;
            (self.camera, self.home) = put.cameras;
            self.started();
        }
        done
    }

    /// What another start puts away.
    fn put(&self) -> Before {
        Before::Start(Box::new(Put {
            setup: self.world.setup(),
            origin: self.origin.clone(),
            longer: self.longer,
            original: self.original,
            cameras: (self.camera, self.home),
        }))
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
                self.longer = Some(grid.columns.max(grid.rows));
                Fabric::change_grid(&mut self.original.0, fabric, before, grid);
            }
            self.note_undo(put);
            self.started();
        }
    }

    /// Shows a scene of the library, counted from 0 and round again.
    pub(super) fn load(&mut self, number: usize) {
        let number = number % self.library.len().max(1);
        if let Some(file) = self.library.get(number).cloned() {
            self.start_scene(&file, Origin::Library(number));
        }
    }

    /// Starts another scene, on a grid as it was asked for.
    pub(super) fn start_scene(&mut self, file: &SceneFile, origin: Origin) {
        let grid = grid_for(&file.scene, self.longer);
        let mut setup = Setup {
            file: file.clone(),
            grid,
            method: self.world.original().method,
            format: self.world.original().format,
        };
        setup.file.change_grid(GridSize::of(&file.scene), grid);
        let original = (setup.file.scene, setup.method, setup.format);
        let put = self.put();
        if self.apply(Action::Start(Box::new(setup))) {
            self.note_undo(put);
            self.origin = origin;
            self.wind = Wind::new(&original.0);
            self.original = original;
            let camera = camera_for(self.world.cloths(), None, beside_panel(self.size));
            (self.camera, self.home) = (camera, camera);
            self.started();
        }
    }

    /// After another start: what was measured and held is of the past.
    pub(super) fn started(&mut self) {
        self.grip = None;
        self.pushed = None;
        self.lasting = Notice::default();
        self.paused &= !std::mem::take(&mut self.broken);
        self.replay = None;
        self.pace = Default::default();
        (self.last_cost, self.due) = (None, 0);
        self.watch.restart();
        self.stats = Stats::default();
        self.meter = Default::default();
        self.retitle();
    }

    pub(super) fn retitle(&mut self) {
        self.stats.title = title(self.world.original(), self.world.simulation());
        self.stats.step_seconds = 1.0 / self.simulation().scene().solver.steps_per_second;
    }
}

/// Whether a method can run values: XPBD of several passes, or damped, needs Verlet's.
fn knows(method: Method, scene: &Scene) -> bool {
    let needs_memory =
        scene.solver.mode == Mode::Xpbd && (scene.xpbd.iterations > 1 || scene.xpbd.damping > 0.0);
    method == Method::Verlet || !needs_memory
}
