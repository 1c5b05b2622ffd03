//! Triangles against areas in floating point, pixel by pixel.

extern crate std;
use super::*;
use crate::projection::FURTHEST;
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

    fn place(&mut self) -> Spot {
        Spot {
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
fn shares(corners: [Spot; 3], x: usize, y: usize) -> Option<[f64; 3]> {
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
            let p = Spot { x, y, near: 1 };
            let on_edge =
                [[0, 1], [1, 2], [2, 0]].map(|[a, b]| twice_area([corners[a], corners[b], p]) == 0);
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
            Spot { x, y, near: 5 }
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
            let depth = |corners: &[Spot; 3]| {
                let shares = shares(*corners, i % SIZE, i / SIZE)?;
                let near = corners.map(|c| f64::from(c.near));
                Some(shares[0] * near[0] + shares[1] * near[1] + shares[2] * near[2])
            };
            let depths: Vec<_> = all.iter().map(depth).collect();
            let nearest = depths.iter().flatten().copied().fold(0.0, f64::max);
            // A middle that is on an edge, as floating point sees it, has no depth to compare.
            let drawn = match colour {
                0 => Some(0.0),
                _ => depths[usize::from(colour) - 1],
            };
            // Rounded depths may be as near as those of a neighbour.
            assert!(
                drawn.is_none_or(|drawn| drawn > nearest - 3.0),
                "{drawn:?} {nearest}"
            );
        }
    }
}

#[test]
fn the_largest_triangles_do_not_overflow() {
    let mut band = whole();
    for xs in [[-FURTHEST, FURTHEST, 0], [FURTHEST, -FURTHEST, 7]] {
        for ys in [[-FURTHEST, -FURTHEST, FURTHEST], [FURTHEST, 3, -FURTHEST]] {
            for nears in [[1, 65_535, 1], [65_535, 1, 65_535]] {
                let corner = |i: usize| Spot {
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
