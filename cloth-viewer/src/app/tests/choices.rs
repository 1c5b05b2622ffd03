//! Time, values and methods, changed and taken back.

use super::*;
use crate::action::Action;
use crate::export::Exporter;
use crate::stability::is_well;
use crate::tests::test_folder;
use cloth_core::host::{Format, Method, start};
use cloth_draw::look::Theme;

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

/// Goes on until no step is being made, and none is due.
fn settle(app: &mut App) {
    while app.clock.away.is_some() || app.clock.due > 0 || app.past.timeline.is_seeking() {
        rest(app, 1);
    }
}

/// A cloth none of whose steps is waited for, paused; and the same world without a window.
fn large() -> (App, World) {
    let mut app = bare(&["tear", "--grid", "130"]);
    let alone = World::new(app.world.setup()).unwrap();
    app.clock.longest_work = Duration::ZERO;
    press(&mut app, Command::Pause);
    settle(&mut app);
    (app, alone)
}

/// Values change and the cloth is cut at once; the step comes before that all the same.
#[test]
fn what_is_done_while_a_step_is_made_is_seen_at_once() {
    let (mut app, mut alone) = large();
    let eye = app.view.camera.eye;
    press(&mut app, Command::Step);
    app.update(&keys(&[Command::AutoOrbit, Command::Mode]));
    let cut = Action::Cut { column: 3, row: 60 };
    assert!(app.apply(cut.clone()) && app.is_running());
    let scene = *app.simulation().scene();
    assert!(app.view.camera.eye != eye && scene != alone.setup().file.scene);
    assert!(app.simulation().is_torn() && app.simulation().time() == 0.0);
    settle(&mut app);
    let step = Action::Step;
    let change = Action::Change(Box::new(scene));
    for action in [&step, &change, &cut] {
        alone.apply(action).unwrap();
    }
    assert_eq!(app.world.setup(), alone.setup());
    assert_eq!(hash(&app), alone.simulation().state_hash());
    // All steps that were asked for are made; a reset does not wait for them.
    app.update(&keys(&[Command::Step]));
    app.update(&keys(&[Command::Step, Command::Step]));
    settle(&mut app);
    (0..3).for_each(|_| alone.apply(&step).unwrap());
    assert_eq!(hash(&app), alone.simulation().state_hash());
    app.update(&keys(&[Command::Step, Command::Step]));
    press(&mut app, Command::Reset);
    settle(&mut app);
    assert_eq!(app.simulation().time(), 0.0);
}

/// A step that is being made is given up, what was done meanwhile is not.
#[test]
fn going_back_does_not_wait_for_a_step() {
    let (mut app, mut alone) = large();
    for _ in 0..4 {
        press(&mut app, Command::Step);
        settle(&mut app);
    }
    press(&mut app, Command::Step);
    assert!(app.apply(Action::Pin {
        column: 3,
        row: 60,
        pinned: true,
    }));
    press(&mut app, Command::Seek(3));
    assert!(app.clock.away.is_none());
    settle(&mut app);
    (0..3).for_each(|_| alone.apply(&Action::Step).unwrap());
    assert_eq!(hash(&app), alone.simulation().state_hash());
    press(&mut app, Command::Step);
    settle(&mut app);
    let timeline = &app.past.timeline;
    assert!(!timeline.is_past() && timeline.end.step == 4);
    assert!(app.simulation().is_pinned(3, 60));
}

/// It says why; undo and reset cure it, and so does going back.
#[test]
fn an_unstable_cloth_stops() {
    let unstable = || {
        let mut app = bare(&["pinned2", "--mode", "hooke"]);
        press(&mut app, Command::Step);
        press(&mut app, Command::Pause);
        choose(&mut app, |chosen| {
            (chosen.scene.springs.structural, chosen.scene.limit) = (1e8, None);
            chosen.scene.solver.substeps = 1;
        });
        rest(&mut app, 200);
        assert!(app.clock.paused && !is_well(app.simulation()));
        app
    };
    let mut app = unstable();
    // The limit is that of the stiffer springs.
    let setup = app.world.setup();
    let mut same = start(&setup.file.scene, setup.grid, setup.method, setup.format).unwrap();
    let limit = format!("the stable {:.3} ms", 1e3 * same.stable_dt());
    let said = app.notice();
    let begin = "unstable: the time step of";
    assert!(said.starts_with(begin) && said.contains(&limit), "{said}");
    app.update(&keys(&[Command::Undo, Command::Reset]));
    rest(&mut app, 1);
    assert!(!app.clock.paused && app.simulation().time() > 0.0);
    assert_eq!(app.notice(), "");
    // But not where the user stopped it.
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert!(app.clock.paused);
    let mut app = unstable();
    app.update(&keys(&[Command::Seek(1)]));
    assert!(app.notice().is_empty() && is_well(app.simulation()));
    app.update(&keys(&[Command::Pause]));
    assert!(!app.clock.paused && is_well(app.simulation()));
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
    press(&mut app, Command::Reset);
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
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

/// On the file's own grid: it holds the values that its cloth has there.
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
        assert_eq!(crate::scene_file::read(&saved(&app)).unwrap(), read);
    }
}
