//! What a cloth looks like, drawn into a band.

use crate::band::Band;
use crate::palette::{Palette, lit};
use crate::projection::{SUBPIXELS, Spot};
use crate::triangle::{triangle, twice_area};
use crate::view::{DOWN, RIGHT, TRIANGLES, Vertex, View};
use embedded_graphics_core::pixelcolor::IntoStorage;

/// Bits after the point of a depth on its way along a line.
const DEPTH_BITS: u32 = 14;

/// What a cloth looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Its links along rows and columns; of a fine grid every second one, or third, so that
    /// there are pixels between them.
    Wireframe,
    /// A surface of one colour, another on the back, each cell as light as it faces the light.
    Flat,
    /// The same with checks, eight along its longer side, or fewer where they would be tiny.
    #[default]
    Checkered,
}

impl Style {
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
pub(crate) fn draw<const N: usize>(
    band: &mut Band<'_>,
    view: &View<N>,
    look: Style,
    palette: &Palette,
) {
    view.bodies.draw(band, palette);
    match look {
        Style::Wireframe => wireframe(band, view, palette.line.into_storage()),
        Style::Flat => surface(band, view, palette, usize::MAX),
        Style::Checkered => surface(band, view, palette, view.check),
    }
}

/// Lines along rows, then along columns.
fn wireframe<const N: usize>(band: &mut Band<'_>, view: &View<N>, colour: u16) {
    let (columns, rows) = (view.columns, view.rows);
    let band_rows = band.subpixels();
    let lines = (0..rows).filter(|&row| view.has_line(row, rows));
    for row in lines.filter(|&row| view.reaches([row; 2], band_rows)) {
        chain(band, view.row(row).iter(), RIGHT, colour);
    }
    for column in (0..columns).filter(|&column| view.has_line(column, columns)) {
        let particles = (0..rows).filter_map(|row| view.row(row).get(column));
        chain(band, particles, DOWN, colour);
    }
}

/// The links from each particle to the next, unless the first has the bit `broken`.
fn chain<'a>(
    band: &mut Band<'_>,
    mut particles: impl Iterator<Item = &'a Vertex>,
    broken: u8,
    colour: u16,
) {
    let [top, bottom] = band.subpixels();
    let Some(mut from) = particles.next() else {
        return;
    };
    for to in particles {
        let ends = [from.spot, to.spot];
        let [from_y, to_y] = ends.map(|end| end.at[1]);
        let reaches = from_y.max(to_y) >= top && from_y.min(to_y) < bottom;
        if reaches && from.gone & broken == 0 && ends.iter().all(|end| end.near > 0) {
            line(band, ends, colour);
        }
        from = to;
    }
}

/// The mesh, with checks of so many cells a side.
fn surface<const N: usize>(band: &mut Band<'_>, view: &View<N>, palette: &Palette, check: usize) {
    let [top, bottom] = band.subpixels();
    for row in (1..view.rows).filter(|&row| view.reaches([row - 1, row], [top, bottom])) {
        let cells = view.row(row - 1).windows(2).zip(view.row(row).windows(2));
        for (column, cell) in cells.enumerate() {
            let ([p0, p1], [p2, p3]) = cell else {
                continue;
            };
            let corners = [p0.spot, p1.spot, p2.spot, p3.spot];
            let [y0, y1, y2, y3] = corners.map(|corner| corner.at[1]);
            let (highest, lowest) = (y0.min(y1).min(y2.min(y3)), y0.max(y1).max(y2.max(y3)));
            // A cell with a hidden corner is not drawn at all.
            let is_seen = corners.iter().all(|corner| corner.near > 0);
            if highest < bottom && lowest >= top && is_seen {
                let which = (column / check + (row - 1) / check) % 2;
                let colours = [palette.back[which], palette.front[which]];
                let colours = colours.map(|colour| lit(colour, p0.level));
                for (half, bit) in [[0, 2, 1], [1, 2, 3]].into_iter().zip(TRIANGLES) {
                    let corners = half.map(|i: usize| corners[i]);
                    // Counter-clockwise from the front: y runs down here.
                    let is_front = usize::from(twice_area(corners) < 0);
                    if p0.gone & bit == 0 {
                        triangle(band, corners, colours[is_front]);
                    }
                }
            }
        }
    }
}

