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
mod tests;
