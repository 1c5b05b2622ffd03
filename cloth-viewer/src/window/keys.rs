//! From keys to commands.
//!
//! minifb's own `is_key_pressed` looks at the keyboard once a picture, so a key that goes down and
//! up between two of them is lost, which slow pictures make likely. Here every press is noted when
//! it happens.

use crate::app::Command;
use minifb::{InputCallback, Key, Window};
use std::cell::RefCell;
use std::rc::Rc;

/// Keys and what they mean.
const KEYS: [(Key, Command); 20] = [
    (Key::Escape, Command::Quit),
    (Key::P, Command::Pause),
    (Key::N, Command::Step),
    (Key::R, Command::Reset),
    (Key::M, Command::Surface),
    (Key::C, Command::Mode),
    (Key::V, Command::Wind),
    (Key::O, Command::AutoOrbit),
    (Key::F1, Command::Help),
    (Key::PageDown, Command::NextScene),
    (Key::PageUp, Command::PreviousScene),
    (Key::Key1, Command::Scene(0)),
    (Key::Key2, Command::Scene(1)),
    (Key::Key3, Command::Scene(2)),
    (Key::Key4, Command::Scene(3)),
    (Key::Key5, Command::Scene(4)),
    (Key::Key6, Command::Scene(5)),
    (Key::Key7, Command::Scene(6)),
    (Key::Key8, Command::Scene(7)),
    (Key::Key9, Command::Scene(8)),
];

/// The presses since the last picture, in order. The window writes, [`Keys`] reads.
type Presses = Rc<RefCell<Vec<Key>>>;

/// Tells fresh presses from keys that are held: held keys repeat.
#[derive(Debug)]
pub(super) struct Keys {
    presses: Presses,
    /// Keys that were down at the last picture.
    held: Vec<Key>,
}

/// The window's end of [`Presses`].
struct Ear(Presses);

impl InputCallback for Ear {
    fn add_char(&mut self, _character: u32) {}

    fn set_key_state(&mut self, key: Key, down: bool) {
        if down {
            self.0.borrow_mut().push(key);
        }
    }
}

impl Keys {
    /// Listens to a window's keys from now on.
    pub(super) fn of(window: &mut Window) -> Self {
        let presses = Presses::default();
        window.set_input_callback(Box::new(Ear(presses.clone())));
        Self {
            presses,
            held: Vec::new(),
        }
    }

    /// What the keys mean that went down since the last call.
    pub(super) fn commands(&mut self, window: &Window) -> Vec<Command> {
        self.take(window.get_keys())
    }

    /// As [`Keys::commands`], with the keys that are down now. A key counts once, and not at all
    /// while it is held; but for steps, which go on.
    fn take(&mut self, down: Vec<Key>) -> Vec<Command> {
        let mut fresh = Vec::new();
        for key in self.presses.take() {
            let repeated = key != Key::N && self.held.contains(&key);
            if !repeated && !fresh.contains(&key) {
                fresh.push(key);
            }
        }
        self.held = down;
        let command = |key: &Key| KEYS.iter().find(|(k, _)| k == key).map(|(_, c)| *c);
        fresh.iter().filter_map(command).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_keys_count_and_held_ones_count_once() {
        let presses = Presses::default();
        let mut ear = Ear(presses.clone());
        let mut keys = Keys {
            presses,
            held: Vec::new(),
        };
        for (key, down) in [
            (Key::P, true),
            (Key::P, false),
            (Key::N, true),
            (Key::Tab, true),
        ] {
            ear.set_key_state(key, down);
        }
        assert_eq!(
            keys.take(vec![Key::N, Key::Tab]),
            [Command::Pause, Command::Step]
        );
        assert!(keys.take(vec![Key::N]).is_empty());
        // N repeats, and so does C.
        ear.set_key_state(Key::C, true);
        assert_eq!(keys.take(vec![Key::N, Key::C]), [Command::Mode]);
        for key in [Key::N, Key::C] {
            ear.set_key_state(key, false);
            ear.set_key_state(key, true);
        }
        assert_eq!(keys.take(vec![Key::N, Key::C]), [Command::Step]);
        assert!(keys.take(Vec::new()).is_empty());
        ear.set_key_state(Key::C, true);
        assert_eq!(keys.take(vec![Key::C]), [Command::Mode]);
    }
}
