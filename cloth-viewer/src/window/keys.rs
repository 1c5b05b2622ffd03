//! From keys to commands, and to what the panel reads.
//!
//! minifb's own `is_key_pressed` looks at the keyboard once a picture, so a key that goes down and
//! up between two of them is lost, which slow pictures make likely. Here every press is noted when
//! it happens.

use crate::input::Command;
use cloth_draw::look::Side;
use egui::{Event, Modifiers};
use minifb::{InputCallback, Key, Window};
use std::cell::RefCell;
use std::rc::Rc;

/// Keys and what they mean.
const KEYS: [(Key, Command); 39] = [
    (Key::Escape, Command::Quit),
    (Key::P, Command::Pause),
    (Key::N, Command::Step),
    (Key::Comma, Command::StepBack),
    (Key::B, Command::SlowMotion),
    (Key::R, Command::Reset),
    (Key::U, Command::Undo),
    (Key::M, Command::Surface),
    (Key::L, Command::Springs),
    (Key::C, Command::Mode),
    (Key::V, Command::Wind),
    (Key::O, Command::AutoOrbit),
    (Key::Home, Command::ViewHome),
    (Key::E, Command::SaveObj),
    (Key::J, Command::RecordObj),
    (Key::K, Command::SaveScene),
    (Key::F1, Command::Help),
    (Key::F2, Command::Panel),
    (Key::F3, Command::Plots),
    (Key::F4, Command::Theme),
    (Key::F5, Command::ViewFrom(Side::Front)),
    (Key::F6, Command::ViewFrom(Side::Side)),
    (Key::F7, Command::ViewFrom(Side::Top)),
    (Key::F8, Command::ViewFrom(Side::Bottom)),
    (Key::F9, Command::Screenshot),
    (Key::F10, Command::RecordGif),
    (Key::F11, Command::RecordPng),
    (Key::F12, Command::RecordInputs),
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

/// What the window has told since the last picture. The window writes, [`Keys`] reads.
#[derive(Debug, Default)]
struct Heard {
    /// Keys that went down, in order, with Ctrl or without.
    presses: Vec<(Key, bool)>,
    /// The same and more, for the panel.
    events: Vec<Event>,
    modifiers: Modifiers,
}

type Shared = Rc<RefCell<Heard>>;

/// Tells fresh presses from keys that are held: held keys repeat.
#[derive(Debug)]
pub(super) struct Keys {
    heard: Shared,
    /// Keys that were down at the last picture.
    held: Vec<Key>,
}

/// The window's end of [`Heard`].
struct Ear(Shared);

impl InputCallback for Ear {
    fn add_char(&mut self, character: u32) {
        let heard = &mut *self.0.borrow_mut();
        // With Ctrl a letter is a command.
        let character = char::from_u32(character).filter(|c| !c.is_control());
        if let (Some(character), false) = (character, heard.modifiers.ctrl) {
            heard.events.push(Event::Text(character.to_string()));
        }
    }

    fn set_key_state(&mut self, key: Key, down: bool) {
        let heard = &mut *self.0.borrow_mut();
        match key {
            Key::LeftShift | Key::RightShift => heard.modifiers.shift = down,
            Key::LeftCtrl | Key::RightCtrl => {
                heard.modifiers.ctrl = down;
                heard.modifiers.command = down;
            }
            _ => {}
        }
        if down {
            heard.presses.push((key, heard.modifiers.ctrl));
        }
        heard.events.extend(event(key, down, heard.modifiers));
    }
}

/// What the panel reads of a key; `None` for keys that mean nothing to it.
fn event(key: Key, pressed: bool, modifiers: Modifiers) -> Option<Event> {
    Some(Event::Key {
        key: named(key)?,
        physical_key: None,
        pressed,
        // egui finds out by itself.
        repeat: false,
        modifiers,
    })
}

/// egui's name of a key; only of those that its controls listen to.
fn named(key: Key) -> Option<egui::Key> {
    Some(match key {
        Key::Tab => egui::Key::Tab,
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Up => egui::Key::ArrowUp,
        Key::Down => egui::Key::ArrowDown,
        Key::Enter | Key::NumPadEnter => egui::Key::Enter,
        Key::Space => egui::Key::Space,
        Key::Escape => egui::Key::Escape,
        Key::Backspace => egui::Key::Backspace,
        Key::Delete => egui::Key::Delete,
        Key::Home => egui::Key::Home,
        Key::End => egui::Key::End,
        Key::PageUp => egui::Key::PageUp,
        Key::PageDown => egui::Key::PageDown,
        Key::A => egui::Key::A,
        Key::Z => egui::Key::Z,
        _ => return None,
    })
}

impl Keys {
    /// Listens to a window's keys from now on.
    pub(super) fn of(window: &mut Window) -> Self {
        let heard = Shared::default();
        window.set_input_callback(Box::new(Ear(heard.clone())));
        Self {
            heard,
            held: Vec::new(),
        }
    }

    /// What the keys mean that went down since the last call.
    pub(super) fn commands(&mut self, window: &Window) -> Vec<Command> {
        self.take(window.get_keys())
    }

    /// What the panel reads of the keys since the last call.
    pub(super) fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.heard.borrow_mut().events)
    }

    /// As [`Keys::commands`], with the keys that are down now. A key counts once, and not at all
    /// while it is held; but for steps, which go on.
    fn take(&mut self, down: Vec<Key>) -> Vec<Command> {
        let mut fresh = Vec::new();
        let presses = std::mem::take(&mut self.heard.borrow_mut().presses);
        for (key, ctrl) in presses {
            let repeats = matches!(key, Key::N | Key::Comma);
            let repeated = !repeats && self.held.contains(&key);
            if !repeated && !fresh.contains(&(key, ctrl)) {
                fresh.push((key, ctrl));
            }
        }
        self.held = down;
        fresh.into_iter().filter_map(meaning).collect()
    }
}

