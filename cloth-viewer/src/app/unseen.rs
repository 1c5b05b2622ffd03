//! What has happened and the panel has not seen yet.

use crate::input::Input;
use egui::Event;
use std::time::Duration;

/// The panel is shown a key a picture, and a picture without one after it: of several that go on to the
/// next control egui hears one a picture, and a list that a key opens is there a picture later. So
/// keys that come faster than pictures wait.
#[derive(Debug, Default)]
pub(super) struct Unseen {
    inputs: Vec<Input>,
    /// Whether the last picture was shown a key.
    had_key: bool,
}

impl Unseen {
    pub(super) fn push(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Whether a key waits.
    pub(super) fn waits(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// What the next picture is shown.
    pub(super) fn take(&mut self) -> Vec<Input> {
        let keys = usize::from(!std::mem::take(&mut self.had_key));
        let (shown, rest) = split(std::mem::take(&mut self.inputs), keys);
        self.had_key = shown.iter().any(|input| input.panel.iter().any(is_key));
        self.inputs = rest;
        shown
    }
}

fn is_key(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, .. })
}

/// What happened with so many keys, and what came from the next key on.
fn split(inputs: Vec<Input>, keys: usize) -> (Vec<Input>, Vec<Input>) {
    let (mut shown, mut rest, mut seen) = (Vec::new(), Vec::new(), 0);
    for mut input in inputs {
        if !rest.is_empty() {
            rest.push(input);
            continue;
        }
        let next = input.panel.iter().position(|event| {
            seen += usize::from(is_key(event));
            seen > keys
        });
        if let Some(next) = next {
            rest.push(Input {
                panel: input.panel.split_off(next),
                elapsed: Duration::ZERO,
                wheel: 0.0,
                ..input.clone()
            });
        }
        shown.push(input);
    }
    (shown, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Key, Modifiers};

    fn event(key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn each_key_has_a_picture_and_one_after_it() {
        let keys = [Key::Tab, Key::Space, Key::Tab, Key::Enter, Key::Tab];
        let input = |keys: &[Key]| Input {
            panel: (keys.iter())
                .flat_map(|key| [event(*key, true), event(*key, false)])
                .collect(),
            elapsed: Duration::from_millis(10),
            wheel: 1.0,
            ..Input::default()
        };
        let mut unseen = Unseen::default();
        for part in [&keys[..3], &[], &keys[3..]] {
            unseen.push(input(part));
        }
        let (mut pictures, mut events, mut elapsed, mut wheel) =
            (Vec::new(), Vec::new(), Duration::ZERO, 0.0);
        for _ in 0..12 {
            let shown = unseen.take();
            let all = || shown.iter().flat_map(|input| &input.panel);
            pictures.push(all().filter(|event| is_key(event)).count());
            events.extend(all().cloned());
            elapsed += shown.iter().map(|input| input.elapsed).sum::<Duration>();
            wheel += shown.iter().map(|input| input.wheel).sum::<f32>();
        }
        assert_eq!(pictures, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]);
        assert_eq!(events, input(&keys).panel);
        assert_eq!((elapsed, wheel), (Duration::from_millis(30), 3.0));
        assert!(!unseen.waits());
    }
}
