//! From keys to commands, and to what the panel reads.
//!
//! Every press is noted when it happens: one that goes down and up between two pictures counts.

use crate::input::{Command, Input};
use cloth_draw::look::Side;
use egui::{Event, Key, Modifiers};

/// Keys and what they mean, besides the digits 1 to 9: those are scenes.
const KEYS: [(Key, Command); 30] = [
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
];

/// Keys that the panel's controls listen to.
const PANEL: [Key; 16] = [
    Key::Tab,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Enter,
    Key::Space,
    Key::Escape,
    Key::Backspace,
    Key::Delete,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::A,
    Key::Z,
];

/// What was pressed since the last picture. Tells fresh presses from keys that are held: held keys
/// repeat.
#[derive(Debug, Default)]
pub struct Keys {
    /// Keys that went down, in order, with Ctrl or without.
    presses: Vec<(Key, bool)>,
    /// The same and more, for the panel.
    events: Vec<Event>,
    modifiers: Modifiers,
    /// Keys that were down at the last picture.
    held: Vec<Key>,
}

impl Keys {
    /// Notes whether Shift is down.
    pub fn shift(&mut self, down: bool) {
        self.modifiers.shift = down;
    }

    /// Notes whether Ctrl is down.
    pub fn ctrl(&mut self, down: bool) {
        self.modifiers.ctrl = down;
        self.modifiers.command = down;
    }

    /// Notes that a key went down or came up.
    pub fn press(&mut self, key: Key, down: bool) {
        if down {
            self.presses.push((key, self.modifiers.ctrl));
        }
        if PANEL.contains(&key) {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed: down,
                // egui finds out by itself.
                repeat: false,
                modifiers: self.modifiers,
            });
        }
    }

    /// Notes what a key has typed.
    pub fn typed(&mut self, character: char) {
        // With Ctrl a letter is a command.
        if !character.is_control() && !self.modifiers.ctrl {
            self.events.push(Event::Text(character.to_string()));
        }
    }

    /// Puts into an input what the keys mean that were told since the last call, and those that are
    /// down now.
    pub fn put(&mut self, down: Vec<Key>, input: &mut Input) {
        let held = |key| f32::from(u8::from(down.contains(&key)));
        input.push = [
            held(Key::ArrowRight) - held(Key::ArrowLeft),
            held(Key::ArrowUp) - held(Key::ArrowDown),
        ];
        input.fly = [
            held(Key::D) - held(Key::A),
            held(Key::Space) - held(Key::X),
            held(Key::W) - held(Key::S),
        ];
        input.panel = std::mem::take(&mut self.events);
        input.commands = self.take(down);
    }

    /// What the keys mean. A key counts once, and not at all while it is held; but for steps, which
    /// go on.
    fn take(&mut self, down: Vec<Key>) -> Vec<Command> {
        let mut fresh = Vec::new();
        for (key, ctrl) in std::mem::take(&mut self.presses) {
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
    let scene = key
        .name()
        .parse()
        .ok()
        .and_then(|n: usize| n.checked_sub(1));
    let named = KEYS.iter().find(|(k, _)| *k == key).map(|(_, c)| *c);
    named.or(scene.map(Command::Scene))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that go down or come up, those that are down then, and what they mean.
    #[test]
    fn quick_keys_count_and_held_ones_count_once() {
        use Key::{C, N, P, Tab, U, Z};
        type Case = (&'static [(Key, bool)], &'static [Key], &'static [Command]);
        let cases: [Case; 8] = [
            (
                &[(P, true), (P, false), (N, true), (Tab, true)],
                &[N, Tab],
                &[Command::Pause, Command::Step],
            ),
            (&[], &[N], &[]),
            (&[(C, true)], &[N, C], &[Command::Mode]),
            // N repeats, and so does C.
            (
                &[(N, false), (N, true), (C, false), (C, true)],
                &[N, C],
                &[Command::Step],
            ),
            (&[], &[], &[]),
            (&[(C, true)], &[C], &[Command::Mode]),
            (&[(Z, true)], &[], &[]),
            (&[(U, true)], &[], &[Command::Undo]),
        ];
        let mut keys = Keys::default();
        for (events, down, expected) in cases {
            events
                .iter()
                .for_each(|(key, down)| keys.press(*key, *down));
            assert_eq!(keys.take(down.to_vec()), expected, "{events:?}");
        }
        keys.ctrl(true);
        [Z, P].into_iter().for_each(|key| keys.press(key, true));
        assert_eq!(keys.take(Vec::new()), [Command::Undo]);
    }

    #[test]
    fn the_panel_hears_keys_and_characters_in_order() {
        let mut keys = Keys::default();
        keys.shift(true);
        keys.press(Key::Tab, true);
        keys.shift(false);
        "5\u{8}".chars().for_each(|letter| keys.typed(letter));
        keys.press(Key::F7, true);
        keys.press(Key::Enter, false);
        let event = |key, pressed, modifiers| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        };
        let tab = event(Key::Tab, true, Modifiers::SHIFT);
        let enter = event(Key::Enter, false, Modifiers::NONE);
        let mut input = Input::default();
        keys.put(vec![Key::W, Key::ArrowLeft], &mut input);
        assert_eq!(input.panel, [tab, Event::Text("5".to_owned()), enter]);
        assert_eq!(input.commands, [Command::ViewFrom(Side::Top)]);
        assert_eq!((input.fly, input.push), ([0.0, 0.0, 1.0], [-1.0, 0.0]));
        keys.put(Vec::new(), &mut input);
        assert_eq!(input, Input::default());
    }
}
