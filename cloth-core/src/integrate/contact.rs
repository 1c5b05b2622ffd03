//! Contacts as constraints of a linear system (Baraff and Witkin 1998, section 5).
//!
//! A particle that touches a collider moves along its surface alone: what the solution
//! may change is filtered by S = I − nnᵀ, and the normal part is prescribed. One that
//! sticks moves with the collider: S = 0. The filter is part of the preconditioner, as
//! the inverse of a particle's block among the directions that are left; so every
//! direction of the descent obeys it. What is left of the residual is the force of the
//! contact: it tells what pulls and is let go, and how much friction there is.
//!
//! Which particles touch is noted in their marks, whose remainders are free in methods
//! that keep velocities. Normals are asked again where they are needed.

use crate::cloth::{Cloth, Hold};
use crate::collide::{Colliders, Shape, Surface, Visitor};
use crate::extent::Extent;
use crate::grid::{Grid, Vectors3};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, length, scale, sub};

/// A contact ends where the particle is so far away, rest spacings: it is another collider
/// that has this number now.
const FAR: f64 = 0.125;
/// A motion has turned round if it was against what it is now by more than this part of it:
/// what has just begun was nothing but rounding before.
const TURNED: f64 = 1.0 / 16.0;

/// What a particle may touch.
pub(super) struct Touch<'a, T> {
    /// How far the particle is outside of the collider when the substep begins.
    gap: T,
    normal: Vector<T>,
    surface: &'a Surface<T>,
    position: Vector<T>,
    is_clear: &'a dyn Fn(Vector<T>) -> bool,
}

impl<T: Scalar> Touch<'_, T> {
    /// The part of a vector along the surface.
    fn along(&self, v: Vector<T>) -> Vector<T> {
        sub(v, scale(self.normal, dot(v, self.normal)))
    }

    /// The part of the substep's path that leads to the surface. What is inside is left
    /// to the contacts after the solution, which give no velocity by it.
    fn way(&self) -> T {
        self.gap.most(T::ZERO)
    }

    /// How a contact begins, with its friction, if the velocity and its change lead into the
    /// collider. Its force is not known yet: friction is at most that of the own weight.
    fn begins(
        &self,
        [velocity, change]: [Vector<T>; 2],
        gravity: Vector<T>,
    ) -> (Option<Hold>, Vector<T>) {
        // What has never moved falls.
        let rests = change == [T::ZERO; 3];
        let after = add(velocity, if rests { gravity } else { change });
        if (self.is_clear)(add(self.position, after)) {
            return (None, [T::ZERO; 3]);
        }
        let slides = self.along(sub(velocity, self.surface.velocity));
        let inward = -dot(sub(after, self.surface.velocity), self.normal) - self.way();
        let force = inward.least(length(gravity)).most(T::ZERO);
        let grip = self.surface.friction * force;
        self.held(length(slides) <= grip, slides, grip)
    }

    /// How a contact goes on, with its friction: from how it was, the velocity and what it
    /// was changed by, and what the last solution has left to the contact.
    fn goes_on(
        &self,
        hold: Hold,
        [velocity, change, residual]: [Vector<T>; 3],
    ) -> (Option<Hold>, Vector<T>) {
        let force = -dot(residual, self.normal);
        let relative = sub(velocity, self.surface.velocity);
        // What leaves faster than the force can hold back in a substep leaves.
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

/// Goes through the free particles beside each collider.
struct Walk<'a, T: Scalar, G: Extent, F> {
    cloth: &'a mut Cloth<T, G>,
    /// Whether those that touch nothing are visited, too.
    all: bool,
    number: i32,
    visit: F,
}

impl<T, G, F> Visitor<T> for Walk<'_, T, G, F>
where
    T: Scalar,
    G: Extent,
    F: FnMut(&Touch<T>, [usize; 2], Option<Hold>) -> (Option<Hold>, Vector<T>),
{
    fn visit<S: Shape<T>>(&mut self, shape: &S, surface: &Surface<T>) {
        let (extent, near) = (self.cloth.extent(), T::roundings(self.cloth.unit));
        let is_clear = |point| shape.clear_of(point);
        for row in 0..extent.rows() {
            let x = self.cloth.position.row_mut(row);
            for (i, mark) in self.cloth.marks.values_mut(row).iter_mut().enumerate() {
                let contact = match mark.contact() {
                    Some((number, hold)) if number == self.number => Some(hold),
                    None if self.all && mark.is_free() => None,
                    _ => continue,
                };
                let position = x.get(i);
                // The shape is where it will be when the substep ends.
                let (distance, normal) = shape.distance(position);
                let gap = distance + dot(normal, surface.velocity);
                let is_on = gap.within(near) == gap;
                let touch = Touch {
                    gap: if is_on { T::ZERO } else { gap },
                    normal,
                    surface,
                    position,
                    is_clear: &is_clear,
                };
                let (contact, place) = (self.visit)(&touch, [row, i], contact);
                x.set(i, place);
                *mark = mark.with_contact(contact.map(|hold| (self.number, hold)));
            }
        }
        self.number += 1;
    }
}

