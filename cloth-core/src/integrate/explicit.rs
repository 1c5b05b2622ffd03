//! What the explicit schemes share: accelerations of a whole grid, and the
//! record of positions that lets velocities follow corrections.

use crate::blocks::has_threads;
use crate::cloth::{Cloth, Mark};
use crate::extent::{Blank, Extent, Lanes};
use crate::force::{ForceWindow, Forces, WINDOW, forces_in_threads};
use crate::grid::{Grid, Row};
use crate::motion::Velocity;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use crate::vector::each;

/// Writes the acceleration of every free particle, zero for pinned ones:
/// gravity, forces over mass, and the damping −rate·v.
pub(super) fn accelerations<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    velocity: &Grid<T, G>,
    (forces, tear): (&Forces<T>, &impl Tear<G>),
    rate: T,
    scratch: &mut Scratch<T, G>,
    acceleration: &mut Grid<T, G>,
) {
    let extent = cloth.extent();
    let accelerate_row = |row: usize, force: &Row<T, G>, a: [&mut [T]; 3]| {
        let (v, weight) = (velocity.row(row).lanes(), cloth.weights(row));
        for (((a, v), force), &g) in a.into_iter().zip(v).zip(force.lanes()).zip(&forces.gravity) {
            accelerate(force, v, weight, g, rate, a);
        }
    };
    if G::HAS_VECTORS && has_threads(extent.rows()) {
        let (state, spare) = ([&cloth.position, velocity], scratch.parts(extent).by_part);
        let a = G::flat_mut(acceleration.units_mut());
        forces_in_threads::<Velocity, T, G>((forces, tear), state, spare, a, accelerate_row);
        return;
    }
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let force = window.finish_row::<Velocity>(row, forces, &cloth.position, velocity, tear);
        accelerate_row(row, force, acceleration.row_mut(row).lanes_mut());
    }
}

#[inline(never)]
fn accelerate<T: Scalar>(force: &[T], velocity: &[T], weight: &[Mark], g: T, rate: T, a: &mut [T]) {
    for (((a, &f), &v), &w) in a.iter_mut().zip(force).zip(velocity).zip(weight) {
        let value = (g + w.inverse_mass::<T>() * f.coarser(T::FINENESS) - rate * v)
            .within(T::MAX_DISPLACEMENT);
        *a = if w.is_free() { value } else { T::ZERO };
    }
}

/// base + factor · change, the change held within the bound on displacements.
#[inline(always)]
pub(super) fn moved<T: Scalar>(base: T, factor: T, change: T) -> T {
    base + (factor * change).within(T::MAX_DISPLACEMENT)
}

/// Holds each component within the bound on displacements; what is not a number
/// becomes one, so that the next step has something to start from.
pub(super) fn bound<T: Scalar, G: Extent>(grid: &mut Grid<T, G>) {
    for row in 0..grid.extent().rows() {
        for lane in grid.row_mut(row).lanes_mut() {
            for value in lane {
                *value = value.within(T::MAX_DISPLACEMENT);
            }
        }
    }
}

/// Calls `kernel` on the matching components of four grids, row by row, as
/// (out, a, b, c). Plain loops over lanes: they vectorise.
#[inline(always)]
pub(super) fn zip<T: Scalar, G: Extent>(
    out: &mut Grid<T, G>,
    [a, b, c]: [&Grid<T, G>; 3],
    kernel: impl Fn(T, T, T, T) -> T + Copy,
) {
    for row in 0..out.extent().rows() {
        let out = out.row_mut(row).lanes_mut();
        let [a, b, c] = each([a, b, c], |grid| grid.row(row).lanes());
        for (((out, a), b), c) in out.into_iter().zip(a).zip(b).zip(c) {
            zip_lane(out, a, b, c, kernel);
        }
    }
}

#[inline(always)]
fn zip_lane<T: Scalar>(out: &mut [T], a: &[T], b: &[T], c: &[T], kernel: impl Fn(T, T, T, T) -> T) {
    for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = kernel(*out, a, b, c);
    }
}

/// Adds to the velocities what has been added to the positions since `before`
/// was copied from them.
pub(super) fn follow<T: Scalar, G: Extent>(
    position: &Grid<T, G>,
    before: &Grid<T, G>,
    velocity: &mut Grid<T, G>,
) {
    zip(velocity, [position, before, before], |v, x, b, _| {
        v + (x - b)
    });
}
