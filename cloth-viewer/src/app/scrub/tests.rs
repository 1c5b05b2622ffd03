//! Going back in the window, as keys, mouse and panel do.

use super::super::tests::{VIEW, at, ball, bare, keys, on_screen, positions};
use super::super::{Command, Exporter, Input};
use super::*;
use crate::cli::Cli;
use crate::recording::Recording;
use crate::test_files::test_folder;
use clap::Parser;
use cloth_core::Mode;
use cloth_draw::look::Side;
use cloth_draw::raster::Framebuffer;
use egui::accesskit::Role;
use std::time::Duration;

fn hash(app: &App) -> u64 {
    app.simulation().state_hash()
}

fn press(app: &mut App, command: Command) {
    app.update(&keys(&[command]));
}

/// Goes on until the state that is wanted is shown.
fn wait(app: &mut App) {
    while app.timeline.is_seeking() {
        app.update(&keys(&[]));
    }
}

/// Paused steps, and the hash before the first and after each.
fn run(app: &mut App, steps: usize) -> Vec<u64> {
    let mut hashes = vec![hash(app)];
    for _ in 0..steps {
        press(app, Command::Step);
        hashes.push(hash(app));
    }
    hashes
}

#[test]
fn keys_go_back_and_forward_through_what_was() {
    let mut app = bare(&["four-corners-sphere"]);
    let hashes = run(&mut app, 12);
    for expected in hashes[..12].iter().rev().take(8) {
        press(&mut app, Command::StepBack);
        wait(&mut app);
        assert_eq!(hash(&app), *expected);
    }
    assert!(app.figures().ends_with("paused · in the past · F1 help"));
    // To the end and two beyond it; these are new.
    for expected in &hashes[5..=12] {
        press(&mut app, Command::Step);
        wait(&mut app);
        assert_eq!(hash(&app), *expected);
    }
    assert!(!app.timeline.is_past());
    press(&mut app, Command::StepBack);
    let three = [Command::Step, Command::Step, Command::Step];
    app.update(&keys(&three));
    assert!(!app.timeline.is_past() && app.paused);
    let mut alone = bare(&["four-corners-sphere"]);
    assert_eq!(hash(&app), run(&mut alone, 14)[14]);
    for _ in 0..20 {
        press(&mut app, Command::StepBack);
    }
    wait(&mut app);
    assert_eq!(hash(&app), hashes[0]);
    assert_eq!(app.notice(), "nothing older is kept");
}

#[test]
fn going_on_from_the_past_drops_what_came_after() {
    let mut app = bare(&["four-corners-sphere"]);
    let hashes = run(&mut app, 12);
    press(&mut app, Command::Seek(7));
    assert!(app.paused);
    press(&mut app, Command::Pause);
    assert!(!app.timeline.is_past() && !app.paused);
    assert!(app.notice().starts_with("goes on from here: 0.1 s"));
    let time = app.simulation().time();
    assert!((time - 8.0 / 60.0).abs() < 1e-9, "{time}");
    assert_eq!(hash(&app), hashes[8]);
}

#[test]
fn what_is_done_in_the_past_begins_another_future() {
    let mut app = bare(&["four-corners-sphere"]);
    let hashes = run(&mut app, 12);
    press(&mut app, Command::Seek(7));
    press(&mut app, Command::Mode);
    assert!(!app.timeline.is_past() && app.paused);
    assert_ne!(app.simulation().scene().solver.mode, Mode::Hooke);
    press(&mut app, Command::Step);
    assert_ne!(hash(&app), hashes[8]);
    assert_eq!(app.timeline.end().step, 8);
    // The look is no part of it, nor is the camera.
    press(&mut app, Command::Seek(3));
    for command in [Command::Theme, Command::ViewFrom(Side::Top), Command::Plots] {
        press(&mut app, command);
    }
    assert!(app.timeline.is_past());
    assert_eq!(hash(&app), hashes[3]);
}

