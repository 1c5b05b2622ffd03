//! From [`Input`] to what egui reads.

use crate::input::Input;
use egui::{
    Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, ViewportInfo, vec2,
};

/// Remembers the last picture's mouse: egui wants to know what changes.
#[derive(Debug, Default)]
pub(super) struct Listener {
    /// Seconds, added up from the inputs: the panel reads no clock.
    time: f64,
    cursor: Option<Pos2>,
    /// Left, right, middle.
    buttons: [bool; 3],
    modifiers: Modifiers,
    /// Whether the panel had the mouse at the last picture.
    pub(super) taken: bool,
}

impl Listener {
    /// What happened since the last call, in turn, for a picture of `size` pixels with `scale` of them to a
    /// point: the input of each pass of egui. `over` tells whether a point is covered by the panel.
    pub(super) fn take(
        &mut self,
        inputs: &[Input],
        size: (usize, usize),
        scale: f32,
        over: impl Fn(Pos2) -> bool,
    ) -> Vec<RawInput> {
        let elapsed: f64 = inputs.iter().map(|i| i.elapsed.as_secs_f64()).sum();
        self.time += elapsed;
        let mut events = Vec::new();
        for input in inputs {
            for event in &input.panel {
                if let Event::Key { modifiers, .. } = event {
                    self.modifiers = *modifiers;
                }
                events.push(event.clone());
            }
            self.mouse(input, scale, &over, &mut events);
        }
        let points = vec2(size.0 as f32, size.1 as f32) / scale;
        let mut raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, points)),
            time: Some(self.time),
            predicted_dt: elapsed as f32,
            ..RawInput::default()
        };
        let viewport = ViewportInfo {
            native_pixels_per_point: Some(scale),
            focused: Some(true),
            ..ViewportInfo::default()
        };
        raw.viewports.insert(raw.viewport_id, viewport);
        let pass = |events| RawInput {
            events,
            ..raw.clone()
        };
        passes(events).into_iter().map(pass).collect()
    }

    fn mouse(
        &mut self,
        input: &Input,
        scale: f32,
        over: impl Fn(Pos2) -> bool,
        events: &mut Vec<Event>,
    ) {
        let cursor = input.cursor.map(|(x, y)| Pos2::new(x, y) / scale);
        if cursor != self.cursor {
            events.push(match cursor {
                Some(place) => Event::PointerMoved(place),
                None => Event::PointerGone,
            });
        }
        // While a button is held, the mouse stays with the one that it went down over.
        if !self.buttons.contains(&true) {
            self.taken = cursor.is_some_and(over);
        }
        let place = cursor.or(self.cursor).unwrap_or_default();
        let buttons = [input.left, input.right, input.middle];
        let names = [
            PointerButton::Primary,
            PointerButton::Secondary,
            PointerButton::Middle,
        ];
        for ((button, now), before) in names.into_iter().zip(buttons).zip(self.buttons) {
            if now != before {
                events.push(Event::PointerButton {
                    pos: place,
                    button,
                    pressed: now,
                    modifiers: self.modifiers,
                });
            }
        }
        if input.wheel != 0.0 && self.taken {
            events.push(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, input.wheel),
                modifiers: Modifiers::NONE,
            });
        }
        (self.cursor, self.buttons) = (cursor, buttons);
    }
}

/// The events of each pass. egui moves the keyboard to the next control once a pass, however often Tab
/// was pressed, and a list that a key opens is there in the pass after: so a key has a pass, and one
/// without keys after it.
fn passes(events: Vec<Event>) -> Vec<Vec<Event>> {
    let (mut passes, mut pass, mut has_key) = (Vec::new(), Vec::new(), false);
    for event in events {
        let is_key = matches!(event, Event::Key { pressed: true, .. } | Event::Text(_));
        if is_key && std::mem::replace(&mut has_key, true) {
            passes.extend([std::mem::take(&mut pass), Vec::new()]);
        }
        pass.push(event);
    }
    passes.push(pass);
    passes
}
