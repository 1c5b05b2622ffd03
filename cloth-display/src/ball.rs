//! Spheres, each pixel exactly as a ray through it meets it.
//!
//! With d the ray through a pixel, C the centre seen from the eye and r the radius, one over
//! the depth is w = (b + √Δ)/c, where a = d·d, b = d·C, c = C·C − r² and Δ = b² − a·c. b
//! changes by as much from pixel to pixel, Δ is a quadratic in the pixel's column and row, so
//! a pixel takes sums, and a root that is not far from that of its neighbour.

use crate::band::Band;
use crate::palette::LEVELS;
use crate::projection::{SUBPIXELS, Sight};
use crate::shade::{self, LIGHT};

/// √Δ in the middle of a ball, in whole steps of the root from 0 at its edge.
const HEIGHT: f64 = 256.0;
/// Bits after the point of Δ, of a depth and of a cosine.
const BITS: u32 = 12;

/// The width of what may be seen, pixels.
const SMALLEST: f64 = 0.1;
/// Δ is held below this: seen from very near, off the axis, it would leave 32 bits.
const LARGEST: i64 = 1 << 30;

/// A sphere on one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    /// Pixels between which it is, both included.
    low: [i32; 2],
    high: [i32; 2],
    /// The pixel that columns x and rows y are counted from.
    origin: [i32; 2],
    /// Δ = F + D·x + E·y + A·x² + B·x·y + C·y²: F, D, E, A, B, C.
    quadratic: [i64; 6],
    /// One over the depth at the origin with a root of 0, and how it changes with column, row
    /// and root.
    depth: [i32; 4],
    /// 256 times the cosine to the light, in the same way.
    cosine: [i32; 4],
}

impl Ball {
    /// The sphere about a centre, m. `None` if any of it is nearer than what is drawn, and where
    /// it is too small or too far to the side.
    pub(crate) fn new(centre: [f64; 3], radius: f64, sight: &Sight) -> Option<Self> {
        let (centre, radius) = (sight.seen(centre), radius * sight.units_a_metre);
        let [x, y, z] = centre;
        let all = x * x + y * y + z * z;
        let is_there = radius > 0.0 && z - radius > f64::from(sight.near) && all < 1e12;
        if !is_there {
            return None;
        }
        let pixel = f64::from(SUBPIXELS);
        let focal = f64::from(sight.focal) / pixel;
        // The middle of the picture, in pixels whose middles are whole numbers.
        let middle = sight.centre.map(|v| f64::from(v) / pixel - 0.5);
        let [left, right] = extent(x, z, radius).map(|v| middle[0] + focal * v);
        let [bottom, top] = extent(y, z, radius).map(|v| middle[1] - focal * v);
        let is_inside = [left, right, top, bottom].iter().all(|v| v.abs() < 1024.0);
        if !is_inside || right - left < SMALLEST {
            return None;
        }
        let origin = [left + right, top + bottom].map(|v| libm::rint(0.5 * v));
        let ray = [origin[0] - middle[0], middle[1] - origin[1]].map(|v| v / focal);
        let c = all - radius * radius;
        let (delta, b) = quadratic(centre, c, ray, 1.0 / focal);
        // √Δ where the ray leads to the centre.
        let root = libm::sqrt(all) * radius / z / HEIGHT;
        let whole = f64::from(1 << BITS);
        let nearer = f64::from(sight.near) * 65_536.0 / c * whole;
        Some(Self {
            low: [left, top].map(|v| libm::floor(v) as i32),
            high: [right, bottom].map(|v| libm::ceil(v) as i32),
            origin: origin.map(|v| v as i32),
            quadratic: delta.map(|v| libm::rint(v / (root * root) * whole) as i64),
            depth: [b[0], b[1], b[2], root].map(|v| libm::rint(v * nearer) as i32),
            cosine: cosine(
                [left - origin[0], right - origin[0]],
                [top - origin[1], bottom - origin[1]],
            ),
        })
    }

