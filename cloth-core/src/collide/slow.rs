//! Contacts of a row of particles none of which is fast, for vector units.
//!
//! The same operations in the same order as for a single particle, so the same
//! bits; but both sides of each question are computed, and then one is taken.

use super::{Shape, Surface, coulomb};
use crate::extent::Extent;
use crate::grid::{Row, cut_mut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, scale, select, sub};

/// Particles whose contacts are found at a time.
const PART: usize = 32;

/// Resolves the contacts of a row.
///
/// What is found is not written to the row at once: a value stored back where it was
/// loaded becomes a store by mask, which is slow.
#[inline(always)]
pub(super) fn resolve<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    extent: G,
    shape: &S,
    surface: &Surface<T>,
    x: &mut Row<T, G>,
    kept: &mut Row<T, G>,
    weight: &[T],
) {
    let columns = extent.columns();
    let (x, kept) = (cut_mut(x, 0, columns), cut_mut(kept, 0, columns));
    let [x, y, z] = x.map(|lane| lane.chunks_mut(PART));
    let [kx, ky, kz] = kept.map(|lane| lane.chunks_mut(PART));
    let x = x.zip(y).zip(z);
    let kept = kx.zip(ky).zip(kz);
    let (shape, surface) = (*shape, *surface);
    for ((((x, y), z), ((kx, ky), kz)), weight) in x.zip(kept).zip(weight.chunks(PART)) {
        resolve_part::<T, M, S>(&shape, &surface, [x, y, z], [kx, ky, kz], weight);
    }
}

/// The contacts of some particles of a row.
#[inline(always)]
fn resolve_part<T: Scalar, M: Motion, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    [x, y, z]: [&mut [T]; 3],
    [kx, ky, kz]: [&mut [T]; 3],
    weight: &[T],
) {
    let count = x.len();
    let lengths = [y.len(), z.len(), kx.len(), ky.len(), kz.len()];
    if count > PART || lengths != [count; 5] || weight.len() < count {
        return;
    }
    let mut any = false;
    for i in 0..count {
        any |= !shape.clear_of([x[i], y[i], z[i]]);
    }
    if !any {
        return;
    }
    let mut found = [[T::ZERO; PART]; 6];
    let [ax, ay, az, bx, by, bz] = &mut found;
    for i in 0..count {
        let (position, before) = ([x[i], y[i], z[i]], [kx[i], ky[i], kz[i]]);
        let velocity = M::velocity3(position, before);
        let touches = !shape.clear_of(position) & (weight[i] > T::ZERO);
        let (after, velocity) = contact(shape, surface, position, velocity);
        [ax[i], ay[i], az[i]] = select(touches, after, position);
        [bx[i], by[i], bz[i]] = select(touches, M::keep3(after, velocity), before);
    }
    for (to, from) in [x, y, z, kx, ky, kz].into_iter().zip(&found) {
        to.copy_from_slice(&from[..count]);
    }
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