/// Of the changes before what is shown the last is taken back; those after it go with the future.
#[test]
fn undo_is_of_what_had_happened() {
    let mut app = bare(&["four-corners"]);
    let change = |app: &mut App, density: f64| {
        let mut scene = *app.simulation().scene();
        scene.cloth.density = density;
        app.change(&scene);
        app.update(&Input {
            elapsed: Duration::from_secs(1),
            ..Input::default()
        });
    };
    press(&mut app, Command::Step);
    let before = app.simulation().scene().cloth.density;
    let first = app.timeline.end().step;
    for density in [2.0, 3.0] {
        change(&mut app, density);
        press(&mut app, Command::Step);
    }
    let density = |app: &App| app.simulation().scene().cloth.density;
    press(&mut app, Command::Seek(first + 1));
    wait(&mut app);
    assert_eq!(density(&app), 2.0);
    assert!(app.can_undo());
    press(&mut app, Command::Undo);
    assert_eq!(density(&app), before);
    assert!(!app.timeline.is_past() && !app.can_undo());
    assert_eq!(app.timeline.end().step, first + 1);
    // With nothing to take back the future stays.
    press(&mut app, Command::Step);
    press(&mut app, Command::Seek(first));
    press(&mut app, Command::Undo);
    assert_eq!(app.notice(), "nothing to take back");
    assert!(app.timeline.is_past());
}

#[test]
fn an_undone_start_begins_the_timeline_anew() {
    let mut app = bare(&["four-corners"]);
    run(&mut app, 3);
    press(&mut app, Command::NextScene);
    assert!(app.can_undo());
    run(&mut app, 3);
    press(&mut app, Command::Seek(0));
    wait(&mut app);
    assert_eq!(app.simulation().time(), 0.0);
    // The start came before all that is kept.
    assert!(app.can_undo());
    press(&mut app, Command::Undo);
    assert_eq!(app.world.original().file.name, "four-corners");
    assert_eq!(app.timeline.oldest(), app.timeline.end());
}

/// Nobody pushes a ball any more, or holds a particle, where time goes on.
#[test]
fn hands_of_the_past_let_go() {
    let mut app = bare(&["four-corners-sphere"]);
    for _ in 0..10 {
        app.update(&Input {
            push: [0.0, 1.0],
            ..keys(&[])
        });
    }
    press(&mut app, Command::Seek(5));
    wait(&mut app);
    let there = ball(&app);
    press(&mut app, Command::Pause);
    for _ in 0..5 {
        app.update(&keys(&[]));
    }
    assert_eq!(ball(&app), there);
    // A corner that is dragged was pinned, and is so again.
    let mut app = bare(&["four-corners"]);
    let (x, y) = on_screen(&app, positions(&app)[0]);
    let hold = |x| Input {
        left: true,
        ..at((x, y))
    };
    for i in 0..30 {
        app.update(&hold(x + i as f32));
    }
    app.update(&keys(&[]));
    press(&mut app, Command::Seek(15));
    wait(&mut app);
    let there = positions(&app)[0];
    press(&mut app, Command::Pause);
    for _ in 0..5 {
        app.update(&keys(&[]));
    }
    assert_eq!(positions(&app)[0], there);
    assert!(app.simulation().is_pinned(0, 0));
}

