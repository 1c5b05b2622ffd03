//! What the explicit schemes share: accelerations of a whole grid, and the
//! record of positions that lets velocities follow corrections.

use crate::cloth::Cloth;
use crate::force::{ForceWindow, Forces};
use crate::grid::{Grid, Row};
use crate::motion::Velocity;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// Writes the acceleration of every free particle, zero for pinned ones:
/// gravity, forces over mass, and the damping −rate·v.
pub(super) fn accelerations<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    velocity: &Grid<T, W, H>,
    (forces, tear): (&Forces<T>, &impl Tear<W, H>),
    rate: T,
    acceleration: &mut Grid<T, W, H>,
) {
    let mut window = ForceWindow::EMPTY;
    for row in 0..H {
        let force = window.finish_row::<Velocity, H>(row, forces, &cloth.position, velocity, tear);
        accelerate(
            force,
            &velocity.rows[row],
            &cloth.inverse_mass[row],
            forces.gravity,
            rate,
            &mut acceleration.rows[row],
        );
    }
}

#[inline(never)]
fn accelerate<T: Scalar, const W: usize>(
    force: &Row<T, W>,
    velocity: &Row<T, W>,
    weight: &[T; W],
    g: [T; 3],
    rate: T,
    a: &mut Row<T, W>,
) {
    for i in 0..W {
        let w = weight[i];
        let free = w > T::ZERO;
        let one = |g: T, f: T, v: T| {
            let a = (g + w * f - rate * v).within(T::MAX_DISPLACEMENT);
            if free { a } else { T::ZERO }
        };
        a.x[i] = one(g[0], force.x[i], velocity.x[i]);
        a.y[i] = one(g[1], force.y[i], velocity.y[i]);
        a.z[i] = one(g[2], force.z[i], velocity.z[i]);
    }
}

/// base + factor · change, the change held within the bound on displacements.
#[inline(always)]
pub(super) fn moved<T: Scalar>(base: T, factor: T, change: T) -> T {
    base + (factor * change).within(T::MAX_DISPLACEMENT)
}

/// Holds each component within the bound on displacements; what is not a number
/// becomes one, so that the next step has something to start from.
pub(super) fn bound<T: Scalar, const W: usize, const H: usize>(grid: &mut Grid<T, W, H>) {
    for row in &mut grid.rows {
        for component in [&mut row.x, &mut row.y, &mut row.z] {
            for value in component {
                *value = value.within(T::MAX_DISPLACEMENT);
            }
        }
    }
}

/// Calls `kernel` on the matching components of four grids, row by row, as
/// (out, a, b, c). Plain loops over arrays: they vectorise.
#[inline(always)]
pub(super) fn zip<T: Scalar, const W: usize, const H: usize>(
    out: &mut Grid<T, W, H>,
    [a, b, c]: [&Grid<T, W, H>; 3],
    kernel: impl Fn(T, T, T, T) -> T + Copy,
) {
    for row in 0..H {
        let o = &mut out.rows[row];
        let (a, b, c) = (&a.rows[row], &b.rows[row], &c.rows[row]);
        zip_row(&mut o.x, &a.x, &b.x, &c.x, kernel);
        zip_row(&mut o.y, &a.y, &b.y, &c.y, kernel);
        zip_row(&mut o.z, &a.z, &b.z, &c.z, kernel);
    }
}

#[inline(always)]
fn zip_row<T: Scalar, const W: usize>(
    out: &mut [T; W],
    a: &[T; W],
    b: &[T; W],
    c: &[T; W],
    kernel: impl Fn(T, T, T, T) -> T,
) {
    for i in 0..W {
        out[i] = kernel(out[i], a[i], b[i], c[i]);
    }
}

/// Adds to the velocities what has been added to the positions since `before`
/// was copied from them.
pub(super) fn follow<T: Scalar, const W: usize, const H: usize>(
    position: &Grid<T, W, H>,
    before: &Grid<T, W, H>,
    velocity: &mut Grid<T, W, H>,
) {
    zip(velocity, [position, before, before], |v, x, b, _| {
        v + (x - b)
    });
}
