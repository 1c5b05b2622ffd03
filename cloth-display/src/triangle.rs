//! Triangles: filled by edge functions in whole numbers.
//!
//! All that a pixel is told follows from its own place by sums without rounding, so it does not
//! depend on the band that it is drawn in.

use crate::band::{Area, Band};
use crate::lens::{Place, SUBPIXELS};

/// Bits after the point of a depth and of its change from pixel to pixel.
const DEPTH_BITS: u32 = 8;
/// From a pixel's corner to its middle, subpixels.
const MIDDLE: i32 = SUBPIXELS / 2;

/// A value that changes by as much from column to column, and from row to row.
#[derive(Clone, Copy)]
struct Plane {
    /// At the middle of the picture's first pixel.
    at_first: i32,
    right: i32,
    down: i32,
}

impl Plane {
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
pub(crate) fn twice_area([a, b, c]: [Place; 3]) -> i32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Fills the pixels whose middle is in the triangle, where it is nearer than what is there.
/// Of a middle on an edge the top and the left edges have it: triangles that share an edge
/// have each of its pixels once.
pub(crate) fn triangle<const W: usize, const ROWS: usize>(
    band: &mut Band<W, ROWS>,
    corners: [Place; 3],
    colour: u16,
) {
    let twice_area = twice_area(corners);
    let [a, b, c] = match twice_area < 0 {
        true => [corners[0], corners[2], corners[1]],
        false => corners,
    };
    let Some(area) = pixels([a, b, c], band).filter(|_| twice_area != 0) else {
        return;
    };
    band.note(area);
    let edges = [edge(a, b), edge(b, c), edge(c, a)];
    let depth = depth([a, b, c], twice_area.abs());
    let bounds = [
        a.near.min(b.near).min(c.near),
        a.near.max(b.near).max(c.near),
    ];
    fill(band, area, &edges, &depth, bounds, colour);
}

/// The pixels of a band whose middle may be in a triangle.
fn pixels<const W: usize, const ROWS: usize>(
    [a, b, c]: [Place; 3],
    band: &Band<W, ROWS>,
) -> Option<Area> {
    let low = [a.x.min(b.x).min(c.x), a.y.min(b.y).min(c.y)];
    let high = [a.x.max(b.x).max(c.x), a.y.max(b.y).max(c.y)];
    let first = low.map(|v| (v - MIDDLE + SUBPIXELS - 1).div_euclid(SUBPIXELS));
    let last = high.map(|v| (v - MIDDLE).div_euclid(SUBPIXELS));
    band.clip(first, last)
}

/// Twice the area of an edge and a pixel's middle: 0 or more to the right of the edge, and on
/// it if it is a top or a left one.
fn edge(from: Place, to: Place) -> Plane {
    let [dx, dy] = [to.x - from.x, to.y - from.y];
    let is_top_or_left = dy < 0 || (dy == 0 && dx > 0);
    let at_first = dx * (MIDDLE - from.y) - dy * (MIDDLE - from.x);
    Plane {
        at_first: at_first - i32::from(!is_top_or_left),
        right: -dy * SUBPIXELS,
        down: dx * SUBPIXELS,
    }
}

/// The depth over a triangle.
fn depth([a, b, c]: [Place; 3], twice_area: i32) -> Plane {
    let wide = |place: Place| [place.x, place.y, i32::from(place.near)].map(i64::from);
    let ([ax, ay, near], [bx, by, b_near], [cx, cy, c_near]) = (wide(a), wide(b), wide(c));
    let ([bx, by, b_near], [cx, cy, c_near]) = (
        [bx - ax, by - ay, b_near - near],
        [cx - ax, cy - ay, c_near - near],
    );
    let right = slope(b_near * cy - c_near * by, twice_area);
    let down = slope(c_near * bx - b_near * cx, twice_area);
    let middle = i64::from(MIDDLE);
    let from_a = i64::from(right) * (middle - ax) + i64::from(down) * (middle - ay);
    Plane {
        at_first: ((near << DEPTH_BITS) + from_a.div_euclid(SUBPIXELS.into())) as i32,
        right,
        down,
    }
}

/// A change of depth from pixel to pixel.
fn slope(subpixel: i64, twice_area: i32) -> i32 {
    const BITS: u32 = DEPTH_BITS + SUBPIXELS.ilog2();
    // Nearly always: a division of 64 bits takes a small core some hundred cycles.
    if subpixel.unsigned_abs() < 1 << (31 - BITS) {
        return ((subpixel as i32) << BITS) / twice_area;
    }
    let slope = (subpixel << BITS) / i64::from(twice_area);
    slope.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

fn fill<const W: usize, const ROWS: usize>(
    band: &mut Band<W, ROWS>,
    area: Area,
    [one, two, three]: &[Plane; 3],
    depth: &Plane,
    [least, most]: [u16; 2],
    colour: u16,
) {
    let bounds = [i32::from(least), i32::from(most)];
    for y in area.top..area.bottom {
        let mut at = [one, two, three, depth].map(|plane| plane.at(area.left, y));
        let (colours, nears) = band.row_mut(area, y);
        for (there, there_near) in colours.iter_mut().zip(nears) {
            let [one_at, two_at, three_at, depth_at] = at;
            if (one_at | two_at | three_at) >= 0 {
                // Beside a triangle that is seen from its edge a slope is no depth.
                let near = (depth_at >> DEPTH_BITS).clamp(bounds[0], bounds[1]) as u16;
                if near > *there_near {
                    (*there, *there_near) = (colour, near);
                }
            }
            at = [
                one_at.wrapping_add(one.right),
                two_at.wrapping_add(two.right),
                three_at.wrapping_add(three.right),
                depth_at.wrapping_add(depth.right),
            ];
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::lens::FURTHEST;
    use std::vec;
    use std::vec::Vec;

    const SIZE: usize = 32;

    /// Numbers that look random: a linear congruence.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: i32) -> i32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((self.0 >> 33) % n as u64) as i32
        }

        fn place(&mut self) -> Place {
            Place {
                x: self.below(700) - 90,
                y: self.below(700) - 90,
                near: 1 + self.below(65_535) as u16,
            }
        }
    }

    fn whole() -> Band<SIZE, SIZE> {
        let mut band = Band::EMPTY;
        band.clear(0, 0);
        band
    }

    fn colours<const ROWS: usize>(band: &Band<SIZE, ROWS>) -> Vec<u16> {
        let top = band.rows().0;
        let all = band
            .clip([0, top], [SIZE as i32, top + ROWS as i32])
            .unwrap();
        band.colours(all).map(|(_, colour)| colour).collect()
    }

    /// The share of each corner in a pixel's middle, if it is inside; by areas in floating
    /// point.
    fn shares(corners: [Place; 3], x: usize, y: usize) -> Option<[f64; 3]> {
        let p = [x, y].map(|v| v as f64 * 16.0 + 8.0);
        let [a, b, c] = corners.map(|c| [f64::from(c.x), f64::from(c.y)]);
        let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let all = area(a, b, c);
        let shares = [area(p, b, c), area(a, p, c), area(a, b, p)].map(|part| part / all);
        shares.iter().all(|&share| share > 0.0).then_some(shares)
    }

    #[test]
    fn pixels_inside_are_filled_and_no_others() {
        let mut numbers = Numbers(1);
        for _ in 0..2000 {
            let corners = [numbers.place(), numbers.place(), numbers.place()];
            let mut band = whole();
            triangle(&mut band, corners, 1);
            for (i, colour) in colours(&band).into_iter().enumerate() {
                let [x, y] = [i % SIZE, i / SIZE].map(|v| v as i32 * 16 + 8);
                let p = Place { x, y, near: 1 };
                let on_edge = [[0, 1], [1, 2], [2, 0]]
                    .map(|[a, b]| twice_area([corners[a], corners[b], p]) == 0);
                if on_edge == [false; 3] {
                    let inside = shares(corners, i % SIZE, i / SIZE).is_some();
                    assert_eq!(colour == 1, inside);
                }
            }
        }
    }

    #[test]
    fn a_shared_edge_has_each_pixel_exactly_once() {
        // A fan about a point, all around: pixels inside belong to one triangle each, those
        // on spokes and on the point too. Multiples of a subpixel that often hit middles.
        let mut numbers = Numbers(2);
        for _ in 0..500 {
            let mut middle = numbers.place();
            (middle.x, middle.y) = (8 * (16 + numbers.below(32)), 8 * (16 + numbers.below(32)));
            let rim = [[-8, -8], [24, -40], [31, 3], [40, 40], [8, 33], [-9, 25]].map(|[x, y]| {
                let [x, y] = [x, y].map(|v| 16 * v + 8 * numbers.below(2));
                Place { x, y, near: 5 }
            });
            let mut count = vec![0; SIZE * SIZE];
            for i in 0..rim.len() {
                let mut corners = [middle, rim[i], rim[(i + 1) % rim.len()]];
                corners.rotate_left(i % 3);
                let mut band = whole();
                triangle(&mut band, corners, 1);
                for (count, colour) in count.iter_mut().zip(colours(&band)) {
                    *count += colour;
                }
            }
            let inner = |i: usize| (4..24).contains(&(i % SIZE)) && (4..24).contains(&(i / SIZE));
            assert!(
                (0..SIZE * SIZE)
                    .filter(|&i| inner(i))
                    .all(|i| count[i] == 1)
            );
            assert!(count.iter().all(|&n| n <= 1));
        }
    }

    #[test]
    fn the_nearest_of_several_is_seen() {
        let mut numbers = Numbers(3);
        for _ in 0..300 {
            let all: Vec<_> = (0..6)
                .map(|_| [numbers.place(), numbers.place(), numbers.place()])
                .collect();
            let mut band = whole();
            for (i, corners) in all.iter().enumerate() {
                triangle(&mut band, *corners, i as u16 + 1);
            }
            for (i, colour) in colours(&band).into_iter().enumerate() {
                let depth = |corners: &[Place; 3]| {
                    let shares = shares(*corners, i % SIZE, i / SIZE)?;
                    let near = corners.map(|c| f64::from(c.near));
                    Some(shares[0] * near[0] + shares[1] * near[1] + shares[2] * near[2])
                };
                let depths: Vec<_> = all.iter().map(depth).collect();
                let nearest = depths.iter().flatten().copied().fold(0.0, f64::max);
                match colour {
                    0 => assert!(nearest < 1.5),
                    // Rounded depths may be as near as those of its neighbour.
                    _ => match depths[usize::from(colour) - 1] {
                        Some(depth) => assert!(depth > nearest - 3.0, "{depth} {nearest}"),
                        None => assert!(true),
                    },
                }
            }
        }
    }

    #[test]
    fn bands_have_the_pixels_of_the_whole() {
        let mut numbers = Numbers(4);
        for _ in 0..300 {
            let all: Vec<_> = (0..4)
                .map(|_| [numbers.place(), numbers.place(), numbers.place()])
                .collect();
            let mut band = whole();
            let mut strip = Band::<SIZE, 4>::EMPTY;
            let mut strips = Vec::new();
            for (i, corners) in all.iter().enumerate() {
                triangle(&mut band, *corners, i as u16 + 1);
            }
            for top in (0..SIZE).step_by(4) {
                strip.clear(top, 0);
                for (i, corners) in all.iter().enumerate() {
                    triangle(&mut strip, *corners, i as u16 + 1);
                }
                strips.extend(colours(&strip));
            }
            assert_eq!(colours(&band), strips);
        }
    }

    #[test]
    fn the_largest_triangles_do_not_overflow() {
        let mut band = whole();
        for xs in [[-FURTHEST, FURTHEST, 0], [FURTHEST, -FURTHEST, 7]] {
            for ys in [[-FURTHEST, -FURTHEST, FURTHEST], [FURTHEST, 3, -FURTHEST]] {
                for nears in [[1, 65_535, 1], [65_535, 1, 65_535]] {
                    let corner = |i: usize| Place {
                        x: xs[i],
                        y: ys[i],
                        near: nears[i],
                    };
                    triangle(&mut band, [corner(0), corner(1), corner(2)], 1);
                    triangle(&mut band, [corner(0), corner(0), corner(2)], 1);
                    triangle(&mut band, [corner(0); 3], 1);
                }
            }
        }
        assert!(colours(&band).contains(&1));
    }
}
