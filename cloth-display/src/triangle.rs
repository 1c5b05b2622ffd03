//! Triangles: filled by edge functions in whole numbers.
//!
//! All that a pixel is told follows from its own place by sums without rounding, so it does not
//! depend on the band that it is drawn in.

use crate::band::{Area, Band};
use crate::projection::{SUBPIXELS, Spot};

/// Bits after the point of a depth and of its change from pixel to pixel.
const DEPTH_BITS: u32 = 8;
/// Depths of corners differ by less nearly always: then products with a side have 32 bits.
const GENTLE: i32 = 1 << 14;
/// Bits of a place within a pixel.
const BITS: u32 = SUBPIXELS.ilog2();
/// From a pixel's corner to its middle, subpixels.
const MIDDLE: i32 = SUBPIXELS / 2;

/// A value that changes by as much from column to column, and from row to row.
#[derive(Clone, Copy)]
struct Gradient {
    /// At the middle of the picture's first pixel.
    at_first: i32,
    right: i32,
    down: i32,
}

impl Gradient {
    /// The value at the middle of a pixel. Between there and the first pixel it may leave
    /// 32 bits: modulo 2^32 it is right all the same.
    #[inline(always)]
    fn at(&self, x: u16, y: u16) -> i32 {
        let right = self.right.wrapping_mul(i32::from(x));
        let down = self.down.wrapping_mul(i32::from(y));
        self.at_first.wrapping_add(right).wrapping_add(down)
    }
}

