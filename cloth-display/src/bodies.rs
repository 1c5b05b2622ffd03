//! Colliders: spheres and the ends of capsules as balls; boxes, the sides of capsules and planes as
//! flat facets, a plane as a square of floor around what the camera looks at.
//!
//! Facets are made once a picture, in `f64`, and only those that face the eye. They are cut off at
//! the nearest depth that is drawn and far beyond the picture's edges, so that a floor under the eye
//! ends nowhere within the picture.

use crate::ball::Ball;
use crate::band::Band;
use crate::palette::{Palette, lit};
use crate::projection::{FURTHEST, SUBPIXELS, Sight, Spot};
use crate::shade;
use crate::triangle::triangle;
use cloth_core::scene::{ColliderScene, MAX_COLLIDERS};
use heapless::Vec;

/// Sides of a capsule; less than half are seen at once.
const SIDES: usize = 16;
/// Tiles along an edge of the floor.
const TILES: i32 = 3;
/// Half the edge of the floor, of the camera's distance.
const FLOOR: f64 = 0.6;
/// Room for the facets of four floors, or of four of anything else.
const MOST: usize = MAX_COLLIDERS * 2 * (TILES * TILES) as usize;
/// Spheres, and ends of capsules.
const MAX_BALLS: usize = 2 * MAX_COLLIDERS;
/// A convex polygon as the eye sees it, right, up and forward, in units: a quadrilateral that was cut off at
/// five planes.
type Polygon = Vec<Vector, { 4 + 5 }>;

type Vector = [f64; 3];

/// A triangle on one picture.
#[derive(Clone, Copy, Debug)]
struct Facet {
    corners: [Spot; 3],
    level: u8,
    /// 0 for a solid, 1 and 2 for the tiles of a floor.
    paint: u8,
}

/// What colliders are in one picture.
///
/// Memory: 104 bytes a ball, 20 a facet, and two `usize`.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    balls: Vec<Ball, MAX_BALLS>,
    facets: Vec<Facet, MOST>,
}

impl Bodies {
    pub(crate) const EMPTY: Self = Self {
        balls: Vec::new(),
        facets: Vec::new(),
    };

    pub(crate) fn clear(&mut self) {
        self.balls.clear();
        self.facets.clear();
    }

    /// Adds what is seen of a collider.
    pub(crate) fn add(&mut self, collider: &ColliderScene, sight: &Sight) {
        match *collider {
            ColliderScene::Sphere { center, radius, .. } => self.add_ball(center, radius, sight),
            ColliderScene::Plane { point, normal, .. } => self.add_floor(point, normal, sight),
            ColliderScene::Capsule {
                start, end, radius, ..
            } => {
                self.add_ball(start, radius, sight);
                self.add_ball(end, radius, sight);
                self.add_tube([start, end], radius, sight);
            }
            ColliderScene::Box {
                center, size, turn, ..
            } => self.add_box(center, size, ColliderScene::axes(turn), sight),
        }
    }

    fn add_ball(&mut self, center: Vector, radius: f64, sight: &Sight) {
        if let Some(ball) = Ball::new(center, radius, sight) {
            // There is room for all that the scene's colliders can have, here and of facets.
            let _ = self.balls.push(ball);
        }
    }

