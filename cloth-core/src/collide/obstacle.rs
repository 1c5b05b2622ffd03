//! A user's own shapes, which the cloth hits as it does the scene's colliders.

use super::{Shape, Surface, Visitor};
use crate::base::{Scalar, add, each, sub};

/// What [`step_with`](crate::Simulation::step_with) lets the cloth hit after the
/// scene's colliders: one [`Obstacle`], a slice of them, a pair of such things, or
/// `()` for nothing.
pub trait Obstacles<T: Scalar> {
    /// Shows a visitor each of them, where it is now.
    fn show(&self, visitor: &mut impl Visitor<T>);
    /// Moves each of them by a way that depends on its surface: in every substep by its velocity, and
    /// against the engine's origin when that moves.
    fn shift(&mut self, _way: &dyn Fn(&Surface<T>) -> [T; 3]) {}
}

/// A shape that is fixed or moves without turning, in the engine's units: a
/// length in m over [`Units::spacing`](crate::Units), a velocity in m/s times
/// `dt / spacing`, a place by [`Units::position`](crate::Units::position), which counts from
/// the cloth's own origin. The shape itself adds the particles' radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle<T, S> {
    /// The shape where it was at the start.
    pub shape: S,
    /// Friction and velocity.
    pub surface: Surface<T>,
    /// How far it has moved since, as the engine counts places.
    pub offset: [T; 3],
}

impl<T: Scalar, S: Shape<T>> Obstacle<T, S> {
    /// A shape that does not move, with a coefficient of friction.
    pub const fn fixed(shape: S, friction: T) -> Self {
        Self {
            shape,
            surface: Surface {
                friction,
                velocity: [T::ZERO; 3],
            },
            offset: [T::ZERO; 3],
        }
    }
}

/// The shape where it is now.
impl<T: Scalar, S: Shape<T>> Shape<T> for Obstacle<T, S> {
    const CONVEX: bool = S::CONVEX;

    #[inline(always)]
    fn distance(&self, point: [T; 3]) -> (T, [T; 3]) {
        self.shape.distance(sub(point, self.offset))
    }

    #[inline(always)]
    fn clear_of(&self, point: [T; 3]) -> bool {
        self.shape.clear_of(sub(point, self.offset))
    }

    #[inline(always)]
    fn slow(&self) -> Option<T> {
        self.shape.slow()
    }

    #[inline]
    fn entry(&self, start: [T; 3], path: [T; 3]) -> Option<([T; 3], [T; 3])> {
        let (point, normal) = self.shape.entry(sub(start, self.offset), path)?;
        Some((add(point, self.offset), normal))
    }
}

impl<T: Scalar> Obstacles<T> for () {
    #[inline(always)]
    fn show(&self, _visitor: &mut impl Visitor<T>) {}
}

impl<T: Scalar, S: Shape<T>> Obstacles<T> for Obstacle<T, S> {
    fn show(&self, visitor: &mut impl Visitor<T>) {
        visitor.visit(self, &self.surface);
    }

    fn shift(&mut self, way: &dyn Fn(&Surface<T>) -> [T; 3]) {
        self.offset = each(add(self.offset, way(&self.surface)), T::in_range);
    }
}

impl<T: Scalar, O: Obstacles<T>> Obstacles<T> for [O] {
    fn show(&self, visitor: &mut impl Visitor<T>) {
        self.iter().for_each(|one| one.show(visitor));
    }

    fn shift(&mut self, way: &dyn Fn(&Surface<T>) -> [T; 3]) {
        self.iter_mut().for_each(|one| one.shift(way));
    }
}

impl<T: Scalar, A: Obstacles<T>, B: Obstacles<T>> Obstacles<T> for (A, B) {
    fn show(&self, visitor: &mut impl Visitor<T>) {
        self.0.show(visitor);
        self.1.show(visitor);
    }

    fn shift(&mut self, way: &dyn Fn(&Surface<T>) -> [T; 3]) {
        self.0.shift(way);
        self.1.shift(way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::Sphere;

    fn ball() -> Obstacle<f32, Sphere<f32>> {
        let sphere = Sphere {
            center: [0.0; 3],
            radius: 1.0,
        };
        let mut ball = Obstacle::fixed(sphere, 0.3);
        (ball.offset, ball.surface.velocity) = ([1.5, 0.5, -1.0], [0.25, 0.0, -0.5]);
        ball
    }

    fn moved(obstacles: &mut (impl Obstacles<f32> + ?Sized)) {
        obstacles.shift(&|surface| surface.velocity);
        obstacles.shift(&|_| [-8.0, 2.0, -0.75]);
    }

    /// Alone, of one kind and of two.
    #[test]
    fn obstacles_beside_each_other_move_as_one_alone() {
        let (mut alone, mut several, mut two) = (ball(), [ball(), ball()], (ball(), ball()));
        moved(&mut alone);
        moved(&mut several[..]);
        moved(&mut two);
        for one in [&alone, &several[0], &several[1], &two.0, &two.1] {
            assert_eq!(one.offset, [-6.25, 2.5, -2.25]);
        }
    }
}
