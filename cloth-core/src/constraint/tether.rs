//! Tethers: no particle further from a pin than the cloth between them is long.
//!
//! A pass of a solver carries a pull one link further, or one sweep; a tether
//! carries it at once. So a cloth hangs from its pins at its true length however
//! few passes are made. Source: Kim, Chentanez, Müller 2012 (long range
//! attachments); here every particle is held by every pin, because with the
//! nearest alone the cloth gives way along the lines where the nearest changes.
//!
//! Nothing is stored. The pins are found in the inverse masses in each substep,
//! so they are always the present ones; pins side by side are one anchor, whose
//! nearest pin follows from a particle's column and row; and the cloth between
//! the two is as long as their distance in the flat sheet.

use crate::base::{
    Blank, Block, Cloth, Extent, Lanes, Mark, Rows, Scalar, Vectors, chunks, chunks_mut, length,
    minus, scale, select, sub,
};
use crate::blocks::{for_each_block_from, part_rows, parts};
use crate::scratch::Parts;
use heapless::Vec;

/// Brings every particle that is further from a pin than `ratio` times the cloth between them back within its reach.
/// `free` tells which rows have no pins.
#[inline(never)]
pub(crate) fn pull_tethers<T: Scalar, G: Extent>(
    ratio: T,
    cloth: &mut Cloth<T, G>,
    free: &[bool],
    scratch: &mut Parts<'_, T>,
) {
    let extent = cloth.extent();
    let anchors = anchors(cloth, free);
    // How long tethers to each anchor are, over the cloth between.
    let ratios: [T; MAX_ANCHORS] = core::array::from_fn(|i| match anchors.get(i) {
        Some(anchor) => ratio * stretch(anchor, &anchors, cloth),
        None => T::ONE,
    });
    if G::HAS_VECTORS {
        // A row is pulled towards several anchors while it is in cache.
        let (anchors, ratios) = (anchors.chunks(TOGETHER), ratios.chunks(TOGETHER));
        for anchors in anchors.zip(ratios) {
            let tethers = tethers(anchors, cloth, scratch.whole);
            pull_rows::<T, G, 8>(&tethers, free, cloth, scratch.by_part);
        }
        return;
    }
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, LANES>(&mut local, scratch.whole);
    for (&anchor, ratio) in anchors.iter().zip(ratios) {
        let tether = Tether::new((anchor, ratio), cloth, lanes.lanes_mut());
        pull_rows::<T, G, 1>(&[tether], free, cloth, scratch.by_part);
    }
}

/// The tethers to some anchors, in memory of the cloth's width.
#[inline(always)]
fn tethers<'a, T: Scalar, G: Extent>(
    (anchors, ratios): (&[Anchor], &[T]),
    cloth: &Cloth<T, G>,
    memory: &'a mut [T],
) -> Vec<Tether<'a, T>, TOGETHER> {
    let room = cloth.extent().room();
    let mut tethers = Vec::new();
    let lanes = memory.chunks_exact_mut(LANES * room);
    for ((&anchor, &ratio), lanes) in anchors.iter().zip(ratios).zip(lanes) {
        let mut lanes = lanes.chunks_exact_mut(room);
        let lanes = core::array::from_fn(|_| lanes.next().unwrap_or_default());
        // There is room for as many as are done together.
        let _ = tethers.push(Tether::new((anchor, ratio), cloth, lanes));
    }
    tethers
}

/// Lanes of scratch memory that an anchor takes: a side of reaches, and two rows of pins.
const LANES: usize = 7;
/// Anchors that a row is pulled towards while it is in cache.
const TOGETHER: usize = 4;

