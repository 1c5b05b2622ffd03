//! Whether a row has particles that may touch a shape: most rows have none.

use super::{Shape, Surface};
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, minus};

/// Whether any particle is inside. A look at its inverse mass would cost more than it
/// saves.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn is_near<T: Scalar, S: Shape<T>, G: Extent>(shape: &S, x: &Row<T, G>) -> bool {
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

/// Whether any particle is inside, and whether any may be fast: in one loop. Its speed is
/// compared, not that along each axis: so somewhat more particles may be.
#[inline(always)]
pub(super) fn near_or_fast<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    (surface, slow): (Vector<T>, T),
    x: &Row<T, G>,
    kept: &Row<T, G>,
) -> (bool, bool) {
    let ([x, y, z], [kx, ky, kz]) = (x.lanes(), kept.lanes());
    let (mut inside, mut fast) = (0, 0);
    let (x, kept) = (x.iter().zip(y).zip(z), kx.iter().zip(ky).zip(kz));
    for (((&x, &y), &z), ((&kx, &ky), &kz)) in x.zip(kept) {
        inside |= u32::from(!shape.clear_of([x, y, z]));
        let velocity = minus(M::velocity3([x, y, z], [kx, ky, kz]), surface);
        fast |= u32::from(T::reaches(velocity, slow));
    }
    (inside != 0, fast != 0)
}

/// As [`is_near`], in a row that has more numbers than columns: these may be anywhere.
#[inline(always)]
pub(super) fn is_any_near<T: Scalar, S: Shape<T>, G: Extent>(
    shape: &S,
    x: &Row<T, G>,
    marks: &[Mark],
) -> bool {
    let [x, y, z] = x.lanes();
    let mut inside = false;
    for (((&x, &y), &z), mark) in x.iter().zip(y).zip(z).zip(marks) {
        inside |= mark.is_free() & !shape.clear_of([x, y, z]);
    }
    inside
}

/// Whether any particle may be fast.
#[inline(always)]
pub(super) fn may_be_fast<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
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