/// A key while a particle is dragged: the hand lets go, and the press that is still held holds nothing.
#[test]
fn a_hand_lets_go_when_time_goes_back() {
    let mut app = bare(&["four-corners"]);
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    let hold = |commands: &[Command]| Input {
        left: true,
        commands: commands.to_vec(),
        ..at((cursor.0 + 20.0, cursor.1))
    };
    app.update(&Input {
        left: true,
        ..at(cursor)
    });
    for _ in 0..20 {
        app.update(&hold(&[]));
    }
    app.update(&hold(&[Command::StepBack]));
    assert!(app.timeline.is_past() && app.grip.is_none());
    app.update(&hold(&[]));
    app.update(&keys(&[]));
    assert!(app.timeline.is_past());
    // A drag that pulls nothing leaves the past as it was, and a click pins.
    for x in [0.0, 30.0] {
        app.update(&Input {
            left: true,
            ..at((cursor.0 + x, cursor.1))
        });
    }
    app.update(&keys(&[]));
    assert!(app.timeline.is_past());
    let cursor = on_screen(&app, positions(&app)[5 * 8 + 4]);
    for left in [true, false] {
        app.update(&Input { left, ..at(cursor) });
    }
    assert!(!app.timeline.is_past() && app.simulation().is_pinned(4, 5));
}

#[test]
fn a_recording_and_a_replay_do_not_go_back() {
    let folder = test_folder("scrub");
    let mut app = bare(&["four-corners"]);
    app.exporter = Exporter::new(&folder);
    run(&mut app, 3);
    press(&mut app, Command::StepBack);
    // It begins where the past is shown, with the values of then.
    press(&mut app, Command::RecordInputs);
    assert!(!app.timeline.is_past());
    let hashes = run(&mut app, 3);
    press(&mut app, Command::StepBack);
    assert!(app.notice().contains("F12"), "{}", app.notice());
    assert!(!app.timeline.is_past() && !app.stretch().unwrap().open);
    assert_eq!(hash(&app), hashes[3]);
    press(&mut app, Command::RecordInputs);
    press(&mut app, Command::StepBack);
    wait(&mut app);
    assert_eq!(hash(&app), hashes[2]);
    let path = std::fs::read_dir(&folder).unwrap().next().unwrap();
    let recording = crate::recording::read(&path.unwrap().path()).unwrap();
    replayed(&recording, &hashes);
    std::fs::remove_dir_all(folder).unwrap();
}

/// While it runs time does not go back; afterwards what it did is on the timeline.
fn replayed(recording: &Recording, hashes: &[u64]) {
    let plan = Cli::try_parse_from(["cloth-viewer"]).unwrap();
    let mut app = App::replaying(&plan.plan().unwrap(), recording).unwrap();
    press(&mut app, Command::Step);
    press(&mut app, Command::StepBack);
    assert!(app.notice().contains("replay"), "{}", app.notice());
    for _ in 0..10 {
        press(&mut app, Command::Step);
        if app.replay.is_none() {
            break;
        }
    }
    assert_eq!(hash(&app), hashes[3]);
    press(&mut app, Command::StepBack);
    wait(&mut app);
    assert_eq!(hash(&app), hashes[2]);
}

/// The cloth that fell apart is whole again, and the message gone.
#[test]
fn a_broken_cloth_is_gone_back_from() {
    let mut app = bare(&["pinned2", "--mode", "hooke"]);
    let mut scene = *app.simulation().scene();
    (scene.springs.structural, scene.limit) = (1e8, None);
    scene.solver.substeps = 1;
    run(&mut app, 1);
    press(&mut app, Command::Pause);
    app.change(&scene);
    for _ in 0..200 {
        app.update(&keys(&[]));
    }
    assert!(app.paused && app.notice().starts_with("unstable"));
    press(&mut app, Command::Seek(1));
    wait(&mut app);
    assert_eq!(app.notice(), "");
    assert!(crate::stability::is_well(app.simulation()));
    press(&mut app, Command::Pause);
    app.update(&keys(&[]));
    assert!(!app.paused && crate::stability::is_well(app.simulation()));
}

/// A picture; whether there was one.
fn picture(app: &mut App, input: &Input, frame: &mut Framebuffer) -> bool {
    app.update(input);
    let stale = app.is_stale();
    if stale {
        app.draw(frame);
    }
    stale
}

