//! Contacts as constraints of a linear system (Baraff and Witkin 1998, section 5).
//!
//! A particle that touches a collider moves along its surface alone: its change is filtered
//! by S = I − nnᵀ, and the normal part is prescribed. One that sticks moves with the
//! collider: S = 0. What the filter takes from the residual is the force of the contact: it
//! tells which contacts pull and are let go, and how much friction there is.
//!
//! All that is decided when a substep begins, by the solution of the one before: so there
//! is one solution a substep. No memory is needed: which particles touch is noted in
//! their marks, whose remainders are free in methods that keep velocities; normals are
//! asked again where they are needed; forces are summed where the solution is prescribed.

use super::stiffness::{Symmetric, block, block_times, set_block};
use super::touch::{FAR, Touch, touch};
use crate::cloth::{Cloth, Hold};
use crate::collide::{EachSeen, Obstacles, Seen};
use crate::extent::Extent;
use crate::grid::{Grid, Rows, Vectors3};
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, scale, sub};

/// Notes which particles touch a collider in this substep, and how they are held. A contact of
/// the last substep goes on unless its force in the last solution was a pull; another begins
/// where the velocity, changed as it was last, leads into a collider. Writes the friction of
/// particles that slide. Returns whether any particle touches.
pub(super) fn find<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &mut Cloth<T, G>,
    motion: [&Grid<T, G>; 3],
    friction: &mut Grid<T, G>,
    gravity: Vector<T>,
) -> bool {
    friction.clear();
    let near = T::roundings(cloth.unit);
    let count = each_collider(colliders, |this, seen| {
        for row in 0..cloth.extent().rows() {
            let x = cloth.position.row(row);
            let [v, c, r] = each(motion, |grid| grid.row(row));
            for (i, mark) in cloth.marks.values_mut(row).iter_mut().enumerate() {
                let known = match mark.contact() {
                    Some((number, hold)) if number == this => Some(hold),
                    None if mark.is_free() => None,
                    _ => continue,
                };
                let touch = touch(seen, x.get(i), near);
                let known = known.filter(|_| touch.gap < T::constant(FAR));
                let (hold, force) = match known {
                    Some(hold) => touch.goes_on(hold, [v.get(i), c.get(i), r.get(i)]),
                    None => touch.begins([v.get(i), c.get(i)], gravity),
                };
                friction.row_mut(row).set(i, force);
                *mark = mark.with_contact(hold.map(|hold| (this, hold)));
            }
        }
    });
    let mut any = false;
    for row in 0..cloth.extent().rows() {
        for mark in cloth.marks.values_mut(row) {
            // Of a collider that is no longer there.
            if mark.contact().is_some_and(|(number, _)| number >= count) {
                *mark = mark.with_contact(None);
            }
            any |= mark.contact().is_some();
        }
    }
    any
}

/// Calls `visit` with the number of each collider, and the collider; returns how many there are.
fn each_collider<T: Scalar>(
    colliders: &impl Obstacles<T>,
    visit: impl FnMut(i32, &Seen<'_, T>),
) -> i32 {
    let mut each = EachSeen { visit, number: 0 };
    colliders.show(&mut each);
    each.number
}

/// Calls `visit` with each contact, its row and its place.
fn walk<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &Cloth<T, G>,
    mut visit: impl FnMut(&Touch<T>, Hold, usize, usize),
) {
    let near = T::roundings(cloth.unit);
    each_collider(colliders, |this, seen| {
        for row in 0..cloth.extent().rows() {
            let x = cloth.position.row(row);
            for (i, mark) in cloth.marks.values(row).iter().enumerate() {
                if let Some((number, hold)) = mark.contact()
                    && number == this
                {
                    visit(&touch(seen, x.get(i), near), hold, row, i);
                }
            }
        }
    });
}

/// Filters the inverse blocks of the particles in contact, and puts what is prescribed into the
/// first guess.
pub(super) fn constrain<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &Cloth<T, G>,
    velocity: &Grid<T, G>,
    change: &mut Grid<T, G>,
    inverse: &mut Rows<T, G, 6>,
) {
    walk(colliders, cloth, |touch, hold, row, i| {
        let inverse = inverse.row_mut(row);
        let filtered = without(block::<T, G>(inverse, i), touch.normal);
        set_block::<T, G>(inverse, i, filtered);
        let change = change.row_mut(row);
        let lacks = touch.lacks(hold, velocity.row(row).get(i), change.get(i));
        change.set(i, add(change.get(i), lacks));
    });
}

/// The inverse B of a block among the directions at right angles to n:
/// B − B·n·nᵀ·B/(nᵀ·B·n).
fn without<T: Scalar>((d, s): Symmetric<T>, n: Vector<T>) -> Symmetric<T> {
    let w = block_times(d, s, n);
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

/// Takes from a residual what contacts hold, and adds it to `forces`.
pub(super) fn filter<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &Cloth<T, G>,
    residual: &mut Grid<T, G>,
    forces: &mut Grid<T, G>,
) {
    walk(colliders, cloth, |touch, hold, row, i| {
        let (residual, forces) = (residual.row_mut(row), forces.row_mut(row));
        let r = residual.get(i);
        let (left, taken) = match hold {
            Hold::Sticks => ([T::ZERO; 3], r),
            Hold::Slides => {
                let taken = scale(touch.normal, dot(r, touch.normal));
                (sub(r, taken), taken)
            }
        };
        residual.set(i, left);
        forces.set(i, add(forces.get(i), taken));
    });
}

/// Gives the residual back what contacts have taken from it: the solution has it added to what is
/// prescribed.
pub(super) fn give_back<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &Cloth<T, G>,
    velocity: &Grid<T, G>,
    change: &mut Grid<T, G>,
    residual: &mut Grid<T, G>,
) {
    walk(colliders, cloth, |touch, hold, row, i| {
        let (residual, change) = (residual.row_mut(row), change.row_mut(row));
        let lacks = touch.lacks(hold, velocity.row(row).get(i), change.get(i));
        change.set(i, add(change.get(i), lacks));
        residual.set(i, sub(residual.get(i), lacks));
    });
}

/// Writes the part of each velocity that leads to the surface in this substep, turned round. Added to the
/// velocities after the move, it leaves particles that have come to a surface going along with it.
pub(super) fn landings<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &Cloth<T, G>,
    landings: &mut Grid<T, G>,
) {
    landings.clear();
    walk(colliders, cloth, |touch, _, row, i| {
        let way = scale(touch.normal, touch.way());
        landings.row_mut(row).set(i, way);
    });
}
