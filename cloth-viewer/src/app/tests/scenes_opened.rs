//! Scenes, opened from the library and from files, and saved.

use super::*;
use crate::cli::find_scene;
use crate::tests::test_folder;
use std::fs;
use std::path::Path;

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
