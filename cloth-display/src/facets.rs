//! Colliders that are drawn as flat facets: boxes, the sides of capsules, and planes as a square
//! of floor around what the camera looks at.
//!
//! Facets are made once a picture, in `f64`, and only those that face the eye. They are cut off at
//! the nearest depth that is drawn and far beyond the picture's edges, so that a floor under the eye
//! ends nowhere within the picture.

use crate::band::Band;
use crate::palette::{Palette, lit};
use crate::projection::Sight;
use crate::projection::{FURTHEST, SUBPIXELS, Spot};
use crate::shade;
use crate::triangle::triangle;
use cloth_core::scene::{ColliderScene, MAX_COLLIDERS};

/// Sides of a capsule, of which less than half are seen at once.
const SIDES: usize = 16;
/// Tiles along an edge of the floor.
const TILES: i32 = 3;
/// Half the edge of the floor, of the camera's distance.
const FLOOR: f64 = 0.6;
/// Room for four floors, or four of anything else.
const MOST: usize = MAX_COLLIDERS * 2 * (TILES * TILES) as usize;
/// Corners of a quadrilateral that was cut off at five planes.
const CORNERS: usize = 4 + 5;

type Vector = [f64; 3];

/// What a facet is coloured as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tint {
    Solid,
    Floor(u8),
}

/// A triangle on one picture.
#[derive(Clone, Copy, Debug)]
struct Facet {
    /// Subpixels.
    corners: [[i16; 2]; 3],
    near: [u16; 3],
    level: u8,
    paint: Tint,
}

/// The facets of one picture.
///
/// Memory: 22 bytes each of 72, and a `usize`.
#[derive(Clone, Debug)]
pub(crate) struct Facets {
    all: [Facet; MOST],
    count: usize,
}

impl Facets {
    pub(crate) const EMPTY: Self = Self {
        all: [Facet {
            corners: [[0; 2]; 3],
            near: [0; 3],
            level: 0,
            paint: Tint::Solid,
        }; MOST],
        count: 0,
    };

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds what is flat of a collider.
    pub(crate) fn add(&mut self, collider: &ColliderScene, sight: &Sight) {
        match *collider {
            ColliderScene::Sphere { .. } => {}
            ColliderScene::Plane { point, normal, .. } => self.add_floor(point, normal, sight),
            ColliderScene::Capsule {
                start, end, radius, ..
            } => self.add_tube([start, end], radius, sight),
            ColliderScene::Box {
                center, size, turn, ..
            } => self.add_box(center, size, ColliderScene::axes(turn), sight),
        }
    }

    /// Tiles around the point of the plane that is below the camera's target.
    fn add_floor(&mut self, point: Vector, normal: Vector, sight: &Sight) {
        let above = dot(difference(sight.target, point), normal);
        let middle = along(sight.target, normal, -above);
        let [u, v] = across(normal);
        let tile = 2.0 * FLOOR / f64::from(TILES) * sight.metres_away();
        let corner = |i: i32, j: i32| {
            let [i, j] = [i, j].map(|k| (f64::from(k) - 0.5 * f64::from(TILES)) * tile);
            along(along(middle, u, i), v, j)
        };
        for i in 0..TILES {
            for j in 0..TILES {
                let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
                let paint = Tint::Floor(((i + j) % 2) as u8);
                self.add_face(corners.map(|(i, j)| corner(i, j)), normal, paint, sight);
            }
        }
    }

    fn add_tube(&mut self, [start, end]: [Vector; 2], radius: f64, sight: &Sight) {
        let axis = difference(end, start);
        let length = libm::sqrt(dot(axis, axis));
        if length > 0.0 {
            let [u, v] = across(axis.map(|x| x / length));
            let outward = |part: f64| {
                let (sin, cos) = libm::sincos(core::f64::consts::TAU / SIDES as f64 * part);
                along(u.map(|x| cos * x), v, sin)
            };
            for side in 0..SIDES {
                let [one, two] = [0.0, 1.0].map(|k| outward(side as f64 + k));
                let at = |place, direction| along(place, direction, radius);
                let corners = [at(start, one), at(end, one), at(end, two), at(start, two)];
                self.add_face(corners, outward(side as f64 + 0.5), Tint::Solid, sight);
            }
        }
    }

