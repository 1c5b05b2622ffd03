//! The window itself: opened on a screen without a monitor, driven with keys and mouse.
//!
//! Most tests compare the screen with what [`App`] draws when it is told the same: nothing may be
//! lost on the way from a key to the simulation, and from the picture to the screen. What the
//! picture shows is checked apart from that, by its colours.

mod controls;
mod display;
mod hands;
mod idle;
mod lost;
mod pictures;
mod saving;
mod screen;
mod session;
mod twins;

use cloth_viewer::input::Command;
use screen::Shot;
use session::{SIZE, Session};
use std::thread::sleep;
use std::time::Duration;
use twins::{LINE, Twins};

/// A scene that is quick to compute, also without optimisation.
const SMALL: [&str; 3] = ["four-corners-sphere", "--grid", "16"];

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_window_holds_a_cloth_that_moves() {
    let mut session = Session::open(&["--size", "640x400"]);
    let all = SIZE.0 * SIZE.1;
    let first = session.until("a lit cloth", |shot| {
        let (cloth, levels) = shot.cloth();
        cloth > all / 20 && cloth < all * 3 / 4 && levels >= 4
    });
    let first = first.below(LINE);
    session.until("motion", |shot| shot.below(LINE).changed(&first) > 200);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn pause_stops_the_picture_and_a_step_changes_it() {
    let mut twins = Twins::paused(&SMALL);
    let before = twins.agree("the start");
    let stays = |twins: &mut Twins, shot: &Shot, what: &str| {
        sleep(Duration::from_millis(300));
        twins.session.shot().below(LINE).assert_is(shot, what);
    };
    stays(&mut twins, &before, "paused");
    let after = twins.tap("n", Command::Step);
    assert!(after.changed(&before) > 100);
    stays(&mut twins, &after, "after a step");
    // P again, and it goes on by itself.
    twins.session.tap("p");
    (twins.session).until("motion", |shot| shot.below(LINE).changed(&after) > 1000);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn reset_goes_back_to_the_picture_of_the_start() {
    let mut twins = Twins::paused(&SMALL);
    let start = twins.agree("the start");
    twins.session.tap("p");
    (twins.session).until("motion", |shot| shot.below(LINE).changed(&start) > 1000);
    // A step stops it again.
    twins.session.tap("n");
    let back = twins.tap("r", Command::Reset);
    assert_eq!(back, start);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_cloth_follows_the_mouse_and_falls_when_let_go() {
    let mut twins = Twins::paused(&["four-corners", "--grid", "16"]);
    let start = twins.agree("the start");
    let column = SIZE.0 / 2;
    let edge = (4..SIZE.1 / 2).find(|y| start.has_cloth_at((column, *y)));
    let edge = edge.expect("cloth in the middle");
    twins.point((column, LINE + edge + 10));
    twins.hold(1, true);
    // A place for the cloth to be lifted to, in the picture and below the line.
    let above = (column, edge - 50);
    assert!(!start.has_cloth_at(above));
    twins.point((column, LINE + above.1));
    let mut dragged = twins.tap("n", Command::Step);
    for _ in 0..20 {
        dragged = twins.tap("n", Command::Step);
    }
    assert!(dragged.has_cloth_at(above), "{dragged:?}");
    twins.hold(1, false);
    twins.session.tap("p");
    (twins.session).until("a fall", |shot| !shot.below(LINE).has_cloth_at(above));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn keys_switch_view_mode_wind_help_and_scene() {
    let mut twins = Twins::paused(&SMALL);
    // A cloth that is not flat: looks differ.
    for _ in 0..30 {
        twins.tap("n", Command::Step);
    }
    let mut before = twins.agree("the start");
    for (key, command) in [
        ("m", Command::Surface),
        ("F1", Command::Help),
        ("m", Command::Surface),
        ("F1", Command::Help),
        ("m", Command::Surface),
        ("n", Command::Step),
        ("3", Command::Scene(2)),
        ("Next", Command::NextScene),
        ("Prior", Command::PreviousScene),
    ] {
        let after = twins.tap(key, command);
        assert!(after.changed(&before) > 100, "{key}");
        before = after;
    }
    // Mode and wind show in what the next steps do.
    for (key, command) in [("c", Command::Mode), ("v", Command::Wind)] {
        let step = |twins: &mut Twins| {
            twins.tap("r", Command::Reset);
            twins.tap("n", Command::Step);
            twins.tap("n", Command::Step)
        };
        let before = step(&mut twins);
        twins.tap(key, command);
        assert_ne!(step(&mut twins), before, "{key}");
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn escape_ends_the_program_well() {
    let mut session = Session::open(&SMALL[..1]);
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn no_picture_takes_long_while_the_cloth_is_dragged() {
    let mut session = Session::open_on((1280, 720), &["--stats"]);
    // Up and down and to and fro, over the cloth in the middle of the free part.
    session.point((480, 330));
    session.hold(1, true);
    let (mut last, mut seen, mut turn) = (session.shot(), 0, 0.0_f64);
    while seen < 100 {
        turn += 0.2;
        assert!(turn < 1000.0, "the picture stays");
        let place = (
            480.0 + 200.0 * turn.sin(),
            330.0 - 150.0 * (0.7 * turn).sin(),
        );
        session.point((place.0 as usize, place.1 as usize));
        session.look_again("a drag");
        let shot = session.shot();
        seen += u32::from(shot != last);
        last = shot;
    }
    session.hold(1, false);
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
    let text = session.output();
    let line = text
        .lines()
        .find(|line| line.trim().starts_with("dragging"));
    let line = line.unwrap_or_else(|| panic!("nothing was dragged: {text}"));
    let words: Vec<_> = line.split_whitespace().collect();
    let longest: f64 = words[1].parse().unwrap();
    let pictures: u32 = (words.last().unwrap().trim_end_matches(')').parse()).unwrap();
    assert!(pictures > 40, "{line}");
    // A busy machine may take its time, a step that is waited for would take more.
    assert!(longest < 200_000.0, "{line}");
}
