//! Contacts of a row of particles none of which is fast, for vector units.
//!
//! The same operations in the same order as for a single particle, so the same
//! bits; but both sides of each question are computed, and then one is taken.

use super::{Shape, Surface, coulomb};
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, chunks_mut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, scale, select, sub};

/// Resolves the contacts of a row, a vector of particles at a time.
#[inline(always)]
pub(super) fn resolve<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    x: &mut Row<T, G>,
    kept: &mut Row<T, G>,
    weight: &[T],
) {
    let (shape, surface) = (*shape, *surface);
    let (x, kept) = (x.lanes_mut(), kept.lanes_mut());
    resolve_blocks::<T, M, S, 8>(&shape, &surface, x, kept, weight);
}

/// The contacts of particles in blocks of L.
#[inline(always)]
fn resolve_blocks<T: Scalar, M: Motion, S: Shape<T>, const L: usize>(
    shape: &S,
    surface: &Surface<T>,
    x: [&mut [T]; 3],
    kept: [&mut [T]; 3],
    weight: &[T],
) {
    let ([x, y, z], [kx, ky, kz]) = (chunks_mut(x), chunks_mut(kept));
    let (x, kept) = (x.iter_mut().zip(y).zip(z), kx.iter_mut().zip(ky).zip(kz));
    for ((((x, y), z), ((kx, ky), kz)), weight) in x.zip(kept).zip(weight.as_chunks::<L>().0) {
        resolve_block::<T, M, S, L>(shape, surface, x, y, z, kx, ky, kz, weight);
    }
}

/// The contacts of L particles. Each array by itself: so the compiler knows that they are
/// apart.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn resolve_block<T: Scalar, M: Motion, S: Shape<T>, const L: usize>(
    shape: &S,
    surface: &Surface<T>,
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    kx: &mut [T; L],
    ky: &mut [T; L],
    kz: &mut [T; L],
    weight: &[T; L],
) {
    let mut any = false;
    for i in 0..L {
        any |= !shape.clear_of([x[i], y[i], z[i]]);
    }
    if !any {
        return;
    }
    // Not stored where it was loaded: that would become a store by mask, which is slow.
    let (mut ax, mut ay, mut az) = (*x, *y, *z);
    let (mut bx, mut by, mut bz) = (*kx, *ky, *kz);
    for i in 0..L {
        let (position, kept) = ([x[i], y[i], z[i]], [kx[i], ky[i], kz[i]]);
        let velocity = M::velocity3(position, kept);
        let touches = !shape.clear_of(position) & (weight[i] > T::ZERO);
        let (after, velocity) = contact(shape, surface, position, velocity);
        [ax[i], ay[i], az[i]] = select(touches, after, position);
        [bx[i], by[i], bz[i]] = select(touches, M::keep3(after, velocity), kept);
    }
    (*x, *y, *z) = (ax, ay, az);
    (*kx, *ky, *kz) = (bx, by, bz);
}

/// Position and velocity of a particle inside of the shape after contact: what
/// [`resolve`](super::resolve) says of one that is not fast.
#[inline(always)]
fn contact<T: Scalar, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    position: Vector<T>,
    velocity: Vector<T>,
) -> (Vector<T>, Vector<T>) {
    let relative = sub(velocity, surface.velocity);
    let start = sub(position, relative);
    let (distance, normal) = shape.distance(position);
    let inward = -dot(relative, normal);
    let leaves = inward <= T::ZERO;
    let out = sub(position, scale(normal, distance.least(T::ZERO)));
    let tangential = add(relative, scale(normal, inward));
    let (sticks, part) = coulomb(surface.friction, inward, tangential);
    let lost = scale(tangential, part);
    let end = select(sticks, start, sub(position, lost));
    let (distance, normal) = shape.distance(end);
    let point = sub(end, scale(normal, distance));
    let slides = sub(tangential, lost);
    let inward = (-dot(slides, normal)).most(T::ZERO);
    let slides = add(surface.velocity, add(slides, scale(normal, inward)));
    let after = select(sticks, surface.velocity, slides);
    (select(leaves, out, point), select(leaves, velocity, after))
}