/// Twice the area of a triangle, subpixels²; positive if it runs clockwise as it is seen.
pub(crate) fn twice_area(corners: [Spot; 3]) -> i32 {
    let [a, b, c] = corners.map(Spot::place);
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Fills the pixels whose middle is in the triangle, where it is nearer than what is there.
/// A middle on an edge belongs to the triangle whose top or left edge it is, so that triangles that
/// share an edge have each of its pixels once.
pub(crate) fn triangle(band: &mut Band<'_>, corners: [Spot; 3], colour: u16) {
    let twice_area = twice_area(corners);
    let [a, b, c] = match twice_area < 0 {
        true => [corners[0], corners[2], corners[1]],
        false => corners,
    };
    let places = [a, b, c].map(Spot::place);
    let Some(area) = (twice_area != 0).then(|| pixels(places, band)).flatten() else {
        return;
    };
    let edges = [0, 1, 2].map(|i| edge(places[i], places[(i + 1) % 3]));
    let depth = depth([a, b, c], twice_area.abs());
    let (least, most) = (
        a.near.min(b.near).min(c.near),
        a.near.max(b.near).max(c.near),
    );
    for y in area.top..area.bottom {
        let (first, end) = span(&edges, area, y);
        let mut depth_at = depth.at(first, y);
        let inside = Area {
            left: first,
            right: end,
            ..area
        };
        let (colours, nears) = band.row_mut(inside, y);
        for (there, there_near) in colours.iter_mut().zip(nears) {
            // Of a triangle seen edge-on the steep slope would lead beyond its corners' depths.
            let near = (depth_at >> DEPTH_BITS).clamp(least.into(), most.into()) as u16;
            if near > *there_near {
                (*there, *there_near) = (colour, near);
            }
            depth_at = depth_at.wrapping_add(depth.right);
        }
    }
}

/// The pixels of a band whose middle may be in a triangle.
fn pixels([a, b, c]: [[i32; 2]; 3], band: &mut Band<'_>) -> Option<Area> {
    let low = [0, 1].map(|i| a[i].min(b[i]).min(c[i]));
    let high = [0, 1].map(|i| a[i].max(b[i]).max(c[i]));
    let first = low.map(|v| (v - MIDDLE + SUBPIXELS - 1).div_euclid(SUBPIXELS));
    let last = high.map(|v| (v - MIDDLE).div_euclid(SUBPIXELS));
    band.clip(first, last)
}

/// Twice the area of an edge and a pixel's middle: 0 or more to the right of the edge, and on
/// it if it is a top or a left one.
fn edge([x, y]: [i32; 2], to: [i32; 2]) -> Gradient {
    let [dx, dy] = [to[0] - x, to[1] - y];
    let is_top_or_left = dy < 0 || (dy == 0 && dx > 0);
    let at_first = dx * (MIDDLE - y) - dy * (MIDDLE - x);
    Gradient {
        at_first: at_first - i32::from(!is_top_or_left),
        right: -dy * SUBPIXELS,
        down: dx * SUBPIXELS,
    }
}

/// The depth over a triangle. In 32 bits but for those that are seen nearly from their edge: a
/// small core multiplies and divides 64 bits by programs.
fn depth([a, b, c]: [Spot; 3], twice_area: i32) -> Gradient {
    let [left, top] = a.place();
    let from_a = |to: Spot| {
        let ([x, y], near) = (to.place(), i32::from(to.near) - i32::from(a.near));
        (x - left, y - top, near)
    };
    let ((bx, by, b_near), (cx, cy, c_near)) = (from_a(b), from_a(c));
    let is_gentle = b_near.abs().max(c_near.abs()) < GENTLE;
    let cross = |p: i32, q: i32, r: i32, s: i32| match is_gentle {
        true => i64::from(p * q - r * s),
        false => i64::from(p) * i64::from(q) - i64::from(r) * i64::from(s),
    };
    let right = slope(cross(b_near, cy, c_near, by), twice_area);
    let down = slope(cross(c_near, bx, b_near, cx), twice_area);
    // The change to the first pixel's middle, in sixteenths of a slope: `rest` is what whole ones leave.
    let [dx, dy] = [MIDDLE - left, MIDDLE - top];
    let whole = [(right, dx), (down, dy)].map(|(slope, way)| (slope >> BITS).wrapping_mul(way));
    let rest = ((right & (SUBPIXELS - 1)) * dx + (down & (SUBPIXELS - 1)) * dy) >> BITS;
    Gradient {
        at_first: (i32::from(a.near) << DEPTH_BITS)
            .wrapping_add(whole[0])
            .wrapping_add(whole[1])
            .wrapping_add(rest),
        right,
        down,
    }
}

/// A change of depth from pixel to pixel.
fn slope(subpixel: i64, twice_area: i32) -> i32 {
    const BOTH: u32 = DEPTH_BITS + BITS;
    // Nearly always.
    if subpixel.unsigned_abs() < 1 << (31 - BOTH) {
        return ((subpixel as i32) << BOTH) / twice_area;
    }
    let slope = (subpixel << BOTH) / i64::from(twice_area);
    slope.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// The pixels of a row that are in a triangle: from the first to before the last. They are
/// looked for before any is drawn, as a small core has no registers for both.
#[inline]
fn span([one, two, three]: &[Gradient; 3], area: Area, y: u16) -> (u16, u16) {
    let [mut a, mut b, mut c] = [one, two, three].map(|edge| edge.at(area.left, y));
    let mut x = area.left;
    let step = |a: i32, b: i32, c: i32, x| {
        let [a, b, c] =
            [(a, one), (b, two), (c, three)].map(|(v, edge)| v.wrapping_add(edge.right));
        (a, b, c, x + 1)
    };
    while x < area.right && (a | b | c) < 0 {
        (a, b, c, x) = step(a, b, c, x);
    }
    let first = x;
    while x < area.right && (a | b | c) >= 0 {
        (a, b, c, x) = step(a, b, c, x);
    }
    (first, x)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::projection::FURTHEST;
    use std::vec::Vec;

    const SIZE: usize = 32;

    /// Numbers that look random: a linear congruence.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: i32) -> i32 {
            self.0 = (self.0.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1);
            ((self.0 >> 33) % n as u64) as i32
        }

        fn place(&mut self) -> Spot {
            let at = [0; 2].map(|_| self.below(700) as i16 - 90);
            let near = 1 + self.below(65_535) as u16;
            Spot { at, near }
        }
    }

    /// The colours of a band, row by row, with these triangles drawn one after another from 1.
    fn drawn(triangles: &[[Spot; 3]]) -> Vec<u16> {
        let (mut colour, mut near) = ([0; SIZE * SIZE], [0; SIZE * SIZE]);
        let mut band = Band::new(SIZE, 0, (&mut colour, &mut near), 0);
        for (corners, colour) in triangles.iter().zip(1..) {
            triangle(&mut band, *corners, colour);
        }
        colour.to_vec()
    }

    /// Areas in floating point: how near a triangle is in the middle of a pixel, if that is inside;
    /// `Err` where it is on an edge.
    fn nearness(corners: [Spot; 3], pixel: usize) -> Result<Option<f64>, ()> {
        let p = [pixel % SIZE, pixel / SIZE].map(|v| v as f64 * 16.0 + 8.0);
        let places = corners.map(|corner| corner.at.map(f64::from));
        let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let [a, b, c] = places;
        let all = area(a, b, c);
        let shares = [area(p, b, c), area(a, p, c), area(a, b, p)].map(|part| part / all);
        if shares.contains(&0.0) || all == 0.0 {
            return Err(());
        }
        let near = (0..3).map(|i| shares[i] * f64::from(corners[i].near)).sum();
        Ok(shares.iter().all(|&share| share > 0.0).then_some(near))
    }

    #[test]
    fn of_several_the_nearest_is_seen_and_nothing_outside_of_them() {
        let mut numbers = Numbers(1);
        for round in 0..2000 {
            let all = (0..1 + round % 6).map(|_| [0; 3].map(|_| numbers.place()));
            let all: Vec<_> = all.collect();
            for (pixel, colour) in drawn(&all).into_iter().enumerate() {
                let found = all.iter().map(|corners| nearness(*corners, pixel));
                let Ok(found) = found.collect::<Result<Vec<_>, _>>() else {
                    continue;
                };
                let nearest = found.iter().flatten().copied().fold(0.0, f64::max);
                // The pixel is inside the triangle that is seen.
                let seen = colour
                    .checked_sub(1)
                    .map(|i| found[usize::from(i)].unwrap());
                let seen = seen.unwrap_or_default();
                // Rounded depths may be as near as those of a neighbour.
                assert!((colour == 0) == (nearest == 0.0) && seen > nearest - 3.0);
            }
        }
    }

    #[test]
    fn a_shared_edge_has_each_pixel_exactly_once() {
        // A fan about a point, all around: pixels inside belong to one triangle each, those
        // on spokes and on the point too. Multiples of a subpixel that often hit middles.
        let mut numbers = Numbers(2);
        for _ in 0..500 {
            let mut half = |from: i32, n: i32| 16 * from as i16 + 8 * numbers.below(n) as i16;
            let mut spot = |[x, y]: [i32; 2], n| {
                let (at, near) = ([half(x, n), half(y, n)], 5);
                Spot { at, near }
            };
            let middle = spot([8, 8], 32);
            let rim = [[-8, -8], [24, -40], [31, 3], [40, 40], [8, 33], [-9, 25]];
            let rim = rim.map(|place| spot(place, 2));
            let mut count = [0; SIZE * SIZE];
            for i in 0..rim.len() {
                let mut corners = [middle, rim[i], rim[(i + 1) % rim.len()]];
                corners.rotate_left(i % 3);
                for (count, colour) in count.iter_mut().zip(drawn(&[corners])) {
                    *count += colour;
                }
            }
            for (pixel, count) in count.into_iter().enumerate() {
                let mut place = [pixel % SIZE, pixel / SIZE].into_iter();
                let is_inner = place.all(|v| (4..24).contains(&v));
                assert!(count == 1 || count == 0 && !is_inner);
            }
        }
    }

    #[test]
    fn the_largest_triangles_do_not_overflow() {
        let ends = [-FURTHEST, 0, 7, FURTHEST].map(|v| v as i16);
        let places = ends.iter().flat_map(|&x| ends.map(|y| [x, y]));
        let spots = places.flat_map(|at| [1, 65_535].map(|near| Spot { at, near }));
        let spots: Vec<_> = spots.collect();
        let pairs = spots
            .iter()
            .flat_map(|a| spots.iter().map(move |b| (*a, *b)));
        let all = pairs.flat_map(|(a, b)| spots.iter().map(move |c| [a, b, *c]));
        assert!(
            drawn(&all.collect::<Vec<_>>())
                .iter()
                .all(|&colour| colour > 0)
        );
    }
}
