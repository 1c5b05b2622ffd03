//! What a cloth looks like, drawn into a band.

use crate::band::Band;
use crate::lens::{Place, SUBPIXELS};
use crate::line::line;
use crate::palette::{LEVELS, Palette, lit};
use crate::triangle::{triangle, twice_area};
use crate::view::{DOWN, RIGHT, TRIANGLES, Vertex, View};
use embedded_graphics_core::pixelcolor::IntoStorage;

/// Cloth is so much nearer than it is, 2^-7 of its nearness: between its particles it lies inside
/// a ball that it touches.
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

impl Look {
    /// The one after it, in turn.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Wireframe => Self::Flat,
            Self::Flat => Self::Checkered,
            Self::Checkered => Self::Wireframe,
        }
    }
}

/// Draws what of a view is in a band that was cleared.
pub(crate) fn draw<const W: usize, const ROWS: usize, const N: usize>(
    band: &mut Band<W, ROWS>,
    view: &View<N>,
    look: Look,
    palette: &Palette,
) {
    view.facets().draw(band, palette);
    for ball in view.balls() {
        let mut ramp = [0; LEVELS];
        for (level, colour) in ramp.iter_mut().enumerate() {
            *colour = lit(palette.solid, level as u8);
        }
        ball.draw(band, &ramp);
    }
    match look {
        Look::Wireframe => wireframe(band, view, palette.line.into_storage()),
        Look::Flat => surface(band, view, palette, |_, _| 0),
        Look::Checkered => surface(band, view, palette, |column, row| view.colour(column, row)),
    }
}

/// The subpixels of a band's rows: the first, and the first after them.
fn subpixels<const W: usize, const ROWS: usize>(band: &Band<W, ROWS>) -> [i16; 2] {
    let (top, bottom) = band.rows();
    [top, bottom].map(|row| (row * SUBPIXELS) as i16)
}

/// Lines along rows, then along columns.
fn wireframe<const W: usize, const ROWS: usize, const N: usize>(
    band: &mut Band<W, ROWS>,
    view: &View<N>,
    colour: u16,
) {
    let (columns, rows) = view.size();
    let band_rows = subpixels(band);
    let lines = (0..rows).filter(|&row| view.has_line(row, rows));
    for row in lines.filter(|&row| view.reaches([row; 2], band_rows)) {
        chain(band, view.row(row).iter(), RIGHT, colour);
    }
    for column in (0..columns).filter(|&column| view.has_line(column, columns)) {
        let particles = (0..rows).filter_map(|row| view.row(row).get(column));
        chain(band, particles, DOWN, colour);
    }
}

/// The links from each particle to the next, but those of which the first has the bit `broken`.
fn chain<'a, const W: usize, const ROWS: usize>(
    band: &mut Band<W, ROWS>,
    mut particles: impl Iterator<Item = &'a Vertex>,
    broken: u8,
    colour: u16,
) {
    let [top, bottom] = subpixels(band);
    let Some(mut from) = particles.next() else {
        return;
    };
    for to in particles {
        let reaches = from.y.max(to.y) >= top && from.y.min(to.y) < bottom;
        if reaches
            && from.gone & broken == 0
            && let (Some(from), Some(to)) = (from.place(), to.place())
        {
            line(band, [from, to].map(nearer), colour);
        }
        from = to;
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
    let [top, bottom] = subpixels(band);
    for row in (1..view.size().1).filter(|&row| view.reaches([row - 1, row], [top, bottom])) {
        let cells = view.row(row - 1).windows(2).zip(view.row(row).windows(2));
        for (column, cell) in cells.enumerate() {
            let ([p0, p1], [p2, p3]) = cell else {
                continue;
            };
            let highest = p0.y.min(p1.y).min(p2.y.min(p3.y));
            let lowest = p0.y.max(p1.y).max(p2.y.max(p3.y));
            if highest < bottom
                && lowest >= top
                // Of a cell with a corner that is not seen nothing is drawn.
                && let (Some(p1), Some(p2), Some(p3)) = (p1.place(), p2.place(), p3.place())
                && let Some(at_p0) = p0.place()
            {
                let which = colour(column, row - 1) % 2;
                let colours = [palette.front[which], palette.back[which]];
                draw_cell(
                    band,
                    [at_p0, p1, p2, p3].map(nearer),
                    p0,
                    colours.map(|colour| lit(colour, p0.level)),
                );
            }
        }
    }
}

/// The two triangles of a cell, as far as they are there, in the colours of its front and back.
fn draw_cell<const W: usize, const ROWS: usize>(
    band: &mut Band<W, ROWS>,
    [p0, p1, p2, p3]: [Place; 4],
    vertex: &Vertex,
    [front, back]: [u16; 2],
) {
    let halves = [[p0, p2, p1], [p1, p2, p3]];
    for (corners, bit) in halves.into_iter().zip(TRIANGLES) {
        if vertex.gone & bit == 0 {
            // Counter-clockwise from the front: y runs down here.
            let is_front = twice_area(corners) < 0;
            triangle(band, corners, if is_front { front } else { back });
        }
    }
}
