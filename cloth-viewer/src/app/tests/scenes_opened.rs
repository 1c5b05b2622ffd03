//! Scenes, opened from the library and from files, and saved.

use super::*;
use crate::cli::{find_scene, library};
use crate::export::Exporter;
use crate::tests::test_folder;
use std::fs;
use std::path::{Path, PathBuf};

fn write(path: &Path, name: &str, values: &str) {
    let text = format!("name = \"{name}\"\nsource = \"s\"\nsummary = \"u\"\n[cloth]\n{values}");
    fs::write(path, text).unwrap();
}

/// An app that has opened a file, and looks for others beside it alone.
fn opened(path: &Path) -> App {
    let mut app = bare(&[path.to_str().unwrap()]);
    app.opened.folders.truncate(1);
    app.opened.find();
    app
}

/// Chooses an entry of the list of scenes, as the panel does.
fn choose_file(app: &mut App, name: &str) {
    let names = &app.opened.names;
    let place = names.iter().position(|one| one.ends_with(name)).unwrap();
    let number = app.opened.library.len() + place;
    choose(app, |chosen| chosen.scene_number = Some(number));
}

#[test]
fn scenes_change_by_number_and_in_turn() {
    let mut app = bare(&["four-corners"]);
    let names: Vec<_> = library().into_iter().map(|scene| scene.name).collect();
    app.update(&keys(&[Command::Scene(4), Command::Pause]));
    assert_eq!(name(&app), names[4]);
    for (commands, expected) in [
        (&[Command::NextScene][..], 5),
        (
            &[Command::Scene(0), Command::PreviousScene],
            names.len() - 1,
        ),
        (&[Command::NextScene], 0),
    ] {
        app.update(&keys(commands));
        assert_eq!(name(&app), names[expected]);
        assert!(app.clock.paused);
    }
}

#[test]
fn a_pin_a_value_a_grid_and_a_scene_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    press(&mut app, Command::Pause);
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    click(&mut app, cursor);
    choose(&mut app, |chosen| chosen.scene.cloth.density = 2.0);
    choose(&mut app, |chosen| chosen.grid.columns = 9);
    let (opening, camera) = (app.opened.now.clone(), app.view.camera);
    press(&mut app, Command::Scene(7));
    assert_ne!(name(&app), "four-corners");
    press(&mut app, Command::Undo);
    assert_eq!((name(&app), app.view.camera), ("four-corners", camera));
    assert_eq!(app.opened.now, opening);
    for (columns, density, undoes) in [(9, true, true), (8, true, true), (8, false, true)] {
        assert_eq!(app.simulation().columns(), columns);
        assert_eq!(app.simulation().scene().cloth.density == 2.0, density);
        assert_eq!(app.can_undo(), undoes);
        press(&mut app, Command::Undo);
    }
    assert!(!app.can_undo() && !app.simulation().is_pinned(4, 3));
}

#[test]
fn files_of_a_folder_are_opened_and_taken_back() {
    let folder = test_folder("open");
    for name in ["one", "two", "three"] {
        write(&folder.join(format!("{name}.toml")), name, "");
    }
    let mut app = opened(&folder.join("one.toml"));
    let names = app.opened.names.iter();
    let names: Vec<_> = names.map(|name| name.rsplit_once('/').unwrap().1).collect();
    assert_eq!(names, ["one.toml", "three.toml", "two.toml"]);
    let library = app.opened.library.len();
    assert_eq!(app.opened.number(), Some(library));
    choose_file(&mut app, "two.toml");
    assert_eq!(
        (name(&app), app.opened.number()),
        ("two", Some(library + 2))
    );
    press(&mut app, Command::Scene(3));
    for (expected, number) in [("two", library + 2), ("one", library)] {
        press(&mut app, Command::Undo);
        assert_eq!((name(&app), app.notice()), (expected, "taken back"));
        assert_eq!(app.opened.number(), Some(number));
    }
    // A file that was changed is read anew; one that is gone is taken back to all the same, and is in no list.
    write(&folder.join("one.toml"), "one", "density = 0.7\n");
    press(&mut app, Command::ReopenScene);
    assert_eq!(app.simulation().scene().cloth.density, 0.7);
    choose_file(&mut app, "two.toml");
    fs::remove_file(folder.join("one.toml")).unwrap();
    press(&mut app, Command::FindScenes);
    press(&mut app, Command::Undo);
    assert_eq!((name(&app), app.opened.number()), ("one", None));
}

