//! Shapes of colliders as signed distances.

use crate::base::{Scalar, Vector, add, dot, length, minus, scale, sub};

/// A shape that particles cannot enter.
pub trait Shape<T: Scalar>: Copy + Sync {
    /// Signed distance from the surface (negative inside) and the unit normal
    /// that points outwards.
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]);

    /// Whether the point is outside or on the surface; cheaper than
    /// [`distance`](Shape::distance), and asked first.
    #[inline(always)]
    fn clear_of(&self, point: [T; 3]) -> bool {
        self.distance(point).0 >= T::ZERO
    }

    /// Whether no point between two of the shape is outside of it. Fast particles
    /// then enter it wherever their path does, however thin it is.
    const CONVEX: bool = false;

    /// A displacement along each axis, in a substep, up to which a particle cannot
    /// have passed through more than the rim: about a quarter of half the
    /// thickness. `None` for a half space: then only the
    /// end of a path is looked at.
    #[inline(always)]
    fn slow(&self) -> Option<T> {
        None
    }

    /// Where a fast particle entered the shape: the point and the normal there,
    /// for a particle that was at `start` and moved by `path` (both seen from
    /// the collider as it is now). `None` where it did not enter, or so little
    /// that [`distance`](Shape::distance) at its end is enough.
    #[inline]
    fn entry(&self, start: [T; 3], path: [T; 3]) -> Option<([T; 3], [T; 3])> {
        // Slow along each of three axes is less than √3 of it along the path.
        let deep = T::constant(1.75) * self.slow()?;
        if T::reaches(path, deep) {
            enter(self, start, path, deep)
        } else {
            None
        }
    }
}

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
fn enter<T: Scalar, S: Shape<T>>(
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
        time = time
            + match S::CONVEX {
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

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T> {
    /// Centre, rest spacings.
    pub center: [T; 3],
    /// Radius with the particle's own added, rest spacings.
    pub radius: T,
}

/// The half space behind a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<T> {
    /// A point of the plane, rest spacings.
    pub point: [T; 3],
    /// Unit normal, away from the solid side.
    pub normal: [T; 3],
}

impl<T: Scalar> Shape<T> for Sphere<T> {
    const CONVEX: bool = true;

    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline)]
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        let from_center = sub(point, self.center);
        let length = length(from_center);
        if length > T::ZERO {
            let normal = scale(from_center, T::ONE / length);
            (length - self.radius, normal)
        } else {
            // At the centre every direction is as good: up.
            (-self.radius, [T::ZERO, T::ONE, T::ZERO])
        }
    }

    #[inline(always)]
    fn clear_of(&self, point: [T; 3]) -> bool {
        T::reaches(minus(point, self.center), self.radius)
    }

    /// Half the radius, shared between three axes: 1/√3 is above 0.57.
    #[inline(always)]
    fn slow(&self) -> Option<T> {
        Some(T::constant(0.5 * 0.57) * self.radius)
    }

    /// The first root t of |start + t·path − centre| = radius, for a particle
    /// that began outside, ends within [0, 1], and is fast.
    #[inline]
    fn entry(&self, start: [T; 3], path: [T; 3]) -> Option<([T; 3], [T; 3])> {
        // With half a radius or less it cannot have passed through more than the
        // rim.
        if T::reaches(path, T::constant(0.5) * self.radius) {
            enter_sphere(self, start, path)
        } else {
            None
        }
    }
}

/// Kept apart and out of line: fast particles are rare.
#[inline(never)]
fn enter_sphere<T: Scalar>(
    sphere: &Sphere<T>,
    start: Vector<T>,
    path: Vector<T>,
) -> Option<(Vector<T>, Vector<T>)> {
    let from_center = sub(start, sphere.center);
    let path_squared = dot(path, path);
    let approach = -dot(from_center, path);
    let outside = length(from_center) - sphere.radius;
    // A particle that rests on the surface is inside by rounding as often as
    // not; it enters where it is.
    let rounding = T::constant(1.0 / 256.0) * sphere.radius;
    if approach <= T::ZERO || outside < -rounding {
        return None;
    }
    // The nearest point of the path's line to the centre, and half the chord.
    let nearest = add(from_center, scale(path, approach / path_squared));
    let gap = dot(nearest, nearest);
    let chord = sphere.radius * sphere.radius - gap;
    if chord < T::ZERO {
        return None;
    }
    let time = (approach - (chord * path_squared).square_root()) / path_squared;
    if time > T::ONE {
        return None;
    }
    let entry = add(from_center, scale(path, time.most(T::ZERO)));
    // Far paths end on the centre by rounding.
    let size = length(entry);
    let normal = match size > T::ZERO {
        true => scale(entry, T::ONE / size),
        false => [T::ZERO, T::ONE, T::ZERO],
    };
    Some((add(sphere.center, scale(normal, sphere.radius)), normal))
}