#[test]
fn the_bar_is_dragged_and_nothing_is_drawn_afterwards() {
    let mut app = bare(&["four-corners-sphere"]);
    app.show_panel = true;
    app.panel_mut().list_nodes(true);
    let size = (800, 600);
    let mut frame = Framebuffer::new(size.0, size.1);
    let quiet = |cursor, left| Input {
        size,
        left,
        cursor: Some(cursor),
        ..keys(&[])
    };
    for _ in 0..40 {
        picture(&mut app, &quiet((5.0, 5.0), false), &mut frame);
    }
    let nodes = app.panel_mut().nodes();
    let rail = nodes
        .iter()
        .find(|n| n.name == "Timeline" && n.role == Role::Slider);
    let [left, top, right, bottom] = rail.unwrap().rect;
    assert!(bottom <= 600.0 && top > 560.0, "{top} {bottom}");
    let y = 0.5 * (top + bottom);
    // The handle is drawn within the rail.
    for part in [1.0, 0.9, 0.7, 0.5] {
        let x = left + part * (right - left);
        picture(&mut app, &quiet((x, y), part < 1.0), &mut frame);
    }
    picture(
        &mut app,
        &quiet((0.5 * (left + right), y), true),
        &mut frame,
    );
    assert!(app.paused && app.timeline.is_past());
    let middle = app.timeline.end().step / 2;
    assert!(app.timeline.target().abs_diff(middle) <= 1);
    picture(&mut app, &quiet((5.0, 5.0), false), &mut frame);
    wait(&mut app);
    // egui settles.
    for _ in 0..10 {
        picture(&mut app, &quiet((5.0, 5.0), false), &mut frame);
    }
    assert!(!app.is_running());
    for _ in 0..100 {
        assert!(!picture(&mut app, &quiet((5.0, 5.0), false), &mut frame));
    }
    // To the end, and time goes on as it did before.
    for (x, held) in [(0.5 * (left + right), true), (right, true), (right, false)] {
        picture(&mut app, &quiet((x, y), held), &mut frame);
    }
    for _ in 0..3 {
        picture(&mut app, &quiet((right, y), false), &mut frame);
    }
    assert!(!app.paused && !app.timeline.is_past());
    // Where it had been stopped it stays so.
    press(&mut app, Command::Pause);
    for (x, held) in [(right, true), (left, true), (right, true), (right, false)] {
        picture(&mut app, &quiet((x, y), held), &mut frame);
    }
    for _ in 0..3 {
        picture(&mut app, &quiet((right, y), false), &mut frame);
    }
    assert!(app.paused && !app.timeline.is_past());
}

/// The window of a cloth whose steps take long lives on while it is simulated again.
#[test]
fn a_long_step_is_not_waited_for() {
    let mut app = bare(&["tear", "--grid", "130"]);
    let settle = |app: &mut App| {
        while app.away.is_some() || app.due > 0 || app.timeline.is_seeking() {
            app.update(&keys(&[]));
        }
    };
    press(&mut app, Command::Pause);
    let mut hashes = vec![hash(&app)];
    let step = |app: &mut App| {
        app.last_cost = Some(Duration::from_secs(1));
        press(app, Command::Step);
    };
    for _ in 0..4 {
        step(&mut app);
        assert!(app.away.is_some());
        settle(&mut app);
        hashes.push(hash(&app));
    }
    // A step that is being made is given up, and what was done meanwhile is not.
    step(&mut app);
    let pin = Action::Pin {
        column: 3,
        row: 60,
        pinned: true,
    };
    assert!(app.apply(pin));
    press(&mut app, Command::Seek(3));
    assert!(app.is_running() && app.away.is_none());
    settle(&mut app);
    assert_eq!(hash(&app), hashes[3]);
    press(&mut app, Command::Step);
    settle(&mut app);
    assert!(!app.timeline.is_past() && app.simulation().is_pinned(3, 60));
    assert_eq!(app.timeline.end().step, 4);
    assert_eq!(VIEW, app.size);
}