    fn add_box(&mut self, center: Vector, size: Vector, axes: [Vector; 3], sight: &Sight) {
        for side in 0..3 {
            for sign in [-1.0, 1.0] {
                let normal = axes[side].map(|v| sign * v);
                let middle = along(center, normal, 0.5 * size[side]);
                let [i, j] = [(side + 1) % 3, (side + 2) % 3];
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
                    let place = along(middle, axes[i], 0.5 * a * size[i]);
                    along(place, axes[j], 0.5 * b * size[j])
                });
                self.add_face(corners, normal, Tint::Solid, sight);
            }
        }
    }

    /// A quadrilateral with this unit normal, if the eye is on that side.
    fn add_face(&mut self, corners: [Vector; 4], normal: Vector, paint: Tint, sight: &Sight) {
        let corners = corners.map(|place| sight.seen(place));
        let normal = sight.turned(normal);
        if dot(corners[0], normal) >= 0.0 {
            return;
        }
        let [right, up, forward] = normal;
        let level = shade::of_cosine(libm::rint(dot(
            [right, up, -forward],
            shade::LIGHT.map(f64::from),
        )) as i32);
        let shape = Polygon::of(&corners).inside(sight);
        let places = shape.corners().iter().map(|&corner| project(corner, sight));
        let mut places = places.map(|at| ([at.x as i16, at.y as i16], at.near));
        let (Some(first), Some(mut second)) = (places.next(), places.next()) else {
            return;
        };
        for third in places {
            if let Some(free) = self.all.get_mut(self.count) {
                let corners = [first, second, third];
                *free = Facet {
                    corners: corners.map(|corner| corner.0),
                    near: corners.map(|corner| corner.1),
                    level,
                    paint,
                };
                self.count += 1;
            }
            second = third;
        }
    }

    pub(crate) fn draw<const W: usize, const ROWS: usize>(
        &self,
        band: &mut Band<W, ROWS>,
        palette: &Palette,
    ) {
        for facet in self.all.iter().take(self.count) {
            let colour = match facet.paint {
                Tint::Solid => palette.solid,
                Tint::Floor(which) => palette.floor[usize::from(which) % 2],
            };
            let [a, b, c] = [0, 1, 2].map(|i| Spot {
                x: facet.corners[i][0].into(),
                y: facet.corners[i][1].into(),
                near: facet.near[i],
            });
            triangle(band, [a, b, c], lit(colour, facet.level));
        }
    }
}

/// A convex polygon as the eye sees it: right, up and forward, units.
struct Polygon {
    corners: [Vector; CORNERS],
    count: usize,
}

impl Polygon {
    fn of(corners: &[Vector]) -> Self {
        let mut polygon = Self {
            corners: [[0.0; 3]; CORNERS],
            count: 0,
        };
        for &corner in corners {
            polygon.push(corner);
        }
        polygon
    }

    fn corners(&self) -> &[Vector] {
        self.corners.get(..self.count).unwrap_or_default()
    }

    fn push(&mut self, corner: Vector) {
        if let Some(free) = self.corners.get_mut(self.count) {
            *free = corner;
            self.count += 1;
        }
    }

    /// What is left of it that is far enough away and not too far aside to be projected.
    fn inside(self, sight: &Sight) -> Self {
        let focal = f64::from(sight.focal);
        // A pixel less, for what is rounded.
        let [beside, beyond] = sight.centre.map(|v| f64::from(FURTHEST - SUBPIXELS - v));
        [
            ([0.0, 0.0, 1.0], f64::from(sight.near)),
            ([focal, 0.0, beside], 0.0),
            ([-focal, 0.0, beside], 0.0),
            ([0.0, focal, beyond], 0.0),
            ([0.0, -focal, beyond], 0.0),
        ]
        .into_iter()
        .fold(self, |left, (normal, least)| left.beyond(normal, least))
    }

    /// What is left of it where the product with `normal` is `least` or more (Sutherland and Hodgman).
    fn beyond(&self, normal: Vector, least: f64) -> Self {
        let mut left = Self::of(&[]);
        let corners = self.corners();
        let Some(mut from) = corners.last().copied() else {
            return left;
        };
        let mut from_above = dot(from, normal) - least;
        for &to in corners {
            let to_above = dot(to, normal) - least;
            if (from_above < 0.0) != (to_above < 0.0) {
                let part = from_above / (from_above - to_above);
                left.push(along(from, difference(to, from), part));
            }
            if to_above >= 0.0 {
                left.push(to);
            }
            (from, from_above) = (to, to_above);
        }
        left
    }
}

/// Where a place that is not too near or too far aside appears.
fn project([right, up, forward]: Vector, sight: &Sight) -> Spot {
    let scale = f64::from(sight.focal) / forward;
    let [x, y] =
        [right * scale, -up * scale].map(|v| (libm::rint(v) as i32).clamp(-FURTHEST, FURTHEST));
    let near = libm::rint(f64::from(sight.near) * 65_536.0 / forward);
    Spot {
        x: sight.centre[0] + x,
        y: sight.centre[1] + y,
        near: near.clamp(1.0, 65_535.0) as u16,
    }
}

/// Two unit vectors at right angles to a unit vector and to each other; along x and z for one
/// that is upright.
fn across(normal: Vector) -> [Vector; 2] {
    let [x, y, z] = normal.map(|v| v * v);
    let other = if x <= y && x <= z {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let u = along(other, normal, -dot(other, normal));
    let length = libm::sqrt(dot(u, u));
    let [a, b, c] = u.map(|v| v / length);
    let [x, y, z] = normal;
    [[a, b, c], [b * z - c * y, c * x - a * z, a * y - b * x]]
}

fn along(place: Vector, direction: Vector, length: f64) -> Vector {
    [0, 1, 2].map(|i| place[i] + length * direction[i])
}

fn difference(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests;
