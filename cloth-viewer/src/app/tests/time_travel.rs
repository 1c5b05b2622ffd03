//! Going back in the window, as keys, mouse and panel do.

use super::*;
use crate::export::Exporter;
use crate::tests::test_folder;
use cloth_core::Mode;
use cloth_draw::look::Side;
use egui::accesskit::Role;

/// Goes on until the state that is wanted is shown.
fn wait(app: &mut App) {
    while app.past.timeline.is_seeking() {
        rest(app, 1);
    }
}

fn go(app: &mut App, step: u64) {
    press(app, Command::Seek(step));
    wait(app);
}

fn is_past(app: &App) -> bool {
    app.past.timeline.is_past()
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
    for expected in &hashes[5..=12] {
        press(&mut app, Command::Step);
        wait(&mut app);
        assert_eq!(hash(&app), *expected);
    }
    assert!(!is_past(&app));
    // To the end and two beyond it; these are new.
    press(&mut app, Command::StepBack);
    app.update(&keys(&[Command::Step; 3]));
    assert!(!is_past(&app) && app.clock.paused);
    assert_eq!(hash(&app), run(&mut bare(&["four-corners-sphere"]), 14)[14]);
    (0..20).for_each(|_| press(&mut app, Command::StepBack));
    wait(&mut app);
    assert_eq!(hash(&app), hashes[0]);
    assert_eq!(app.notice(), "nothing older is kept");
}

#[test]
fn going_on_from_the_past_drops_what_came_after() {
    let mut app = bare(&["four-corners-sphere"]);
    let hashes = run(&mut app, 12);
    go(&mut app, 7);
    press(&mut app, Command::Pause);
    assert!(!is_past(&app) && !app.clock.paused);
    assert!(app.notice().starts_with("goes on from here: 0.1 s"));
    assert_eq!(hash(&app), hashes[8]);
    // What is done in the past begins another future, too.
    go(&mut app, 7);
    press(&mut app, Command::Mode);
    assert!(!is_past(&app) && app.clock.paused);
    assert_ne!(app.simulation().scene().solver.mode, Mode::Hooke);
    press(&mut app, Command::Step);
    assert_ne!(hash(&app), hashes[8]);
    assert_eq!(app.past.timeline.end.step, 8);
    // The look is not part of it, nor is the camera.
    go(&mut app, 3);
    for command in [Command::Theme, Command::ViewFrom(Side::Top), Command::Plots] {
        press(&mut app, command);
    }
    assert!(is_past(&app) && hash(&app) == hashes[3]);
}

/// Of the changes before what is shown the last is taken back; those after it go with the future.
#[test]
fn undo_is_of_what_had_happened() {
    let mut app = bare(&["four-corners"]);
    let density = |app: &App| app.simulation().scene().cloth.density;
    press(&mut app, Command::Step);
    let (before, first) = (density(&app), app.past.timeline.end.step);
    for density in [2.0, 3.0] {
        choose(&mut app, |chosen| chosen.scene.cloth.density = density);
        app.update(&told(|i| i.elapsed = Duration::from_secs(1)));
        press(&mut app, Command::Step);
    }
    go(&mut app, first + 1);
    assert!(density(&app) == 2.0 && app.can_undo());
    press(&mut app, Command::Undo);
    assert_eq!(density(&app), before);
    assert!(!is_past(&app) && !app.can_undo());
    assert_eq!(app.past.timeline.end.step, first + 1);
    // With nothing to take back the future stays.
    press(&mut app, Command::Step);
    go(&mut app, first);
    press(&mut app, Command::Undo);
    assert_eq!(app.notice(), "nothing to take back");
    assert!(is_past(&app));
}

/// A key while a particle is dragged: the hand lets go, and the press that is still held holds nothing.
#[test]
fn a_hand_lets_go_when_time_goes_back() {
    let mut app = bare(&["four-corners"]);
    let (x, y) = on_screen(&app, positions(&app)[3 * 8 + 4]);
    app.update(&at((x, y), true));
    (0..20).for_each(|_| app.update(&at((x + 20.0, y), true)));
    app.update(&Input {
        commands: vec![Command::StepBack],
        ..at((x + 20.0, y), true)
    });
    assert!(is_past(&app) && app.hand.grip.is_none());
    app.update(&at((x + 20.0, y), true));
    rest(&mut app, 1);
    // A drag that pulls nothing leaves the past as it was, and a click pins.
    for way in [0.0, 30.0] {
        app.update(&at((x + way, y), true));
    }
    rest(&mut app, 1);
    assert!(is_past(&app));
    let cursor = on_screen(&app, positions(&app)[5 * 8 + 4]);
    click(&mut app, cursor);
    assert!(!is_past(&app) && app.simulation().is_pinned(4, 5));
}

