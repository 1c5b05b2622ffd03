//! Verlet's integration of a row.

use crate::cloth::{Mark, all_free};
use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{chunks, chunks_mut};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::select;

/// Integrates a row under gravity and `force`.
#[inline(always)]
pub(super) fn push_row<T: Scalar, G: Extent>(
    x: &mut Row<T, G>,
    p: &mut Row<T, G>,
    marks: &mut G::Row<Mark, 1>,
    [fx, fy, fz]: [&[T]; 3],
    motion: &T::Motion,
) {
    let [marks] = marks.lanes_mut();
    let ([x, y, z], [px, py, pz]) = (x.three_mut(), p.three_mut());
    Vectors::<T, G>::widest().run(
        #[inline(always)]
        || {
            if T::HAS_WIDTHS && G::HAS_VECTORS {
                return push_vectors([x, y, z], [px, py, pz], marks, [fx, fy, fz], motion);
            }
            push::<T, 0>(x, px, marks, fx, motion);
            push::<T, 1>(y, py, marks, fy, motion);
            push::<T, 2>(z, pz, marks, fz, motion);
        },
    );
}

/// Integrates a row under gravity alone, a component at a time: so a small core
/// has all addresses in registers. Such a core puts pinned particles back afterwards; in vectors that would be a
/// branch for each number.
#[inline(always)]
pub(super) fn coast<T: Scalar, G: Extent>(
    extent: G,
    x: &mut Row<T, G>,
    p: &mut Row<T, G>,
    marks: &mut G::Row<Mark, 1>,
    motion: &T::Motion,
) {
    let [marks] = marks.lanes_mut();
    let (x, p) = (x.three_mut(), p.three_mut());
    if G::HAS_VECTORS {
        // Nearly all rows are spared the look at each mark.
        let is_free = extent.is_full() && all_free::<T, G>(extent, marks);
        match (is_free, T::HAS_WIDTHS) {
            (true, true) => coast_vectors::<T, false>(x, p, marks, motion),
            (false, true) => coast_vectors::<T, true>(x, p, marks, motion),
            (true, false) => coast_components::<T, false>(x, p, marks, motion),
            (false, false) => coast_components::<T, true>(x, p, marks, motion),
        }
        return;
    }
    let ([x0, x1, x2], [p0, p1, p2]) = (x, p);
    coast_components::<T, false>([x0, x1, x2], [p0, p1, p2], marks, motion);
    if !all_free::<T, G>(extent, marks) {
        hold(x0, p0, marks);
        hold(x1, p1, marks);
        hold(x2, p2, marks);
    }
}

/// Where it HOLDS, pinned particles stay.
#[inline(always)]
fn coast_components<T: Scalar, const HOLDS: bool>(
    [x0, x1, x2]: [&mut [T]; 3],
    [p0, p1, p2]: [&mut [T]; 3],
    marks: &mut [Mark],
    motion: &T::Motion,
) {
    coast_component::<T, 0, HOLDS>(x0, p0, marks, motion);
    coast_component::<T, 1, HOLDS>(x1, p1, marks, motion);
    coast_component::<T, 2, HOLDS>(x2, p2, marks, motion);
}

/// The particles of a row under gravity alone, vector by vector: a mark is loaded and stored once
/// for all axes.
#[inline(always)]
fn coast_vectors<T: Scalar, const HOLDS: bool>(
    x: [&mut [T]; 3],
    p: [&mut [T]; 3],
    marks: &mut [Mark],
    motion: &T::Motion,
) {
    let none = &[T::ZERO; 8];
    let ([x0, x1, x2], [p0, p1, p2]) = (chunks_mut::<_, 8>(x), chunks_mut::<_, 8>(p));
    let (x, p) = (x0.iter_mut().zip(x1).zip(x2), p0.iter_mut().zip(p1).zip(p2));
    let marks = marks.as_chunks_mut().0;
    for ((((x0, x1), x2), ((p0, p1), p2)), marks) in x.zip(p).zip(marks) {
        advance_block::<T, HOLDS, false>(x0, x1, x2, p0, p1, p2, marks, [none; 3], motion);
    }
}

/// The same under a force; pinned particles stay.
#[inline(always)]
pub(super) fn push_vectors<T: Scalar>(
    x: [&mut [T]; 3],
    p: [&mut [T]; 3],
    marks: &mut [Mark],
    force: [&[T]; 3],
    motion: &T::Motion,
) {
    let ([x0, x1, x2], [p0, p1, p2]) = (chunks_mut::<_, 8>(x), chunks_mut::<_, 8>(p));
    let (x, p) = (x0.iter_mut().zip(x1).zip(x2), p0.iter_mut().zip(p1).zip(p2));
    let (marks, [f0, f1, f2]) = (marks.as_chunks_mut().0, chunks::<_, 8>(force));
    let force = f0.iter().zip(f1).zip(f2);
    for (((((x0, x1), x2), ((p0, p1), p2)), marks), ((f0, f1), f2)) in
        x.zip(p).zip(marks).zip(force)
    {
        let force = [f0, f1, f2];
        advance_block::<T, true, true>(x0, x1, x2, p0, p1, p2, marks, force, motion);
    }
}

