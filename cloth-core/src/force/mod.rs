//! Forces on the particles, computed row by row.
//!
//! A spring or triangle that starts in row r reaches at most row r+2. So a
//! window of three rows is all the memory that forces need: `ForceWindow`
//! moves down the cloth, and hands out each row once nothing can be added to
//! it. A scheme that integrates a row as soon as it is handed out needs no
//! force buffer at all.

mod air;
mod families;
mod spring;

pub use air::{AerodynamicWind, PositionalWind};
pub(crate) use families::{Elastic, SpringLaw};
pub use spring::SpringForce;
use spring::damped_tension;
pub(crate) use spring::{length_and_inverse, tension};

use crate::base::{Blank, Extent, Grid, Lanes, Motion, Row, Scalar, Still, Velocity};
use crate::blocks::{in_threads, part_rows, parts};
use crate::tear::Tear;

/// Everything that accelerates particles, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forces<T: Scalar> {
    /// Gravity: an acceleration, the same for every particle.
    pub gravity: [T; 3],
    /// Springs; `None` in constraint mode.
    pub springs: Option<SpringForce<T>>,
    /// Air drag F = −c·v on every particle, as γ = c·dt/m; `None` when off.
    ///
    /// With the Verlet scheme this is S0's damping a_d = v·d/m, stable together with springs iff
    /// 0 ≤ γ < 2 and κ + 2γ < 4, where κ = k_eff·dt²/m.
    pub drag: Option<T>,
    /// Wind as a field of forces; `None` when off.
    pub positional_wind: Option<PositionalWind<T>>,
    /// Wind on the triangles; `None` when off.
    pub wind: Option<AerodynamicWind<T>>,
}

impl<T: Scalar> Forces<T> {
    /// Nothing acts.
    pub const NONE: Self = Self {
        gravity: [T::ZERO; 3],
        springs: None,
        drag: None,
        positional_wind: None,
        wind: None,
    };

    /// Whether anything but gravity acts.
    pub const fn has_forces(&self) -> bool {
        self.springs.is_some()
            || self.drag.is_some()
            || self.positional_wind.is_some()
            || self.wind.is_some()
    }
}

/// Lanes that a [`ForceWindow`] takes.
pub(crate) const WINDOW: usize = 9;

/// The rows of force that are still being added to.
#[derive(Debug)]
pub(crate) struct ForceWindow<'a, T: Scalar, G: Extent> {
    extent: G,
    rows: &'a mut G::Row<T, WINDOW>,
}

impl<'a, T: Scalar, G: Extent> ForceWindow<'a, T, G> {
    /// A window without any force in these rows.
    pub(crate) fn new(extent: G, rows: &'a mut G::Row<T, WINDOW>) -> Self {
        for lane in rows.lanes_mut() {
            lane.fill(T::ZERO);
        }
        Self { extent, rows }
    }

    /// Adds all that starts in `row` and returns that row's total force, in
    /// [finer](Scalar::finer) units. Broken
    /// springs have none, and there is no wind on triangles that are gone.
    ///
    /// Rows must be asked for in order from 0; the rows from `row` on must
    /// still hold the positions and velocities of the start of the step.
    #[inline(never)]
    pub(crate) fn finish_row<M: Motion>(
        &mut self,
        row: usize,
        forces: &Forces<T>,
        x: &Grid<T, G>,
        v: &Grid<T, G>,
        tear: &impl Tear<G>,
    ) -> &Row<T, G> {
        let extent = self.extent;
        let [here, below, second] = self.slots(row);
        if let Some(springs) = &forces.springs {
            let rows = [&mut *here, &mut *below, second];
            // Undamped springs do not look at velocities.
            match springs.damping > T::ZERO {
                true => springs.apply::<M, G, false>(damped_tension, [x, v], rows, (tear, row)),
                false => springs.apply::<Still, G, false>(tension, [x, v], rows, (tear, row)),
            }
        }
        if let Some(wind) = &forces.wind
            && let (Some(x1), Some(v1)) = (x.row_at(row + 1), v.row_at(row + 1))
        {
            let (x, v) = ([x.row(row), x1], [v.row(row), v1]);
            wind.accumulate::<M, G>(extent, x, v, [&mut *here, below], tear.cells(row));
        }
        if let Some(drag) = forces.drag {
            air::slow_down::<M, T, G>(drag, x.row(row), v.row(row), here);
        }
        if let Some(wind) = &forces.positional_wind {
            wind.accumulate(extent, row, here.three_mut());
        }
        here
    }

    /// As [`finish_row`](Self::finish_row), for another law of springs alone,
    /// with `other` in place of velocities.
    #[inline]
    pub(crate) fn finish_springs<const SUM: bool>(
        &mut self,
        row: usize,
        law: impl SpringLaw<T>,
        (springs, tear): (&SpringForce<T>, &impl Tear<G>),
        position: &Grid<T, G>,
        other: &Grid<T, G>,
    ) -> &Row<T, G> {
        let [here, below, second] = self.slots(row);
        let (state, rows) = ([position, other], [&mut *here, below, second]);
        springs.apply::<Velocity, G, SUM>(law, state, rows, (tear, row));
        here
    }

    /// The rows r, r+1 and r+2; the last, which held row r−1, is cleared.
    #[inline(always)]
    fn slots(&mut self, row: usize) -> [&mut Row<T, G>; 3] {
        let [a, b, c] = G::thirds(self.rows);
        let [here, below, second] = match row % 3 {
            0 => [a, b, c],
            1 => [b, c, a],
            _ => [c, a, b],
        };
        for lane in second.three_mut() {
            lane.fill(T::ZERO);
        }
        [here, below, second]
    }
}

/// Springs that end in a row start at most so many rows above.
const ABOVE: usize = 2;

/// Calls `done` with the number of each row, its total force as [`ForceWindow::finish_row`] has it, and
/// its three lanes of `out`, part by part: a part begins two rows above its own, so that its first
/// rows get their forces in the same order as from one window over all of them.
pub(crate) fn forces_in_threads<M: Motion, T: Scalar, G: Extent>(
    (forces, tear): (&Forces<T>, &impl Tear<G>),
    [x, v]: [&Grid<T, G>; 2],
    spare: &mut [T],
    out: &mut [T],
    done: impl Fn(usize, &Row<T, G>, [&mut [T]; 3]) + Sync,
) {
    let extent = x.extent();
    let (rows, room) = (extent.rows(), extent.room());
    let (of_part, part) = (part_rows(rows), spare.len() / parts(rows).max(1));
    let lists = (out, spare, &mut [(); 0][..]);
    in_threads(
        rows,
        lists,
        [3 * room * of_part, part, 0],
        &|i, out, spare, _| {
            let first = i * of_part;
            let mut local = Blank::BLANK;
            let lanes = extent.lend::<T, WINDOW>(&mut local, spare);
            let mut window = ForceWindow::<T, G>::new(extent, lanes);
            for row in first.saturating_sub(ABOVE)..first {
                window.finish_row::<M>(row, forces, x, v, tear);
            }
            for (i, out) in out.chunks_exact_mut(3 * room).enumerate() {
                let force = window.finish_row::<M>(first + i, forces, x, v, tear);
                let (x, rest) = out.split_at_mut(room);
                let (y, z) = rest.split_at_mut(room);
                done(first + i, force, [x, y, z]);
            }
        },
    );
}
