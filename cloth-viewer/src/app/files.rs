//! Scene files that can be opened from the panel.

use super::App;
use crate::notice::Kind;
use crate::scene_file::{self, SceneFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the present scene comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// Its place in the library.
    Library(usize),
    /// A scene file.
    File(PathBuf),
    /// A recording.
    Recording,
}

impl Origin {
    /// The place in the library, of a scene that is one of it.
    pub(super) fn number(&self) -> Option<usize> {
        match self {
            Self::Library(number) => Some(*number),
            _ => None,
        }
    }
}

/// The scene files of some folders, as they were when they were last looked for.
#[derive(Debug, Default)]
pub(super) struct Files {
    folders: Vec<PathBuf>,
    paths: Vec<PathBuf>,
    /// As the panel shows them.
    names: Vec<String>,
}

impl Files {
    /// The files of these folders. One that is not there has none.
    pub(super) fn new(folders: impl IntoIterator<Item = PathBuf>, library: &[SceneFile]) -> Self {
        let mut files = Self {
            folders: folders.into_iter().collect(),
            ..Self::default()
        };
        files.find(library);
        files
    }

    /// Looks what files there are. Those that say what a scene of the library says are left out.
    pub(super) fn find(&mut self, library: &[SceneFile]) {
        self.paths.clear();
        // A folder may be named in two ways.
        let mut seen = BTreeSet::new();
        for folder in &self.folders {
            let whole = fs::canonicalize(place(folder));
            if seen.insert(whole.unwrap_or_else(|_| folder.clone())) {
                self.paths.extend(scene_files(folder));
            }
        }
        self.paths.retain(|path| !is_of_library(path, library));
        self.names = self.paths.iter().map(|path| name(path)).collect();
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn path(&self, number: usize) -> Option<&PathBuf> {
        self.paths.get(number)
    }

    fn number(&self, path: &Path) -> Option<usize> {
        self.paths.iter().position(|one| one == path)
    }
}

/// Where a folder is: the one of a file's name alone is the current one.
fn place(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}

/// Regular files whose names end in `.toml`, by name.
fn scene_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| folder.join(entry.file_name()))
        .collect();
    let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    paths.retain(|path| is_toml(path) && path.is_file());
    paths.sort();
    paths
}

/// Whether a file has the name of a scene of the library, and says the same.
fn is_of_library(path: &Path, library: &[SceneFile]) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let own = library.iter().find(|own| Some(&*own.name) == stem);
    own.is_some_and(|own| scene_file::read(path).as_ref() == Ok(own))
}

/// A path's last folder and file.
fn name(path: &Path) -> String {
    let mut parts: Vec<_> = path.components().rev().take(2).collect();
    parts.reverse();
    parts.iter().collect::<PathBuf>().display().to_string()
}

impl App {
    /// The place of the present scene in the panel's list: the library's scenes, then the files.
    pub(super) fn scene_number(&self) -> Option<usize> {
        match &self.origin {
            Origin::Library(number) => Some(*number),
            Origin::File(path) => {
                let number = self.files.number(path)?;
                Some(self.library.len() + number)
            }
            Origin::Recording => None,
        }
    }

    /// Shows a scene of the panel's list.
    pub(super) fn choose(&mut self, number: usize) {
        match number.checked_sub(self.library.len()) {
            None => self.load(number),
            Some(number) => {
                if let Some(path) = self.files.path(number) {
                    self.open(path.clone());
                }
            }
        }
    }

    /// Shows the present scene as its file, or the library, now has it.
    pub(super) fn reopen(&mut self) {
        match self.origin.clone() {
            Origin::Library(number) => self.load(number),
            Origin::File(path) => self.open(path),
            Origin::Recording => {}
        }
    }

