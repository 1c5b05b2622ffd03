//! What a user does between two pictures.

use cloth_draw::look::Side;
use std::time::Duration;

/// A key's or a button's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Close the window.
    Quit,
    /// Stop or go on.
    Pause,
    /// One step, and stop; held, one after the other. In the past, the next state.
    Step,
    /// The state a step before the one shown, and stop; held, one before the other.
    StepBack,
    /// Shows the state after a step, counted as the timeline does, and stops.
    Seek(u64),
    /// Back to the present; time goes on if it did before.
    Present,
    /// A quarter of the speed, or full speed again.
    SlowMotion,
    /// Back to the start of the scene; mode and values stay as they are.
    Reset,
    /// Takes back the last change of a value.
    Undo,
    /// A scene of the library, counted from 0.
    Scene(usize),
    /// The scene after this one in the library.
    NextScene,
    /// The scene before this one.
    PreviousScene,
    /// Looks which scene files there are.
    FindScenes,
    /// The present scene as its file now has it.
    ReopenScene,
    /// The next way to draw the surface.
    Surface,
    /// Springs as lines on or off.
    Springs,
    /// Springs, constraints, PBD, XPBD.
    Mode,
    /// Wind on or off.
    Wind,
    /// The list of keys on or off.
    Help,
    /// The panel on or off.
    Panel,
    /// The plots on or off.
    Plots,
    /// Light or dark.
    Theme,
    /// Turning about the scene on or off.
    AutoOrbit,
    /// The camera where it was when the scene was opened.
    ViewHome,
    /// The camera on one side.
    ViewFrom(Side),
    /// A picture of the window's contents as PNG.
    Screenshot,
    /// Starts or ends an animation of what the window shows.
    RecordGif,
    /// Starts or ends a folder of pictures of what the window shows.
    RecordPng,
    /// The cloth as it is now as OBJ.
    SaveObj,
    /// Starts or ends a folder of the cloth's shapes.
    RecordObj,
    /// The set-up as a scene file.
    SaveScene,
    /// Starts or ends a recording of what the user does to the cloth.
    RecordInputs,
}

/// What happened since the last picture, and how things are now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// Size of the picture in pixels, (width, height).
    pub size: (usize, usize),
    /// Where the cursor is in pixels, (x, y) from the top left; `None` outside.
    pub cursor: Option<(f32, f32)>,
    /// Whether the left button is down.
    pub left: bool,
    /// Whether the right button is down.
    pub right: bool,
    /// Whether the middle button is down.
    pub middle: bool,
    /// Notches of the wheel since the last picture; positive is away from the user.
    pub wheel: f32,
    /// Pixels that two fingers have gone together since the last picture, right and down: they turn
    /// the camera. Zero with a mouse.
    pub turn: [f32; 2],
    /// Keys that went down since the last picture, in order, as far as they mean something to the
    /// viewer. While the panel has the keyboard they are left alone.
    pub commands: Vec<Command>,
    /// The same keys, and characters, for the panel.
    pub panel: Vec<egui::Event>,
    /// Keys held to fly: right, up and forward, −1 to 1 each.
    pub fly: [f32; 3],
    /// Arrow keys held to move the collider: right and up, −1 to 1 each.
    pub push: [f32; 2],
    /// Time since the last picture.
    pub elapsed: Duration,
}

impl Input {
    /// Whether something was done to window, mouse or keys, or still is, after what was before.
    #[must_use]
    pub fn tells_after(&self, before: &Self) -> bool {
        let held = self.left || self.right || self.middle;
        let released = before.left || before.right || before.middle;
        let keys = self.fly != [0.0; 3] || self.push != [0.0; 2];
        let said = self.wheel != 0.0
            || self.turn != [0.0; 2]
            || !self.commands.is_empty()
            || !self.panel.is_empty();
        let moved = self.size != before.size || self.cursor != before.cursor;
        held || released || keys || said || moved
    }
}

/// What was heard while a picture was made, in order. Inputs with the same buttons held are joined, except the first
/// one, so that a press keeps its place.
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

    #[test]
    fn a_click_between_two_pictures_is_a_press_and_a_release_in_their_places() {
        let mut inputs = Inputs::default();
        for x in 1..=8_u8 {
            inputs.push(Input {
                cursor: Some((x.into(), 0.0)),
                left: (3..=5).contains(&x),
                elapsed: Duration::from_millis(5),
                commands: vec![Command::Scene(x.into())],
                wheel: 1.0,
                ..Input::default()
            });
        }
        let all = inputs.take();
        let seen = all.iter().map(|i| (i.cursor.unwrap().0, i.left));
        let expected = [
            (2.0, false),
            (3.0, true),
            (5.0, true),
            (6.0, false),
            (8.0, false),
        ];
        assert_eq!(seen.collect::<Vec<_>>(), expected);
        let elapsed: Duration = all.iter().map(|input| input.elapsed).sum();
        assert_eq!(elapsed, Duration::from_millis(40));
        // Keys and wheel add up in turn.
        let commands: Vec<_> = all.iter().flat_map(|input| &input.commands).collect();
        assert!(
            commands
                .into_iter()
                .eq(&[1, 2, 3, 4, 5, 6, 7, 8].map(Command::Scene))
        );
        assert_eq!(all.iter().map(|input| input.wheel).sum::<f32>(), 8.0);
        assert!(inputs.take().is_empty());
    }
}
