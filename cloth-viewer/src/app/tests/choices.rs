//! Time, values and methods, changed and taken back.

use super::*;
use crate::export::Exporter;
use crate::stability::beyond;
use crate::test_files::test_folder;
use cloth_core::Mode;
use cloth_core::host::{Fabric, Format, Method, start};
use cloth_draw::look::Theme;

#[test]
fn time_follows_the_clock_in_whole_steps() {
    for (command, expected) in [(Command::Theme, 0.5), (Command::SlowMotion, 0.125)] {
        let mut app = bare(&["four-corners"]);
        press(&mut app, command);
        rest(&mut app, 29);
        let time = app.simulation().time();
        assert!((time - expected).abs() < 0.02, "{command:?}: {time}");
    }
}

/// The frames' commands, and the steps that have been made in the end.
#[test]
fn pause_stops_and_a_step_is_one_step() {
    use Command::{NextScene, Pause, Reset, Scene, Step};
    let cases: [(&[&[Command]], f64); 9] = [
        (&[&[Pause], &[]], 0.0),
        (&[&[Pause], &[Step]], 1.0),
        (&[&[Pause], &[Step], &[Step, Step]], 3.0),
        (&[&[Pause], &[Step], &[Pause]], 2.0),
        (&[&[Step], &[]], 1.0),
        // The cloth that was to make the step is gone.
        (&[&[Step, Reset], &[]], 0.0),
        (&[&[Step, Scene(1)], &[]], 0.0),
        (&[&[Step, NextScene], &[]], 0.0),
        (&[&[Reset, Step], &[]], 1.0),
    ];
    for (frames, steps) in cases {
        let mut app = bare(&["four-corners"]);
        frames.iter().for_each(|frame| app.update(&keys(frame)));
        let time = app.simulation().time() * 60.0;
        assert!((time - steps).abs() < 1e-6, "{frames:?}: {time}");
    }
}

/// While a step is made on another thread the camera turns; what is done to the cloth waits for it.
#[test]
fn the_window_lives_on_while_a_step_is_made() {
    let mut app = bare(&["tear", "--grid", "130"]);
    press(&mut app, Command::Pause);
    app.settle();
    app.clock.longest_work = Duration::ZERO;
    let start = hash(&app);
    let eye = app.camera().eye;
    app.update(&keys(&[Command::Step, Command::Step, Command::AutoOrbit]));
    assert!(app.camera().eye != eye && app.is_running());
    assert_eq!((app.simulation().time(), app.clock.due), (0.0, 1));
    press(&mut app, Command::Mode);
    assert!(app.simulation().time() > 0.0);
    while app.clock.away.is_some() || app.clock.due > 0 {
        rest(&mut app, 1);
    }
    let mut alone = bare(&["tear", "--grid", "130"]);
    alone.world.apply(&crate::action::Action::Step).unwrap();
    alone.change(app.simulation().scene());
    alone.world.apply(&crate::action::Action::Step).unwrap();
    assert_eq!(hash(&app), hash(&alone));
    // A reset does not wait.
    app.update(&keys(&[Command::Mode, Command::Step, Command::Step]));
    press(&mut app, Command::Reset);
    rest(&mut app, 1);
    assert_eq!(hash(&app), start);
}

#[test]
fn an_unstable_cloth_stops_and_says_why() {
    let mut app = bare(&["pinned2", "--mode", "hooke"]);
    choose(&mut app, |chosen| {
        (chosen.scene.springs.structural, chosen.scene.limit) = (1e8, None);
        chosen.scene.solver.substeps = 1;
    });
    rest(&mut app, 200);
    assert!(app.clock.paused);
    // The limit is that of the stiffer springs.
    let setup = app.world.setup();
    let mut same = start(&setup.file.scene, setup.grid, setup.method, setup.format).unwrap();
    let limit = format!("the stable {:.3} ms", 1e3 * same.stable_dt());
    let said = app.notice();
    assert!(
        said.starts_with("unstable: the time step of") && said.contains(&limit),
        "{said}"
    );
    app.update(&keys(&[Command::Undo, Command::Reset]));
    rest(&mut app, 1);
    assert!(!app.clock.paused && app.simulation().time() > 0.0);
    assert_eq!(app.notice(), "");
    // But not where the user stopped it.
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert!(app.clock.paused);
}

#[test]
fn reset_goes_back_to_the_start_and_keeps_the_mode() {
    let mut app = bare(&["four-corners", "--mode", "hooke"]);
    let start = hash(&app);
    press(&mut app, Command::Mode);
    rest(&mut app, 5);
    assert_ne!(hash(&app), start);
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert_eq!(hash(&app), start);
    assert_eq!(app.simulation().scene().solver.mode, Mode::Constraint);
}

