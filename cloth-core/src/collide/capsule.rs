//! A capsule: all points near a line segment.

use super::Shape;
use crate::scalar::Scalar;
use crate::vector::{Vector, cross, dot, length, scale, sub};

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
    #[must_use]
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
