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
#[cfg(feature = "std")]
mod slow;
mod sweep;

pub use capsule::Capsule;
pub(crate) use collider::{Collider, MovingCollider, capsule, cuboid};
pub use cuboid::Cuboid;
pub(crate) use friction::coulomb;
pub use obstacle::{Obstacle, Obstacles};
pub use shape::{Plane, Shape, Sphere};

use crate::blocks::for_each_block;
use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
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
pub fn collide<T: Scalar, M: Motion, S: Shape<T>, const W: usize, const H: usize>(
    shape: &S,
    surface: &Surface<T>,
    cloth: &mut Cloth<T, W, H>,
    kept: &mut Grid<T, W, H>,
    start: Option<&Grid<T, W, H>>,
) {
    let vectors = Vectors::widest();
    let (weights, rows) = (&cloth.inverse_mass, &mut cloth.position.rows);
    for_each_block(rows, &mut kept.rows, |first, rows, kept| {
        for (i, (x, k)) in rows.iter_mut().zip(kept).enumerate() {
            let start = start.map(|start| &start.rows[first + i]);
            let weight = &weights[first + i];
            collide_row::<T, M, S, W>(shape, surface, (x, k, start), weight, vectors);
        }
    });
}

#[inline(never)]
fn collide_row<T: Scalar, M: Motion, S: Shape<T>, const W: usize>(
    shape: &S,
    surface: &Surface<T>,
    (x, kept, start): (&mut Row<T, W>, &mut Row<T, W>, Option<&Row<T, W>>),
    weight: &[T; W],
    vectors: Vectors,
) {
    // Most rows touch nothing: these loops say so for all of a row at once.
    let touches = vectors.run(
        #[inline(always)]
        || is_near(shape, x) || may_be_fast::<T, M, S, W>(shape, surface, x, kept),
    );
    if !touches {
        return;
    }
    #[cfg(feature = "std")]
    if !T::FOR_SMALL_CORES && start.is_none() && !may_be_fast::<T, M, S, W>(shape, surface, x, kept)
    {
        let mut out = slow::Contacts::EMPTY;
        vectors.run(
            #[inline(always)]
            || {
                let columns = out.find::<M, S>(shape, surface, x, kept, weight);
                out.put(columns, x, kept);
            },
        );
        return;
    }
    for i in 0..W {
        if weight[i] > T::ZERO {
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

/// Whether any particle is inside.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn is_near<T: Scalar, S: Shape<T>, const W: usize>(shape: &S, x: &Row<T, W>) -> bool {
    let mut inside = false;
    for i in 0..W {
        inside |= !shape.clear_of(x.get(i));
        if T::FOR_SMALL_CORES && inside {
            return true;
        }
    }
    inside
}

/// Whether any particle may be fast.
#[inline(always)]
fn may_be_fast<T: Scalar, M: Motion, S: Shape<T>, const W: usize>(
    shape: &S,
    surface: &Surface<T>,
    x: &Row<T, W>,
    kept: &Row<T, W>,
) -> bool {
    let Some(slow) = shape.slow() else {
        return false;
    };
    let [u, v, w] = surface.velocity;
    exceeds::<T, M, W>(&x.x, &kept.x, u, slow)
        || exceeds::<T, M, W>(&x.y, &kept.y, v, slow)
        || exceeds::<T, M, W>(&x.z, &kept.z, w, slow)
}

/// Whether any velocity along one axis, less that of the surface, is beyond
/// ±bound.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn exceeds<T: Scalar, M: Motion, const W: usize>(
    x: &[T; W],
    kept: &[T; W],
    surface: T,
    bound: T,
) -> bool {
    let mut any = false;
    for i in 0..W {
        let v = M::velocity(x[i], kept[i]).minus(surface);
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
