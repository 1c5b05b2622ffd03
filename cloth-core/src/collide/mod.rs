//! Contacts with colliders: position, velocity and friction in one place.
//!
//! Contacts come last in a substep, so no solver can undo them. A contact
//! moves the particle out, removes the velocity into the collider, and takes
//! Coulomb's friction from the rest.

mod collider;
mod obstacle;
mod shape;
mod solids;

pub(crate) use collider::{JUMP, MovingCollider};
pub use obstacle::{Obstacle, Obstacles};
pub use shape::{Plane, Shape, Sphere};
pub use solids::{Capsule, Cuboid};

use crate::blocks::for_each_part;
use crate::cloth::{Cloth, Mark};
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row, Vectors3};
use crate::motion::Motion;
use crate::scalar::{Fineness, Scalar};
use crate::simd::Vectors;
use crate::vector::{Vector, add, dot, each, length, minus, scale, sub};

/// How a collider moves and how rough it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<T> {
    /// Coefficient of friction μ, 0 or more.
    pub friction: T,
    /// Displacement of the collider in this substep.
    pub velocity: [T; 3],
}

/// A visitor of colliders.
pub trait Visitor<T: Scalar> {
    /// Called with each collider's shape and surface, in their order.
    fn visit<S: Shape<T>>(&mut self, shape: &S, surface: &Surface<T>);
}

/// A collider for callers that ask about few particles: not compiled for each shape.
pub(crate) struct Seen<'a, T> {
    pub(crate) surface: &'a Surface<T>,
    /// See [`Shape::distance`].
    pub(crate) distance: &'a dyn Fn(Vector<T>) -> (T, Vector<T>),
    /// See [`Shape::clear_of`].
    pub(crate) is_clear: &'a dyn Fn(Vector<T>) -> bool,
}

/// Calls `visit` with the number of each collider, from 0, and the collider.
pub(crate) struct EachSeen<F> {
    pub(crate) visit: F,
    pub(crate) number: i32,
}

impl<T: Scalar, F: FnMut(i32, &Seen<'_, T>)> Visitor<T> for EachSeen<F> {
    fn visit<S: Shape<T>>(&mut self, shape: &S, surface: &Surface<T>) {
        let seen = Seen {
            surface,
            distance: &|point| shape.distance(point),
            is_clear: &|point| shape.clear_of(point),
        };
        (self.visit)(self.number, &seen);
        self.number += 1;
    }
}

/// Moves every free particle out of `shape`. `start` is where the particles were when the
/// substep began, in methods whose velocity is not the path.
pub(crate) fn collide<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    cloth: &mut Cloth<T, G>,
    kept: &mut Grid<T, G>,
    start: Option<&Grid<T, G>>,
) {
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    let (x, marks, unit) = (&mut cloth.position, &mut cloth.marks, cloth.unit);
    for_each_part(x, kept, marks, |first, mut x, mut kept, mut marks| {
        for i in 0..x.len() {
            let start = start.map(|start| start.row(first + i));
            let [marks] = marks.row_mut(i).lanes_mut();
            let row = (x.row_mut(i), kept.row_mut(i), start, marks);
            collide_row::<T, M, S, G>(extent, shape, surface, row, unit, vectors);
        }
    });
}

/// The positions of a row, the motion that the method keeps, where the substep began, and the marks.
type Moving<'a, T, G> = (
    &'a mut Row<T, G>,
    &'a mut Row<T, G>,
    Option<&'a Row<T, G>>,
    &'a mut [Mark],
);

#[inline(never)]
fn collide_row<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    extent: G,
    shape: &S,
    surface: &Surface<T>,
    (x, kept, start, marks): Moving<T, G>,
    unit: [T; 2],
    vectors: Vectors<T, G>,
) {
    // Most rows touch nothing: this loop says so for all of a row at once.
    let [is_near, may_be_fast] = vectors.run(
        #[inline(always)]
        || {
            // What lies beyond the last column may be anywhere; elsewhere to look at marks, too, would cost more
            // than it saves.
            if G::HAS_VECTORS && !extent.is_full() {
                near_or_fast::<T, M, S, G, true>(shape, surface, x, kept, marks)
            } else {
                near_or_fast::<T, M, S, G, false>(shape, surface, x, kept, marks)
            }
        },
    );
    if !is_near && !may_be_fast {
        return;
    }
    for (i, mark) in (0..extent.room()).zip(marks) {
        let position = x.get(i);
        // A slow particle that is outside has not passed through.
        if mark.is_free() && (may_be_fast || !shape.clear_of(position)) {
            let start = start.map(|start| start.get(i));
            let state = (position, kept.get(i), *mark);
            if let Some(after) = touch::<T, M, S>(shape, surface, state, start, unit) {
                x.set(i, after.0);
                kept.set(i, after.1);
                *mark = after.2;
            }
        }
    }
}

