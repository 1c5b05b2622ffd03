//! What a cloth looks like, drawn into a band.

use crate::band::Band;
use crate::lens::{Place, SUBPIXELS};
use crate::line::line;
use crate::palette::{LEVELS, Palette, lit};
use crate::triangle::{triangle, twice_area};
use crate::view::{DOWN, RIGHT, TRIANGLES, View};
use embedded_graphics_core::pixelcolor::IntoStorage;

/// A wireframe is so much nearer than it is, 2^-7 of its nearness: between its particles it lies
/// inside a ball that it touches.
const NEARER_BITS: u32 = 7;

/// What a cloth looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// Its links along rows and columns; of a fine grid every second one, or third, so that
    /// there are pixels between them.
    Wireframe,
    /// A surface of one colour, another on the back, each cell as light as it faces the light.
    Flat,
    /// The same with checks, eight along its longer side, or fewer where they would be tiny.
    #[default]
    Checkered,
}

/// Draws what of a view is in a band that was cleared.
pub(crate) fn draw<const W: usize, const ROWS: usize, const N: usize>(
    band: &mut Band<W, ROWS>,
    view: &View<N>,
    look: Look,
    palette: &Palette,
) {
    for ball in view.balls() {
        let mut ramp = [0; LEVELS];
        for (level, colour) in ramp.iter_mut().enumerate() {
            *colour = lit(palette.ball, level as u8);
        }
        ball.draw(band, &ramp);
    }
    match look {
        Look::Wireframe => wireframe(band, view, palette.line.into_storage()),
        Look::Flat => surface(band, view, palette, |_, _| 0),
        Look::Checkered => surface(band, view, palette, |column, row| view.colour(column, row)),
    }
}

/// Whether any row of the band is between the highest and the lowest of places.
#[inline]
fn reaches<const W: usize, const ROWS: usize>(band: &Band<W, ROWS>, places: &[Place]) -> bool {
    let (top, bottom) = band.rows();
    let (top, bottom) = (top * SUBPIXELS, bottom * SUBPIXELS);
    places.iter().any(|place| place.y >= top) && places.iter().any(|place| place.y < bottom)
}

fn wireframe<const W: usize, const ROWS: usize, const N: usize>(
    band: &mut Band<W, ROWS>,
    view: &View<N>,
    colour: u16,
) {
    let (columns, rows) = view.size();
    for row in 0..rows {
        for column in 0..columns {
            let Some(from) = view.place(column, row) else {
                continue;
            };
            let (_, gone) = view.cell(column, row);
            let right = view.has_line(row, rows) && gone & RIGHT == 0;
            let down = view.has_line(column, columns) && gone & DOWN == 0;
            for (is_there, to_column, to_row) in [(right, column + 1, row), (down, column, row + 1)]
            {
                if !is_there || to_column >= columns || to_row >= rows {
                    continue;
                }
                if let Some(to) = view.place(to_column, to_row)
                    && reaches(band, &[from, to])
                {
                    line(band, [from, to].map(nearer), colour);
                }
            }
        }
    }
}

/// The place drawn over what it touches.
fn nearer(place: Place) -> Place {
    let near = place.near;
    Place {
        near: near.saturating_add(near >> NEARER_BITS),
        ..place
    }
}

/// The mesh; `colour` tells which of a side's two a cell has.
fn surface<const W: usize, const ROWS: usize, const N: usize>(
    band: &mut Band<W, ROWS>,
    view: &View<N>,
    palette: &Palette,
    colour: impl Fn(usize, usize) -> usize,
) {
    let (columns, rows) = view.size();
    for row in 1..rows {
        let at = |column| [view.place(column, row - 1), view.place(column, row)];
        let mut left = at(0);
        for column in 1..columns {
            let right = at(column);
            // Of a cell with a corner that is not seen nothing is drawn.
            if let ([Some(p0), Some(p2)], [Some(p1), Some(p3)]) = (left, right)
                && reaches(band, &[p0, p1, p2, p3])
            {
                let (level, gone) = view.cell(column - 1, row - 1);
                let which = colour(column - 1, row - 1) % 2;
                let halves = [[p0, p2, p1], [p1, p2, p3]];
                for (corners, bit) in halves.into_iter().zip(TRIANGLES) {
                    if gone & bit == 0 {
                        // Counter-clockwise from the front: y runs down here.
                        let side = match twice_area(corners) < 0 {
                            true => palette.front,
                            false => palette.back,
                        };
                        triangle(band, corners, lit(side[which], level));
                    }
                }
            }
            left = right;
        }
    }
}
