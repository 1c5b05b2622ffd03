//! A floor's colours without shadows, kept while neither it nor the camera moves.

use super::band::ROWS;
use super::plane::{Floor, PIECE, Row, shade_row};
use crate::camera::Lens;

/// Set in a colour where the floor is seen.
const SEEN: u32 = 1 << 24;

/// What a floor's colours depend on: itself, the camera, the background's ends, the picture's size.
type Of = (Floor, Lens, [u32; 2], (usize, usize));

/// What is known of the picture's first floor.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// What its colours depend on.
    of: Option<Of>,
    state: State,
    /// A colour for each pixel.
    colors: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The last picture had another floor, or another camera.
    #[default]
    Unknown,
    /// This picture makes the colours.
    New,
    Known,
}

/// The colours of a band's pixels.
#[derive(Debug)]
pub(super) struct OfBand<'a> {
    is_new: bool,
    colors: &'a mut [u32],
    /// The background of each row.
    sky: [u32; ROWS],
}

impl Ground {
    /// Tells of the floor of the next picture. One that is the second of its kind makes the colours: while
    /// a camera turns, none would be used. `ends` are the background's first and last colour.
    pub(super) fn meet(
        &mut self,
        floor: Option<&Floor>,
        lens: &Lens,
        ends: [u32; 2],
        size: (usize, usize),
    ) {
        let now = floor.map(|floor| (floor.unshadowed(), *lens, ends, size));
        self.state = match self.state {
            _ if now.is_none() || now != self.of => State::Unknown,
            State::Unknown => State::New,
            State::New | State::Known => State::Known,
        };
        self.of = now;
        self.colors.resize(size.0 * size.1, 0);
    }

    /// The colours for bands of so many pixels, and whether they are to be used, and to be made.
    pub(super) fn colors(&mut self) -> (&mut [u32], bool, bool) {
        (
            &mut self.colors,
            self.state != State::Unknown,
            self.state == State::New,
        )
    }
}

impl<'a> OfBand<'a> {
    pub(super) fn new(colors: &'a mut [u32], is_new: bool, sky: [u32; ROWS]) -> Self {
        Self {
            is_new,
            colors,
            sky,
        }
    }

    /// The colours of a row; made where that is to be done.
    pub(super) fn row(&mut self, number: usize, width: usize, row: &Row, floor: &Floor) -> &[u32] {
        let colors = &mut self.colors[number * width..][..width];
        if self.is_new {
            fill(colors, self.sky[number], *row, floor);
        }
        colors
    }
}

/// Makes the colours of a row.
fn fill(colors: &mut [u32], sky: u32, mut row: Row, floor: &Floor) {
    for colors in colors.chunks_mut(PIECE) {
        let (mut depths, mut kinds) = ([0.0; PIECE], [0; PIECE]);
        colors.fill(sky);
        let count = colors.len();
        let pixels = (&mut *colors, &mut depths[..count], &mut kinds[..count]);
        shade_row(pixels, &row, floor, &[1.0; PIECE], 1);
        for (color, seen) in colors.iter_mut().zip(kinds) {
            *color |= u32::from(seen) * SEEN;
        }
        row.advance(PIECE as f32);
    }
}

/// Shows part of a row as it is known, where nothing is yet. Whether it could: where the floor is before
/// something, it is mixed with that.
#[inline(never)]
pub(super) fn show(
    known: &[u32],
    (colors, depths, kinds): (&mut [u32], &mut [f32], &mut [u8]),
    row: &Row,
    kind: u8,
) -> bool {
    let inverse = |i: usize| row.inverse.0 + row.inverse.1 * (i as i32 as f32);
    let mut is_before = 0;
    for (i, depth) in depths.iter().enumerate() {
        is_before |= u32::from((*depth != 0.0) & (inverse(i) > *depth));
    }
    if is_before != 0 {
        return false;
    }
    let pixels = colors.iter_mut().zip(depths).zip(kinds).zip(known);
    for (i, (((color, depth), noted), known)) in pixels.enumerate() {
        let seen = (*known >= SEEN) & (*depth == 0.0);
        *color = if seen { *known & (SEEN - 1) } else { *color };
        *depth = if seen { inverse(i) } else { *depth };
        *noted = if seen { kind } else { *noted };
    }
    true
}
