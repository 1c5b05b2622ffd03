//! Tests of what keys and mouse do.

use super::*;
use crate::cli::Cli;
use clap::Parser;
use cloth_core::Mode;
use std::time::Duration;

const VIEW: (usize, usize) = (320, 240);

fn app(arguments: &[&str]) -> App {
    let all = ["cloth-viewer", "--grid", "8"].iter().chain(arguments);
    App::new(Cli::try_parse_from(all).unwrap().plan().unwrap()).unwrap()
}

/// A frame of one step at 60 Hz, with these keys going down.
fn keys(commands: &[Command]) -> Input {
    Input {
        size: VIEW,
        commands: commands.to_vec(),
        elapsed: Duration::from_micros(16_667),
        ..Input::default()
    }
}

fn positions(app: &App) -> Vec<[f32; 3]> {
    let mut positions = Vec::new();
    app.model().positions(&mut positions);
    positions
}

#[test]
fn time_follows_the_clock_in_whole_steps() {
    let mut app = app(&["four-corners"]);
    for _ in 0..30 {
        app.update(&keys(&[]));
    }
    assert!(
        (app.model().time() - 0.5).abs() < 0.02,
        "{}",
        app.model().time()
    );
}

#[test]
fn pause_stops_and_a_step_is_one_step() {
    let mut app = app(&["four-corners"]);
    app.update(&keys(&[Command::Pause]));
    assert_eq!(app.model().time(), 0.0);
    app.update(&keys(&[]));
    assert_eq!(app.model().time(), 0.0);
    app.update(&keys(&[Command::Step]));
    assert!((app.model().time() - 1.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Step, Command::Step]));
    assert!((app.model().time() - 3.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Pause]));
    assert!(app.model().time() > 3.5 / 60.0);
}

#[test]
fn a_step_while_running_pauses_too() {
    let mut app = app(&["four-corners"]);
    app.update(&keys(&[Command::Step]));
    app.update(&keys(&[]));
    assert!((app.model().time() - 1.0 / 60.0).abs() < 1e-9);
}

#[test]
fn reset_goes_back_to_the_start_and_keeps_the_mode() {
    let mut app = app(&["four-corners", "--mode", "hooke"]);
    let start = app.model().state_hash();
    app.update(&keys(&[Command::Mode]));
    for _ in 0..5 {
        app.update(&keys(&[]));
    }
    assert_ne!(app.model().state_hash(), start);
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert_eq!(app.model().state_hash(), start);
    assert_eq!(app.model().scene().solver.mode, Mode::Constraint);
}

#[test]
fn scenes_change_by_number_and_in_turn() {
    let mut app = app(&["four-corners"]);
    let names: Vec<_> = library().into_iter().map(|scene| scene.name).collect();
    app.update(&keys(&[Command::Scene(4), Command::Pause]));
    assert_eq!(app.plan.scene.name, names[4]);
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.plan.scene.name, names[5]);
    assert!(app.paused);
    app.update(&keys(&[Command::Scene(0), Command::PreviousScene]));
    assert_eq!(app.plan.scene.name, *names.last().unwrap());
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.plan.scene.name, names[0]);
}

#[test]
fn wind_and_view_and_help_switch() {
    let mut app = app(&["four-corners"]);
    app.update(&keys(&[Command::Wind]));
    assert!(Wind::blows(app.model().scene()));
    app.update(&keys(&[Command::Wind]));
    assert!(!Wind::blows(app.model().scene()));
    for (surface, springs) in [
        (Surface::None, true),
        (Surface::Phong, true),
        (Surface::Phong, false),
    ] {
        app.update(&keys(&[Command::Surface]));
        assert_eq!(app.look.surface, surface);
        assert_eq!(app.look.springs, [springs; 3]);
    }
    let mut plain = Framebuffer::new(VIEW.0, VIEW.1);
    let mut helped = plain.clone();
    app.update(&keys(&[Command::Pause]));
    app.draw(&mut plain);
    app.update(&keys(&[Command::Help]));
    app.draw(&mut helped);
    assert_ne!(plain, helped);
    app.update(&keys(&[Command::Quit]));
    assert!(app.is_over());
}

#[test]
fn the_particle_under_the_cursor_follows_it_and_is_let_go() {
    let mut app = app(&["four-corners"]);
    let taken = 3 * 8 + 4;
    let from = positions(&app)[taken];
    let (x, y, _) = app.camera().project(from.into(), VIEW).unwrap();
    let hold = |x, y| Input {
        cursor: Some((x, y)),
        left: true,
        ..keys(&[])
    };
    app.update(&hold(x, y));
    for _ in 0..40 {
        app.update(&hold(x + 30.0, y - 40.0));
    }
    assert!(app.model().is_pinned(4, 3));
    let there = positions(&app)[taken];
    let (to_x, to_y, _) = app.camera().project(there.into(), VIEW).unwrap();
    assert!((to_x - x - 30.0).abs() < 0.5 && (to_y - y + 40.0).abs() < 0.5);
    app.update(&keys(&[]));
    assert!(!app.model().is_pinned(4, 3));
    for _ in 0..20 {
        app.update(&keys(&[]));
    }
    assert!(positions(&app)[taken][1] < there[1]);
}

#[test]
fn a_corner_that_was_pinned_stays_pinned_where_it_is_dropped() {
    let mut app = app(&["four-corners"]);
    let (x, y, _) = app
        .camera()
        .project(positions(&app)[0].into(), VIEW)
        .unwrap();
    let hold = |x, y| Input {
        cursor: Some((x, y)),
        left: true,
        ..keys(&[])
    };
    app.update(&hold(x, y));
    for _ in 0..30 {
        app.update(&hold(x + 10.0, y - 10.0));
    }
    app.update(&keys(&[]));
    let dropped = positions(&app)[0];
    for _ in 0..10 {
        app.update(&keys(&[]));
    }
    assert!(app.model().is_pinned(0, 0));
    assert_eq!(positions(&app)[0], dropped);
    let (to_x, to_y, _) = app.camera().project(dropped.into(), VIEW).unwrap();
    assert!((to_x - x - 10.0).abs() < 0.5 && (to_y - y + 10.0).abs() < 0.5);
}

#[test]
fn the_right_button_orbits_and_the_wheel_zooms() {
    let mut app = app(&["four-corners"]);
    let before = *app.camera();
    let at = |x| Input {
        cursor: Some((x, 50.0)),
        right: true,
        ..keys(&[])
    };
    app.update(&at(50.0));
    assert_eq!(*app.camera(), before);
    app.update(&at(90.0));
    let turned = *app.camera();
    assert_eq!(turned.target, before.target);
    assert!(turned.eye.distance(before.eye) > 0.1);
    let wheel = Input {
        wheel: 2.0,
        ..keys(&[])
    };
    app.update(&wheel);
    let nearer = app.camera().eye.distance(turned.target);
    assert!((nearer / turned.eye.distance(turned.target) - 0.81).abs() < 1e-3);
    let fly = Input {
        fly: [0.0, 1.0, 0.0],
        ..keys(&[])
    };
    app.update(&fly);
    assert!(app.camera().target.y > turned.target.y);
}

#[test]
fn automatic_orbit_turns_by_time() {
    let mut app = app(&["four-corners"]);
    let before = app.camera().eye;
    app.update(&keys(&[Command::AutoOrbit]));
    assert_ne!(app.camera().eye, before);
}