#[test]
fn a_recording_and_a_replay_do_not_go_back() {
    let folder = test_folder("scrub");
    let mut app = bare(&["four-corners"]);
    app.exporter = Exporter::new(&folder);
    run(&mut app, 3);
    press(&mut app, Command::StepBack);
    // It begins where the past is shown, with the values there.
    press(&mut app, Command::RecordInputs);
    let hashes = run(&mut app, 3);
    press(&mut app, Command::StepBack);
    assert!(app.notice().contains("F12"), "{}", app.notice());
    assert!(!is_past(&app) && !app.stretch().unwrap().open);
    assert_eq!(hash(&app), hashes[3]);
    press(&mut app, Command::RecordInputs);
    let path = saved(&app);
    press(&mut app, Command::StepBack);
    wait(&mut app);
    assert_eq!(hash(&app), hashes[2]);
    let recording = crate::recording::read(&path).unwrap();
    // Run again: afterwards what it did is on the timeline.
    let mut app = App::replaying(&plan(&[]), &recording).unwrap();
    app.wait_for_steps();
    press(&mut app, Command::Step);
    press(&mut app, Command::StepBack);
    assert!(app.notice().contains("replay"), "{}", app.notice());
    while app.replay.is_some() {
        press(&mut app, Command::Step);
    }
    let said = &app.messages.lasting.text;
    assert!(said.starts_with("the same after 3 steps"), "{said}");
    assert_eq!(hash(&app), hashes[3]);
    press(&mut app, Command::StepBack);
    wait(&mut app);
    assert_eq!(hash(&app), hashes[2]);
}

#[test]
fn the_bar_is_dragged_and_nothing_is_drawn_afterwards() {
    let mut app = app(&["four-corners-sphere"]);
    app.screen.panel.list_nodes();
    let size = (800, 600);
    let mut frame = Framebuffer::new(size.0, size.1);
    let mut see = |app: &mut App, cursor: (f32, f32), left: bool| {
        let input = at(cursor, left);
        app.picture(&[Input { size, ..input }], &mut frame)
    };
    for _ in 0..40 {
        see(&mut app, (5.0, 5.0), false);
    }
    let mut nodes = app.screen.panel.nodes().into_iter();
    let rail = nodes.find(|n| n.name == "Timeline" && n.role == Role::Slider);
    let [left, top, right, bottom] = rail.unwrap().rect;
    assert!(bottom <= 600.0 && top > 560.0, "{top} {bottom}");
    let (y, middle) = (0.5 * (top + bottom), 0.5 * (left + right));
    // The handle is drawn within the rail.
    for part in [1.0, 0.9, 0.7, 0.5, 0.5] {
        see(&mut app, (left + part * (right - left), y), part < 1.0);
    }
    assert!(app.clock.paused && is_past(&app));
    let timeline = &app.past.timeline;
    assert!(timeline.target().abs_diff(timeline.end.step / 2) <= 1);
    // egui settles.
    for _ in 0..40 {
        see(&mut app, (5.0, 5.0), false);
    }
    assert!(!app.is_running());
    for _ in 0..100 {
        assert!(!see(&mut app, (5.0, 5.0), false));
    }
    // To the end, and time goes on as it did before; where it had been stopped it stays so.
    for (from, paused) in [(middle, false), (left, true)] {
        if paused {
            press(&mut app, Command::Pause);
            see(&mut app, (right, y), true);
        }
        for (x, held) in [(from, true), (right, true), (right, false)] {
            see(&mut app, (x, y), held);
        }
        for _ in 0..3 {
            see(&mut app, (right, y), false);
        }
        assert!(app.clock.paused == paused && !is_past(&app));
    }
}
