//! Scenes and values, changed and taken back.

use super::{at, bare, keys, on_screen, positions};
use crate::cli::library;
use crate::input::{Command, Input};
use cloth_core::Mode;
use cloth_core::host::{Format, Method};
use cloth_draw::look::Theme;

#[test]
fn reset_goes_back_to_the_start_and_keeps_the_mode() {
    let mut app = bare(&["four-corners", "--mode", "hooke"]);
    let start = app.simulation().state_hash();
    app.update(&keys(&[Command::Mode]));
    for _ in 0..5 {
        app.update(&keys(&[]));
    }
    assert_ne!(app.simulation().state_hash(), start);
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert_eq!(app.simulation().state_hash(), start);
    assert_eq!(app.simulation().scene().solver.mode, Mode::Constraint);
}

#[test]
fn scenes_change_by_number_and_in_turn() {
    let mut app = bare(&["four-corners"]);
    let names: Vec<_> = library().into_iter().map(|scene| scene.name).collect();
    app.update(&keys(&[Command::Scene(4), Command::Pause]));
    assert_eq!(app.world.original().file.name, names[4]);
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.world.original().file.name, names[5]);
    assert!(app.paused);
    app.update(&keys(&[Command::Scene(0), Command::PreviousScene]));
    assert_eq!(app.world.original().file.name, *names.last().unwrap());
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.world.original().file.name, names[0]);
}

#[test]
fn changed_values_hold_at_once_and_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    let original = *app.simulation().scene();
    let mut chosen = app.controls();
    chosen.scene.cloth.density = 2.0;
    chosen.look.theme = Theme::Light;
    let before = positions(&app);
    app.take_controls(chosen);
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
    assert_eq!(app.look.theme, Theme::Light);
    assert_eq!(positions(&app), before);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(*app.simulation().scene(), original);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.notice(), "nothing to take back");
}

#[test]
fn what_is_refused_is_said_and_changes_nothing() {
    let mut app = bare(&["four-corners"]);
    let original = *app.simulation().scene();
    let mut chosen = app.controls();
    chosen.scene.springs.structural = -1.0;
    app.take_controls(chosen);
    assert!(
        app.notice().contains("springs.structural"),
        "{}",
        app.notice()
    );
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

#[test]
fn a_method_changes_while_the_cloth_moves_on() {
    let mut app = bare(&["four-corners"]);
    for _ in 0..10 {
        app.update(&keys(&[]));
    }
    for method in Method::ALL {
        let (before, time) = (positions(&app), app.simulation().time());
        app.change_method(method);
        assert_eq!(app.simulation().method(), method);
        assert_eq!(app.simulation().time(), time);
        for (a, b) in positions(&app).iter().zip(&before) {
            assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-6), "{method}");
        }
    }
    // Another grid and number format start it anew, with the same method.
    let mut chosen = app.controls();
    (chosen.grid.columns, chosen.grid.rows) = (24, 7);
    chosen.format = Format::F64;
    app.take_controls(chosen);
    let simulation = app.simulation();
    assert_eq!((simulation.columns(), simulation.rows()), (24, 7));
    assert_eq!(
        (simulation.method(), simulation.format()),
        (Method::Imex, Format::F64)
    );
    assert_eq!(simulation.time(), 0.0);
    // The number of particles holds for the next scene, and its own shape.
    app.update(&keys(&[Command::Pause, Command::NextScene]));
    assert_eq!(
        (app.simulation().columns(), app.simulation().rows()),
        (24, 24)
    );
    // What is refused leaves the old grid.
    let mut chosen = app.controls();
    chosen.grid.rows = 0;
    app.take_controls(chosen);
    assert!(app.notice().contains("24×0"), "{}", app.notice());
    assert_eq!(app.simulation().rows(), 24);
}

#[test]
fn a_pin_a_grid_and_a_scene_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Pause]));
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    for left in [true, false] {
        app.update(&Input { left, ..at(cursor) });
    }
    assert!(app.simulation().is_pinned(4, 3));
    app.update(&keys(&[Command::Undo]));
    assert!(!app.simulation().is_pinned(4, 3));
    // Another value, another grid, another scene; and back.
    let mut chosen = app.controls();
    chosen.scene.cloth.density = 2.0;
    app.take_controls(chosen);
    let mut chosen = app.controls();
    chosen.grid.columns = 9;
    app.take_controls(chosen);
    let (origin, camera) = (app.origin.clone(), app.camera);
    app.update(&keys(&[Command::Scene(7)]));
    assert_ne!(app.world.original().file.name, "four-corners");
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.world.original().file.name, "four-corners");
    assert_eq!((&app.origin, app.camera), (&origin, camera));
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
    assert_eq!(app.simulation().columns(), 9);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.simulation().columns(), 8);
    app.update(&keys(&[Command::Undo]));
    assert_ne!(app.simulation().scene().cloth.density, 2.0);
    assert!(!app.can_undo());
}
