//! Störmer–Verlet integration with the position before as its memory.

use super::{Method, Substep, outline};
use crate::base::{
    Blank, Cloth, Extent, Grid, Lanes, Mark, PreviousPosition, Row, Scalar, Vectors, all_free,
    chunks, chunks_mut, select,
};
use crate::blocks::{for_each_part, has_threads};
use crate::collide::Obstacles;
use crate::force::{ForceWindow, Forces, WINDOW, forces_in_threads};
use crate::observer::Phase;
use crate::scratch::Scratch;
use crate::tear::Tear;

/// x' = x + d, with the displacement d = (1 − loss)·(x − x_previous + r) + a·dt² and
/// r = d − (x' − x) for the next: what rounding the position left. Without r, short
/// substeps round gravity and damping away.
///
/// The local error of the position is O(dt⁴), the global one O(dt²); damping
/// by a velocity taken backwards lowers that part to first order. Sources: S0
/// §6, S1 (whose listing multiplies where its formula adds), S4.
///
/// Memory: 12 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verlet;

impl Method for Verlet {
    type Motion = PreviousPosition;
    /// The positions before.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 1];
    const NAME: &'static str = "verlet";

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        outline::with_backward_velocity(kappa, drag, rate)
    }

    fn advance<T: Scalar, G: Extent>(
        [previous]: &mut [Grid<T, G>; 1],
        now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let Substep {
            cloth,
            forces,
            tear,
            damping,
            scratch,
        } = now;
        let motion = &damping.motion;
        if forces.has_forces() {
            push_all(previous, cloth, (forces, tear), motion, scratch, observe);
            return;
        }
        advance_all::<T, G, false>(previous, cloth, &[], motion);
        observe(Phase::Integrate);
    }
}

/// Integrates under forces. Apart from [`Method::advance`], so that its window
/// of rows is not on the stack of a cloth without forces.
#[inline(never)]
fn push_all<T: Scalar, G: Extent>(
    previous: &mut Grid<T, G>,
    cloth: &mut Cloth<T, G>,
    (forces, tear): (&Forces<T>, &impl Tear<G>),
    motion: &T::Motion,
    scratch: &mut Scratch<T, G>,
    observe: &mut impl FnMut(Phase),
) {
    if G::HAS_VECTORS && has_threads(cloth.extent().rows()) {
        return push_in_threads(previous, cloth, (forces, tear), motion, scratch, observe);
    }
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    // A row is integrated in place as soon as its force is complete: the
    // springs that start above it have all seen its old position.
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let force =
            window.finish_row::<PreviousPosition>(row, forces, &cloth.position, previous, tear);
        observe(Phase::Springs);
        let (x, p) = (cloth.position.row_mut(row), previous.row_mut(row));
        let (marks, force) = (cloth.marks.row_mut(row), force.lanes());
        vectors.run(
            #[inline(always)]
            || advance_row::<T, G, true>(extent, x, p, marks, force, motion),
        );
        observe(Phase::Integrate);
    }
}

/// As [`push_all`], in threads: first all forces, then all rows.
#[inline(never)]
fn push_in_threads<T: Scalar, G: Extent>(
    previous: &mut Grid<T, G>,
    cloth: &mut Cloth<T, G>,
    with: (&Forces<T>, &impl Tear<G>),
    motion: &T::Motion,
    scratch: &mut Scratch<T, G>,
    observe: &mut impl FnMut(Phase),
) {
    let parts = scratch.parts(cloth.extent());
    let (state, spare) = ([&cloth.position, &*previous], parts.by_part);
    forces_in_threads::<PreviousPosition, T, G>(
        with,
        state,
        spare,
        parts.forces,
        |_, force, to| {
            for (to, force) in to.into_iter().zip(force.lanes()) {
                to.iter_mut()
                    .zip(force)
                    .for_each(|(to, &force)| *to = force);
            }
        },
    );
    observe(Phase::Springs);
    advance_all::<T, G, true>(previous, cloth, parts.forces, motion);
    observe(Phase::Integrate);
}

/// Integrates all rows, in threads where there are several; if FORCED, under forces of three lanes a row.
#[inline(always)]
fn advance_all<T: Scalar, G: Extent, const FORCED: bool>(
    previous: &mut Grid<T, G>,
    cloth: &mut Cloth<T, G>,
    forces: &[T],
    motion: &T::Motion,
) {
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    let room = extent.room();
    for_each_part(
        &mut cloth.position,
        previous,
        &mut cloth.marks,
        |first, mut rows, mut previous, mut marks| {
            vectors.run(
                #[inline(always)]
                || {
                    for i in 0..rows.len() {
                        let (x, p) = (rows.row_mut(i), previous.row_mut(i));
                        let lane = |k: usize| match FORCED {
                            true => forces.get(k * room..(k + 1) * room).unwrap_or_default(),
                            false => &[],
                        };
                        let force = [0, 1, 2].map(|k| lane(3 * (first + i) + k));
                        let marks = marks.row_mut(i);
                        advance_row::<T, G, FORCED>(extent, x, p, marks, force, motion);
                    }
                },
            );
        },
    );
}

