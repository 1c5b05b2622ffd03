//! A box, turned as one likes.

use super::Shape;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, length, scale, sub};

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
}
