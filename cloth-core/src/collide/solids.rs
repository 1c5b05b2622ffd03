//! A box, turned as one likes, and a capsule: all points near a line segment.

use super::Shape;
use crate::base::{Scalar, Vector, add, cross, dot, length, scale, sub};

/// A box whose edges are rounded by the particle's radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<T> {
    /// Centre, rest spacings.
    pub center: [T; 3],
    /// Unit vectors along the edges, at right angles to one another.
    pub axes: [[T; 3]; 3],
    /// Half the length of the edges, rest spacings.
    pub half: [T; 3],
    /// Particle's radius, rest spacings: the surface is this far outside.
    pub radius: T,
}

impl<T: Scalar> Cuboid<T> {
    /// Along each edge the coordinate and how far it is beyond the face.
    #[inline(always)]
    fn beyond(&self, point: Vector<T>) -> (Vector<T>, Vector<T>) {
        let from = sub(point, self.center);
        let [a, b, c] = &self.axes;
        let local = [dot(from, *a), dot(from, *b), dot(from, *c)];
        let one = |i: usize| local[i].most(-local[i]) - self.half[i];
        (local, [one(0), one(1), one(2)])
    }
}

impl<T: Scalar> Shape<T> for Cuboid<T> {
    const CONVEX: bool = true;

    /// Outside of the unrounded box from its nearest point; inside by the nearest
    /// face, of equally near ones the first.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline)]
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        let (local, [x, y, z]) = self.beyond(point);
        let out = [x.most(T::ZERO), y.most(T::ZERO), z.most(T::ZERO)];
        let outside = length(out);
        let away = outside > T::ZERO;
        let first = (x >= y) & (x >= z);
        let second = !first & (y >= z);
        let nearest = [first, second, !(first | second)];
        let divisor = if away { outside } else { T::ONE };
        let one = |i: usize| {
            let face = if nearest[i] { T::ONE } else { T::ZERO };
            let size = if away { out[i] / divisor } else { face };
            if local[i] < T::ZERO { -size } else { size }
        };
        let [a, b, c] = &self.axes;
        let normal = add(add(scale(*a, one(0)), scale(*b, one(1))), scale(*c, one(2)));
        let depth = x.most(y).most(z);
        let distance = if away { outside } else { depth };
        (distance - self.radius, normal)
    }

    #[inline(always)]
    fn clear_of(&self, point: [T; 3]) -> bool {
        let (_, [x, y, z]) = self.beyond(point);
        let out = [x.most(T::ZERO), y.most(T::ZERO), z.most(T::ZERO)];
        // Without a radius what is inside is told by the faces alone.
        (x.most(y).most(z) >= T::ZERO) & T::reaches(out, self.radius)
    }

    /// Half of the least half thickness: a shorter path cannot pass more than an
    /// edge.
    #[inline(always)]
    fn slow(&self) -> Option<T> {
        let [x, y, z] = self.half;
        let thin = x.least(y).least(z) + self.radius;
        Some(T::constant(0.5 * 0.57) * thin)
    }
}

/// A rod with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    start: Vector<T>,
    axis: Vector<T>,
    length: T,
    radius: T,
    /// A unit vector at right angles to the axis: the way out for what is on it.
    aside: Vector<T>,
}

impl<T: Scalar> Capsule<T> {
    /// All points within `radius` (the particle's own added) of the segment that
    /// goes from `start` by `along`, rest spacings. One without length is a ball.
    pub fn new(start: [T; 3], along: [T; 3], radius: T) -> Self {
        let long = length(along);
        let up = [T::ZERO, T::ONE, T::ZERO];
        let unit = |v: Vector<T>, length: T| scale(v, T::ONE / length);
        let axis = if long > T::ZERO {
            unit(along, long)
        } else {
            up
        };
        // The world's axis that is furthest from this one.
        let [x, y, z] = axis.map(|v| v.most(-v));
        let other = if x <= y && x <= z {
            [T::ONE, T::ZERO, T::ZERO]
        } else if y <= z {
            up
        } else {
            [T::ZERO, T::ZERO, T::ONE]
        };
        let beside = cross(axis, other);
        let aside = cross(unit(beside, length(beside)), axis);
        Self {
            start,
            axis,
            length: long,
            radius,
            aside,
        }
    }

    /// From the nearest point of the segment.
    #[inline(always)]
    fn off(&self, point: Vector<T>) -> Vector<T> {
        let from = sub(point, self.start);
        let along = dot(from, self.axis).most(T::ZERO).least(self.length);
        sub(from, scale(self.axis, along))
    }
}

