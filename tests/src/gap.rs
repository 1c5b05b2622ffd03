//! How far a point is from a collider, in f64 and by other ways than the engine's.

use crate::measure::{add, cross, dot, length, scale, sub};
use cloth_core::scene::ColliderScene;

/// Signed distance of `point` from the collider's surface, without the particles'
/// radius.
#[must_use]
pub fn gap(collider: &ColliderScene, point: [f64; 3]) -> f64 {
    match *collider {
        ColliderScene::Sphere { center, radius, .. } => length(sub(point, center)) - radius,
        ColliderScene::Plane {
            point: p, normal, ..
        } => dot(sub(point, p), normal),
        ColliderScene::Capsule {
            start, end, radius, ..
        } => from_segment(point, start, end) - radius,
        ColliderScene::Box {
            center, size, turn, ..
        } => from_box(turned(sub(point, center), scale(turn, -1.0)), size),
    }
}

/// By the triangle's sides: from an end where the angle there is obtuse, from the
/// line by the area otherwise.
fn from_segment(point: [f64; 3], a: [f64; 3], b: [f64; 3]) -> f64 {
    let (to_a, to_b, along) = (sub(point, a), sub(point, b), sub(b, a));
    if dot(to_a, along) <= 0.0 {
        length(to_a)
    } else if dot(to_b, along) >= 0.0 {
        length(to_b)
    } else {
        length(cross(to_a, to_b)) / length(along)
    }
}

/// Outside from the nearest point of the box, inside from the nearest face.
fn from_box(local: [f64; 3], size: [f64; 3]) -> f64 {
    let nearest: [f64; 3] = core::array::from_fn(|i| local[i].clamp(-0.5 * size[i], 0.5 * size[i]));
    let outside = length(sub(local, nearest));
    let depths = (0..3).map(|i| 0.5 * size[i] - local[i].abs());
    let inside = depths.fold(f64::INFINITY, f64::min);
    if inside > 0.0 { -inside } else { outside }
}

/// The vector turned about `turn` by as many degrees as that is long.
#[must_use]
pub fn turned(v: [f64; 3], turn: [f64; 3]) -> [f64; 3] {
    let degrees = length(turn);
    if degrees == 0.0 {
        return v;
    }
    // By a quaternion (cos, k·sin) of half the angle.
    let (sin, cos) = (0.5 * degrees).to_radians().sin_cos();
    let k = scale(turn, sin / degrees);
    let t = scale(cross(k, v), 2.0);
    add(v, add(scale(t, cos), cross(k, t)))
}