/// What a key means to the viewer, with Ctrl or without.
fn meaning((key, ctrl): (Key, bool)) -> Option<Command> {
    if ctrl {
        return (key == Key::Z).then_some(Command::Undo);
    }
    KEYS.iter().find(|(k, _)| *k == key).map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::help;

    fn ear_and_keys() -> (Ear, Keys) {
        let heard = Shared::default();
        let keys = Keys {
            heard: heard.clone(),
            held: Vec::new(),
        };
        (Ear(heard), keys)
    }

    #[test]
    fn quick_keys_count_and_held_ones_count_once() {
        let (mut ear, mut keys) = ear_and_keys();
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

    #[test]
    fn control_and_z_takes_back_and_z_alone_does_not() {
        let (mut ear, mut keys) = ear_and_keys();
        ear.set_key_state(Key::Z, true);
        assert!(keys.take(Vec::new()).is_empty());
        for (key, down) in [(Key::LeftCtrl, true), (Key::Z, true), (Key::P, true)] {
            ear.set_key_state(key, down);
        }
        assert_eq!(keys.take(Vec::new()), [Command::Undo]);
        ear.set_key_state(Key::LeftCtrl, false);
        ear.set_key_state(Key::U, true);
        assert_eq!(keys.take(Vec::new()), [Command::Undo]);
    }

    #[test]
    fn the_panel_hears_keys_and_characters_in_order() {
        let (mut ear, mut keys) = ear_and_keys();
        ear.set_key_state(Key::RightShift, true);
        ear.set_key_state(Key::Tab, true);
        ear.set_key_state(Key::RightShift, false);
        ear.add_char('5'.into());
        ear.add_char(8);
        ear.set_key_state(Key::F7, true);
        ear.set_key_state(Key::Enter, false);
        let tab = event(Key::Tab, true, Modifiers::SHIFT).unwrap();
        let enter = event(Key::Enter, false, Modifiers::NONE).unwrap();
        assert_eq!(keys.events(), [tab, Event::Text("5".to_owned()), enter]);
        assert!(keys.events().is_empty());
        // The panel's share leaves the viewer's as it is.
        assert_eq!(keys.take(Vec::new()), [Command::ViewFrom(Side::Top)]);
    }

    /// The name of a key in the list of keys.
    fn written(key: Key) -> String {
        match key {
            Key::Escape => "Esc".to_owned(),
            Key::PageUp => "PgUp".to_owned(),
            Key::PageDown => "PgDn".to_owned(),
            key => match format!("{key:?}") {
                name if name.starts_with("Key") => "1 to 9".to_owned(),
                name => name,
            },
        }
    }

    #[test]
    fn the_list_of_keys_names_every_key() {
        for (key, command) in KEYS {
            let name = written(key);
            let count = help::KEYS
                .iter()
                .filter(|(keys, _)| *keys == name || keys.split(' ').any(|one| one == name))
                .count();
            assert_eq!(count, 1, "{name}: {command:?}");
        }
        for others in ["W A S D", "Space X", "arrows", "Tab", "Ctrl+Z U"] {
            assert!(
                help::KEYS.iter().any(|(keys, _)| *keys == others),
                "{others}"
            );
        }
    }
}
