//! Störmer–Verlet integration with the position before as its memory.

mod row;

use super::{Method, Substep, outline};
use crate::blocks::{for_each_block, has_threads, part_rows};
use crate::cloth::Cloth;
use crate::collide::Obstacles;
use crate::extent::{Blank, Extent, Lanes};
use crate::force::{ForceWindow, Forces, WINDOW, forces_in_threads};
use crate::grid::Grid;
use crate::motion::PreviousPosition;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::simd::Vectors;
use crate::tear::Tear;
use row::{coast, push, push_row, push_vectors};

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
        let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
        for_each_block(
            &mut cloth.position,
            previous,
            &mut cloth.marks,
            (0, part_rows(extent.rows())),
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
    let forces = &*parts.forces;
    let Cloth {
        position, marks, ..
    } = cloth;
    for_each_block(
        position,
        previous,
        marks,
        (0, part_rows(extent.rows())),
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