/// Draws the line between the pixels of two places, ends included: one pixel in each column
/// or, where it is steep, in each row; the one nearest to the line, of two as near the lower
/// or right one. It hides behind what is nearer.
///
/// Where the line enters the band is computed, not walked to, so all bands together have the pixels
/// of the whole line.
fn line(band: &mut Band<'_>, ends: [Spot; 2], colour: u16) {
    let pixel = |end: Spot| end.place().map(|v| v.div_euclid(SUBPIXELS));
    let [a, b] = ends.map(pixel);
    // Along the longer way, from its lower end: so the line back has the same pixels.
    let major = usize::from((b[1] - a[1]).abs() > (b[0] - a[0]).abs());
    let minor = 1 - major;
    let is_back = b[major] < a[major];
    let ([from, to], [near, to_near]) = match is_back {
        true => ([b, a], [ends[1].near, ends[0].near]),
        false => ([a, b], [ends[0].near, ends[1].near]),
    };
    let low = [from[0].min(to[0]), from[1].min(to[1])];
    let high = [from[0].max(to[0]), from[1].max(to[1])];
    let Some(area) = band.clip(low, high) else {
        return;
    };
    let [first, end] = match major {
        0 => [area.left, area.right],
        _ => [area.top, area.bottom],
    }
    .map(|at| i32::from(at) - from[major]);
    // Twice a step's part of the way across, of twice a whole pixel.
    let (part, whole) = (
        2 * (to[minor] - from[minor]),
        2 * (to[major] - from[major]).max(1),
    );
    let begun = first * part + whole / 2;
    // Most lines begin in the band, and a small core divides by a program.
    let mut across = if first == 0 {
        0
    } else {
        begun.div_euclid(whole)
    };
    let mut rest = begun - across * whole;
    let deeper = ((i32::from(to_near) - i32::from(near)) << DEPTH_BITS) / (whole / 2);
    let mut depth = (i32::from(near) << DEPTH_BITS) + first * deeper;
    for step in first..end {
        let mut at = from;
        at[major] += step;
        at[minor] += across;
        // What is above or below the band is refused here.
        band.put(at, colour, (depth >> DEPTH_BITS) as u16);
        depth += deeper;
        rest += part;
        if rest >= whole {
            (rest, across) = (rest - whole, across + 1);
        } else if rest < 0 {
            (rest, across) = (rest + whole, across - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::BTreeSet;

    const SIZE: i32 = 24;

    fn place([x, y]: [i32; 2], near: u16) -> Spot {
        let at = [16 * x as i16 + 5, 16 * y as i16 + 9];
        Spot { at, near }
    }

    /// Pixels of a line, drawn in bands of ROWS rows.
    fn drawn<const ROWS: usize>(a: [i32; 2], b: [i32; 2]) -> BTreeSet<(i32, i32)> {
        let mut pixels = BTreeSet::new();
        let (mut colour, mut near) = ([[0; SIZE as usize]; ROWS], [[0; SIZE as usize]; ROWS]);
        for top in (0..SIZE as usize).step_by(ROWS) {
            let memory = (colour.as_flattened_mut(), near.as_flattened_mut());
            let mut band = Band::new(SIZE as usize, top, memory, 0);
            line(&mut band, [place(a, 100), place(b, 300)], 1);
            let there = band
                .colours(band.drawn())
                .filter(|(_, colour)| *colour == 1);
            pixels.extend(there.map(|([x, y], _)| (x as i32, y as i32)));
        }
        pixels
    }

    /// Of each column, or row where it is steep, the pixel that is nearest to the line of all; of two as near
    /// the lower or right one.
    fn brute_force(a: [i32; 2], b: [i32; 2]) -> BTreeSet<(i32, i32)> {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let major = usize::from(dy.abs() > dx.abs());
        // Distance times the line's length; of a point, from that.
        let off = |(x, y): &(i32, i32)| match a == b {
            true => (x - a[0]).abs() + (y - a[1]).abs(),
            false => (dx * (y - a[1]) - dy * (x - a[0])).abs(),
        };
        let nearest = |at: i32| {
            let line = (-60..80).rev().map(|v| [(at, v), (v, at)][major]);
            line.min_by_key(off).unwrap()
        };
        let all = (a[major].min(b[major])..=a[major].max(b[major])).map(nearest);
        let inside = |&(x, y): &(i32, i32)| (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
        all.filter(inside).collect()
    }

    #[test]
    fn every_line_is_that_of_brute_force_in_bands_of_any_height() {
        for a in [[-9, 3], [5, 5], [12, -20], [23, 23], [40, 11]] {
            for x in (-36..60).step_by(3) {
                for y in (-36..60).step_by(2) {
                    let expected = brute_force(a, [x, y]);
                    assert_eq!(drawn::<24>(a, [x, y]), expected, "{a:?} {x} {y}");
                    assert_eq!(drawn::<3>(a, [x, y]), expected, "{a:?} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_line_hides_behind_what_is_nearer_along_its_way() {
        let (mut colour, mut near) = ([0; 9], [0; 9]);
        let mut band = Band::new(9, 0, (&mut colour, &mut near), 0);
        for x in 0..9 {
            band.put([x, 0], 1, 200);
        }
        line(&mut band, [place([0, 0], 0), place([8, 0], 400)], 2);
        assert_eq!(colour, [1, 1, 1, 1, 1, 2, 2, 2, 2]);
    }
}
