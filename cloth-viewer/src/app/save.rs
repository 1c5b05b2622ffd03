//! What a user saves: pictures, animations, shapes, set-ups, recordings of inputs.

use super::{App, Command};
use crate::action::Action;
use crate::export::Toggled;
use cloth_draw::output::OutputError;
use cloth_draw::raster::Framebuffer;
use std::path::PathBuf;

impl App {
    pub(super) fn save(&mut self, command: Command) {
        self.settle();
        let name = self.world.original().file.name.clone();
        self.exporter.set_scene(&name);
        let saved = match command {
            Command::Screenshot => {
                self.shoot = true;
                return;
            }
            Command::RecordGif => self.exporter.toggle_gif(self.size).map(said),
            Command::RecordPng => self.exporter.toggle_pngs(self.size).map(said),
            Command::RecordObj => self.exporter.toggle_objs().map(said),
            Command::SaveObj => {
                self.world.update();
                let stage = self.world.cloths().stage();
                let saved =
                    (self.exporter).save_obj(&stage.positions, &stage.normals, &stage.triangles);
                saved.map(in_file)
            }
            Command::SaveScene => self
                .exporter
                .save_scene(&self.world.setup().file)
                .map(in_file),
            Command::RecordInputs => return self.toggle_inputs(),
            _ => return,
        };
        self.say_saved(saved);
    }

    fn say_saved(&mut self, saved: Result<String, OutputError>) {
        match saved {
            Ok(text) => self.say(text),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// A recording of inputs begins with a start: from the middle nothing could be run again.
    fn toggle_inputs(&mut self) {
        let setup = self.world.setup();
        let hash = self.simulation().state_hash();
        let toggled = self.exporter.toggle_inputs(&setup, hash);
        if let Ok(Toggled::Begun(_)) = &toggled
            && self.apply(Action::Start(Box::new(setup)))
        {
            self.started();
        }
        self.say_saved(toggled.map(said));
    }

    /// Gives the picture to whatever records pictures, and the cloth to what records shapes.
    pub(super) fn save_picture(&mut self, frame: &Framebuffer) {
        if std::mem::take(&mut self.shoot) {
            let shot = self.exporter.screenshot(frame).map(in_file);
            self.say_saved(shot);
        }
        if self.exporter.wants_pictures() {
            match self.exporter.picture(frame, self.elapsed) {
                Ok(ended) => {
                    for path in ended {
                        self.say(format!("the window has another size: {}", in_file(path)));
                    }
                }
                Err(error) => self.say(error.to_string()),
            }
        }
        if self.exporter.wants_shapes() {
            let stage = self.world.cloths().stage();
            let (positions, normals) = (&stage.positions, &stage.normals);
            let elapsed = self.elapsed;
            let taken = (self.exporter).shape(positions, normals, &stage.triangles, elapsed);
            if let Err(error) = taken {
                self.say(error.to_string());
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

fn in_file(path: PathBuf) -> String {
    format!("in {}", path.display())
}

fn said(toggled: Toggled) -> String {
    match toggled {
        Toggled::Begun(path) => format!("recording to {}", path.display()),
        Toggled::Ended(path) => in_file(path),
        Toggled::Empty => "nothing was recorded".to_owned(),
    }
}
