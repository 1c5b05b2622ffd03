//! The window, and beside it what should be in it.
//!
//! The same input goes to both. The window gets it from the X server, the other directly; then both
//! must show the same.

use crate::screen::Shot;
use crate::session::{SIZE, Session};
use clap::Parser;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::app::App;
use cloth_viewer::cli::Cli;
use cloth_viewer::input::{Command, Input};
use std::time::{Duration, Instant};

/// Height of the heads-up text, which shows how fast this machine is: in narrow windows two lines
/// where the numbers are long.
pub const LINE: usize = 52;
/// Where the cursor is at first.
const CORNER: (usize, usize) = (2, 2);
/// Longest wait for the window to show what its twin does now.
const LIMIT: Duration = Duration::from_secs(20);
/// As long as the twin may show the same: messages go, and hints come, with time.
const SAME: Duration = Duration::from_millis(500);

/// The window, and what should be in it.
pub struct Twins {
    pub session: Session,
    pub app: App,
    pub input: Input,
    size: (usize, usize),
    /// When the twin was told of something last.
    told: Instant,
}

impl Twins {
    /// Opens the window, stops the simulation and takes it back to the start. Without the panel.
    pub fn paused(arguments: &[&str]) -> Self {
        let mut twins = Self::paused_on(SIZE, arguments);
        twins.tap("F2", Command::Panel);
        twins
    }

    /// As [`Twins::paused`], on a screen of another size, with the panel.
    pub fn paused_on(size: (usize, usize), arguments: &[&str]) -> Self {
        let text = format!("{}x{}", size.0, size.1);
        let arguments = [arguments, &["--size", &text]].concat();
        let session = Session::open_on(size, &arguments);
        let all = ["cloth-viewer"].iter().chain(&arguments);
        let plan = Cli::parse_from(all).plan().unwrap();
        let mut twins = Self {
            session,
            app: App::new(&plan).unwrap(),
            input: Input {
                size,
                ..Input::default()
            },
            size,
            told: Instant::now(),
        };
        twins.app.panel_mut().list_nodes(true);
        twins.session.point(CORNER);
        twins.input.cursor = Some((CORNER.0 as f32, CORNER.1 as f32));
        twins.session.tap("p");
        let pause = twins.with(Command::Pause);
        twins.tell(&pause);
        twins.begin_anew();
        twins
    }

    /// Puts both at the start, after the window has made steps of its own. Another start, taken back,
    /// begins the timeline anew, which a reset does not; the reset takes the message away.
    pub fn begin_anew(&mut self) {
        self.session.tap("Next");
        let next = self.with(Command::NextScene);
        self.tell(&next);
        self.tap("u", Command::Undo);
        self.tap("r", Command::Reset);
    }

    /// Tells the twin what the window has been told, and how much time has passed.
    pub fn tell(&mut self, input: &Input) {
        let now = Instant::now();
        let elapsed = now - std::mem::replace(&mut self.told, now);
        self.app.update(&Input {
            elapsed,
            ..input.clone()
        });
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: (usize, usize)) {
        self.session.resize(size);
        self.size = size;
        self.input.size = size;
        let input = self.input.clone();
        self.tell(&input);
    }

    /// What the user does, with a command.
    pub fn with(&self, command: Command) -> Input {
        Input {
            commands: vec![command],
            ..self.input.clone()
        }
    }

    /// Presses a key and waits until the window shows what it should.
    ///
    /// If the program is held up it may take the same key, let go and pressed again, for one that
    /// is held and repeats. So there has to be another key between the two; only N may repeat.
    pub fn tap(&mut self, key: &str, command: Command) -> Shot {
        self.session.tap(key);
        let input = self.with(command);
        self.tell(&input);
        self.agree(key)
    }

    /// What the user does, with a key that the panel reads.
    pub fn with_key(&self, name: egui::Key) -> Input {
        let event = |pressed| egui::Event::Key {
            key: name,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        Input {
            panel: vec![event(true), event(false)],
            ..self.input.clone()
        }
    }

    /// What the window should show, below the heads-up line. Drawn until nothing changes any more:
    /// what is laid out takes its place a picture later, and what was chosen holds a picture later.
    pub fn expected(&mut self) -> Shot {
        let mut last = None;
        for _ in 0..12 {
            let mut frame = Framebuffer::new(self.size.0, self.size.1);
            self.app.draw(&mut frame);
            let shot = Shot {
                width: self.size.0,
                pixels: frame.pixels().to_vec(),
            };
            let shot = shot.below(LINE);
            if last.as_ref() == Some(&shot) {
                return shot;
            }
            last = Some(shot);
            let input = self.input.clone();
            self.tell(&input);
        }
        panic!("the picture does not come to rest");
    }

    /// Waits until the window shows what it should, but for the heads-up line.
    pub fn agree(&mut self, what: &str) -> Shot {
        let until = Instant::now() + LIMIT;
        loop {
            let expected = self.expected();
            let from = Instant::now();
            let mut seen = self.session.shot();
            while from.elapsed() < SAME {
                seen = self.session.shot();
                if seen.part(self.size).below(LINE) == expected {
                    return expected;
                }
                self.session.look_again(what);
            }
            if Instant::now() > until {
                seen.part(self.size).below(LINE).assert_is(&expected, what);
            }
        }
    }

    /// Moves the cursor.
    pub fn point(&mut self, to: (usize, usize)) {
        self.session.point(to);
        self.input.cursor = Some((to.0 as f32, to.1 as f32));
        self.catch_up();
    }

    /// Presses a mouse button (1 left, 2 middle, 3 right), or lets it go.
    pub fn hold(&mut self, button: u8, down: bool) {
        self.session.hold(button, down);
        match button {
            1 => self.input.left = down,
            2 => self.input.middle = down,
            _ => self.input.right = down,
        }
        self.catch_up();
    }

    /// Waits until the program knows of the mouse: keys that come after it have worked.
    fn catch_up(&mut self) {
        for _ in 0..2 {
            self.tap("F4", Command::Theme);
            self.tap("F1", Command::Help);
        }
    }
}