/// Calls `visit` with what touches a collider or, with `all`, may touch it, and notes the
/// contact and the place that it says. Returns how many colliders there are.
fn walk<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    all: bool,
    visit: impl FnMut(&Touch<T>, [usize; 2], Option<Hold>) -> (Option<Hold>, Vector<T>),
) -> i32 {
    let mut walk = Walk {
        cloth,
        all,
        number: 0,
        visit,
    };
    colliders.show(&mut walk);
    walk.number
}

/// Notes what touches something in this substep, and how it is held. What touched before
/// is told by the force of its contact in the last solution: a pull lets it go. What did
/// not comes to touch if its velocity, changed as it was last, leads it in. Writes the
/// friction of what slides. Says whether anything touches.
pub(super) fn find<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    [velocity, change, residual]: [&Grid<T, G>; 3],
    friction: &mut Grid<T, G>,
    gravity: Vector<T>,
) -> bool {
    let mut any = false;
    friction.clear();
    let count = walk(colliders, cloth, true, |touch, [row, i], contact| {
        let (v, c) = (velocity.row(row).get(i), change.row(row).get(i));
        let contact = contact.filter(|_| touch.gap < T::constant(FAR));
        let (hold, push) = match contact {
            Some(hold) => touch.goes_on(hold, [v, c, residual.row(row).get(i)]),
            None => touch.begins([v, c], gravity),
        };
        any |= hold.is_some();
        friction.row_mut(row).set(i, push);
        (hold, touch.position)
    });
    for row in 0..cloth.extent().rows() {
        for mark in cloth.marks.values_mut(row) {
            // Of a collider that is no longer there.
            if mark.contact().is_some_and(|(number, _)| number >= count) {
                *mark = mark.with_contact(None);
            }
        }
    }
    any
}

/// Filters the inverse blocks of the particles that touch something, and gives the first
/// guess what is prescribed.
pub(super) fn constrain<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    velocity: &Grid<T, G>,
    change: &mut Grid<T, G>,
    [diagonal, sides]: [&mut Grid<T, G>; 2],
) {
    walk(colliders, cloth, false, |touch, [row, i], contact| {
        let (v, n) = (velocity.row(row).get(i), touch.normal);
        let lands = sub(touch.surface.velocity, scale(n, touch.way()));
        let (d, s) = (diagonal.row_mut(row), sides.row_mut(row));
        let change = change.row_mut(row);
        if contact == Some(Hold::Sticks) {
            d.set(i, [T::ZERO; 3]);
            s.set(i, [T::ZERO; 3]);
            change.set(i, sub(lands, v));
        } else {
            let (inverse, beside) = without(d.get(i), s.get(i), n);
            d.set(i, inverse);
            s.set(i, beside);
            let lacks = dot(n, sub(lands, add(v, change.get(i))));
            change.set(i, add(change.get(i), scale(n, lacks)));
        }
        (contact, touch.position)
    });
}

/// The inverse B of a block among the directions at right angles to n:
/// B − B·n·nᵀ·B/(nᵀ·B·n).
fn without<T: Scalar>(d: Vector<T>, s: Vector<T>, n: Vector<T>) -> (Vector<T>, Vector<T>) {
    let w = super::implicit::block_times(d, s, n);
    let size = dot(n, w);
    if size.most(T::ZERO) <= T::ZERO {
        return ([T::ZERO; 3], [T::ZERO; 3]);
    }
    let part = each(w, |w| w / size);
    let [x, y, z] = w;
    (
        [d[0] - part[0] * x, d[1] - part[1] * y, d[2] - part[2] * z],
        [s[0] - part[0] * y, s[1] - part[1] * z, s[2] - part[2] * x],
    )
}

/// Takes from the velocities what has led to the surface, so that what has come to it goes
/// along with it, and moves by that now.
pub(super) fn finish<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    velocity: &mut Grid<T, G>,
) {
    walk(colliders, cloth, false, |touch, [row, i], contact| {
        let way = scale(touch.normal, touch.way());
        let v = velocity.row_mut(row);
        v.set(i, add(v.get(i), way));
        (contact, sub(touch.position, way))
    });
}