    /// Draws it where it is nearer than what is there; `ramp` are its colours by light.
    pub(crate) fn draw(&self, band: &mut Band<'_>, ramp: &[u16; LEVELS]) {
        let Some(area) = band.clip(self.low, self.high) else {
            return;
        };
        let x = i64::from(area.left) - i64::from(self.origin[0]);
        for row in area.top..area.bottom {
            let y = i64::from(row) - i64::from(self.origin[1]);
            let [f, d, e, a, b, c] = self.quadratic;
            let mut delta = f + d * x + e * y + a * x * x + b * x * y + c * y * y;
            let mut change = d + b * y + a * (2 * x + 1);
            // Inside the ball a depth has 28 bits; outside of it, it may wrap, and wraps back.
            let [nearness, nearer_right, nearer_down, nearer_root] = self.depth;
            let mut near = (nearness.wrapping_add(nearer_right.wrapping_mul(x as i32)))
                .wrapping_add(nearer_down.wrapping_mul(y as i32));
            let [cosine, lighter_right, lighter_down, lighter_root] = self.cosine;
            let mut cosine = cosine + lighter_right * x as i32 + lighter_down * y as i32;
            let mut root = 0;
            let (colours, nears) = band.row_mut(area, row);
            for (there, there_near) in colours.iter_mut().zip(nears) {
                if delta >= 0 {
                    root = root_near(root, (delta >> BITS).min(LARGEST) as i32);
                    let nearness = near.wrapping_add(nearer_root.wrapping_mul(root)) >> BITS;
                    let nearness = nearness.clamp(1, 0xffff) as u16;
                    if nearness > *there_near {
                        let cosine = (cosine + lighter_root * root) >> BITS;
                        (*there, *there_near) = (
                            ramp[usize::from(shade::of_cosine(cosine)) % LEVELS],
                            nearness,
                        );
                    }
                }
                delta += change;
                change += 2 * a;
                near = near.wrapping_add(nearer_right);
                cosine += lighter_right;
            }
        }
    }
}

/// Δ as [`Ball`] has it, and b at the origin with its change from column to column and row to
/// row, for a ray (across, up, 1) through the origin that changes by `step`.
fn quadratic([x, y, z]: [f64; 3], c: f64, ray: [f64; 2], step: f64) -> ([f64; 6], [f64; 3]) {
    let b = [ray[0] * x + ray[1] * y + z, step * x, -step * y];
    let a = [
        ray[0] * ray[0] + ray[1] * ray[1] + 1.0,
        2.0 * step * ray[0],
        -2.0 * step * ray[1],
    ];
    let delta = [
        b[0] * b[0] - a[0] * c,
        2.0 * b[0] * b[1] - a[1] * c,
        2.0 * b[0] * b[2] - a[2] * c,
        b[1] * b[1] - step * step * c,
        2.0 * b[1] * b[2],
        b[2] * b[2] - step * step * c,
    ];
    (delta, b)
}

/// The cosine to the light as [`Ball`] has it: across and down that of a ball seen from far away
/// with these ends, as nobody sees the difference.
fn cosine([left, right]: [f64; 2], [top, bottom]: [f64; 2]) -> [i32; 4] {
    let light = LIGHT.map(|v| f64::from(v) * f64::from(1 << BITS));
    let half = [right - left, bottom - top].map(|v| (0.5 * v).max(0.5));
    let change = [light[0] / half[0], -light[1] / half[1]];
    let off = [0.5 * (left + right), 0.5 * (top + bottom)];
    let at_origin = -change[0] * off[0] - change[1] * off[1];
    [at_origin, change[0], change[1], light[2] / HEIGHT].map(|v| libm::rint(v) as i32)
}

/// Where the planes through the eye that touch a sphere cut a plane at depth 1: across/depth of
/// its left and right end.
fn extent(across: f64, depth: f64, radius: f64) -> [f64; 2] {
    let squared = radius * radius;
    let middle = across * depth;
    let half = radius * libm::sqrt((across * across + depth * depth - squared).max(0.0));
    let below = depth * depth - squared;
    [(middle - half) / below, (middle + half) / below]
}

/// The root of a square, rounded down, by steps from another root: those of a row are not far
/// from each other.
#[inline]
fn root_near(mut root: i32, square: i32) -> i32 {
    while root * root > square {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    root
}
