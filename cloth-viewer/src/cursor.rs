//! What the cursor looks like, and what it marks.

/// The cursor's shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointer {
    /// Nothing of its own under it.
    #[default]
    Arrow,
    /// A press would take hold of what is under it.
    Open,
    /// Holds the cloth or a collider.
    Closed,
    /// Cuts.
    Blade,
    /// Moves the camera sideways.
    Pan,
    /// Over text that can be typed.
    Text,
    /// Over a number that can be dragged.
    Sideways,
}

/// A ring over the picture, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Its middle, from the top left.
    pub center: (f32, f32),
    /// Its radius.
    pub radius: f32,
}