/// Whether any particle of a row is inside, of those that are free if MARKED, and whether any may be so fast
/// that its path is looked at.
#[inline(always)]
fn near_or_fast<T: Scalar, M: Motion, S: Shape<T>, G: Extent, const MARKED: bool>(
    shape: &S,
    surface: &Surface<T>,
    row: &Row<T, G>,
    kept: &Row<T, G>,
    marks: &[Mark],
) -> [bool; 2] {
    let ([x, y, z], [kx, ky, kz]) = (row.lanes(), kept.lanes());
    let (slow, velocity) = (shape.slow(), surface.velocity);
    if T::FOR_SMALL_CORES {
        // One question and one axis at a time, up to the first yes: for more of them there are no registers.
        let inside = any_inside::<T, S, G, MARKED>(shape, row, marks);
        let fast = slow.is_some_and(|slow| {
            exceeds::<T, M>(x, kx, velocity[0], slow)
                || exceeds::<T, M>(y, ky, velocity[1], slow)
                || exceeds::<T, M>(z, kz, velocity[2], slow)
        });
        return [inside, fast];
    }
    let (mut inside, mut fast) = (0, 0);
    let (x, kept) = (x.iter().zip(y).zip(z), kx.iter().zip(ky).zip(kz));
    for ((((&x, &y), &z), ((&kx, &ky), &kz)), mark) in x.zip(kept).zip(marks) {
        let is_inside = !shape.clear_of([x, y, z]);
        inside |= u32::from(is_inside & (!MARKED || mark.is_free()));
        if let Some(slow) = slow {
            let relative = minus(M::velocity3([x, y, z], [kx, ky, kz]), velocity);
            fast |= u32::from(T::reaches(relative, slow));
        }
    }
    [inside != 0, fast != 0]
}

/// Whether any particle is inside, of those that are free if MARKED.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn any_inside<T: Scalar, S: Shape<T>, G: Extent, const MARKED: bool>(
    shape: &S,
    row: &Row<T, G>,
    marks: &[Mark],
) -> bool {
    let [x, y, z] = row.lanes();
    let counts = |i: usize| !MARKED || marks.get(i).is_some_and(|mark| mark.is_free());
    let mut places = x.iter().zip(y).zip(z).enumerate();
    places.any(|(i, ((&x, &y), &z))| !shape.clear_of([x, y, z]) && counts(i))
}

/// Whether any velocity along one axis, relative to the surface's, is beyond ±bound.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn exceeds<T: Scalar, M: Motion>(x: &[T], kept: &[T], surface: T, bound: T) -> bool {
    x.iter().zip(kept).any(|(&x, &kept)| {
        let v = M::velocity(x, kept).minus(surface);
        (v > bound) | (v < -bound)
    })
}

/// A particle's position, the motion that the method keeps, and its mark.
type Touched<T> = (Vector<T>, Vector<T>, Mark);

/// The state after contact, or `None` where there is none.
#[inline]
fn touch<T: Scalar, M: Motion, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    (position, kept, mark): Touched<T>,
    start: Option<Vector<T>>,
    unit: [T; 2],
) -> Option<Touched<T>> {
    let velocity = M::velocity3(position, kept);
    // With the remainder that rounding has left.
    let (relative, fineness) = if M::HAS_PREVIOUS {
        let left = [mark.remainder(0), mark.remainder(1), mark.remainder(2)];
        T::relative(velocity, left, surface.velocity, unit)
    } else {
        (sub(velocity, surface.velocity), 0)
    };
    let (known, start) = match start {
        Some(start) => (true, start),
        None => {
            let start = |axis: usize| M::start(position[axis], kept[axis]);
            (false, [start(0), start(1), start(2)])
        }
    };
    let (near, fine) = (T::roundings(unit), (relative, fineness));
    let (position, relative) = resolve(shape, surface, position, fine, (start, known), near)?;
    let fine = add(relative, each(surface.velocity, |v| v.finer(fineness)));
    let kept = M::keep3(position, each(fine, |v| v.coarser(fineness)));
    if !M::HAS_PREVIOUS {
        return Some((position, kept, mark));
    }
    let velocity = M::velocity3(position, kept);
    let left = |axis: usize| T::rest(fine[axis], velocity[axis], fineness, unit);
    let mark = mark.with_remainders([left(0), left(1), left(2)]);
    Some((position, kept, mark))
}

