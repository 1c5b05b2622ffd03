//! The pins as a few rectangles, the anchors of tethers.

use crate::base::{Cloth, Extent, Lanes, Scalar};
use heapless::Vec;

/// Most anchors. Of more rectangles of pins, those that lie furthest apart are anchors.
pub const MAX_ANCHORS: usize = 16;

/// A rectangle of pins: first and last column, first and last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) columns: [usize; 2],
    pub(super) rows: [usize; 2],
}

impl Anchor {
    /// The pin nearest to a particle: column and row.
    pub(super) fn nearest(&self, column: usize, row: usize) -> [usize; 2] {
        let [c0, c1] = self.columns;
        let [r0, r1] = self.rows;
        // Not `clamp`: it panics where a rectangle ends before it begins.
        [column.max(c0).min(c1), row.max(r0).min(r1)]
    }

    /// The pins of this anchor and of another that are nearest to each other, or
    /// nearly so.
    pub(super) fn facing(&self, other: &Self) -> [[usize; 2]; 2] {
        let [column, row] = other.nearest(self.columns[0], self.rows[0]);
        let mine = self.nearest(column, row);
        [mine, other.nearest(mine[0], mine[1])]
    }
}

/// Distance of two particles in the flat sheet, squared.
pub(super) fn squared_apart([[c0, r0], [c1, r1]]: [[usize; 2]; 2]) -> usize {
    let (columns, rows) = (c0.abs_diff(c1), r0.abs_diff(r1));
    columns * columns + rows * rows
}

/// The pins as rectangles: runs along a row, joined with the same run in the
/// row above. `free` tells which rows have none.
pub(super) fn anchors<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    free: &[bool],
) -> Vec<Anchor, MAX_ANCHORS> {
    let mut anchors = Vec::new();
    let pinned_rows = free.iter().enumerate().filter(|(_, free)| !**free);
    for (row, _) in pinned_rows {
        let extent = cloth.extent();
        // Always there: a step has no path to a panic.
        let Some([weight]) = cloth.marks.row_at(row).map(|row| row.lanes()) else {
            break;
        };
        let columns = extent.columns();
        let mut column = 0;
        while column < columns {
            let free = |c: &usize| {
                weight
                    .get(extent.place(*c))
                    .is_some_and(|mark| mark.is_free())
            };
            let end = (column..columns).find(free).unwrap_or(columns);
            if end > column {
                add(&mut anchors, [column, end - 1], row);
            }
            column = end + 1;
        }
    }
    anchors
}

/// Adds a run of pins.
fn add(anchors: &mut Vec<Anchor, MAX_ANCHORS>, columns: [usize; 2], row: usize) {
    let above = |a: &&mut Anchor| a.columns == columns && a.rows[1] + 1 == row;
    if let Some(anchor) = anchors.iter_mut().find(above) {
        anchor.rows[1] = row;
        return;
    }
    let anchor = Anchor {
        columns,
        rows: [row; 2],
    };
    if anchors.push(anchor).is_err() {
        replace_crowded(anchors, anchor);
    }
}

