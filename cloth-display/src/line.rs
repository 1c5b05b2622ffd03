//! Lines: Bresenham's, of which only the steps in a band are made.

use crate::band::Band;
use crate::lens::{Place, SUBPIXELS};

/// Bits after the point of a depth on its way along a line.
const DEPTH_BITS: u32 = 14;

/// Draws the line between the pixels of two places, ends included: one pixel in each column
/// or, where it is steep, in each row; the one nearest to the line, of two as near the lower
/// or right one. It hides behind what is nearer.
///
/// Steps before the band are not made but reckoned, so all bands together have the pixels
/// of the whole line.
pub(crate) fn line<const W: usize, const ROWS: usize>(
    band: &mut Band<W, ROWS>,
    ends: [Place; 2],
    colour: u16,
) {
    let pixel = |end: Place| [end.x.div_euclid(SUBPIXELS), end.y.div_euclid(SUBPIXELS)];
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
    band.note(area);
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
    use std::vec::Vec;

    const SIZE: i32 = 24;

    fn place([x, y]: [i32; 2], near: u16) -> Place {
        Place {
            x: 16 * x + 5,
            y: 16 * y + 9,
            near,
        }
    }

    /// Pixels of a line, drawn in bands of ROWS rows.
    fn drawn<const ROWS: usize>(a: [i32; 2], b: [i32; 2]) -> BTreeSet<(i32, i32)> {
        let mut pixels = BTreeSet::new();
        let mut band = Band::<{ SIZE as usize }, ROWS>::EMPTY;
        for top in (0..SIZE as usize).step_by(ROWS) {
            band.clear(top, 0);
            line(&mut band, [place(a, 100), place(b, 300)], 1);
            let there = band
                .colours(band.drawn())
                .filter(|(_, colour)| *colour == 1);
            pixels.extend(there.map(|([x, y], _)| (x as i32, y as i32)));
        }
        pixels
    }

    /// Of each column, or row where it is steep, the pixel that is nearest to the line of all.
    fn brute_force(a: [i32; 2], b: [i32; 2]) -> BTreeSet<(i32, i32)> {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        // Distance times the line's length.
        let off = |x: i32, y: i32| (dx * (y - a[1]) - dy * (x - a[0])).abs();
        let reach = -60..80;
        let nearest = |off: &dyn Fn(i32) -> i32| {
            let least = reach.clone().map(off).min().unwrap();
            reach.clone().rfind(|&v| off(v) == least).unwrap()
        };
        let all: Vec<_> = match dx.abs() >= dy.abs() {
            _ if [dx, dy] == [0, 0] => Vec::from([(a[0], a[1])]),
            true => (a[0].min(b[0])..=a[0].max(b[0]))
                .map(|x| (x, nearest(&|y| off(x, y))))
                .collect(),
            false => (a[1].min(b[1])..=a[1].max(b[1]))
                .map(|y| (nearest(&|x| off(x, y)), y))
                .collect(),
        };
        let inside = |&(x, y): &(i32, i32)| (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
        all.into_iter().filter(inside).collect()
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
    fn there_and_back_is_the_same_line() {
        for x in -5..30 {
            for y in -5..30 {
                assert_eq!(drawn::<4>([7, 8], [x, y]), drawn::<4>([x, y], [7, 8]));
            }
        }
    }

    #[test]
    fn a_line_hides_behind_what_is_nearer_along_its_way() {
        let mut band = Band::<9, 1>::EMPTY;
        band.clear(0, 0);
        for x in 0..9 {
            band.put([x, 0], 1, 200);
        }
        line(&mut band, [place([0, 0], 0), place([8, 0], 400)], 2);
        let area = band.clip([0, 0], [8, 0]).unwrap();
        let colours: Vec<_> = band.colours(area).map(|(_, colour)| colour).collect();
        assert_eq!(colours, [1, 1, 1, 1, 1, 2, 2, 2, 2]);
    }
}