impl<T: Scalar> Shape<T> for Capsule<T> {
    const CONVEX: bool = true;

    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline)]
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        let off = self.off(point);
        let length = length(off);
        // Nearer to the axis the direction would be that of a rounding.
        if length > T::constant(1.0 / 4096.0) * self.radius {
            (length - self.radius, scale(off, T::ONE / length))
        } else {
            (length - self.radius, self.aside)
        }
    }

    #[inline(always)]
    fn clear_of(&self, point: [T; 3]) -> bool {
        T::reaches(self.off(point), self.radius)
    }

    /// Half the radius: a shorter path cannot pass more than the rim.
    #[inline(always)]
    fn slow(&self) -> Option<T> {
        Some(T::constant(0.5 * 0.57) * self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half edges 1, 2, 3, turned about z by the angle of (0.6, 0.8).
    const BOX: Cuboid<f64> = Cuboid {
        center: [1.0, 2.0, 3.0],
        axes: [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]],
        half: [1.0, 2.0, 3.0],
        radius: 0.25,
    };

    /// A point by its coordinates along the edges.
    fn at(local: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = BOX.axes;
        let way = add(scale(a, local[0]), scale(b, local[1]));
        add(BOX.center, add(way, scale(c, local[2])))
    }

    fn check(local: [f64; 3], distance: f64, normal: [f64; 3]) {
        let (d, n) = BOX.distance(at(local));
        assert!((d - distance).abs() < 1e-12, "{local:?}: {d}");
        let expected = sub(at(normal), BOX.center);
        assert!(length(sub(n, expected)) < 1e-12, "{local:?}: {n:?}");
        assert_eq!(BOX.clear_of(at(local)), d >= 0.0, "{local:?}");
    }

    #[test]
    fn distance_is_from_faces_edges_and_corners() {
        check([5.0, 0.5, -1.0], 3.75, [1.0, 0.0, 0.0]);
        check([0.0, 0.5, -3.5], 0.25, [0.0, 0.0, -1.0]);
        check([4.0, -6.0, 1.0], 4.75, [0.6, -0.8, 0.0]);
        check([2.0, 4.0, 5.0], 2.75, [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
        // Between the edges and what rounds them.
        check([1.1, 0.0, 0.0], -0.15, [1.0, 0.0, 0.0]);
        check([1.06, 2.08, 0.0], -0.15, [0.6, 0.8, 0.0]);
    }

    #[test]
    fn inside_the_nearest_face_counts_and_of_equals_the_first() {
        check([0.3, 0.0, 0.0], -0.95, [1.0, 0.0, 0.0]);
        check([-0.3, 0.0, 0.0], -0.95, [-1.0, 0.0, 0.0]);
        check([0.0, -1.5, 0.0], -0.75, [0.0, -1.0, 0.0]);
        check([0.0, 0.0, 2.9], -0.35, [0.0, 0.0, 1.0]);
        let cube = Cuboid {
            half: [1.0; 3],
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            ..BOX
        };
        assert_eq!(cube.distance(cube.center), (-1.25, [1.0, 0.0, 0.0]));
    }

    fn rod() -> Capsule<f64> {
        Capsule::new([1.0, 2.0, 3.0], [4.0, 0.0, 0.0], 0.5)
    }

    #[test]
    fn distance_is_from_the_side_and_from_both_ends() {
        let (d, n) = rod().distance([3.0, 4.0, 3.0]);
        assert_eq!((d, n), (1.5, [0.0, 1.0, 0.0]));
        let (d, n) = rod().distance([8.0, 2.0, 7.0]);
        assert!((d - 4.5).abs() < 1e-15 && length(sub(n, [0.6, 0.0, 0.8])) < 1e-15);
        let (d, n) = rod().distance([1.0, 1.75, 3.0]);
        assert_eq!((d, n), (-0.25, [0.0, -1.0, 0.0]));
    }

    #[test]
    fn what_is_on_the_axis_leaves_it_at_right_angles() {
        let ends: [[f64; 3]; 4] = [[0.0, 9.0, 0.0], [3.0, 0.0, 0.0], [1.0, -2.0, 4.0], [0.0; 3]];
        for end in ends {
            let rod = Capsule::new([0.0; 3], end, 0.5);
            let (d, n): (f64, [f64; 3]) = rod.distance(end.map(|v| 0.5 * v));
            assert!((d + 0.5).abs() < 1e-12);
            assert!((length(n) - 1.0).abs() < 1e-12 && dot(n, end).abs() < 1e-12);
        }
    }
}
