//! What a user does between two pictures.

use std::time::Duration;

/// A key's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Close the window.
    Quit,
    /// Stop or go on.
    Pause,
    /// One step, and stop; held, one after the other.
    Step,
    /// Back to the start of the scene; mode and wind stay as they are.
    Reset,
    /// A scene of the library, counted from 0.
    Scene(usize),
    /// The scene after this one in the library.
    NextScene,
    /// The scene before this one.
    PreviousScene,
    /// Shaded, wireframe, both.
    View,
    /// Springs or constraints.
    Mode,
    /// Wind on or off.
    Wind,
    /// The list of keys on or off.
    Help,
    /// Turning about the scene on or off.
    AutoOrbit,
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
    /// Notches of the wheel since the last picture; positive is away from the user.
    pub wheel: f32,
    /// Keys that went down since the last picture, in order.
    pub commands: Vec<Command>,
    /// Keys held to fly: right, up and forward, −1 to 1 each.
    pub fly: [f32; 3],
    /// Time since the last picture.
    pub elapsed: Duration,
}