    /// Shows the scene of a file. Of one that cannot be read it is said why, and nothing changes.
    pub fn open(&mut self, path: PathBuf) {
        match scene_file::read(&path) {
            Ok(file) => self.start_scene(&file, Origin::File(path)),
            Err(error) => self.say(Kind::Refused, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, find_scene, library};
    use crate::input::{Command, Input};
    use crate::test_files::test_folder;
    use clap::Parser;

    const HEAD: &str = "source = \"s\"\nsummary = \"u\"\n[cloth]\ncolumns = 6\nrows = 5\n";

    fn write(path: &Path, name: &str, more: &str) {
        fs::write(path, format!("name = \"{name}\"\n{HEAD}{more}")).unwrap();
    }

    /// The program with a scene file of a folder, and without the files of the usual ones.
    fn opened(path: &Path) -> App {
        let arguments = ["cloth-viewer", path.to_str().unwrap()];
        let plan = Cli::try_parse_from(arguments).unwrap().plan().unwrap();
        let mut app = App::new(&plan).unwrap();
        app.files = Files::new([path.parent().unwrap().to_owned()], &app.library);
        app
    }

    fn tell(app: &mut App, command: Command) {
        let commands = vec![command];
        app.update(&Input {
            commands,
            ..Input::default()
        });
    }

    /// Chooses an entry of the list of scenes, as the panel does.
    fn choose(app: &mut App, name: &str) {
        let place = app.files.names().iter().position(|one| one.ends_with(name));
        let mut chosen = app.controls();
        chosen.scene_number = Some(app.library.len() + place.unwrap());
        app.take_controls(chosen);
    }

    fn name(app: &App) -> &str {
        &app.world.original().file.name
    }

    #[test]
    fn files_of_a_folder_are_opened_and_taken_back() {
        let folder = test_folder("open");
        for name in ["one", "two", "three"] {
            write(&folder.join(format!("{name}.toml")), name, "");
        }
        let mut app = opened(&folder.join("one.toml"));
        let parts = app.files.names().iter().map(|name| name.rsplit_once('/'));
        let names: Vec<_> = parts.map(|parts| parts.unwrap().1).collect();
        assert_eq!(names, ["one.toml", "three.toml", "two.toml"]);
        let library = app.library.len();
        assert_eq!(app.controls().scene_number, Some(library));
        choose(&mut app, "two.toml");
        assert_eq!(name(&app), "two");
        assert_eq!(app.controls().scene_number, Some(library + 2));
        tell(&mut app, Command::Scene(3));
        assert_eq!(app.controls().scene_number, Some(3));
        for (expected, number) in [("two", library + 2), ("one", library)] {
            tell(&mut app, Command::Undo);
            assert_eq!((name(&app), app.notice()), (expected, "taken back"));
            assert_eq!(app.controls().scene_number, Some(number));
        }
        assert!(!app.can_undo());
        // A file that is gone is taken back to all the same, and is in no list.
        choose(&mut app, "two.toml");
        fs::remove_file(folder.join("one.toml")).unwrap();
        tell(&mut app, Command::FindScenes);
        tell(&mut app, Command::Undo);
        assert_eq!((name(&app), app.controls().scene_number), ("one", None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_read_is_said_as_on_the_command_line_and_the_scene_goes_on() {
        let folder = test_folder("open-broken");
        let path = |name: &str| folder.join(name);
        write(&path("one.toml"), "one", "");
        for name in ["gone.toml", "changed.toml", "fifth.toml"] {
            write(&path(name), "n", "");
        }
        let mut app = opened(&path("one.toml"));
        (0..3).for_each(|_| tell(&mut app, Command::Step));
        let hash = app.simulation().state_hash();
        // What happens to files after the list was made.
        fs::remove_file(path("gone.toml")).unwrap();
        write(&path("changed.toml"), "n", "stiff = 1\n");
        fs::remove_file(path("fifth.toml")).unwrap();
        fs::create_dir(path("fifth.toml")).unwrap();
        for name in ["gone.toml", "changed.toml", "fifth.toml"] {
            choose(&mut app, name);
            let expected = find_scene(path(name).to_str().unwrap()).unwrap_err();
            assert_eq!(app.notice(), expected.to_string());
            assert_eq!(app.world.original().file.name, "one");
            assert_eq!(app.simulation().state_hash(), hash);
        }
        assert!(!app.can_undo());
        // Values that no grid can run are refused by the start.
        write(
            &path("changed.toml"),
            "n",
            "[solver]\nsteps-per-second = 1e9\n[springs]\nstructural = 1\n",
        );
        tell(&mut app, Command::FindScenes);
        assert_eq!(app.files.names().len(), 2);
        choose(&mut app, "changed.toml");
        assert_eq!(name(&app), "n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_was_changed_is_read_anew_when_it_is_chosen_again() {
        let folder = test_folder("open-again");
        let path = folder.join("one.toml");
        write(&path, "one", "");
        let mut app = opened(&path);
        write(&path, "one", "density = 0.7\n");
        tell(&mut app, Command::ReopenScene);
        assert_eq!(app.simulation().scene().cloth.density, 0.7);
        tell(&mut app, Command::Undo);
        assert_ne!(app.simulation().scene().cloth.density, 0.7);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_the_library_has_is_not_listed_twice() {
        let folder = test_folder("open-library");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
        for name in ["flag.toml", "drape.toml"] {
            fs::copy(root.join(name), folder.join(name)).unwrap();
        }
        let library = library();
        let list = || {
            // Named in two ways.
            let twice = [folder.clone(), folder.join("."), folder.join("none")];
            let files = Files::new(twice, &library);
            files.paths.clone()
        };
        assert_eq!(list(), [] as [PathBuf; 0]);
        write(&folder.join("drape.toml"), "drape", "");
        fs::write(folder.join("notes.txt"), "").unwrap();
        fs::create_dir(folder.join("folder.toml")).unwrap();
        assert_eq!(list(), [folder.join("drape.toml")]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_usual_folders_and_that_of_the_file_are_looked_at() {
        let folders = |file: Option<&str>| {
            let mut plan = Cli::try_parse_from(["cloth-viewer"])
                .unwrap()
                .plan()
                .unwrap();
            plan.file = file.map(PathBuf::from);
            super::super::open::folders(&plan)
        };
        let usual = ["scenes", "cloth-out"].map(PathBuf::from);
        assert_eq!(folders(None), usual);
        assert_eq!(folders(Some("a/b.toml"))[0], Path::new("a"));
        assert_eq!(folders(Some("b.toml"))[0], Path::new(""));
        assert_eq!(folders(Some("b.toml"))[1..], usual);
        // A path as it was given is found again: tests are run where this crate's manifest is.
        let files = Files::new(folders(Some("b.toml")), &[]);
        assert_eq!(files.number(Path::new("Cargo.toml")), Some(0));
        assert_eq!(files.names()[0], "Cargo.toml");
    }
}
