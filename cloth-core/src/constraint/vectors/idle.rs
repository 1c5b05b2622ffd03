//! What a pass that only shortens links may leave out: rows none of whose links is too long.
//!
//! A square of a row's longest link is known since the strain was measured, and no longer when a
//! particle of it or of the next has moved. Then the links are measured before they are solved: that costs half as much.

use super::{RowView, RowsAround};
use crate::constraint::strain::{Marked, longest, unknown};
use crate::extent::Extent;
use crate::scalar::Scalar;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};

/// Finds rows whose links would all stay as they are.
pub(super) struct Idle<'a, T, G> {
    /// The square of a length that needs no shortening.
    enough: T,
    /// The first row of a block, and the square of the longest link of each.
    first: usize,
    squares: &'a mut [T],
    extent: G,
}

impl<'a, T: Scalar, G: Extent> Idle<'a, T, G> {
    #[inline(always)]
    pub(super) fn new(extent: G, enough: T, (first, squares): (usize, &'a mut [T])) -> Self {
        Self {
            enough,
            first,
            squares,
            extent,
        }
    }

    /// Leaves out the rows that would stay as they are.
    #[inline(always)]
    pub(super) fn leave_out<M: Tear<G>, const L: usize>(
        &mut self,
        rows: &mut RowsAround<'_, T, G, M, L>,
    ) {
        if let Some(row) = &rows.inner {
            let broken = rows.tear.broken(row.row, RIGHT).is_some();
            if self.may_pull(row.row) && (broken || self.pulls_within(row)) {
                self.moves(row.row);
            } else {
                rows.inner = None;
            }
        }
        let (Some(own), Some(other)) = (&rows.own, &rows.others[0]) else {
            return;
        };
        let [upper, lower] = match rows.are_above {
            true => [other, own],
            false => [own, other],
        };
        let broken = rows.tear.broken(upper.row, DOWN | DOWN_RIGHT | DOWN_LEFT);
        if self.may_pull(upper.row) && (broken.is_some() || self.pulls_between(upper, lower)) {
            let [upper, lower] = [upper.row, lower.row];
            self.moves(upper);
            self.moves(lower);
        } else {
            rows.own = None;
        }
    }

    /// Whether a link of a row or to the next may be too long.
    #[inline(always)]
    fn may_pull(&self, row: usize) -> bool {
        match self.squares.get(row - self.first) {
            Some(&square) => square < T::ZERO || square > self.enough,
            None => true,
        }
    }

    /// Forgets how long the links of a row are.
    #[inline(always)]
    fn moves(&mut self, row: usize) {
        let row = row - self.first;
        for row in row.saturating_sub(1)..=row {
            if let Some(square) = self.squares.get_mut(row) {
                *square = unknown();
            }
        }
    }

    #[inline(always)]
    fn pulls_within<const L: usize>(&self, row: &RowView<'_, T, L>) -> bool {
        let row = row.marked(!row.all_free);
        longest::<T, G, true, false>(self.extent, [row, row]) > self.enough
    }

    #[inline(always)]
    fn pulls_between<const L: usize>(&self, a: &RowView<'_, T, L>, b: &RowView<'_, T, L>) -> bool {
        let pins = !(a.all_free | b.all_free);
        let rows = [a.marked(pins), b.marked(pins)];
        longest::<T, G, false, true>(self.extent, rows) > self.enough
    }
}

impl<T, const L: usize> RowView<'_, T, L> {
    #[inline(always)]
    fn marked(&self, pins: bool) -> Marked<'_, T> {
        Marked {
            row: [
                self.x.as_flattened(),
                self.y.as_flattened(),
                self.z.as_flattened(),
            ],
            marks: pins.then_some(self.weight.as_flattened()),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use crate::cloth::Cloth;
    use crate::constraint::{StrainLimit, largest_strain_of, unknown};
    use crate::extent::{Const, Dyn, Extent};
    use crate::noise::Noise;
    use crate::scratch::Scratch;
    use crate::tear::NoTearing;

    /// A flat cloth, pinned here and there, of which a few particles are pulled away.
    fn pulled<G: Extent>(extent: G, pinned: f64, seed: u64) -> Cloth<f32, G> {
        let (mut cloth, mut noise) = (Cloth::EMPTY, Noise(seed));
        cloth.allocate(extent).expect("there is memory");
        for row in 0..extent.rows() {
            for column in 0..extent.columns() {
                let far = noise.number() > 0.97;
                let off = if far { 0.4 } else { 0.01 } * noise.number();
                let place = [column as f64 + 0.7 * off, row as f64 - off, off];
                cloth.position.put(column, row, place.map(|x| x as f32));
                cloth.set_pinned(column, row, noise.number() < 2.0 * pinned - 1.0);
            }
        }
        cloth
    }

    /// Passes of a grid in vectors that leaves rows out, and of one that does not; how many rows of
    /// the first have not moved.
    fn same<const W: usize, const H: usize>(pinned: f64, seed: u64) -> usize {
        let (mut all, extent) = (pulled(Const::<W, H>, pinned, seed), Dyn::new(W, H));
        let mut some = pulled(extent, pinned, seed);
        let mut scratch = Scratch::EMPTY;
        scratch.allocate(extent).expect("there is memory");
        let limit = StrainLimit::new(1.1, 1);
        let squares = scratch.parts(extent).longest;
        squares.fill(unknown());
        largest_strain_of(&some, &NoTearing, squares);
        assert!(
            squares.iter().any(|&square| square > 1.21),
            "{W} x {H}, {seed}"
        );
        let mut none = Scratch::EMPTY;
        for pass in 0..4 {
            limit.pass(&mut all, &NoTearing, &mut none);
            limit.pass(&mut some, &NoTearing, &mut scratch);
            for row in 0..H {
                for column in 0..W {
                    let [all, some] = [all.position.at(column, row), some.position.at(column, row)]
                        .map(|place: [f32; 3]| place.map(f32::to_bits));
                    assert_eq!(all, some, "{W} x {H}, {seed}: {column}, {row}, pass {pass}");
                }
            }
        }
        // What is still known of a row is so.
        let squares = scratch.parts(extent).longest.to_vec();
        let mut anew = std::vec![unknown(); H];
        largest_strain_of(&some, &NoTearing, &mut anew);
        let known = squares
            .iter()
            .zip(&anew)
            .filter(|(square, _)| **square >= 0.0);
        known
            .inspect(|(square, anew)| assert_eq!(square, anew))
            .count()
    }

    #[test]
    fn rows_that_are_left_out_would_not_have_moved() {
        let mut known = 0;
        for seed in 10..15 {
            for pinned in [0.0, 0.05, 0.5] {
                known += same::<7, 60>(pinned, seed);
                known += same::<33, 30>(pinned, seed);
                // In blocks.
                known += same::<3, 300>(pinned, seed);
                known += same::<270, 5>(0.1 * pinned, seed);
            }
        }
        assert!(known > 100, "{known}");
    }
}