    /// Tiles around the point of the plane that is below the camera's target.
    fn add_floor(&mut self, point: Vector, normal: Vector, sight: &Sight) {
        let above = dot(difference(sight.target, point), normal);
        let middle = along(sight.target, normal, -above);
        let half = FLOOR / f64::from(TILES) * sight.metres_away();
        let sides = across(normal).map(|side| side.map(|x| half * x));
        for i in 0..TILES {
            for j in 0..TILES {
                let [a, b] = [i, j].map(|k| f64::from(2 * k + 1 - TILES));
                let tile = along(along(middle, sides[0], a), sides[1], b);
                self.add_face(tile, sides, normal, 1 + ((i + j) % 2) as u8, sight);
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
            let (sin, cos) = libm::sincos(core::f64::consts::PI / SIDES as f64);
            let half = axis.map(|x| 0.5 * x);
            let middle = along(start, axis, 0.5);
            for side in 0..SIDES {
                let part = side as f64 + 0.5;
                let normal = outward(part);
                let beside = outward(part + SIDES as f64 / 4.0).map(|x| radius * sin * x);
                let middle = along(middle, normal, radius * cos);
                self.add_face(middle, [half, beside], normal, 0, sight);
            }
        }
    }

    fn add_box(&mut self, center: Vector, size: Vector, axes: [Vector; 3], sight: &Sight) {
        let halves = [0, 1, 2].map(|i| axes[i].map(|x| 0.5 * size[i] * x));
        for i in 0..3 {
            let sides = [halves[(i + 1) % 3], halves[(i + 2) % 3]];
            for sign in [-1.0, 1.0] {
                let middle = along(center, halves[i], sign);
                self.add_face(middle, sides, axes[i].map(|x| sign * x), 0, sight);
            }
        }
    }

    /// A parallelogram about its middle, with halves of its sides and this unit normal, if the eye is on that
    /// side.
    fn add_face(
        &mut self,
        middle: Vector,
        sides: [Vector; 2],
        normal: Vector,
        paint: u8,
        sight: &Sight,
    ) {
        let (middle, normal) = (sight.seen(middle), sight.turned(normal));
        if dot(middle, normal) >= 0.0 {
            return;
        }
        let [u, v] = sides.map(|side| sight.turned(side).map(|x| x * sight.units_a_metre));
        let mut corners = Polygon::new();
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let _ = corners.push(along(along(middle, u, a), v, b));
        }
        let [right, up, forward] = normal;
        let level = shade::of_cosine(libm::rint(dot(
            [right, up, -forward],
            shade::LIGHT.map(f64::from),
        )) as i32);
        let seen = inside(corners, sight);
        let mut places = seen.iter().map(|&corner| project(corner, sight));
        let (Some(first), Some(mut second)) = (places.next(), places.next()) else {
            return;
        };
        for third in places {
            let facet = Facet {
                corners: [first, second, third],
                level,
                paint,
            };
            let _ = self.facets.push(facet);
            second = third;
        }
    }

    pub(crate) fn draw(&self, band: &mut Band<'_>, palette: &Palette) {
        let [dark, light] = palette.floor;
        let paints = [palette.solid, dark, light];
        for facet in &self.facets {
            let paint = paints[usize::from(facet.paint) % 3];
            triangle(band, facet.corners, lit(paint, facet.level));
        }
        let ramp = core::array::from_fn(|level| lit(palette.solid, level as u8));
        for ball in &self.balls {
            ball.draw(band, &ramp);
        }
    }
}

/// The part that is far enough away, and not too far to the side, to be projected.
fn inside(polygon: Polygon, sight: &Sight) -> Polygon {
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
    .fold(polygon, |left, (normal, least)| cut(&left, normal, least))
}

/// Clips a polygon to the half space in which a point's product with `normal` is at least `least` (Sutherland and
/// Hodgman).
fn cut(polygon: &Polygon, normal: Vector, least: f64) -> Polygon {
    let mut left = Polygon::new();
    let Some(mut from) = polygon.last().copied() else {
        return left;
    };
    let mut from_above = dot(from, normal) - least;
    for &to in polygon {
        let to_above = dot(to, normal) - least;
        if (from_above < 0.0) != (to_above < 0.0) {
            let part = from_above / (from_above - to_above);
            // There is room: each plane adds one corner at most.
            let _ = left.push(along(from, difference(to, from), part));
        }
        if to_above >= 0.0 {
            let _ = left.push(to);
        }
        (from, from_above) = (to, to_above);
    }
    left
}

