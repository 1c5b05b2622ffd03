//! The window's keys, as [`crate::keys`] wants to hear of them.
//!
//! minifb's own `is_key_pressed` looks at the keyboard once a picture, so a key that goes down and
//! up between two of them is lost, which slow pictures make likely.

use crate::input::Input;
use crate::keys::Keys;
use minifb::{InputCallback, Key, Window};
use std::cell::RefCell;
use std::rc::Rc;

type Shared = Rc<RefCell<Keys>>;

/// The window's end of [`Keys`].
struct Ear(Shared);

impl InputCallback for Ear {
    fn add_char(&mut self, character: u32) {
        if let Some(character) = char::from_u32(character) {
            self.0.borrow_mut().typed(character);
        }
    }

    fn set_key_state(&mut self, key: Key, down: bool) {
        let keys = &mut *self.0.borrow_mut();
        match key {
            Key::LeftShift | Key::RightShift => keys.shift(down),
            Key::LeftCtrl | Key::RightCtrl => keys.ctrl(down),
            _ => {
                if let Some(key) = named(key) {
                    keys.press(key, down);
                }
            }
        }
    }
}

/// egui's name of a key.
fn named(key: Key) -> Option<egui::Key> {
    match key {
        Key::NumPadEnter => Some(egui::Key::Enter),
        // Digits are `Key1` here and `1` there.
        _ => egui::Key::from_name(format!("{key:?}").trim_start_matches("Key")),
    }
}

/// Listens to a window's keys from now on.
pub(super) fn listen(window: &mut Window) -> Shared {
    let keys = Shared::default();
    window.set_input_callback(Box::new(Ear(keys.clone())));
    keys
}

/// Puts into an input what the keys did since the last call.
pub(super) fn put(window: &Window, keys: &RefCell<Keys>, input: &mut Input) {
    let down = window.get_keys().into_iter().filter_map(named).collect();
    keys.borrow_mut().put(down, input);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Command;

    #[test]
    fn every_key_of_the_viewer_is_heard_under_its_name() {
        let keys = Shared::default();
        let mut ear = Ear(keys.clone());
        let said = [
            Key::P,
            Key::Key7,
            Key::Comma,
            Key::PageDown,
            Key::F12,
            Key::Escape,
        ];
        said.into_iter()
            .for_each(|key| ear.set_key_state(key, true));
        let mut input = Input::default();
        keys.borrow_mut().put(Vec::new(), &mut input);
        let expected = [
            Command::Pause,
            Command::Scene(6),
            Command::StepBack,
            Command::NextScene,
            Command::RecordInputs,
            Command::Quit,
        ];
        assert_eq!(input.commands, expected);
        for (ours, theirs) in [
            (Key::Left, egui::Key::ArrowLeft),
            (Key::Space, egui::Key::Space),
            (Key::NumPadEnter, egui::Key::Enter),
            (Key::Backspace, egui::Key::Backspace),
            (Key::Home, egui::Key::Home),
            (Key::F1, egui::Key::F1),
        ] {
            assert_eq!(named(ours), Some(theirs));
        }
    }
}