/// The pin of an anchor that holds each column of a row: that of the same column, or the nearest.
fn spread<T: Scalar, G: Extent>(extent: G, anchor: &Anchor, row: [&[T]; 3], pins: [&mut [T]; 3]) {
    let [first, last] = anchor.columns;
    let [left, right] = [extent.place(first), extent.place(last)];
    for (from, to) in row.into_iter().zip(pins) {
        // Always there: a step has no path to a panic.
        let Some((&of_left, &of_right)) = from.get(left).zip(from.get(right)) else {
            continue;
        };
        to.fill(of_right);
        // A single pin holds all columns.
        if first == last {
            continue;
        }
        for (column, place) in extent.places().enumerate().take(last) {
            if let (Some(to), Some(&of_own)) = (to.get_mut(place), from.get(place)) {
                *to = if column < first { of_left } else { of_own };
            }
        }
    }
}

/// The largest ratio of an anchor's distance from another to the length of the cloth between them, at least 1. Pins
/// that are pulled apart then stretch the cloth evenly, not at one end.
fn stretch<T: Scalar, G: Extent>(anchor: &Anchor, anchors: &[Anchor], cloth: &Cloth<T, G>) -> T {
    let at = |[c, r]: [usize; 2]| cloth.position.at(c, r);
    let mut ratio = T::ONE;
    for other in anchors {
        // No pin is in two anchors.
        if other != anchor {
            let facing = anchor.facing(other);
            let apart = T::from_f64(libm::sqrt(squared_apart(facing) as f64));
            ratio = (length(sub(at(facing[1]), at(facing[0]))) / apart).most(ratio);
        }
    }
    ratio
}

/// The sides of the reaches along a row, from each column.
fn reaches<T: Scalar, G: Extent>(extent: G, anchor: &Anchor, ratio: T, across: &mut [T]) {
    let [first, last] = anchor.columns.map(|column| column as i32);
    let vectors = extent.vectors();
    // Number l of vector k is column l · vectors + k.
    for (k, vector) in across.chunks_mut(G::LANES).enumerate() {
        for (lane, across) in vector.iter_mut().enumerate() {
            let column = (lane * vectors + k) as i32;
            let beside = (first - column).max(column - last).max(0);
            *across = T::side(ratio * T::from_f64(f64::from(beside)));
        }
    }
}

