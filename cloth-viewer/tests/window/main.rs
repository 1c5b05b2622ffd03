//! The window itself: opened on a screen without a monitor, driven with keys and mouse.
//!
//! Most tests compare the screen with what [`App`] draws when it is told the same: nothing may be
//! lost on the way from a key to the simulation, and from the picture to the screen. What the
//! picture shows is checked apart from that, by its colours.

mod screen;
mod session;

use clap::Parser;
use cloth_viewer::app::{App, Command, Input};
use cloth_viewer::cli::Cli;
use cloth_viewer::raster::Framebuffer;
use screen::Shot;
use session::{SIZE, Session};
use std::thread::sleep;
use std::time::Duration;

/// Height of the heads-up line, which shows how fast this machine is.
const LINE: usize = 24;
/// A scene that is quick to compute, also without optimisation.
const SMALL: [&str; 3] = ["four-corners-sphere", "--grid", "16"];

/// The window, and what should be in it.
struct Twins {
    session: Session,
    app: App,
    input: Input,
}

impl Twins {
    /// Opens the window, stops the simulation and takes it back to the start.
    fn paused(arguments: &[&str]) -> Self {
        let size = format!("{}x{}", SIZE.0, SIZE.1);
        let arguments = [arguments, &["--size", &size]].concat();
        let session = Session::open(&arguments);
        let all = ["cloth-viewer"].iter().chain(&arguments);
        let plan = Cli::parse_from(all).plan().unwrap();
        let mut twins = Self {
            session,
            app: App::new(plan).unwrap(),
            input: Input {
                size: SIZE,
                ..Input::default()
            },
        };
        twins.session.tap("p");
        twins.app.update(&twins.with(Command::Pause));
        twins.tap("r", Command::Reset);
        twins
    }

    fn with(&self, command: Command) -> Input {
        Input {
            commands: vec![command],
            ..self.input.clone()
        }
    }

    /// Presses a key and waits until the window shows what it should.
    ///
    /// If the program is held up it may take the same key, let go and pressed again, for one that
    /// is held and repeats. So there has to be another key between the two; only N may repeat.
    fn tap(&mut self, key: &str, command: Command) -> Shot {
        self.session.tap(key);
        self.app.update(&self.with(command));
        self.agree(key)
    }

    /// Waits until the window shows what it should, but for the heads-up line.
    fn agree(&mut self, what: &str) -> Shot {
        let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
        self.app.draw(&mut frame);
        let expected = Shot {
            width: SIZE.0,
            pixels: frame.pixels().to_vec(),
        };
        let expected = expected.below(LINE);
        let shot = self
            .session
            .until(what, |shot| shot.below(LINE) == expected);
        shot.below(LINE)
    }

    /// Moves the cursor.
    fn point(&mut self, to: (usize, usize)) {
        self.session.point(to);
        self.input.cursor = Some((to.0 as f32, to.1 as f32));
        self.catch_up();
    }

    /// Presses the left button, or lets it go.
    fn hold(&mut self, down: bool) {
        self.session.hold(down);
        self.input.left = down;
        self.catch_up();
    }

    /// Waits until the program knows of the mouse: keys that come after it have worked.
    fn catch_up(&mut self) {
        for _ in 0..6 {
            self.tap("m", Command::Surface);
            self.tap("F1", Command::Help);
        }
    }
}

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
    sleep(Duration::from_millis(300));
    assert_eq!(twins.session.shot().below(LINE), before);
    let after = twins.tap("n", Command::Step);
    assert!(after.changed(&before) > 100);
    sleep(Duration::from_millis(300));
    assert_eq!(twins.session.shot().below(LINE), after);
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
    twins.hold(true);
    // A place for the cloth to be lifted to, in the picture and below the line.
    let above = (column, edge - 50);
    assert!(!start.has_cloth_at(above));
    twins.point((column, LINE + above.1));
    let mut dragged = twins.tap("n", Command::Step);
    for _ in 0..20 {
        dragged = twins.tap("n", Command::Step);
    }
    assert!(dragged.has_cloth_at(above), "{dragged:?}");
    twins.hold(false);
    twins.session.tap("p");
    (twins.session).until("a fall", |shot| !shot.below(LINE).has_cloth_at(above));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn keys_switch_view_mode_wind_help_and_scene() {
    let mut twins = Twins::paused(&SMALL);
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
