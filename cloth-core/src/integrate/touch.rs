//! How one particle is held by one collider.

use crate::cloth::Hold;
use crate::collide::{Seen, Surface};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, length, scale, sub};

/// A contact ends where the particle is so far away, rest spacings: it is another collider
/// that has this number now.
pub(super) const FAR: f64 = 0.125;
/// A motion has turned round if before it was against what it is now by more than this part of
/// it: a motion that has just begun was rounding before.
const TURNED: f64 = 1.0 / 16.0;

/// A particle and a collider that it may touch.
pub(super) struct Touch<'a, T> {
    /// How far the particle is outside of the collider when the substep begins.
    pub(super) gap: T,
    pub(super) normal: Vector<T>,
    surface: &'a Surface<T>,
    seen: &'a Seen<'a, T>,
    position: Vector<T>,
}

impl<T: Scalar> Touch<'_, T> {
    /// The part of a vector along the surface.
    fn along(&self, v: Vector<T>) -> Vector<T> {
        sub(v, scale(self.normal, dot(v, self.normal)))
    }

    /// The part of the substep's path that leads to the surface. Particles inside are left
    /// to the contacts after the solution, which give them no velocity.
    pub(super) fn way(&self) -> T {
        self.gap.most(T::ZERO)
    }

    /// What a velocity and its change lack of what the contact prescribes.
    pub(super) fn lacks(&self, hold: Hold, velocity: Vector<T>, change: Vector<T>) -> Vector<T> {
        let lands = sub(self.surface.velocity, scale(self.normal, self.way()));
        let lacks = sub(lands, add(velocity, change));
        match hold {
            Hold::Sticks => lacks,
            Hold::Slides => scale(self.normal, dot(lacks, self.normal)),
        }
    }

    /// How a contact begins, with its friction, if the velocity and its change lead into the
    /// collider. Its force is not known yet: friction is at most that of the own weight.
    pub(super) fn begins(
        &self,
        [velocity, change]: [Vector<T>; 2],
        gravity: Vector<T>,
    ) -> (Option<Hold>, Vector<T>) {
        // A particle that has never moved falls.
        let rests = change == [T::ZERO; 3];
        let after = add(velocity, if rests { gravity } else { change });
        if (self.seen.is_clear)(add(self.position, after)) {
            return (None, [T::ZERO; 3]);
        }
        let slides = self.along(sub(velocity, self.surface.velocity));
        let inward = -dot(sub(after, self.surface.velocity), self.normal) - self.way();
        let force = inward.least(length(gravity)).most(T::ZERO);
        let grip = self.surface.friction * force;
        self.held(length(slides) <= grip, slides, grip)
    }

    /// How a contact goes on, with its friction: from how it held, the velocity and its last change,
    /// and the residual that the last solution has left to the contact.
    pub(super) fn goes_on(
        &self,
        hold: Hold,
        [velocity, change, residual]: [Vector<T>; 3],
    ) -> (Option<Hold>, Vector<T>) {
        // NaN is no force.
        let force = (-dot(residual, self.normal)).most(-T::ONE);
        let force = force.least(T::MAX_DISPLACEMENT);
        let relative = sub(velocity, self.surface.velocity);
        // A particle that leaves faster than the force can stop it within a substep is let go.
        if force < dot(relative, self.normal).most(T::ZERO) {
            return (None, [T::ZERO; 3]);
        }
        let grip = self.surface.friction * force;
        let slides = self.along(relative);
        match hold {
            Hold::Sticks => {
                let asked = self.along(residual);
                self.held(length(asked) <= grip, asked, grip)
            }
            // Friction that has turned the motion round, or is about to, stops it.
            Hold::Slides => {
                let speed = dot(slides, slides);
                let along = dot(change, slides);
                let turns = speed - along < T::constant(-TURNED) * speed || speed + along < T::ZERO;
                self.held(turns && length(slides) <= grip, slides, grip)
            }
        }
    }

    /// A contact that sticks, or slides with friction against a direction.
    fn held(&self, sticks: bool, against: Vector<T>, grip: T) -> (Option<Hold>, Vector<T>) {
        let size = length(against);
        match sticks {
            true if grip > T::ZERO => (Some(Hold::Sticks), [T::ZERO; 3]),
            _ if size > T::ZERO => (Some(Hold::Slides), each(against, |v| -(v / size) * grip)),
            _ => (Some(Hold::Slides), [T::ZERO; 3]),
        }
    }
}

/// How a particle lies to a collider, whose surface rounding moves it off by up to `near`.
pub(super) fn touch<'a, T: Scalar>(
    seen: &'a Seen<'a, T>,
    position: Vector<T>,
    near: T,
) -> Touch<'a, T> {
    // The collider is where it will be when the substep ends.
    let (distance, normal) = (seen.distance)(position);
    let gap = distance + dot(normal, seen.surface.velocity);
    let is_on = gap.within(near) == gap;
    Touch {
        gap: if is_on { T::ZERO } else { gap },
        normal,
        surface: seen.surface,
        seen,
        position,
    }
}
