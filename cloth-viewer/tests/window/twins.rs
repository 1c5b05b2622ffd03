//! The window, and beside it what should be in it.
//!
//! The same input goes to both. The window gets it from the X server, the other directly; then both
//! must show the same.

use crate::session::{CLICK, LIMIT, Session, Shot};
use clap::Parser;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::app::App;
use cloth_viewer::cli::Cli;
use cloth_viewer::input::{Command, Input};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Where the cursor is at first.
const CORNER: (usize, usize) = (2, 2);
/// As long as the twin may show the same: messages go, and hints come, with time.
const SAME: Duration = Duration::from_millis(500);

/// The window, and what should be in it.
pub struct Twins {
    pub session: Session,
    pub app: App,
    input: Input,
    /// When the twin was told of something last.
    told: Instant,
}

impl Twins {
    /// Opens a window that fills the screen, stops the simulation and takes it back to the start.
    pub fn paused(size: (usize, usize), arguments: &[&str]) -> Self {
        let text = format!("{}x{}", size.0, size.1);
        let arguments = [arguments, &["--size", &text]].concat();
        let session = Session::open(size, &arguments);
        let plan = Cli::parse_from(["cloth-viewer"].iter().chain(&arguments)).plan();
        let mut twins = Self {
            session,
            app: App::new(&plan.unwrap()).unwrap(),
            input: Input {
                size,
                cursor: Some((CORNER.0 as f32, CORNER.1 as f32)),
                ..Input::default()
            },
            told: Instant::now(),
        };
        twins.app.panel_mut().list_nodes(true);
        twins.session.point(CORNER);
        // Another start, taken back, begins the timeline anew, which a reset does not; the reset takes the message
        // away.
        for (key, command) in [("p", Command::Pause), ("Next", Command::NextScene)] {
            twins.session.tap(key);
            twins.tell_of(command);
        }
        twins.tap("u", Command::Undo);
        twins.tap("r", Command::Reset);
        twins
    }

    /// Tells the twin what the window has been told, and how much time has passed.
    fn tell(&mut self, input: Input) {
        let now = Instant::now();
        let elapsed = now - std::mem::replace(&mut self.told, now);
        self.app.update(&Input { elapsed, ..input });
    }

    fn tell_of(&mut self, command: Command) {
        let commands = vec![command];
        let input = self.input.clone();
        self.tell(Input { commands, ..input });
    }

    /// Presses a key and waits until the window shows what it should.
    ///
    /// If the program is held up it may take the same key, let go and pressed again, for one that
    /// is held and repeats. So there has to be another key between the two; only N may repeat.
    pub fn tap(&mut self, key: &str, command: Command) -> Shot {
        self.session.tap(key);
        self.tell_of(command);
        self.agree(key)
    }

    /// Presses a key that the panel reads.
    pub fn tap_in_panel(&mut self, key: &str, name: egui::Key) -> Shot {
        self.session.tap(key);
        let event = |pressed| egui::Event::Key {
            key: name,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        let input = self.input.clone();
        self.tell(Input {
            panel: vec![event(true), event(false)],
            ..input
        });
        self.agree(key)
    }

    /// Turns the wheel by a notch, away from the user or towards. The window hears of it in two halves, which round
    /// otherwise than the whole.
    pub fn wheel(&mut self, away: bool) {
        self.session
            .xdotool(&["click", if away { "4" } else { "5" }]);
        let wheel = if away { 1.0 } else { -1.0 };
        let input = self.input.clone();
        self.tell(Input { wheel, ..input });
        let (expected, size) = (self.expected(), self.input.size);
        (self.session).until("a zoom", |shot| {
            shot.of_window(size).changed(&expected) < 60
        });
    }

    /// Moves the cursor.
    pub fn point(&mut self, to: (usize, usize)) {
        self.session.point(to);
        self.input.cursor = Some((to.0 as f32, to.1 as f32));
        self.catch_up();
    }

    /// Presses a mouse button (1 left, 2 middle, 3 right), or lets it go.
    pub fn hold(&mut self, button: u8, down: bool) {
        self.hold_without_waiting(button, down);
        self.catch_up();
    }

    /// A press and a release, quickly.
    pub fn click(&mut self) -> Shot {
        for down in [true, false] {
            self.hold_without_waiting(1, down);
            // The twin's panel hears of both in a picture of its own.
            let (width, height) = self.input.size;
            self.app.draw(&mut Framebuffer::new(width, height));
            sleep(CLICK);
        }
        self.agree("a click")
    }

    fn hold_without_waiting(&mut self, button: u8, down: bool) {
        self.session.hold(button, down);
        match button {
            1 => self.input.left = down,
            2 => self.input.middle = down,
            _ => self.input.right = down,
        }
        let input = self.input.clone();
        self.tell(input);
    }

    /// Holds an arrow key, or lets it go.
    pub fn push(&mut self, key: &str, push: [f32; 2]) {
        self.session.hold_key(key, push != [0.0; 2]);
        self.input.push = push;
        self.catch_up();
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: (usize, usize)) -> Shot {
        let (width, height) = (size.0.to_string(), size.1.to_string());
        // Its title says more where time goes slower than it should.
        let window = ["search", "--name", "^cloth-viewer", "windowsize"];
        (self.session).xdotool(&[&window[..], &[&width, &height]].concat());
        self.input.size = size;
        let input = self.input.clone();
        self.tell(input);
        self.agree("another size")
    }

    /// Waits until the program knows of mouse and arrow keys: keys that come after them have worked.
    fn catch_up(&mut self) {
        for _ in 0..2 {
            self.tap("F4", Command::Theme);
            self.tap("F1", Command::Help);
        }
    }

    /// What the window should show, below the heads-up line. Drawn until nothing changes any more:
    /// what is laid out takes its place a picture later, and what was chosen holds a picture later.
    fn expected(&mut self) -> Shot {
        let (mut last, size) = (None, self.input.size);
        for _ in 0..12 {
            let mut frame = Framebuffer::new(size.0, size.1);
            self.app.draw(&mut frame);
            let pixels = frame.pixels().to_vec();
            let width = size.0;
            let shot = Shot { width, pixels }.of_window(size);
            if last.as_ref() == Some(&shot) {
                return shot;
            }
            last = Some(shot);
            let input = self.input.clone();
            self.tell(input);
        }
        panic!("the picture does not come to rest");
    }

    /// Waits until the window shows what it should, but for the heads-up line.
    pub fn agree(&mut self, what: &str) -> Shot {
        let until = Instant::now() + LIMIT;
        loop {
            let expected = self.expected();
            let from = Instant::now();
            let mut seen = self.session.shot().of_window(self.input.size);
            while from.elapsed() < SAME {
                if seen == expected {
                    return expected;
                }
                self.session.look_again(what);
                seen = self.session.shot().of_window(self.input.size);
            }
            if Instant::now() > until {
                let folder = std::env::temp_dir();
                seen.save(&folder.join("cloth-window-seen.png"));
                expected.save(&folder.join("cloth-window-expected.png"));
                let changed = seen.changed(&expected);
                let place = folder.display();
                panic!("{what}: {changed} pixels differ: see {place}/cloth-window-*.png");
            }
        }
    }
}
