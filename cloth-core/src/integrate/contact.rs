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

    /// How a particle with this velocity is held at first: it sticks where the friction of
    /// its own weight would stop it.
    fn hold(&self, velocity: Vector<T>, gravity: Vector<T>) -> Hold {
        let slides = self.along(sub(velocity, self.surface.velocity));
        match length(slides) < self.surface.friction * length(gravity) {
            true => Hold::Sticks,
            false => Hold::Slides,
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

fn walk<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    all: bool,
    visit: impl FnMut(&Touch<T>, [usize; 2], Option<Hold>) -> (Option<Hold>, Vector<T>),
) {
    colliders.show(&mut Walk {
        cloth,
        all,
        number: 0,
        visit,
    });
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

/// Lets go what its contact would pull, lets slide what friction does not hold, and notes
/// what the solution would move into a collider: by the last solution, which for the
/// `first` of a substep is that of the one before. Writes the friction of what slides.
/// Says whether anything is other than it was.
pub(super) fn revise<T: Scalar, G: Extent>(
    colliders: &impl Colliders<T>,
    cloth: &mut Cloth<T, G>,
    [velocity, change]: [&Grid<T, G>; 2],
    (residual, friction): (&Grid<T, G>, &mut Grid<T, G>),
    (gravity, first): (Vector<T>, bool),
) -> bool {
    let mut revised = false;
    friction.clear();
    walk(colliders, cloth, true, |touch, [row, i], contact| {
        let v = velocity.row(row).get(i);
        let r = residual.row(row).get(i);
        let after = add(v, change.row(row).get(i));
        let u = touch.surface.velocity;
        let force = -dot(r, touch.normal);
        let grip = touch.surface.friction * (touch.way() + force);
        let is_far = first && touch.gap > T::constant(0.125);
        let (now, against) = match contact.filter(|_| force >= T::ZERO && !is_far) {
            Some(Hold::Sticks) => {
                let asks = touch.along(r);
                match length(asks) <= grip {
                    true => (Some(Hold::Sticks), [T::ZERO; 3]),
                    false => (Some(Hold::Slips), asks),
                }
            }
            Some(_) if first => match touch.hold(v, gravity) {
                Hold::Sticks => (Some(Hold::Sticks), [T::ZERO; 3]),
                _ => (Some(Hold::Slides), touch.along(sub(v, u))),
            },
            Some(Hold::Slides) => {
                let (before, slides) = (touch.along(sub(v, u)), touch.along(sub(after, u)));
                match grip > T::ZERO && dot(before, slides) <= T::ZERO {
                    true => (Some(Hold::Sticks), [T::ZERO; 3]),
                    false => (Some(Hold::Slides), slides),
                }
            }
            Some(_) => (contact, touch.along(sub(after, u))),
            None if contact.is_some() && !first => (None, [T::ZERO; 3]),
            None => {
                let enters = !(touch.is_clear)(add(touch.position, after));
                (enters.then(|| touch.hold(v, gravity)), [T::ZERO; 3])
            }
        };
        let size = length(against);
        if size > T::ZERO {
            let force = each(against, |v| -(v / size) * grip);
            friction.row_mut(row).set(i, force);
        }
        revised |= now != contact;
        (now, touch.position)
    });
    revised
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