/// Replaces the anchor that lies nearest to another by a new one, if that is further from all of
/// them.
fn replace_crowded(anchors: &mut [Anchor], new: Anchor) {
    let gap = |of: &Anchor, skip: usize| {
        let others = anchors.iter().enumerate().filter(|(i, _)| *i != skip);
        others
            .map(|(_, other)| squared_apart(of.facing(other)))
            .min()
    };
    let gaps = anchors.iter().enumerate().map(|(i, of)| (i, gap(of, i)));
    let crowded = gaps.min_by_key(|&(_, gap)| gap);
    if let Some((i, least)) = crowded
        && gap(&new, usize::MAX) > least
        && let Some(anchor) = anchors.get_mut(i)
    {
        *anchor = new;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::extent::Const;
    use crate::noise::Noise;
    use std::vec::Vec as List;

    type Spot = [usize; 2];

    /// The anchors of a cloth with these pins.
    fn anchors_of<const W: usize, const H: usize>(
        pinned: impl Fn(usize, usize) -> bool,
    ) -> Vec<Anchor, MAX_ANCHORS> {
        let mut cloth = Cloth::<f32, Const<W, H>>::EMPTY;
        for [column, row] in particles::<W, H>() {
            cloth.set_pinned(column, row, pinned(column, row));
        }
        let free: [bool; H] =
            core::array::from_fn(|row| cloth.marks.values(row).iter().all(|mark| mark.is_free()));
        anchors(&cloth, &free)
    }

    fn particles<const W: usize, const H: usize>() -> impl Iterator<Item = Spot> {
        (0..H).flat_map(|row| (0..W).map(move |column| [column, row]))
    }

    fn members(anchor: &Anchor) -> impl Iterator<Item = Spot> {
        let ([c0, c1], [r0, r1]) = (anchor.columns, anchor.rows);
        (r0..=r1).flat_map(move |row| (c0..=c1).map(move |column| [column, row]))
    }

    /// Runs of pins without the same run above them, one pin at a time.
    fn rectangles<const W: usize, const H: usize>(pin: impl Fn(usize, usize) -> bool) -> usize {
        let begins = |c: usize, r: usize| pin(c, r) && (c == 0 || !pin(c - 1, r));
        let end = |c: usize, r: usize| (c..W).take_while(|&c| pin(c, r)).count();
        let continued =
            |c: usize, r: usize| r > 0 && begins(c, r - 1) && end(c, r) == end(c, r - 1);
        particles::<W, H>()
            .filter(|&[c, r]| begins(c, r) && !continued(c, r))
            .count()
    }

    /// Random pins, some alone and some in rectangles. Returns whether there were no more rectangles than
    /// anchors.
    fn check<const W: usize, const H: usize>(noise: &mut Noise) -> bool {
        let mut number = || 0.5 + 0.5 * noise.number();
        let density = 0.4 * number() * number();
        let mut mask = [[false; W]; H];
        for pin in mask.iter_mut().flatten() {
            *pin = number() < density;
        }
        let mut part = |n: usize| (number() * n as f64) as usize;
        for _ in 0..part(3) {
            let (c, r) = (part(W), part(H));
            let (width, height) = (part(W - c) + 1, part(H - r) + 1);
            for row in &mut mask[r..r + height] {
                row[c..c + width].fill(true);
            }
        }
        let pinned = |c: usize, r: usize| mask[r][c];
        let pins: List<_> = particles::<W, H>().filter(|&[c, r]| pinned(c, r)).collect();
        let (anchors, count) = (anchors_of::<W, H>(pinned), rectangles::<W, H>(pinned));
        assert_eq!(anchors.len(), count.min(MAX_ANCHORS));
        let mut held: List<_> = anchors.iter().flat_map(members).collect();
        assert!(held.iter().all(|pin| pins.contains(pin)));
        held.sort_unstable_by_key(|&[c, r]| [r, c]);
        let distinct = held.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(distinct, "no pin is in two anchors");
        for a in &anchors {
            for b in anchors.iter().filter(|&b| b != a) {
                let pairs = members(a).flat_map(|m| members(b).map(move |n| [m, n]));
                let nearest = pairs.map(squared_apart).min();
                assert_eq!(nearest, Some(squared_apart(a.facing(b))));
            }
        }
        if count > MAX_ANCHORS {
            return false;
        }
        assert_eq!(held, pins);
        for at in particles::<W, H>() {
            let brute = pins.iter().map(|&pin| squared_apart([at, pin])).min();
            let near = |a: &Anchor| squared_apart([at, a.nearest(at[0], at[1])]);
            assert_eq!(anchors.iter().map(near).min(), brute);
        }
        true
    }

    #[test]
    fn anchors_are_the_pins_whatever_they_are() {
        let noise = &mut Noise(1);
        let mut few = [0; 2];
        for _ in 0..300 {
            let fits = [
                check::<9, 7>(noise),
                check::<12, 12>(noise),
                check::<1, 9>(noise),
                check::<40, 1>(noise),
            ];
            for fits in fits {
                few[usize::from(fits)] += 1;
            }
        }
        assert!(few.iter().all(|&n| n > 20), "both ways were tried: {few:?}");
        assert!(anchors_of::<5, 4>(|_, _| false).is_empty());
        assert_eq!(anchors_of::<5, 4>(|_, _| true).len(), 1);
    }

    #[test]
    fn of_too_many_anchors_those_stay_that_are_spread_out() {
        // Pins two apart: 144 of them on 23 × 23 particles.
        let kept = anchors_of::<23, 23>(|c, r| c % 2 == 0 && r % 2 == 0);
        assert_eq!(kept.len(), MAX_ANCHORS);
        let gaps = |a: &Anchor| {
            let others = kept.iter().filter(|&b| b != a);
            others.map(|b| squared_apart(a.facing(b))).min()
        };
        let closest = kept.iter().filter_map(gaps).min();
        let far = |[c, r]: Spot| {
            let apart = |a: &Anchor| squared_apart([[c, r], a.nearest(c, r)]);
            kept.iter().map(apart).min()
        };
        let widest = particles::<23, 23>().filter_map(far).max();
        // Evenly spread they would be 7.3 apart; the first 16 are 2 apart, and
        // leave particles 20 away from the nearest.
        assert!(closest >= Some(16) && closest <= Some(54), "{closest:?}");
        assert!(widest >= Some(16) && widest <= Some(64), "{widest:?}");
    }
}
