//! The forces of a large cloth, in threads.

use super::{ForceWindow, Forces, WINDOW};
use crate::blocks::{in_threads, part_rows, parts};
use crate::extent::{Blank, Extent};
use crate::grid::{Grid, Row};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::tear::Tear;

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