#[test]
fn what_cannot_be_read_is_said_as_on_the_command_line_and_the_scene_goes_on() {
    let folder = test_folder("open-broken");
    let path = |name: &str| folder.join(name);
    for name in ["one.toml", "gone.toml", "changed.toml", "folder.toml"] {
        write(&path(name), "one", "");
    }
    let mut app = opened(&path("one.toml"));
    (0..3).for_each(|_| press(&mut app, Command::Step));
    let before = hash(&app);
    // What happens to files after the list was made.
    fs::remove_file(path("gone.toml")).unwrap();
    write(&path("changed.toml"), "n", "stiff = 1\n");
    fs::remove_file(path("folder.toml")).unwrap();
    fs::create_dir(path("folder.toml")).unwrap();
    for name in ["gone.toml", "changed.toml", "folder.toml"] {
        choose_file(&mut app, name);
        let expected = find_scene(path(name).to_str().unwrap()).unwrap_err();
        assert_eq!(app.notice(), expected.to_string());
        assert_eq!(hash(&app), before);
    }
    assert!(!app.can_undo());
}

#[test]
fn the_usual_folders_are_looked_at_and_what_the_library_has_is_not_listed_twice() {
    let folder = test_folder("open-library");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    for name in ["flag.toml", "drape.toml"] {
        fs::copy(root.join(name), folder.join(name)).unwrap();
    }
    let mut app = opened(&folder.join("flag.toml"));
    assert_eq!(app.opened.names, [] as [&str; 0]);
    write(&folder.join("drape.toml"), "drape", "");
    fs::create_dir(folder.join("folder.toml")).unwrap();
    // Named in two ways.
    app.opened
        .folders
        .extend([folder.join("."), folder.join("none")]);
    app.opened.find();
    assert_eq!(app.opened.paths, [folder.join("drape.toml")]);
    let usual = ["scenes", "cloth-out"].map(PathBuf::from);
    assert_eq!(bare(&["flag"]).opened.folders, usual);
}

/// What `cloth-draw` writes of a mesh it tests itself: here, that it is given the cloth.
#[test]
fn a_saved_cloth_is_the_one_that_is_shown_torn_or_whole() {
    let folder = test_folder("obj");
    let mut app = bare(&["tear", "--grid", "9x7"]);
    app.exporter = Exporter::new(&folder);
    let check = |app: &App, path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let lines = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        let mut triangles = Vec::new();
        app.simulation().triangles(&mut triangles);
        let [x, y, z] = positions(app)[30];
        assert_eq!(text.lines().nth(30), Some(&*format!("v {x} {y} {z}")));
        let counts = ["v ", "vt ", "vn ", "f "].map(lines);
        assert_eq!(counts, [63, 63, 63, triangles.len()]);
        triangles.len()
    };
    app.update(&keys(&[Command::Step, Command::Step]));
    press(&mut app, Command::SaveObj);
    assert_eq!(check(&app, &saved(&app)), 2 * 8 * 6);
    assert!(app.apply(crate::action::Action::Cut { column: 4, row: 3 }));
    press(&mut app, Command::SaveObj);
    let torn = check(&app, &saved(&app));
    assert!(torn < 2 * 8 * 6 && torn > 40, "{torn}");
    // A sequence has the same.
    press(&mut app, Command::RecordObj);
    app.draw(&mut Framebuffer::new(64, 48));
    let all = app.finish().unwrap();
    assert_eq!(check(&app, &all[0].join("shape-00000.obj")), torn);
}
