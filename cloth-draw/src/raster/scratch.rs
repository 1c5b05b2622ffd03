//! Memory that is used again for every picture.

use super::faces::Faces;
use super::ground::Ground;
use super::line::Segment;

/// What drawing needs besides the picture; its contents mean nothing between two pictures.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The triangles of the picture, and of its right half where the halves differ.
    pub(super) faces: [Faces; 2],
    pub(super) segments: Vec<Segment>,
    /// The floor of the picture before.
    pub(super) ground: Ground,
    /// Edges of each row's pixels to the left and above.
    pub(super) edges: Vec<u8>,
    /// What each band changes.
    pub(super) changes: Vec<Vec<Change>>,
}

/// What is added to a pixel's red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) pixel: u32,
    pub(super) by: [i16; 3],
}
