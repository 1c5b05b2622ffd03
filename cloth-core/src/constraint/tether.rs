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

use super::anchor::{Anchor, MAX_ANCHORS, anchors, squared_apart};
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
