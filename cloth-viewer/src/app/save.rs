//! What a user saves: pictures, animations, shapes, set-ups, recordings of inputs.

use super::{App, Command};
use crate::action::{Action, Setup};
use crate::export::{self, Toggled};
use crate::notice::Kind;
use cloth_core::host::{AnySimulation, Fabric, GridSize};
use cloth_core::scene::{ListFull, Pins, Place};
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
            Command::RecordGif => self.exporter.toggle(export::Kind::Gif, self.size).map(said),
            Command::RecordPng => self
                .exporter
                .toggle(export::Kind::Pngs, self.size)
                .map(said),
            Command::RecordObj => self
                .exporter
                .toggle(export::Kind::Objs, self.size)
                .map(said),
            Command::SaveObj => {
                self.world.update();
                let stage = self.world.cloths().stage();
                self.exporter.save_obj(&stage.mesh()).map(in_file)
            }
            Command::SaveScene => return self.save_scene(),
            Command::RecordInputs => return self.toggle_inputs(),
            _ => return,
        };
        self.say_saved(saved);
    }

    /// With the pins that are set now, and on the grid that the file names the fabric that the cloth
    /// has.
    fn save_scene(&mut self) {
        let Setup { mut file, grid, .. } = self.world.setup();
        let own = GridSize::of(&file.scene);
        file.change_grid(grid, own);
        file.fabric = Fabric::of(&file.scene, own).or(file.fabric);
        match pins_of(self.simulation()) {
            Ok(pins) => file.scene.pins = pins,
            Err(error) => return self.say(Kind::Refused, format!("not saved: pins: {error}")),
        }
        let saved = self.exporter.save_scene(&file);
        self.say_saved(saved.map(in_file));
    }

    fn say_saved(&mut self, saved: Result<String, OutputError>) {
        match saved {
            Ok(text) => self.say(Kind::Done, text),
            Err(error) => self.say(Kind::Failed, error.to_string()),
        }
    }

    /// A recording of inputs begins with a start: from the middle nothing could be run again.
    fn toggle_inputs(&mut self) {
        self.branch();
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
                        self.say(Kind::Done, text);
                    }
                }
                Err(error) => self.say(Kind::Failed, error.to_string()),
            }
        }
    }

    /// Gives the cloth to what records shapes.
    pub(super) fn save_shapes(&mut self) {
        if self.exporter.wants_shapes() {
            let stage = self.world.cloths().stage();
            if let Err(error) = self.exporter.shape(&stage.mesh(), self.elapsed) {
                self.say(Kind::Failed, error.to_string());
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

/// The pins as they are: the scene's own, and single particles beside them; or these alone, where one
/// of the scene's has been let go.
fn pins_of(simulation: &dyn AnySimulation) -> Result<Pins, ListFull> {
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
        pins.places.push(Place { across, down })?;
    }
    Ok(pins)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::export::Exporter;
    use crate::input::Input;
    use clap::Parser;
    use cloth_core::host::{Format, Method, grid_for, start};
    use cloth_core::scenes;

    #[test]
    fn pins_are_saved_as_they_are() {
        let mut scene = scenes::FOUR_CORNERS.scene;
        let grid = grid_for(&scene, Some(9));
        let new = |scene: &_| start(scene, grid, Method::Verlet, Format::F32).unwrap();
        let mut simulation = new(&scene);
        assert_eq!(pins_of(&*simulation), Ok(scene.pins));
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
        assert!(pins_of(&*simulation).is_err());
    }

    /// Numbers of all lines of an OBJ file that begin with a word.
    fn lines(text: &str, word: &str) -> Vec<Vec<f32>> {
        let lines = text.lines().map(|line| line.split([' ', '/']));
        let of_word = lines.filter_map(|mut parts| (parts.next() == Some(word)).then_some(parts));
        let numbers = of_word.map(|parts| parts.map(|number| number.parse().unwrap()).collect());
        numbers.collect()
    }

    /// Whether a file has the cloth of an app, each vertex at its place in the grid.
    fn check_obj(app: &App, text: &str) -> usize {
        let simulation = app.simulation();
        let (columns, rows) = (simulation.columns(), simulation.rows());
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        simulation.positions(&mut positions);
        simulation.triangles(&mut triangles);
        assert_eq!(lines(text, "v"), positions);
        let places = lines(text, "vt");
        assert_eq!(
            (places.len(), lines(text, "vn").len()),
            (columns * rows, columns * rows)
        );
        for (i, place) in places.iter().enumerate() {
            let (column, row) = ((i % columns) as f32, (i / columns) as f32);
            let expected = [column / (columns - 1) as f32, 1.0 - row / (rows - 1) as f32];
            let far = |j: usize| (place[j] - expected[j]).abs() > 1e-6;
            assert!(place.len() == 2 && !far(0) && !far(1), "{i}: {place:?}");
        }
        let three = |i: u32| [(i + 1) as f32; 3];
        let faces = triangles.iter().map(|corners| corners.map(three).concat());
        assert_eq!(lines(text, "f"), faces.collect::<Vec<_>>());
        triangles.len()
    }

    #[test]
    fn a_saved_cloth_has_its_places_in_a_picture_torn_or_whole() {
        let folder = crate::test_files::test_folder("obj");
        let arguments = ["cloth-viewer", "tear", "--grid", "9x7"];
        let plan = Cli::try_parse_from(arguments).unwrap().plan().unwrap();
        let mut app = App::new(&plan).unwrap();
        app.exporter = Exporter::new(&folder);
        let saved = |app: &mut App, command: Command| {
            let commands = vec![command];
            app.update(&Input {
                commands,
                ..Input::default()
            });
            let path = app.notice().strip_prefix("in ").unwrap();
            std::fs::read_to_string(path).unwrap()
        };
        app.update(&Input {
            commands: vec![Command::Step],
            ..Input::default()
        });
        let text = saved(&mut app, Command::SaveObj);
        assert_eq!(check_obj(&app, &text), 2 * 8 * 6);
        assert!(app.apply(Action::Cut { column: 4, row: 3 }));
        let text = saved(&mut app, Command::SaveObj);
        let torn = check_obj(&app, &text);
        assert!(torn < 2 * 8 * 6 && torn > 40, "{torn}");
        // A sequence has the same.
        app.exporter.toggle(export::Kind::Objs, (0, 0)).unwrap();
        app.draw(&mut Framebuffer::new(64, 48));
        let all = app.finish().unwrap();
        let text = std::fs::read_to_string(all[0].join("shape-00000.obj")).unwrap();
        assert_eq!(check_obj(&app, &text), torn);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
