//! What the page's script asks, and what it is answered.

use cloth_viewer::input::Input;
use cloth_viewer::keys::Keys;
use egui::Key;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the script wants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// To begin: what the address says, as words of the command line, and the picture's size.
    Open {
        /// Name and value, in the address's order.
        address: Vec<(String, String)>,
        /// Width and height, pixels.
        size: (usize, usize),
    },
    /// The next picture, after what was heard.
    Picture(Vec<Told>),
    /// To open a file that a user has dropped on the page.
    Dropped(String),
}

/// What the page has heard, and how things are then. Times, places and keys as in [`Input`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Told {
    /// Size of the picture, pixels.
    pub size: (usize, usize),
    /// Where the mouse or the one finger is, pixels.
    pub cursor: Option<(f32, f32)>,
    /// Buttons that are down: 1 the left, 2 the right, 4 the middle one.
    pub buttons: u8,
    /// Notches of the wheel; what two fingers zoom.
    pub wheel: f32,
    /// Pixels that two fingers have gone together.
    pub turn: (f32, f32),
    /// Keys that went down and came up, by their names in a browser.
    pub keys: Vec<(String, bool)>,
    /// What they typed.
    pub typed: String,
    /// Keys that are down.
    pub down: Vec<String>,
    /// Since the last that was told, ms.
    pub elapsed: f64,
}

impl Told {
    /// As the viewer takes it.
    pub(crate) fn input(self, keys: &mut Keys) -> Input {
        for (name, down) in &self.keys {
            match name.as_str() {
                "Shift" => keys.shift(*down),
                "Control" | "Meta" => keys.ctrl(*down),
                _ => {
                    if let Some(key) = Key::from_name(name) {
                        keys.press(key, *down);
                    }
                }
            }
        }
        self.typed.chars().for_each(|letter| keys.typed(letter));
        let mut input = Input {
            size: self.size,
            cursor: self.cursor,
            left: self.buttons & 1 != 0,
            right: self.buttons & 2 != 0,
            middle: self.buttons & 4 != 0,
            wheel: self.wheel,
            turn: self.turn.into(),
            elapsed: Duration::try_from_secs_f64(self.elapsed * 1e-3).unwrap_or_default(),
            ..Input::default()
        };
        let down = self.down.iter().filter_map(|name| Key::from_name(name));
        keys.put(down.collect(), &mut input);
        input
    }
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Answer {
    /// Why it could not be done, or what was found out, for the user.
    pub message: Option<String>,
    /// Whether there is another picture.
    pub drawn: bool,
    /// Its size, pixels.
    pub size: (usize, usize),
    /// Where its pixels are in the program's memory: red, green, blue and 255, row by row.
    pub pixels: usize,
    /// Whether the next picture may differ though nobody does anything.
    pub running: bool,
    /// Whether something is being recorded, so that a folder of it is not complete yet.
    pub recording: bool,
    /// The cursor's shape, by its name in a browser.
    pub cursor: &'static str,
    /// How fast time goes, where it is slower than it should be.
    pub behind: Option<String>,
    /// The hash of the state, as the desktop and boards print it, and the simulated time, s; not
    /// with each picture.
    pub hash: Option<(String, f64)>,
}