/// A velocity scaled by 2^fineness, and the fineness: how many bits more than a position it has.
type Fine<T> = (Vector<T>, Fineness);

/// Position and relative velocity after contact, or `None` where there is none.
///
/// With n the normal and u the velocity relative to the collider: the inward
/// part of u·n is removed, and |u_t| shrinks by at most μ times that (S0-2 of
/// the list of mistakes). What friction takes from the velocity it takes from
/// this step's path too; a particle that sticks is put back where the step
/// began, on the surface, so that resting cloth does not creep; to the bit, if it was off the
/// surface by no more than rounding, or each step's rounding would move it. The path of a
/// fast particle ends where it enters: there is nothing to take back then.
#[inline]
fn resolve<T: Scalar, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    position: Vector<T>,
    (relative, fineness): Fine<T>,
    (start, known): (Vector<T>, bool),
    near: T,
) -> Option<(Vector<T>, Vector<T>)> {
    let coarser = |fine| each(fine, |v: T| v.coarser(fineness));
    // Where the particle was, seen from the collider as it is now, and its path.
    let start = add(start, surface.velocity);
    let path = sub(position, start);
    let entry = shape.entry(start, path);
    if entry.is_none() && shape.clear_of(position) {
        return None;
    }
    // Out along the normal that the velocity loses: along the one where friction ends, a curved
    // surface would take back some of the way, but not of the velocity.
    let (out, normal) = push_out(shape, position);
    let normal = entry.map_or(normal, |(_, normal)| normal);
    let inward = -dot(relative, normal);
    if inward <= T::ZERO {
        return Some((out, relative));
    }
    let tangential = add(relative, scale(normal, inward));
    let (sticks, part) = coulomb(surface.friction, inward, tangential);
    let lost = scale(tangential, part);
    let (point, normal) = match entry {
        Some((point, _)) => push_out(shape, point),
        None if sticks => {
            let (distance, normal) = shape.distance(start);
            let is_on = distance.within(near) == distance;
            let off = if is_on { T::ZERO } else { distance };
            (sub(start, scale(normal, off)), normal)
        }
        None => {
            // The path loses the same part as the velocity.
            let way = match known {
                true => scale(add(path, scale(normal, -dot(path, normal))), part),
                false => coarser(lost),
            };
            on_surface(shape, sub(out, way))
        }
    };
    if sticks {
        return Some((point, [T::ZERO; 3]));
    }
    // Where the surface curves the normal at the end is another one.
    let slides = sub(tangential, lost);
    let inward = (-dot(slides, normal)).most(T::ZERO);
    Some((point, add(slides, scale(normal, inward))))
}

/// The nearest point on the surface, and the normal.
#[inline]
fn on_surface<T: Scalar, S: Shape<T>>(shape: &S, point: Vector<T>) -> (Vector<T>, Vector<T>) {
    let (distance, normal) = shape.distance(point);
    (sub(point, scale(normal, distance)), normal)
}

/// The point itself, or the nearest one on the surface if it is inside, and
/// the normal.
#[inline]
fn push_out<T: Scalar, S: Shape<T>>(shape: &S, point: Vector<T>) -> (Vector<T>, Vector<T>) {
    let (distance, normal) = shape.distance(point);
    (sub(point, scale(normal, distance.least(T::ZERO))), normal)
}

/// Coulomb's friction, of colliders and between layers of the cloth. Of a contact that takes away the speed
/// `inward`: whether it sticks, and if not, which part of the sliding velocity `tangential` it takes, at most
/// μ · inward.
#[inline(always)]
pub(crate) fn coulomb<T: Scalar>(friction: T, inward: T, tangential: Vector<T>) -> (bool, T) {
    let (speed, grip) = (length(tangential), friction * inward);
    let sticks = speed <= grip;
    // Divided also where nothing slides: the rows' contacts have no branches.
    (sticks, grip / if sticks { T::ONE } else { speed })
}
