//! Contacts with colliders: position, velocity and friction in one place.
//!
//! Contacts come last in a substep, so no solver can undo them. A contact
//! moves the particle out, removes the velocity into the collider, and takes
//! Coulomb's friction from the rest.

mod capsule;
mod collider;
mod cuboid;
mod friction;
mod obstacle;
mod shape;
mod slow;
mod sweep;

pub use capsule::Capsule;
pub(crate) use collider::{Collider, MovingCollider, capsule, cuboid};
pub use cuboid::Cuboid;
pub(crate) use friction::coulomb;
pub use obstacle::{Obstacle, Obstacles};
pub use shape::{Plane, Shape, Sphere};

use crate::blocks::for_each_block;
use crate::cloth::{Cloth, Mark};
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Row, Vectors3};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{Vector, add, dot, scale, sub};

/// How a collider moves and how rough it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<T> {
    /// Coefficient of friction μ, 0 or more.
    pub friction: T,
    /// Displacement of the collider in this substep.
    pub velocity: [T; 3],
}

/// Moves every free particle out of `shape`. `start` is where the particles were
/// when the substep began, if their velocity does not tell.
pub(crate) fn collide<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    cloth: &mut Cloth<T, G>,
    kept: &mut Grid<T, G>,
    start: Option<&Grid<T, G>>,
) {
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    let weights = &cloth.marks;
    for_each_block(&mut cloth.position, kept, |first, mut rows, mut kept| {
        for i in 0..rows.len() {
            let start = start.map(|start| start.row(first + i));
            let row = (rows.row_mut(i), kept.row_mut(i), start);
            let [weight] = weights.row(first + i).lanes();
            collide_row::<T, M, S, G>(extent, shape, surface, row, weight, vectors);
        }
    });
}

/// A row's positions, what the method keeps of it, and where its substep began.
type Moving<'a, T, G> = (&'a mut Row<T, G>, &'a mut Row<T, G>, Option<&'a Row<T, G>>);

#[inline(never)]
fn collide_row<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    extent: G,
    shape: &S,
    surface: &Surface<T>,
    (x, kept, start): Moving<T, G>,
    weight: &[Mark],
    vectors: Vectors<T, G>,
) {
    // Most rows touch nothing: these loops say so for all of a row at once.
    let each = vectors.run(
        #[inline(always)]
        || {
            if G::HAS_VECTORS {
                collide_vectors::<T, M, S, G>(shape, surface, (x, kept, start), weight)
            } else {
                is_near::<T, S, G>(shape, x) || may_be_fast::<T, M, S, G>(shape, surface, x, kept)
            }
        },
    );
    if !each {
        return;
    }
    for (i, &weight) in (0..extent.room()).zip(weight) {
        if weight.is_free() {
            let position = x.get(i);
            let velocity = M::velocity3(position, kept.get(i));
            let start = start.map(|start| start.get(i));
            if let Some((position, velocity)) = resolve(shape, surface, position, velocity, start) {
                x.set(i, position);
                kept.set(i, M::keep3(position, velocity));
            }
        }
    }
}

/// Resolves the contacts of a row none of whose particles is fast, by vectors. Else it
/// says whether its particles are to be looked at one by one.
#[inline(always)]
fn collide_vectors<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    (x, kept, start): Moving<'_, T, G>,
    weight: &[Mark],
) -> bool {
    let is_near = is_near::<T, S, G>(shape, x);
    let may_be_fast = may_be_fast::<T, M, S, G>(shape, surface, x, kept);
    if T::FOR_SMALL_CORES || start.is_some() || may_be_fast {
        return is_near || may_be_fast;
    }
    if is_near {
        slow::resolve::<T, M, S, G>(shape, surface, x, kept, weight);
    }
    false
}

/// Whether any particle is inside. A look at its inverse mass would cost more than it
/// saves.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn is_near<T: Scalar, S: Shape<T>, G: Extent>(shape: &S, x: &Row<T, G>) -> bool {
    let [x, y, z] = x.lanes();
    let mut inside = false;
    for ((&x, &y), &z) in x.iter().zip(y).zip(z) {
        inside |= !shape.clear_of([x, y, z]);
        if T::FOR_SMALL_CORES && inside {
            return true;
        }
    }
    inside
}

/// Whether any particle may be fast.
#[inline(always)]
fn may_be_fast<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    x: &Row<T, G>,
    kept: &Row<T, G>,
) -> bool {
    let Some(slow) = shape.slow() else {
        return false;
    };
    let [u, v, w] = surface.velocity;
    let ([x, y, z], [of_x, of_y, of_z]) = (x.lanes(), kept.lanes());
    exceeds::<T, M>(x, of_x, u, slow)
        || exceeds::<T, M>(y, of_y, v, slow)
        || exceeds::<T, M>(z, of_z, w, slow)
}

/// Whether any velocity along one axis, less that of the surface, is beyond
/// ±bound.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn exceeds<T: Scalar, M: Motion>(x: &[T], kept: &[T], surface: T, bound: T) -> bool {
    let mut any = false;
    for (&x, &kept) in x.iter().zip(kept) {
        let v = M::velocity(x, kept).minus(surface);
        any |= (v > bound) | (v < -bound);
        if T::FOR_SMALL_CORES && any {
            return true;
        }
    }
    any
}

/// Position and velocity after contact, or `None` where there is none.
///
/// With n the normal and u the velocity relative to the collider: the inward
/// part of u·n is removed, and |u_t| shrinks by at most μ times that (S0-2 of
/// the list of mistakes). What friction takes from the velocity it takes from
/// this step's path too; a particle that sticks is put back where the step
/// began, on the surface, so that resting cloth does not creep. The path of a
/// fast particle ends where it enters: there is nothing to take back then.
#[inline]
fn resolve<T: Scalar, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    position: Vector<T>,
    velocity: Vector<T>,
    start: Option<Vector<T>>,
) -> Option<(Vector<T>, Vector<T>)> {
    let relative = sub(velocity, surface.velocity);
    // Where the particle was, seen from the collider as it is now, and its path.
    let known = start.is_some();
    let (start, path) = match start {
        Some(start) => {
            let start = add(start, surface.velocity);
            (start, sub(position, start))
        }
        None => (sub(position, relative), relative),
    };
    let entry = shape.entry(start, path);
    let normal = match entry {
        Some((_, normal)) => normal,
        None if shape.clear_of(position) => return None,
        None => shape.distance(position).1,
    };
    let inward = -dot(relative, normal);
    if inward <= T::ZERO {
        return Some((push_out(shape, position).0, velocity));
    }
    let tangential = add(relative, scale(normal, inward));
    let (sticks, part) = coulomb(surface.friction, inward, tangential);
    let lost = scale(tangential, part);
    let (point, normal) = match entry {
        Some((point, _)) => push_out(shape, point),
        None if sticks => on_surface(shape, start),
        None if known => {
            // The path loses the same part as the velocity.
            let along = add(path, scale(normal, -dot(path, normal)));
            on_surface(shape, sub(position, scale(along, part)))
        }
        None => on_surface(shape, sub(position, lost)),
    };
    if sticks {
        return Some((point, surface.velocity));
    }
    // Where the surface curves the normal at the end is another one.
    let slides = sub(tangential, lost);
    let inward = (-dot(slides, normal)).most(T::ZERO);
    let slides = add(slides, scale(normal, inward));
    Some((point, add(surface.velocity, slides)))
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