/// Each array by itself: so the compiler knows that they are apart, and need not ask.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn advance_block<T: Scalar, const HOLDS: bool, const FORCED: bool>(
    x0: &mut [T; 8],
    x1: &mut [T; 8],
    x2: &mut [T; 8],
    p0: &mut [T; 8],
    p1: &mut [T; 8],
    p2: &mut [T; 8],
    marks: &mut [Mark; 8],
    [f0, f1, f2]: [&[T; 8]; 3],
    motion: &T::Motion,
) {
    let motion = *motion;
    for i in 0..8 {
        let (before, previous) = ([x0[i], x1[i], x2[i]], [p0[i], p1[i], p2[i]]);
        let mark = marks[i];
        let [l, m, n] = [mark.remainder(0), mark.remainder(1), mark.remainder(2)];
        let (x, a) = T::advance::<0, FORCED>(before[0], previous[0], l, &motion, f0[i]);
        let (y, b) = T::advance::<1, FORCED>(before[1], previous[1], m, &motion, f1[i]);
        let (z, c) = T::advance::<2, FORCED>(before[2], previous[2], n, &motion, f2[i]);
        [p0[i], p1[i], p2[i]] = before;
        [x0[i], x1[i], x2[i]] = select(HOLDS && !mark.is_free(), before, [x, y, z]);
        marks[i] = mark.with_remainders([a, b, c]);
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn coast_component<T: Scalar, const AXIS: usize, const HOLDS: bool>(
    x: &mut [T],
    p: &mut [T],
    marks: &mut [Mark],
    motion: &T::Motion,
) {
    if !T::are_near(x, p, motion) {
        return push_any(x, p, marks, &[], (motion, AXIS));
    }
    let motion = *motion;
    // A loop over vectors would be vectorised across them, with shuffles.
    for ((x, p), mark) in x.iter_mut().zip(p).zip(marks) {
        let (before, previous, remainder) = (*x, *p, mark.remainder(AXIS));
        let (after, left) =
            T::advance::<AXIS, false>(before, previous, remainder, &motion, T::ZERO);
        *p = before;
        *x = if HOLDS && !mark.is_free() {
            before
        } else {
            after
        };
        // What it is of a pinned particle does not matter.
        *mark = mark.with_remainder(AXIS, left);
    }
}

/// Puts the pinned particles of a row back to where they were.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn hold<T: Scalar>(x: &mut [T], p: &[T], marks: &[Mark]) {
    for ((x, p), mark) in x.iter_mut().zip(p).zip(marks) {
        *x = if mark.is_free() { *x } else { *p };
    }
}

/// Integrates a component of a row under gravity and `force`; pinned particles stay.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn push<T: Scalar, const AXIS: usize>(
    x: &mut [T],
    p: &mut [T],
    marks: &mut [Mark],
    force: &[T],
    motion: &T::Motion,
) {
    if !(T::are_near(x, p, motion) && T::are_small(force)) {
        return push_any(x, p, marks, force, (motion, AXIS));
    }
    let motion = *motion;
    for (((x, p), mark), &force) in x.iter_mut().zip(p).zip(marks).zip(force) {
        let (before, previous, remainder) = (*x, *p, mark.remainder(AXIS));
        let (after, left) = T::advance::<AXIS, true>(before, previous, remainder, &motion, force);
        *p = before;
        let is_free = mark.is_free();
        *x = if is_free { after } else { before };
        // What it is of a pinned particle does not matter.
        *mark = mark.with_remainder(AXIS, left);
    }
}

/// As [`push`], without force where there is none, for rows in which a particle is too fast or
/// too far away.
#[cold]
#[inline(never)]
fn push_any<T: Scalar>(
    x: &mut [T],
    p: &mut [T],
    marks: &mut [Mark],
    force: &[T],
    (motion, axis): (&T::Motion, usize),
) {
    for (i, ((x, p), mark)) in x.iter_mut().zip(p).zip(marks).enumerate() {
        let (before, previous, remainder) = (*x, *p, mark.remainder(axis));
        let force = force.get(i).copied().unwrap_or(T::ZERO);
        let (after, left) = T::advance_any(before, previous, remainder, (motion, axis), force);
        *p = before;
        *x = if mark.is_free() { after } else { before };
        *mark = mark.with_remainder(axis, left);
    }
}
