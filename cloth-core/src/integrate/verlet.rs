//! Störmer–Verlet integration with the position before as its memory.

use super::{Damping, Method, stability};
use crate::blocks::{for_each_block, has_threads};
use crate::cloth::{Cloth, Mark, all_free};
use crate::collide::Colliders;
use crate::constraint::WholeRow;
use crate::extent::{Blank, Extent, Lanes};
use crate::force::{ForceWindow, Forces, WINDOW, forces_in_threads};
use crate::grid::{Grid, Row, chunks, chunks_mut};
use crate::motion::PreviousPosition;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::simd::Vectors;
use crate::tear::Tear;
use crate::vector::select;

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
    const LIMIT: f64 = 2.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::with_backward_velocity(kappa, drag, rate)
    }

    fn motion<T: Scalar, G: Extent>([previous]: &[Grid<T, G>; 1]) -> &Grid<T, G> {
        previous
    }

    fn motion_mut<T: Scalar, G: Extent>([previous]: &mut [Grid<T, G>; 1]) -> &mut Grid<T, G> {
        previous
    }

    const HAS_PREVIOUS: bool = true;
    fn previous<T: Scalar, G: Extent>([previous]: &[Grid<T, G>; 1]) -> Option<&Grid<T, G>> {
        Some(previous)
    }

    const BY_ROWS: bool = true;
    fn advance_row<T: Scalar, G: Extent>(
        extent: G,
        WholeRow { x, kept, marks, .. }: WholeRow<'_, T, G>,
        motion: &T::Motion,
    ) {
        Vectors::<T, G>::widest().run(
            #[inline(always)]
            || coast::<T, G>(extent, x, kept, marks, motion),
        );
    }

    fn advance<T: Scalar, G: Extent>(
        [previous]: &mut [Grid<T, G>; 1],
        cloth: &mut Cloth<T, G>,
        _colliders: &impl Colliders<T>,
        (forces, tear): (&Forces<T>, &impl Tear<G>),
        damping: Damping<T>,
        scratch: &mut Scratch<T, G>,
        observe: &mut impl FnMut(Phase),
    ) {
        let motion = &damping.motion;
        if forces.has_forces() {
            push_all(previous, cloth, (forces, tear), motion, scratch, observe);
            return;
        }
        let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
        for_each_block(
            &mut cloth.position,
            previous,
            &mut cloth.marks,
            0,
            |_, mut rows, mut previous, mut marks| {
                vectors.run(
                    #[inline(always)]
                    || {
                        for i in 0..rows.len() {
                            let (x, p) = (rows.row_mut(i), previous.row_mut(i));
                            coast::<T, G>(extent, x, p, marks.row_mut(i), motion);
                        }
                    },
                );
            },
        );
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
        let [marks] = cloth.marks.row_mut(row).lanes_mut();
        let [x, y, z] = cloth.position.row_mut(row).three_mut();
        let [px, py, pz] = previous.row_mut(row).three_mut();
        let [fx, fy, fz] = force.lanes();
        // Not as a function of its own: on small cores that takes more stack.
        vectors.run(
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
    let extent = cloth.extent();
    let (parts, room) = (scratch.parts(extent), extent.room());
    let (state, spare) = ([&cloth.position, &*previous], parts.blocks);
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
    let forces = &*parts.forces;
    let Cloth {
        position, marks, ..
    } = cloth;
    for_each_block(
        position,
        previous,
        marks,
        0,
        |first, mut x, mut p, mut marks| {
            let forces = forces.chunks_exact(3 * room).skip(first);
            for (i, force) in (0..x.len()).zip(forces) {
                let (fx, rest) = force.split_at(room);
                let (fy, fz) = rest.split_at(room);
                let (x, p) = (x.row_mut(i), p.row_mut(i));
                push_row::<T, G>(x, p, marks.row_mut(i), [fx, fy, fz], motion);
            }
        },
    );
    observe(Phase::Integrate);
}

/// Integrates a row under gravity and `force`.
#[inline(always)]
fn push_row<T: Scalar, G: Extent>(
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
fn coast<T: Scalar, G: Extent>(
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
fn push_vectors<T: Scalar>(
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
fn push<T: Scalar, const AXIS: usize>(
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
