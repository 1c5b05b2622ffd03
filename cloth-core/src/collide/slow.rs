//! Contacts of a row of particles none of which is fast, for vector units.
//!
//! The same operations in the same order as for a single particle, so the same
//! bits; but both sides of each question are computed, and then one is taken.

use super::{Shape, Surface, coulomb};
use crate::grid::Row;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, scale, select, sub};
use core::ops::Range;

/// Positions and kept motions of a row after contact.
///
/// Not the row itself: a value stored back where it was loaded becomes a store by
/// mask, which is slow.
pub(super) struct Contacts<T, const W: usize> {
    position: Row<T, W>,
    kept: Row<T, W>,
}

impl<T: Scalar, const W: usize> Contacts<T, W> {
    pub(super) const EMPTY: Self = Self {
        position: Row::ZERO,
        kept: Row::ZERO,
    };

    /// Finds the contacts; returns the columns that they are in.
    #[inline(always)]
    pub(super) fn find<M: Motion, S: Shape<T>>(
        &mut self,
        shape: &S,
        surface: &Surface<T>,
        x: &Row<T, W>,
        kept: &Row<T, W>,
        weight: &[T; W],
    ) -> Range<usize> {
        let (shape, surface) = (*shape, *surface);
        let columns = touched(&shape, x);
        for i in columns.clone() {
            let (position, before) = (x.get(i), kept.get(i));
            let velocity = M::velocity3(position, before);
            let touches = !shape.clear_of(position) & (weight[i] > T::ZERO);
            let (after, velocity) = contact(&shape, &surface, position, velocity);
            self.position.set(i, select(touches, after, position));
            let moved = M::keep3(after, velocity);
            self.kept.set(i, select(touches, moved, before));
        }
        columns
    }

    /// Takes over what was found in these columns.
    #[inline(always)]
    pub(super) fn put(&self, columns: Range<usize>, x: &mut Row<T, W>, kept: &mut Row<T, W>) {
        for i in columns {
            x.set(i, self.position.get(i));
            kept.set(i, self.kept.get(i));
        }
    }
}

/// The columns from the first particle inside to the last, widened to whole vectors.
#[inline(always)]
fn touched<T: Scalar, S: Shape<T>, const W: usize>(shape: &S, x: &Row<T, W>) -> Range<usize> {
    const LANES: usize = 8;
    let (mut first, mut end) = (W as u32, 0);
    for i in 0..W {
        let inside = !shape.clear_of(x.get(i));
        let i = i as u32;
        first = first.min(if inside { i } else { W as u32 });
        end = end.max(if inside { i + 1 } else { 0 });
    }
    let first = first as usize / LANES * LANES;
    first..(end as usize).next_multiple_of(LANES).min(W)
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