/// Where a place inside those bounds appears.
fn project([right, up, forward]: Vector, sight: &Sight) -> Spot {
    let scale = f64::from(sight.focal) / forward;
    let [x, y] =
        [right * scale, -up * scale].map(|v| (libm::rint(v) as i32).clamp(-FURTHEST, FURTHEST));
    let near = libm::rint(f64::from(sight.near) * 65_536.0 / forward);
    let [left, top] = sight.centre;
    Spot {
        at: [(left + x) as i16, (top + y) as i16],
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
mod tests {
    extern crate std;
    use super::*;
    use cloth_core::collide::{Capsule, Cuboid, Plane, Shape, Sphere};
    use std::boxed::Box;
    use std::vec::Vec;

    const SIZE: usize = 120;

    /// An eye at the origin that looks along z, 120 × 120 pixels, units of a metre.
    const SIGHT: Sight = Sight {
        target: [0.0; 3],
        units_a_metre: 1.0,
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        distance: 0.0,
        near: 1024,
        focal: 140 * 16,
        centre: [60 * 16; 2],
    };

    /// The nearness of each pixel, 0 where nothing is drawn.
    fn nears(collider: &ColliderScene, sight: &Sight) -> [u16; SIZE * SIZE] {
        let mut bodies = Bodies::EMPTY;
        bodies.add(collider, sight);
        let (mut colour, mut near) = ([0; SIZE * SIZE], [0; SIZE * SIZE]);
        let mut band = Band::new(SIZE, 0, (&mut colour, &mut near), 0);
        bodies.draw(&mut band, &Palette::COLOUR);
        near
    }

    /// How far a place is outside of a shape.
    type Away = Box<dyn Fn(Vector) -> f64>;

    fn away(shape: impl Shape<f64> + 'static) -> Away {
        Box::new(move |place| shape.distance(place).0)
    }

    /// The depth at which the ray through a place on the picture meets a shape from outside: each
    /// step goes as far as the shape is away, so none passes it.
    fn met(away: &Away, [x, y]: [f64; 2]) -> Option<f64> {
        let ray = [(x - 60.0) / 140.0, (60.0 - y) / 140.0, 1.0];
        let length = libm::sqrt(dot(ray, ray));
        let mut depth = 0.0;
        while depth < 30_000.0 {
            let way = away(ray.map(|v| v * depth));
            if way < 0.1 {
                return (depth >= f64::from(SIGHT.near)).then_some(depth);
            }
            depth += way / length;
        }
        None
    }

    /// A capsule's sides are flat, up to 2 % of its radius inside of it.
    fn assert_near(near: u16, depth: f64) {
        let exact = (65_536.0 * f64::from(SIGHT.near) / depth).min(65_535.0);
        let error = (f64::from(near) - exact).abs();
        assert!(error < 3.0 + 6e-3 * exact, "{near} {exact}");
    }

    #[test]
    fn colliders_are_where_rays_meet_them() {
        let (start, end, radius) = ([-2000.0, 300.0, 8000.0], [2000.0, -500.0, 7000.0], 600.0);
        let capsule = Capsule::new(start, difference(end, start), radius);
        let mut all = Vec::from([(ColliderScene::capsule(start, end, radius), away(capsule))]);
        for (center, radius) in [
            ([0.0, 0.0, 8192.0], 2000.0),
            ([1500.0, -900.0, 7000.0], 1200.0),
            ([-2500.0, 2000.0, 6000.0], 1500.0),
            ([300.0, 100.0, 3000.0], 1800.0),
            ([0.0, 700.0, 20_000.0], 900.0),
        ] {
            let sphere = away(Sphere { center, radius });
            all.push((ColliderScene::sphere(center, radius), sphere));
        }
        let straight = ([0.0, 0.0, 8000.0], [3000.0, 2000.0, 1500.0], [0.0; 3]);
        let turned = (
            [500.0, -800.0, 7000.0],
            [2000.0, 500.0, 3000.0],
            [20.0, 35.0, -10.0],
        );
        for (center, size, angles) in [straight, turned] {
            let mut collider = ColliderScene::cuboid(center, size);
            if let ColliderScene::Box { turn, .. } = &mut collider {
                *turn = angles;
            }
            let shape = Cuboid {
                center,
                axes: ColliderScene::axes(angles),
                half: size.map(|v| 0.5 * v),
                radius: 0.0,
            };
            all.push((collider, away(shape)));
        }
        for (collider, away) in &all {
            let mut count = 0;
            for (pixel, near) in nears(collider, &SIGHT).into_iter().enumerate() {
                let at = [pixel % SIZE, pixel / SIZE].map(|v| v as f64 + 0.5);
                let here = met(away, at);
                // Near an outline either is right.
                let around = [[0.4, 0.4], [-0.4, 0.4], [0.4, -0.4], [-0.4, -0.4]];
                let mut around = around
                    .iter()
                    .map(|off| met(away, [at[0] + off[0], at[1] + off[1]]));
                if around.any(|other| other.is_some() != here.is_some()) {
                    continue;
                }
                assert_eq!(near > 0, here.is_some(), "{collider:?} {at:?}");
                if let Some(depth) = here {
                    assert_near(near, depth);
                    count += 1;
                }
            }
            assert!(count > 50, "{collider:?} {count}");
        }
    }

    /// Tiles lie on the plane, around the point below the camera's target, and are cut off where they
    /// would be nearer than what is drawn.
    #[test]
    fn a_floor_is_part_of_its_plane_and_is_not_seen_from_below() {
        let point = [0.0, -700.0, 0.0];
        let ahead = Sight {
            target: [300.0, 0.0, 0.0],
            distance: 8000.0,
            ..SIGHT
        };
        // Around the eye itself: the target is straight above it.
        let under = Sight {
            units_a_metre: 0.7,
            distance: 0.0,
            ..ahead
        };
        for (sight, angle, least) in [(ahead, 0.4, 3000), (under, 0.0, 0)] {
            let normal = [0.0, libm::cos(angle), -libm::sin(angle)];
            let point_seen = sight.seen(point).map(|v| v / sight.units_a_metre);
            let plane = away(Plane {
                point: point_seen,
                normal,
            });
            let near = nears(&ColliderScene::plane(point, normal), &sight);
            let drawn = (0..SIZE * SIZE).filter(|pixel| near[*pixel] > 0);
            assert!((least..SIZE * SIZE).contains(&drawn.clone().count()));
            for pixel in drawn {
                let at = [pixel % SIZE, pixel / SIZE].map(|v| v as f64 + 0.5);
                assert_near(near[pixel], met(&plane, at).unwrap() * sight.units_a_metre);
            }
            let below = ColliderScene::plane(point, normal.map(|v| -v));
            assert!(nears(&below, &sight).iter().all(|&near| near == 0));
        }
    }

    #[test]
    fn four_floors_fit_and_nothing_is_too_large() {
        let mut bodies = Bodies::EMPTY;
        let sight = Sight {
            distance: 8000.0,
            ..SIGHT
        };
        for _ in 0..MAX_COLLIDERS {
            let floor = ColliderScene::plane([0.0, -700.0, 0.0], [0.0, 0.6, -0.8]);
            bodies.add(&floor, &sight);
        }
        assert_eq!(bodies.facets.len(), MOST);
        // Also from very near, off the axis.
        let close = Sight {
            focal: 10 * SUBPIXELS,
            near: 1,
            ..SIGHT
        };
        let (huge, none) = (f64::MAX, f64::NAN);
        let far = [0.0, 1e-300, 90.0, 1e9, 1e300, huge, f64::INFINITY, none];
        for (x, y) in far.iter().flat_map(|x| far.map(|y| (*x, y))) {
            for collider in [
                ColliderScene::plane([x, -y, 1.0], [0.0, 1.0, 0.0]),
                ColliderScene::capsule([x; 3], [-y, 0.0, x], y),
                ColliderScene::cuboid([0.0, x, y], [y; 3]),
                ColliderScene::sphere([x, -y, 150.0], 100.0),
                ColliderScene::sphere([0.0, y, 8192.0], x),
            ] {
                let _ = [SIGHT, close].map(|sight| nears(&collider, &sight));
            }
        }
    }
}