impl<T: Scalar> Shape<T> for Plane<T> {
    const CONVEX: bool = true;

    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline)]
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        (dot(sub(point, self.point), self.normal), self.normal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: Sphere<f64> = Sphere {
        center: [1.0, 2.0, 3.0],
        radius: 2.0,
    };

    #[test]
    fn distance_is_signed() {
        let (d, n) = BALL.distance([1.0, 7.0, 3.0]);
        assert_eq!((d, n), (3.0, [0.0, 1.0, 0.0]));
        assert_eq!(BALL.distance([1.0, 2.0, 3.5]).0, -1.5);
        assert_eq!(BALL.distance(BALL.center), (-2.0, [0.0, 1.0, 0.0]));
    }

    #[test]
    fn entry_is_where_the_path_meets_the_ball() {
        let (point, normal) = BALL.entry([1.0, 10.0, 3.0], [0.0, -100.0, 0.0]).unwrap();
        assert!((point[1] - 4.0).abs() < 1e-12);
        assert!((normal[1] - 1.0).abs() < 1e-12);
        // Off centre by 1: height √(2² − 1²) above the centre.
        let (point, _) = BALL.entry([2.0, 10.0, 3.0], [0.0, -100.0, 0.0]).unwrap();
        assert!((point[1] - (2.0 + 3.0_f64.sqrt())).abs() < 1e-12);
    }

    /// Where it enters is less than a rounding of where it was.
    #[test]
    fn entry_of_a_path_from_far_away_is_finite() {
        let ball = Sphere {
            center: [0.0_f32; 3],
            radius: 2.0,
        };
        for far in [1e6_f32, 1.060_660_2e9, 3e12] {
            let start = [far, 2.7 * far, -far];
            let (point, normal) = ball.entry(start, start.map(|v| -v)).unwrap();
            assert!(point.iter().all(|v| v.abs() <= 2.0), "{point:?}");
            assert!((length(normal) - 1.0).abs() < 1e-6, "{normal:?}");
        }
    }

    #[test]
    fn no_entry_past_away_from_or_short_of_the_ball() {
        assert!(BALL.entry([4.0, 10.0, 3.0], [0.0, -100.0, 0.0]).is_none());
        assert!(BALL.entry([1.0, 10.0, 3.0], [0.0, 100.0, 0.0]).is_none());
        assert!(BALL.entry([1.0, 10.0, 3.0], [0.0, -5.9, 0.0]).is_none());
        assert!(BALL.entry([1.0, 10.0, 3.0], [0.0, -6.1, 0.0]).is_some());
    }

    #[test]
    fn a_resting_particle_enters_where_it_is() {
        for depth in [0.0, 1e-12, 1e-6] {
            let start = [1.0, 2.0 + 2.0 - depth, 3.0];
            let (point, normal) = BALL.entry(start, [0.1, -6.0, 0.0]).unwrap();
            assert!((point[0] - 1.0).abs() < 1e-6 && (point[1] - 4.0).abs() < 2e-6);
            assert!((normal[1] - 1.0).abs() < 1e-6);
        }
        // One that is truly inside is pushed out by the nearest way.
        assert!(BALL.entry([1.0, 3.5, 3.0], [0.0, -6.0, 0.0]).is_none());
    }

    #[test]
    fn plane_distance_is_along_its_normal() {
        let plane = Plane {
            point: [0.0, 1.0, 0.0],
            normal: [0.6, 0.8, 0.0],
        };
        let (d, _) = plane.distance([0.6, 1.8, 5.0]);
        assert!((d - 1.0_f64).abs() < 1e-15);
    }
}
