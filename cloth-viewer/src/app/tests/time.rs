//! Steps and the clock.

use super::{bare, keys};
use crate::input::Command;
use cloth_core::host::start;

#[test]
fn time_follows_the_clock_in_whole_steps() {
    let mut app = bare(&["four-corners"]);
    for _ in 0..30 {
        app.update(&keys(&[]));
    }
    assert!(
        (app.simulation().time() - 0.5).abs() < 0.02,
        "{}",
        app.simulation().time()
    );
}

#[test]
fn pause_stops_and_a_step_is_one_step() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Pause]));
    assert_eq!(app.simulation().time(), 0.0);
    app.update(&keys(&[]));
    assert_eq!(app.simulation().time(), 0.0);
    app.update(&keys(&[Command::Step]));
    assert!((app.simulation().time() - 1.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Step, Command::Step]));
    assert!((app.simulation().time() - 3.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Pause]));
    assert!(app.simulation().time() > 3.5 / 60.0);
}

#[test]
fn a_step_while_running_pauses_too() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Step]));
    app.update(&keys(&[]));
    assert!((app.simulation().time() - 1.0 / 60.0).abs() < 1e-9);
}

/// Two keys within one picture: the cloth that was to make the step is gone.
#[test]
fn a_step_before_a_reset_is_not_made_after_it() {
    for anew in [Command::Reset, Command::Scene(1), Command::NextScene] {
        let mut app = bare(&["four-corners"]);
        app.update(&keys(&[Command::Step, anew]));
        app.update(&keys(&[]));
        assert_eq!(app.simulation().time(), 0.0, "{anew:?}");
        app.update(&keys(&[anew, Command::Step]));
        assert!(app.simulation().time() > 0.0, "{anew:?}");
    }
}

#[test]
fn slow_motion_takes_a_quarter_of_the_steps() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::SlowMotion]));
    for _ in 0..39 {
        app.update(&keys(&[]));
    }
    assert!(
        (app.simulation().time() - 10.0 / 60.0).abs() < 0.02,
        "{}",
        app.simulation().time()
    );
}

#[test]
fn an_unstable_cloth_stops_and_says_why() {
    let mut app = bare(&["pinned2", "--mode", "hooke"]);
    let mut chosen = app.controls();
    chosen.scene.springs.structural = 1e8;
    chosen.scene.limit = None;
    chosen.scene.solver.substeps = 1;
    app.take_controls(chosen);
    for _ in 0..200 {
        app.update(&keys(&[]));
    }
    assert!(app.paused);
    assert!(
        app.notice().starts_with("unstable: the time step of"),
        "{}",
        app.notice()
    );
    // The limit is that of the stiffer springs.
    let setup = app.world.setup();
    let scene = &setup.file.scene;
    let mut same = start(scene, setup.grid, setup.method, setup.format).unwrap();
    let limit = format!("the stable {:.3} ms", 1e3 * same.stable_dt());
    assert!(app.notice().contains(&limit), "{} {limit}", app.notice());
    app.update(&keys(&[Command::Undo, Command::Reset]));
    assert_eq!(app.notice(), "");
    // It runs again.
    app.update(&keys(&[]));
    assert!(!app.paused && app.simulation().time() > 0.0);
    // But not where the user stopped it.
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert!(app.paused);
}
