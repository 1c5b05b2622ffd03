//! What a user saves: pictures, animations, shapes, set-ups, recordings of inputs.

use super::{App, Command};
use crate::action::{Action, Setup};
use crate::export::{self, in_file};
use crate::panel::Outcome;
use cloth_core::host::{AnySimulation, Fabric, GridSize};
use cloth_core::scene::{MAX_PLACES, Pins, Place};
use cloth_draw::output::OutputError;
use cloth_draw::raster::Framebuffer;
use std::path::PathBuf;

impl App {
    pub(super) fn save(&mut self, command: Command) {
        self.settle();
        let name = self.world.original().file.name.clone();
        self.exporter.set_scene(&name);
        let size = self.view.size;
        let saved = match command {
            Command::Screenshot => {
                self.shoot = true;
                return;
            }
            Command::RecordGif => self.exporter.toggle(export::Kind::Gif, size),
            Command::RecordPng => self.exporter.toggle(export::Kind::Pngs, size),
            Command::RecordObj => self.exporter.toggle(export::Kind::Objs, size),
            Command::SaveObj => {
                self.world.update();
                let stage = self.world.stage();
                self.exporter.save_obj(&stage.picture()).map(in_file)
            }
            Command::SaveScene => return self.save_scene(),
            Command::RecordInputs => return self.toggle_inputs(),
            _ => return,
        };
        self.say_saved(saved);
    }

    /// Saves the scene with its present pins, on the file's own grid, and names the cloth's fabric.
    fn save_scene(&mut self) {
        let Setup { mut file, grid, .. } = self.world.setup();
        let own = GridSize::of(&file.scene);
        file.change_grid(grid, own);
        file.fabric = Fabric::of(&file.scene, own).or(file.fabric);
        match pins_of(self.simulation()) {
            Some(pins) => file.scene.pins = pins,
            None => {
                let most = format!("not saved: a scene has at most {MAX_PLACES} single pins");
                return self.say(Outcome::Refused, most);
            }
        }
        let saved = self.exporter.save_scene(&file);
        self.say_saved(saved.map(in_file));
    }

    fn say_saved(&mut self, saved: Result<String, OutputError>) {
        match saved {
            Ok(text) => self.say(Outcome::Done, text),
            Err(error) => self.say(Outcome::Failed, error.to_string()),
        }
    }

    /// A recording of inputs begins with a start: a state in the middle could not be rebuilt.
    fn toggle_inputs(&mut self) {
        self.branch();
        let setup = self.world.setup();
        let hash = self.simulation().state_hash();
        if !self.exporter.is_recording_inputs()
            && self.apply(Action::Start(Box::new(setup.clone())))
        {
            self.started();
        }
        let toggled = self.exporter.toggle_inputs(&setup, hash);
        self.say_saved(toggled);
    }

    /// Gives the picture to whatever records pictures.
    pub(super) fn save_picture(&mut self, frame: &Framebuffer) {
        if std::mem::take(&mut self.shoot) {
            let shot = self.exporter.screenshot(frame).map(in_file);
            self.say_saved(shot);
        }
        if self.exporter.wants_pictures() {
            match self.exporter.picture(frame, self.elapsed) {
                Ok(ended) => {
                    for path in ended {
                        let text = format!("the window has another size: {}", in_file(path));
                        self.say(Outcome::Done, text);
                    }
                }
                Err(error) => self.say(Outcome::Failed, error.to_string()),
            }
        }
    }

    /// Gives the cloth to what records shapes.
    pub(super) fn save_shapes(&mut self) {
        if self.exporter.wants_shapes() {
            let stage = self.world.stage();
            if let Err(error) = self.exporter.shape(&stage.picture(), self.elapsed) {
                self.say(Outcome::Failed, error.to_string());
            }
        }
    }

    /// Completes whatever is being recorded; returns where it is.
    ///
    /// # Errors
    /// What could not be completed.
    pub fn finish(&mut self) -> Result<Vec<PathBuf>, OutputError> {
        self.settle();
        let hash = self.simulation().state_hash();
        self.exporter.finish(hash)
    }
}

/// The present pins: the scene's own and single particles in addition, or single particles alone if one of
/// the scene's pins was let go. `None` if a scene has no room for so many.
fn pins_of(simulation: &dyn AnySimulation) -> Option<Pins> {
    let (columns, rows) = (simulation.columns(), simulation.rows());
    let scenes = simulation.scene().pins;
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let own = |(column, row)| scenes.holds(columns, rows, column, row);
    let pinned = |(column, row)| simulation.is_pinned(column, row);
    let whole = all().all(|at| !own(at) || pinned(at));
    let mut pins = if whole { scenes } else { Pins::NONE };
    let part = |i: usize, n: usize| i as f64 / n.saturating_sub(1).max(1) as f64;
    for (column, row) in all().filter(|&at| pinned(at) && !(whole && own(at))) {
        let (across, down) = (part(column, columns), part(row, rows));
        pins.places.push(Place { across, down }).ok()?;
    }
    Some(pins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::host::{Format, Method, grid_for, start};
    use cloth_core::scenes;

    #[test]
    fn pins_are_saved_as_they_are() {
        let mut scene = scenes::FOUR_CORNERS.scene;
        let grid = grid_for(&scene, Some(9));
        let new = |scene: &_| start(scene, grid, Method::Verlet, Format::F32).unwrap();
        let mut simulation = new(&scene);
        assert_eq!(pins_of(&*simulation), Some(scene.pins));
        // One more, and then one of the scene's less.
        for (column, row, pinned) in [(5, 2, true), (0, 0, false)] {
            simulation.set_pinned(column, row, pinned);
            scene.pins = pins_of(&*simulation).unwrap();
            let again = new(&scene);
            for i in 0..81 {
                let (column, row) = (i % 9, i / 9);
                let is = again.is_pinned(column, row);
                assert_eq!(is, simulation.is_pinned(column, row), "{column} {row}");
            }
        }
        (0..9).for_each(|row| simulation.set_pinned(4, row, true));
        assert!(pins_of(&*simulation).is_none());
    }
}
