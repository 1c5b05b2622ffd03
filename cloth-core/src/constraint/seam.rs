//! Links that lead to the other half of a cloth: see [`Half`].
//!
//! Within a set of links no particle is touched twice, so it does not matter that these are the last.

use super::family::Family;
use super::kernel::project_pair;
use crate::cloth::Mark;
use crate::grid::Vectors3;
use crate::scalar::Scalar;
use crate::seam::Half;

/// A row whose particles are asked for by their columns, however it is stored.
pub(super) trait EdgeOf<T> {
    fn get(&self, column: usize) -> [T; 3];
    fn set(&mut self, column: usize, value: [T; 3]);
}

/// A row that lies in lanes.
pub(super) struct InLanes<'a, R: ?Sized>(pub(super) &'a mut R);

impl<T: Scalar, R: Vectors3<T> + ?Sized> EdgeOf<T> for InLanes<'_, R> {
    fn get(&self, column: usize) -> [T; 3] {
        self.0.get(column)
    }
    fn set(&mut self, column: usize, value: [T; 3]) {
        self.0.set(column, value);
    }
}

/// Sends the particles of a row that so many links across the seam begin or end at.
#[inline(never)]
pub(super) fn send<T: Scalar>(half: &Half, links: usize, row: &impl EdgeOf<T>, marks: &[Mark]) {
    for column in half.edge(links, marks.len()) {
        half.send(row.get(column), u32::from(is_free(marks, column)));
    }
}

/// Solves these links with what the other half has sent. `is_first`: the row has their first ends, in the
/// order in which the links of the whole cloth are solved.
#[inline(never)]
pub(super) fn solve<T: Scalar, F: Family<T>>(
    half: &Half,
    links: usize,
    row: &mut impl EdgeOf<T>,
    marks: &[Mark],
    is_first: bool,
    family: &F,
) {
    for column in half.edge(links, marks.len()) {
        let (other, of_other) = half.receive();
        let (own, free) = (row.get(column), [is_free(marks, column), of_other != 0]);
        let own = match is_first {
            true => project_pair::<T, F>(own, other, free, family).0,
            false => project_pair::<T, F>(other, own, [free[1], free[0]], family).1,
        };
        row.set(column, own);
    }
}

fn is_free(marks: &[Mark], column: usize) -> bool {
    marks.get(column).is_some_and(|mark| mark.is_free())
}