/// The tethers to an anchor.
#[derive(Debug)]
struct Tether<'a, T> {
    anchor: Anchor,
    /// Length over that of the cloth.
    ratio: T,
    /// Side of the reach along a row, from each column.
    across: &'a [T],
    /// The pins of the anchor's first row and of its last: rows above and below are
    /// held by these.
    pins: [[&'a [T]; 3]; 2],
}

impl<'a, T: Scalar> Tether<'a, T> {
    /// What rows need to know of an anchor, in lanes of memory.
    #[inline(always)]
    fn new<G: Extent>(
        (anchor, ratio): (Anchor, T),
        cloth: &Cloth<T, G>,
        [across, ax, ay, az, bx, by, bz]: [&'a mut [T]; LANES],
    ) -> Self {
        let extent = cloth.extent();
        reaches(extent, &anchor, ratio, across);
        let [above, below] = anchor.rows;
        let pins = [(above, [&mut *ax, ay, az]), (below, [&mut *bx, by, bz])];
        for (row, pins) in pins {
            // Always there: a step has no path to a panic.
            if let Some(row) = cloth.position.row_at(row) {
                spread(extent, &anchor, row.lanes(), pins);
            }
        }
        Self {
            anchor,
            ratio,
            across,
            pins: [[ax, ay, az], [bx, by, bz]],
        }
    }

    /// The pins that a row is held by, if they are not its own, and the side of the
    /// reach along the columns.
    #[inline(always)]
    fn seen(&self, row: usize) -> (Option<&[&[T]; 3]>, T) {
        let [first, last] = self.anchor.rows;
        let beside = (first.max(row) - row).max(row - last.min(row)) as i32;
        let down = T::side(self.ratio * T::from_f64(f64::from(beside)));
        let pins = match row {
            _ if row <= first => Some(&self.pins[0]),
            _ if row >= last => Some(&self.pins[1]),
            _ => None,
        };
        (pins, down)
    }
}

/// Pulls the particles towards some anchors, one after the other. To the left and right of an anchor the pins
/// at its ends are the nearest, above and below it that of the same column.
fn pull_rows<T: Scalar, G: Extent, const L: usize>(
    tethers: &[Tether<'_, T>],
    free: &[bool],
    cloth: &mut Cloth<T, G>,
    spare: &mut [T],
) {
    let (marks, vectors) = (&cloth.marks, Vectors::<T, G>::widest());
    let rows = cloth.extent().rows();
    let part = spare.len() / parts(rows).max(1);
    for_each_block_from(
        &mut cloth.position,
        (0, part_rows(rows)),
        (spare, part),
        |first, rows, spare| {
            vectors.run(
                #[inline(always)]
                || pull_block::<T, G, L>(tethers, free, marks, first, rows, spare),
            );
        },
    );
}

/// Pulls the particles of some rows, from row `first` on.
#[inline(always)]
fn pull_block<T: Scalar, G: Extent, const L: usize>(
    tethers: &[Tether<'_, T>],
    free: &[bool],
    marks: &Rows<Mark, G, 1>,
    first: usize,
    mut rows: Block<'_, T, G, 3>,
    spare: &mut [T],
) {
    let extent = marks.extent();
    let all = 0..rows.len();
    let free = free.get(first..).unwrap_or_default();
    for (row, (x, &free)) in (first..).zip(rows.range_mut(all).zip(free)) {
        // Always there: a step has no path to a panic.
        let Some([marks]) = marks.row_at(row).map(|row| row.lanes()) else {
            break;
        };
        for tether in tethers {
            let (pins, down) = tether.seen(row);
            let mut local = Blank::BLANK;
            let pins = pins.copied().unwrap_or_else(|| {
                let own = extent.lend::<T, 3>(&mut local, spare);
                spread(extent, &tether.anchor, x.lanes(), own.lanes_mut());
                own.lanes()
            });
            let (x, across) = (x.lanes_mut(), tether.across);
            match free {
                true => pull_row::<T, true, L>(x, pins, marks, across, down),
                false => pull_row::<T, false, L>(x, pins, marks, across, down),
            }
        }
    }
}

/// Pulls the particles of a row towards pins. Where all are FREE nobody looks at their marks.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn pull_row<T: Scalar, const FREE: bool, const L: usize>(
    x: [&mut [T]; 3],
    pins: [&[T]; 3],
    marks: &[Mark],
    across: &[T],
    down: T,
) {
    let ([x, y, z], [px, py, pz]) = (chunks_mut(x), chunks(pins));
    let of = (marks.as_chunks::<L>().0.iter()).zip(across.as_chunks::<L>().0);
    let pins = px.iter().zip(py).zip(pz).zip(of);
    for (((x, y), z), (((px, py), pz), (marks, across))) in x.iter_mut().zip(y).zip(z).zip(pins) {
        pull_vector::<T, FREE, L>(x, y, z, [px, py, pz], marks, across, down);
    }
}

#[inline(always)]
fn pull_vector<T: Scalar, const FREE: bool, const L: usize>(
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    [px, py, pz]: [&[T; L]; 3],
    marks: &[Mark; L],
    across: &[T; L],
    down: T,
) {
    for i in 0..L {
        let before = [x[i], y[i], z[i]];
        let after = pulled(before, [px[i], py[i], pz[i]], [across[i], down]);
        [x[i], y[i], z[i]] = select(FREE || marks[i].is_free(), after, before);
    }
}

/// A particle, pulled within its reach of a pin; the sides of the reach lie along
/// the row and along the columns.
#[inline(always)]
fn pulled<T: Scalar>(x: [T; 3], pin: [T; 3], reach: [T; 2]) -> [T; 3] {
    let d = minus(x, pin);
    minus(x, scale(d, T::over(d, reach)))
}

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
