//! Where a fast particle enters a shape that is known by its signed distance.

use super::Shape;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, length, scale, sub};

/// The most looks at the distance along one path.
const TURNS: u32 = 64;

/// Where the path from `start` enters the shape, and the normal there; `None`
/// where its end is at most `deep` inside, so that the nearest way out is the
/// right one.
///
/// Of a convex shape the distance is a convex function of the time on the way, so
/// its tangent is never above it: going on to where the tangent is zero (Newton's
/// method) never passes the entry. Distance times slope falls at least fourfold in
/// a turn, so 64 turns are more than enough. Of other shapes it is known only that
/// nothing is nearer than the distance: the way goes on by that much, and a path
/// that leads in from nearer than a 64th of itself enters there.
#[inline(never)]
pub(super) fn enter<T: Scalar, S: Shape<T>>(
    shape: &S,
    start: Vector<T>,
    path: Vector<T>,
    deep: T,
) -> Option<(Vector<T>, Vector<T>)> {
    // A particle that rests on the surface is inside by rounding as often as not.
    let rounding = (T::constant(1.0 / 128.0) * deep).least(T::constant(1.0 / 256.0));
    let shortest = T::constant(1.0 / f64::from(TURNS));
    let way = length(path);
    let near = match S::CONVEX {
        true => rounding,
        false => rounding.most(shortest * way),
    };
    let mut time = T::ZERO;
    let mut point = start;
    for _ in 0..TURNS {
        let (gap, normal) = shape.distance(point);
        let approach = -dot(path, normal);
        // How deep the path ends under the tangent plane.
        let end = approach * (T::ONE - time) - gap;
        if S::CONVEX && end <= deep {
            return None;
        }
        if gap <= near && end > deep {
            return Some((sub(point, scale(normal, gap)), normal));
        }
        // In a convex shape the end is under the plane: approach > gap.
        time += match S::CONVEX {
            true => gap / approach,
            false => (gap / way).most(shortest),
        };
        if time >= T::ONE {
            return None;
        }
        point = add(start, scale(path, time));
    }
    let (gap, normal) = shape.distance(point);
    Some((sub(point, scale(normal, gap)), normal))
}
