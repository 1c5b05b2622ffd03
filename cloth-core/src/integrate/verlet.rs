//! Störmer–Verlet integration with the position before as its memory.

use super::{Damping, Method, stability};
use crate::blocks::for_each_block;
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::{Blank, Extent, Lanes};
use crate::force::{ForceWindow, Forces, WINDOW};
use crate::grid::{Grid, Row};
use crate::motion::PreviousPosition;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::simd::Vectors;
use crate::tear::Tear;

/// x' = x + keep·(x − x_previous) + a·dt².
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

    fn advance<T: Scalar, G: Extent>(
        [previous]: &mut [Grid<T, G>; 1],
        cloth: &mut Cloth<T, G>,
        (forces, tear): (&Forces<T>, &impl Tear<G>),
        damping: Damping<T>,
        scratch: &mut Scratch<T, G>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (g, keep) = (forces.gravity, damping.keep);
        if forces.has_forces() {
            push_all(previous, cloth, (forces, tear), keep, scratch, observe);
            return;
        }
        let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
        let weights = &cloth.marks;
        for_each_block(
            &mut cloth.position,
            previous,
            |first, mut rows, mut previous| {
                vectors.run(
                    #[inline(always)]
                    || {
                        for i in 0..rows.len() {
                            let (x, p) = (rows.row_mut(i), previous.row_mut(i));
                            let weight = weights.row(first + i);
                            coast::<T, G>(extent, x, p, weight, g, keep);
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
    keep: T,
    scratch: &mut Scratch<T, G>,
    observe: &mut impl FnMut(Phase),
) {
    // A row is integrated in place as soon as its force is complete: the
    // springs that start above it have all seen its old position.
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let force =
            window.finish_row::<PreviousPosition>(row, forces, &cloth.position, previous, tear);
        observe(Phase::Springs);
        let [weight] = cloth.marks.row(row).lanes();
        let x = cloth.position.row_mut(row).lanes_mut();
        let p = previous.row_mut(row).lanes_mut();
        let g = forces.gravity;
        vectors.run(
            #[inline(always)]
            || {
                for (((x, p), force), g) in x.into_iter().zip(p).zip(force.lanes()).zip(g) {
                    push(x, p, weight, force, g, keep);
                }
            },
        );
        observe(Phase::Integrate);
    }
}

/// The new coordinate of one particle; pinned ones stay.
#[inline(always)]
fn advanced<T: Scalar>(x: T, free: bool, displacement: T) -> T {
    if free {
        (x + displacement.within(T::MAX_DISPLACEMENT)).in_range()
    } else {
        x
    }
}

/// Integrates a row under gravity alone, a component at a time: so a small core
/// has all addresses in registers.
#[inline(always)]
fn coast<T: Scalar, G: Extent>(
    extent: G,
    x: &mut Row<T, G>,
    p: &mut Row<T, G>,
    weight: &G::Row<Mark, 1>,
    [gx, gy, gz]: [T; 3],
    keep: T,
) {
    let [weight] = weight.lanes();
    let ([x0, x1, x2], [p0, p1, p2]) = (x.three_mut(), p.three_mut());
    // Nearly all rows are spared the look at each inverse mass.
    if extent.is_full() && all_free::<T, G>(extent, weight) {
        coast_component::<T, true>(x0, p0, weight, gx, keep);
        coast_component::<T, true>(x1, p1, weight, gy, keep);
        coast_component::<T, true>(x2, p2, weight, gz, keep);
    } else {
        coast_component::<T, false>(x0, p0, weight, gx, keep);
        coast_component::<T, false>(x1, p1, weight, gy, keep);
        coast_component::<T, false>(x2, p2, weight, gz, keep);
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn coast_component<T: Scalar, const FREE: bool>(
    x: &mut [T],
    p: &mut [T],
    weight: &[Mark],
    g: T,
    keep: T,
) {
    // A loop over vectors would be vectorised across them, with shuffles.
    for ((x, p), &weight) in x.iter_mut().zip(p).zip(weight) {
        let previous = *p;
        *p = *x;
        // A velocity and gravity, both of known size.
        let displacement = x.minus(previous).part(keep).plus(g);
        *x = advanced(*x, FREE || weight.is_free(), displacement);
    }
}

/// Integrates a component of a row under gravity and `force`.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn push<T: Scalar>(x: &mut [T], p: &mut [T], weight: &[Mark], force: &[T], g: T, keep: T) {
    for (((x, p), &weight), &force) in x.iter_mut().zip(p).zip(weight).zip(force) {
        let previous = *p;
        *p = *x;
        let acceleration = g + weight.inverse_mass::<T>() * force;
        let displacement = x.minus(previous).part(keep) + acceleration;
        *x = advanced(*x, weight.is_free(), displacement);
    }
}
