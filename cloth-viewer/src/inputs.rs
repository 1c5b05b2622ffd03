//! What was heard while a picture was made.

use crate::input::Input;

/// In turn: what happened with the same buttons held is one, but for the first of it, so that a
/// press keeps the place where it was.
#[derive(Debug, Default)]
pub struct Inputs {
    all: Vec<Input>,
    /// Whether the buttons of the last one are those of the one before.
    held: bool,
    before: Input,
    tells: bool,
}

impl Inputs {
    /// Adds what was heard last; returns whether that tells anything.
    pub fn push(&mut self, input: Input) -> bool {
        let buttons = |input: &Input| [input.left, input.right, input.middle];
        let held = buttons(&input) == buttons(&self.before);
        let tells = input.tells_after(&self.before);
        self.tells |= tells;
        self.before = input.clone();
        match self.all.last_mut() {
            Some(last) if held && self.held && last.size == input.size => join(last, input),
            _ => self.all.push(input),
        }
        self.held = held;
        tells
    }

    /// Whether nothing was heard since the last were taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether anything was done since the last were taken.
    #[must_use]
    pub fn tell(&self) -> bool {
        self.tells
    }

    /// Hands out all.
    pub fn take(&mut self) -> Vec<Input> {
        self.tells = false;
        std::mem::take(&mut self.all)
    }
}

/// Adds to an input what came after it.
fn join(first: &mut Input, mut then: Input) {
    then.elapsed += first.elapsed;
    then.wheel += first.wheel;
    then.turn = [0, 1].map(|i| first.turn[i] + then.turn[i]);
    first.commands.append(&mut then.commands);
    first.panel.append(&mut then.panel);
    std::mem::swap(&mut first.commands, &mut then.commands);
    std::mem::swap(&mut first.panel, &mut then.panel);
    *first = then;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Command;
    use std::time::Duration;

    fn at(x: f32, left: bool) -> Input {
        Input {
            cursor: Some((x, 0.0)),
            left,
            elapsed: Duration::from_millis(5),
            ..Input::default()
        }
    }

    #[test]
    fn a_click_between_two_pictures_is_a_press_and_a_release_in_their_places() {
        let mut inputs = Inputs::default();
        for (x, left) in [
            (1.0, false),
            (2.0, false),
            (3.0, true),
            (4.0, true),
            (5.0, true),
            (6.0, false),
            (7.0, false),
            (8.0, false),
        ] {
            inputs.push(at(x, left));
        }
        let all = inputs.take();
        let seen: Vec<_> = all.iter().map(|i| (i.cursor.unwrap().0, i.left)).collect();
        assert_eq!(
            seen,
            [
                (2.0, false),
                (3.0, true),
                (5.0, true),
                (6.0, false),
                (8.0, false)
            ]
        );
        let elapsed: Duration = all.iter().map(|input| input.elapsed).sum();
        assert_eq!(elapsed, Duration::from_millis(40));
        assert!(inputs.take().is_empty());
    }

    #[test]
    fn keys_and_wheel_add_up_in_turn() {
        let mut inputs = Inputs::default();
        for command in [Command::Step, Command::Pause, Command::Step] {
            inputs.push(Input {
                commands: vec![command],
                wheel: 1.0,
                ..at(0.0, false)
            });
        }
        let all = inputs.take();
        let [one] = all.as_slice() else {
            panic!("one input");
        };
        assert_eq!(one.commands, [Command::Step, Command::Pause, Command::Step]);
        assert_eq!(one.wheel, 3.0);
    }
}