#[test]
fn changed_values_hold_at_once_and_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    let (original, before) = (*app.simulation().scene(), positions(&app));
    choose(&mut app, |chosen| {
        chosen.scene.cloth.density = 2.0;
        chosen.look.theme = Theme::Light;
    });
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
    assert_eq!(app.view.look.theme, Theme::Light);
    assert_eq!(positions(&app), before);
    for said in ["taken back", "nothing to take back"] {
        press(&mut app, Command::Undo);
        assert_eq!(app.notice(), said);
        assert_eq!(*app.simulation().scene(), original);
    }
    // What is refused is said and changes nothing.
    choose(&mut app, |chosen| chosen.scene.springs.structural = -1.0);
    assert!(app.notice().contains("springs.structural"));
    choose(&mut app, |chosen| chosen.grid.rows = 0);
    assert!(app.notice().contains("8×0"), "{}", app.notice());
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

#[test]
fn wind_that_is_switched_on_again_is_as_it_was_last() {
    let mut app = bare(&["four-corners"]);
    press(&mut app, Command::Wind);
    let mut scene = *app.simulation().scene();
    let wind = scene.forces.wind.as_mut().unwrap();
    (wind.velocity, wind.coefficient) = ([3.0, 0.0, 1.0], 0.7);
    app.change(&scene);
    for expected in [None, scene.forces.wind] {
        press(&mut app, Command::Wind);
        assert_eq!(app.simulation().scene().forces.wind, expected);
        assert_eq!(app.simulation().scene().forces.positional_wind, None);
    }
}

#[test]
fn a_method_changes_while_the_cloth_moves_on() {
    let mut app = bare(&["four-corners"]);
    rest(&mut app, 10);
    for method in Method::ALL {
        let (before, time) = (positions(&app), app.simulation().time());
        choose(&mut app, |chosen| chosen.method = method);
        assert_eq!(app.simulation().method(), method);
        assert_eq!(app.simulation().time(), time);
        for (a, b) in positions(&app).iter().zip(&before) {
            assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-6), "{method}");
        }
    }
    // Another grid and number format start it anew, with the same method.
    choose(&mut app, |chosen| {
        (chosen.grid.columns, chosen.grid.rows) = (24, 7);
        chosen.format = Format::F64;
    });
    let setup = app.world.setup();
    assert_eq!((setup.grid.columns, setup.grid.rows), (24, 7));
    assert_eq!((setup.method, setup.format), (Method::Imex, Format::F64));
    assert_eq!(app.simulation().time(), 0.0);
    // The number of particles holds for the next scene, and its own shape.
    app.update(&keys(&[Command::Pause, Command::NextScene]));
    let grid = app.world.setup().grid;
    assert_eq!((grid.columns, grid.rows), (24, 24));
}

#[test]
fn a_fabric_is_one_change_and_goes_with_the_cloth_to_another_grid() {
    let mut app = bare(&["four-corners", "--grid", "16"]);
    let original = *app.simulation().scene();
    let denim = Fabric::named("denim").unwrap();
    choose(&mut app, |chosen| {
        denim.apply(&mut chosen.scene, chosen.grid)
    });
    choose(&mut app, |chosen| {
        (chosen.grid.columns, chosen.grid.rows) = (31, 31);
    });
    for columns in [31, 16] {
        let grid = app.controls().grid;
        assert_eq!(grid.columns, columns);
        assert_eq!(Fabric::of(app.simulation().scene(), grid), Some(denim));
        press(&mut app, Command::Undo);
    }
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

/// Of its own grid: a file holds the values that its cloth has there.
#[test]
fn a_fabric_is_saved_and_opened_the_same() {
    let folder = test_folder("fabric");
    for (i, own) in ["", "[springs]\nbend = 0.5\n"].into_iter().enumerate() {
        let path = folder.join(format!("{i}.toml"));
        let text = format!(
            "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n[cloth]\nfabric = \"silk\"\n\
             columns = 12\nrows = 9\n[pins]\ntop-edge = true\n{own}"
        );
        std::fs::write(&path, text).unwrap();
        let read = crate::scene_file::read(&path).unwrap();
        let mut app = bare(&[path.to_str().unwrap(), "--grid", "24"]);
        assert_ne!(app.simulation().scene().xpbd.bend, read.scene.xpbd.bend);
        app.exporter = Exporter::new(folder.join(format!("saved-{i}")));
        press(&mut app, Command::SaveScene);
        let saved = app.notice().strip_prefix("in ").unwrap().to_owned();
        let again = crate::scene_file::read(saved.as_ref()).unwrap();
        assert_eq!(again, read);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Springs of a fabric are stiff: nothing is refused, but the banner says what else is needed.
#[test]
fn denim_on_a_large_grid_is_said_to_need_more_substeps() {
    let mut app = bare(&["four-corners", "--mode", "hooke", "--grid", "64"]);
    let said = |app: &mut App| {
        rest(app, 1);
        let grid = app.controls().grid;
        beyond(app.simulation().scene(), grid, app.watch.stable_dt())
    };
    press(&mut app, Command::Pause);
    assert_eq!(said(&mut app), None);
    let denim = Fabric::named("denim").unwrap();
    choose(&mut app, |chosen| {
        denim.apply(&mut chosen.scene, chosen.grid);
        chosen.scene.solver.substeps = 4;
    });
    let (text, enough) = said(&mut app).unwrap();
    assert!(text.ends_with(" % of the stable limit"), "{text}");
    choose(&mut app, |chosen| {
        chosen.scene.solver.substeps = enough.unwrap()
    });
    assert_eq!(said(&mut app), None);
}
