//! Which scene is opened, and which could be: the library's and those in files.

use super::App;
use super::show::beside_panel;
use crate::action::{Action, Setup};
use crate::breeze::Wind;
use crate::cli::{GridChoice, Plan, library};
use crate::framing::camera_for;
use crate::headless::FOLDER;
use crate::panel::Outcome;
use crate::scene_file::{self, SceneFile};
use cloth_core::Scene;
use cloth_core::host::{Format, GridSize, Method, grid_for};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where scene files are.
const SCENES: &str = "scenes";

/// Where a scene comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// Its place in the library.
    Library(usize),
    /// A scene file.
    File(PathBuf),
    /// A recording.
    Recording,
}

/// How the present scene was opened.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Opening {
    pub(super) origin: Origin,
    /// Particles along the longer side, as asked for with `--grid` or in the panel; holds for
    /// scenes chosen later too.
    pub(super) longer: Option<usize>,
    /// The scene, the method and the format as they were opened: what the panel's double click goes back to.
    pub(super) original: (Scene, Method, Format),
}

/// The scene that is opened, and those that can be: the files of some folders as they were when they were last
/// looked for.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) now: Opening,
    pub(super) library: Vec<SceneFile>,
    pub(super) folders: Vec<PathBuf>,
    pub(super) paths: Vec<PathBuf>,
    /// The files' names as the panel shows them.
    pub(super) names: Vec<String>,
}

impl Opened {
    pub(super) fn new(plan: &Plan) -> Self {
        let (library, setup) = (library(), &plan.setup);
        let place = library
            .iter()
            .position(|scene| scene.name == setup.file.name);
        let origin = match &plan.file {
            Some(path) => Origin::File(path.clone()),
            None => place.map_or(Origin::Recording, Origin::Library),
        };
        // The folder of the plan's file, the usual one, and the one for saved files.
        let own = plan.file.as_deref().and_then(Path::parent);
        let folders = own.into_iter().chain([SCENES, FOLDER].map(Path::new));
        let mut opened = Self {
            now: Opening {
                origin,
                longer: plan.grid.map(GridChoice::longer),
                original: (setup.file.scene, setup.method, setup.format),
            },
            library,
            folders: folders.map(Path::to_owned).collect(),
            paths: Vec::new(),
            names: Vec::new(),
        };
        opened.find();
        opened
    }

    /// Looks for scene files. Copies of the library's scenes are left out.
    pub(super) fn find(&mut self) {
        self.paths.clear();
        // A folder may be named in two ways.
        let mut seen = BTreeSet::new();
        for folder in &self.folders {
            if fs::canonicalize(place(folder)).is_ok_and(|whole| seen.insert(whole)) {
                self.paths.extend(scene_files(folder));
            }
        }
        self.paths.retain(|path| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let own = (self.library.iter()).find(|own| Some(&*own.name) == stem);
            own.is_none_or(|own| scene_file::read(path).as_ref() != Ok(own))
        });
        self.names = self.paths.iter().map(|path| name(path)).collect();
    }

    /// The place of the present scene in the panel's list: the library's scenes, then the files.
    pub(super) fn number(&self) -> Option<usize> {
        match &self.now.origin {
            Origin::Library(number) => Some(*number),
            Origin::File(path) => {
                let number = self.paths.iter().position(|one| one == path)?;
                Some(self.library.len() + number)
            }
            Origin::Recording => None,
        }
    }
}

/// The folder's path: the parent of a bare file name is the current folder.
fn place(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}

/// Regular files whose names end in `.toml`, by name.
fn scene_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place(folder)).into_iter().flatten().flatten();
    let paths = entries.map(|entry| folder.join(entry.file_name()));
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut paths: Vec<_> = paths
        .filter(|path| is_toml(path) && path.is_file())
        .collect();
    paths.sort();
    paths
}

/// A path's last folder and file.
fn name(path: &Path) -> String {
    let mut parts: Vec<_> = path.components().rev().take(2).collect();
    parts.reverse();
    parts.iter().collect::<PathBuf>().display().to_string()
}

impl App {
    /// Shows a scene of the panel's list.
    pub(super) fn choose(&mut self, number: usize) {
        match number.checked_sub(self.opened.library.len()) {
            None => self.load(number),
            Some(number) => {
                if let Some(path) = self.opened.paths.get(number) {
                    self.open(path.clone());
                }
            }
        }
    }

    /// Shows the present scene as its file, or the library, now has it.
    pub(super) fn reopen(&mut self) {
        match self.opened.now.origin.clone() {
            Origin::Library(number) => self.load(number),
            Origin::File(path) => self.open(path),
            Origin::Recording => {}
        }
    }

    /// Shows the scene of a file; a refusal is said.
    pub fn open(&mut self, path: PathBuf) {
        match scene_file::read(&path) {
            Ok(file) => self.start_scene(&file, Origin::File(path)),
            Err(error) => self.say(Outcome::Refused, error.to_string()),
        }
    }

    /// Shows a scene of the library, counted from 0 and round again.
    pub(super) fn load(&mut self, number: usize) {
        let number = number % self.opened.library.len().max(1);
        if let Some(file) = self.opened.library.get(number).cloned() {
            self.start_scene(&file, Origin::Library(number));
        }
    }

    /// Shows the scene after the present one in the library (1), or the one before it (−1).
    pub(super) fn load_next(&mut self, by: isize) {
        let count = self.opened.library.len();
        let number = match self.opened.now.origin {
            Origin::Library(number) => number.checked_add_signed(by),
            // The first, or the last.
            _ => (by > 0).then_some(0),
        };
        self.load(number.unwrap_or(count.saturating_sub(1)));
    }

    /// Starts another scene, on a grid as it was asked for.
    fn start_scene(&mut self, file: &SceneFile, origin: Origin) {
        let grid = grid_for(&file.scene, self.opened.now.longer);
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
            self.opened.now.origin = origin;
            self.opened.now.original = original;
            self.wind = Wind::new(&original.0);
            let camera = camera_for(&self.world, None, beside_panel(self.view.size));
            (self.view.camera, self.view.home) = (camera, camera);
            self.started();
        }
    }
}
