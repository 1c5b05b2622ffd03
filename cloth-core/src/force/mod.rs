//! Forces on the particles, computed row by row.
//!
//! A spring or triangle that starts in row r reaches at most row r+2. So a
//! window of three rows is all the memory that forces need: `ForceWindow`
//! moves down the cloth, and hands out each row once nothing can be added to
//! it. A scheme that integrates a row as soon as it is handed out needs no
//! force buffer at all.

mod drag;
mod spring;
mod wind;

pub use drag::Drag;
pub use spring::SpringForce;
#[cfg(test)]
pub(crate) use spring::Tension;
pub(crate) use spring::{SpringLaw, length_and_inverse};
pub use wind::{AerodynamicWind, PositionalWind};

use crate::grid::{Grid, Row};
use crate::motion::{Motion, Velocity};
use crate::scalar::Scalar;
use crate::tear::Tear;

/// Everything that accelerates particles, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forces<T: Scalar> {
    /// Gravity: an acceleration, the same for every particle.
    pub gravity: [T; 3],
    /// Springs; `None` in constraint mode.
    pub springs: Option<SpringForce<T>>,
    /// Air drag; `None` when off.
    pub drag: Option<Drag<T>>,
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
    #[must_use]
    pub const fn has_forces(&self) -> bool {
        self.springs.is_some()
            || self.drag.is_some()
            || self.positional_wind.is_some()
            || self.wind.is_some()
    }
}

/// The rows of force that are still being added to.
#[derive(Debug)]
pub(crate) struct ForceWindow<T, const W: usize> {
    rows: [Row<T, W>; 3],
}

impl<T: Scalar, const W: usize> ForceWindow<T, W> {
    pub(crate) const EMPTY: Self = Self {
        rows: [Row::ZERO; 3],
    };

    /// Adds all that starts in `row` and returns that row's total force. Broken
    /// springs have none, and there is no wind on triangles that are gone.
    ///
    /// Rows must be asked for in order from 0; the rows from `row` on must
    /// still hold the positions and velocities of the start of the step.
    #[inline(never)]
    pub(crate) fn finish_row<M: Motion, const H: usize>(
        &mut self,
        row: usize,
        forces: &Forces<T>,
        position: &Grid<T, W, H>,
        kept: &Grid<T, W, H>,
        tear: &impl Tear<W, H>,
    ) -> &Row<T, W> {
        let [here, below, second] = self.slots(row);
        let (x, v) = (&position.rows[row..], &kept.rows[row..]);
        if let Some(springs) = &forces.springs {
            springs.accumulate::<M, W, H>(x, v, [here, below, second], (tear, row));
        }
        if let Some(wind) = &forces.wind {
            wind.accumulate::<M, W>(x, v, [here, below], tear.cells(row));
        }
        if let Some(drag) = &forces.drag {
            drag.accumulate::<M, W>(&x[0], &v[0], here);
        }
        if let Some(wind) = &forces.positional_wind {
            wind.accumulate(row, here);
        }
        here
    }

    /// As [`finish_row`](Self::finish_row), for another law of springs alone,
    /// with `other` in place of velocities.
    #[inline]
    pub(crate) fn finish_springs<L: SpringLaw<T>, const H: usize>(
        &mut self,
        row: usize,
        (springs, tear): (&SpringForce<T>, &impl Tear<W, H>),
        position: &Grid<T, W, H>,
        other: &Grid<T, W, H>,
    ) -> &Row<T, W> {
        let [here, below, second] = self.slots(row);
        let (x, v) = (&position.rows[row..], &other.rows[row..]);
        springs.apply::<Velocity, L, W, H>(x, v, [here, below, second], (tear, row));
        here
    }

    /// The slots of rows r, r+1 and r+2; the last one held row r−1.
    #[inline(always)]
    fn slots(&mut self, row: usize) -> [&mut Row<T, W>; 3] {
        let [a, b, c] = &mut self.rows;
        let [here, below, second] = match row % 3 {
            0 => [a, b, c],
            1 => [b, c, a],
            _ => [c, a, b],
        };
        *second = Row::ZERO;
        [here, below, second]
    }
}