/// Integrates a row under gravity and, if FORCED, under a force. Pinned particles stay; their remainders do
/// not matter.
#[inline(always)]
fn advance_row<T: Scalar, G: Extent, const FORCED: bool>(
    extent: G,
    x: &mut Row<T, G>,
    p: &mut Row<T, G>,
    marks: &mut G::Row<Mark, 1>,
    force: [&[T]; 3],
    motion: &T::Motion,
) {
    let [marks] = marks.lanes_mut();
    let ([x, y, z], [px, py, pz]) = (x.three_mut(), p.three_mut());
    // Without forces, nearly all of a host's rows need no look at each mark.
    let is_free = G::HAS_VECTORS && !FORCED && extent.is_full() && all_free::<T, G>(extent, marks);
    let (rows, before) = ([&mut *x, &mut *y, &mut *z], [&mut *px, &mut *py, &mut *pz]);
    match (T::HAS_WIDTHS && G::HAS_VECTORS, is_free) {
        (true, true) => vectors::<T, false, FORCED>(rows, before, marks, force, motion),
        (true, false) => vectors::<T, true, FORCED>(rows, before, marks, force, motion),
        (false, true) => components::<T, false, FORCED>(rows, before, marks, force, motion),
        (false, false) if G::HAS_VECTORS || FORCED => {
            components::<T, true, FORCED>(rows, before, marks, force, motion);
        }
        // A small core puts pinned particles back afterwards.
        (false, false) => {
            components::<T, false, FORCED>(rows, before, marks, force, motion);
            if !all_free::<T, G>(extent, marks) {
                hold(x, px, marks);
                hold(y, py, marks);
                hold(z, pz, marks);
            }
        }
    }
}

/// One component after another: then a small core has all addresses in registers. If HOLDS, pinned particles stay.
#[inline(always)]
fn components<T: Scalar, const HOLDS: bool, const FORCED: bool>(
    [x, y, z]: [&mut [T]; 3],
    [px, py, pz]: [&mut [T]; 3],
    marks: &mut [Mark],
    [fx, fy, fz]: [&[T]; 3],
    motion: &T::Motion,
) {
    component::<T, 0, HOLDS, FORCED>(x, px, marks, fx, motion);
    component::<T, 1, HOLDS, FORCED>(y, py, marks, fy, motion);
    component::<T, 2, HOLDS, FORCED>(z, pz, marks, fz, motion);
}

/// Vector by vector: a mark is loaded and stored once for all axes.
#[inline(always)]
fn vectors<T: Scalar, const HOLDS: bool, const FORCED: bool>(
    x: [&mut [T]; 3],
    p: [&mut [T]; 3],
    marks: &mut [Mark],
    force: [&[T]; 3],
    motion: &T::Motion,
) {
    let none = &[T::ZERO; 8];
    let ([x0, x1, x2], [p0, p1, p2]) = (chunks_mut::<_, 8>(x), chunks_mut::<_, 8>(p));
    let (marks, [f0, f1, f2]) = (marks.as_chunks_mut().0, chunks::<_, 8>(force));
    let (x, p) = (x0.iter_mut().zip(x1).zip(x2), p0.iter_mut().zip(p1).zip(p2));
    for (k, ((((x0, x1), x2), ((p0, p1), p2)), marks)) in x.zip(p).zip(marks).enumerate() {
        let force = match FORCED {
            true => [&f0[k], &f1[k], &f2[k]],
            false => [none; 3],
        };
        block::<T, HOLDS, FORCED>(x0, x1, x2, p0, p1, p2, marks, force, motion);
    }
}

/// A vector of particles. Each array is a parameter of its own: that tells the compiler that arrays do not overlap.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn block<T: Scalar, const HOLDS: bool, const FORCED: bool>(
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
fn component<T: Scalar, const AXIS: usize, const HOLDS: bool, const FORCED: bool>(
    x: &mut [T],
    p: &mut [T],
    marks: &mut [Mark],
    force: &[T],
    motion: &T::Motion,
) {
    if !(T::are_near(x, p, motion) && T::are_small(force)) {
        return any(x, p, marks, force, (motion, AXIS));
    }
    let motion = *motion;
    let one = |x: &mut T, p: &mut T, mark: &mut Mark, force: T| {
        let (before, previous, remainder) = (*x, *p, mark.remainder(AXIS));
        let (after, left) = T::advance::<AXIS, FORCED>(before, previous, remainder, &motion, force);
        *p = before;
        *x = if HOLDS && !mark.is_free() {
            before
        } else {
            after
        };
        *mark = mark.with_remainder(AXIS, left);
    };
    // A loop over vectors would be vectorised across them, with shuffles.
    let particles = x.iter_mut().zip(p).zip(marks);
    match FORCED {
        true => particles
            .zip(force)
            .for_each(|(((x, p), mark), &force)| one(x, p, mark, force)),
        false => particles.for_each(|((x, p), mark)| one(x, p, mark, T::ZERO)),
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

/// As [`component`], where a particle is too fast or too far away.
#[cold]
#[inline(never)]
fn any<T: Scalar>(
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
