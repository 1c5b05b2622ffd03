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
use crate::blocks::for_each_block_from;
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::{Row, cut, cut_mut, get3};
use crate::scalar::Scalar;
use crate::scratch::Parts;
use crate::simd::Vectors;
use crate::vector::{length, minus, scale, sub};

/// How long tethers are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tethers<T> {
    /// Length over that of the cloth, 1 or more.
    ratio: T,
}

impl<T: Scalar> Tethers<T> {
    /// Tethers of 1 + `slack` times the cloth's length.
    pub(crate) fn new(slack: f64) -> Self {
        Self {
            ratio: T::from_f64(1.0 + slack),
        }
    }

    /// Brings every particle that is too far from a pin back within its reach.
    /// `free` tells which rows have no pins.
    #[inline(never)]
    pub(crate) fn pull<G: Extent>(
        &self,
        cloth: &mut Cloth<T, G>,
        free: &[bool],
        scratch: &mut Parts<'_, T>,
    ) {
        let (extent, columns) = (cloth.extent(), cloth.extent().columns());
        let anchors = anchors(cloth, free);
        let ratios: [T; MAX_ANCHORS] = core::array::from_fn(|i| match i < anchors.len() {
            true => self.ratio * stretch(i, &anchors, cloth),
            false => T::ONE,
        });
        let mut local = Blank::BLANK;
        let lanes = extent.lend::<T, 7>(&mut local, scratch.whole);
        for (anchor, ratio) in anchors.iter().zip(ratios) {
            let [across, ax, ay, az, bx, by, bz] = cut_mut(lanes, 0, columns);
            reaches(anchor, ratio, across);
            // The pins of the anchor's first row and of its last.
            for (to, row) in [[ax, ay, az], [bx, by, bz]].into_iter().zip(anchor.rows) {
                let from = cut(cloth.position.row(row), 0, columns);
                for (to, from) in to.into_iter().zip(from) {
                    to.copy_from_slice(from);
                }
            }
            let [across, ax, ay, az, bx, by, bz] = cut(lanes, 0, columns);
            let tether = Tether {
                anchor: *anchor,
                ratio,
                across,
                pins: [[ax, ay, az], [bx, by, bz]],
            };
            pull_rows(&tether, free, cloth, scratch.blocks);
        }
    }
}

/// How much further than the cloth between them another anchor is away, as a
/// ratio, 1 or more. Pins that are drawn apart stretch the cloth evenly, not at
/// one end.
fn stretch<T: Scalar, G: Extent>(index: usize, anchors: &[Anchor], cloth: &Cloth<T, G>) -> T {
    let at = |[c, r]: [usize; 2]| cloth.position.at(c, r);
    let mut ratio = T::ONE;
    for (i, other) in anchors.iter().enumerate() {
        let facing = anchors[index].facing(other);
        if i != index {
            let apart = T::from_f64(libm::sqrt(squared_apart(facing) as f64));
            ratio = (length(sub(at(facing[1]), at(facing[0]))) / apart).most(ratio);
        }
    }
    ratio
}

/// The sides of the reaches along a row, from each column.
fn reaches<T: Scalar>(anchor: &Anchor, ratio: T, across: &mut [T]) {
    let [first, last] = anchor.columns.map(|column| column as i32);
    for (column, across) in (0..).zip(across) {
        let beside = (first - column).max(column - last).max(0);
        *across = T::side(ratio * T::from_f64(f64::from(beside)));
    }
}

/// The tethers to an anchor.
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

impl<T: Scalar> Tether<'_, T> {
    /// The pins that a row is held by, if they are not its own, and the side of the
    /// reach along the columns.
    #[inline(always)]
    fn seen(&self, row: usize) -> (Option<&[&[T]; 3]>, T) {
        let [first, last] = self.anchor.rows;
        let beside = (first.max(row) - row).max(row - last.min(row)) as i32;
        let down = T::side(self.ratio * T::from_f64(f64::from(beside)));
        let pins = match row {
            _ if row < first => Some(&self.pins[0]),
            _ if row > last => Some(&self.pins[1]),
            _ => None,
        };
        (pins, down)
    }
}

/// Pulls the particles towards an anchor. Beside it the pins at
/// its ends are the nearest, above and below it that of the same column; in its own
/// rows there is none between. Puts pins back to where they
/// were: without a look at each particle's inverse mass the loops are shorter.
fn pull_rows<T: Scalar, G: Extent>(
    tether: &Tether<'_, T>,
    free: &[bool],
    cloth: &mut Cloth<T, G>,
    spare: &mut [T],
) {
    let extent = cloth.extent();
    let (weights, vectors) = (&cloth.inverse_mass, Vectors::widest());
    for_each_block_from(&mut cloth.position, 0, spare, |first, mut rows, spare| {
        for (i, &free) in (0..rows.len()).zip(free.get(first..).unwrap_or_default()) {
            let (row, x) = (first + i, rows.row_mut(i));
            if free {
                vectors.run(
                    #[inline(always)]
                    || pull_row::<T, G>(extent, tether, row, x),
                );
                continue;
            }
            let mut local = Blank::BLANK;
            let before = extent.lend::<T, 3>(&mut local, spare);
            for (to, from) in before.lanes_mut().into_iter().zip(x.lanes()) {
                to.copy_from_slice(from);
            }
            let before = before.lanes();
            let [weight] = weights.row(row).lanes();
            vectors.run(
                #[inline(always)]
                || {
                    pull_row::<T, G>(extent, tether, row, x);
                    put_back::<T, G>(extent, x, before, weight);
                },
            );
        }
    });
}

#[inline(always)]
fn pull_row<T: Scalar, G: Extent>(
    extent: G,
    tether: &Tether<'_, T>,
    row: usize,
    x: &mut Row<T, G>,
) {
    let columns = extent.columns();
    let [first, last] = tether.anchor.columns;
    let (pins, down) = tether.seen(row);
    let [left, right] = [first, last].map(|end| get3(pins.copied().unwrap_or(x.lanes()), end));
    let [x, y, z] = cut_mut(x, 0, columns);
    let across = tether.across;
    // One column, or several.
    let begin = if first == last && pins.is_some() {
        columns
    } else {
        first
    };
    let before = begin.min(columns);
    pull_part(x, y, z, across, [0, before], down, left);
    if begin == columns {
        return;
    }
    if let Some([px, py, pz]) = pins {
        pull_below(x, y, z, [px, py, pz], across, [first, last + 1], down);
    }
    pull_part(x, y, z, across, [last + 1, columns], down, right);
}

/// Pulls the particles from one column to another towards one pin.
#[inline(always)]
fn pull_part<T: Scalar>(
    x: &mut [T],
    y: &mut [T],
    z: &mut [T],
    across: &[T],
    [begin, end]: [usize; 2],
    down: T,
    pin: [T; 3],
) {
    let (Some(x), Some(y), Some(z), Some(across)) = (
        x.get_mut(begin..end),
        y.get_mut(begin..end),
        z.get_mut(begin..end),
        across.get(begin..end),
    ) else {
        return;
    };
    for (((x, y), z), &across) in x.iter_mut().zip(y).zip(z).zip(across) {
        [*x, *y, *z] = pulled([*x, *y, *z], pin, [across, down]);
    }
}

/// Pulls the particles of these columns towards the pins of the same columns.
#[inline(always)]
fn pull_below<T: Scalar>(
    x: &mut [T],
    y: &mut [T],
    z: &mut [T],
    pins: [&[T]; 3],
    across: &[T],
    [begin, end]: [usize; 2],
    down: T,
) {
    let [px, py, pz] = pins.map(|lane| lane.get(begin..end).unwrap_or_default());
    let (Some(x), Some(y), Some(z), Some(across)) = (
        x.get_mut(begin..end),
        y.get_mut(begin..end),
        z.get_mut(begin..end),
        across.get(begin..end),
    ) else {
        return;
    };
    let pins = px.iter().zip(py).zip(pz);
    for ((((x, y), z), &across), ((&px, &py), &pz)) in
        x.iter_mut().zip(y).zip(z).zip(across).zip(pins)
    {
        [*x, *y, *z] = pulled([*x, *y, *z], [px, py, pz], [across, down]);
    }
}

/// Puts the pins of a row back.
#[inline(always)]
fn put_back<T: Scalar, G: Extent>(extent: G, x: &mut Row<T, G>, before: [&[T]; 3], weight: &[T]) {
    let x = cut_mut(x, 0, extent.columns());
    for (x, before) in x.into_iter().zip(before) {
        for ((x, &before), &weight) in x.iter_mut().zip(before).zip(weight) {
            *x = if weight <= T::ZERO { before } else { *x };
        }
    }
}

/// A particle, pulled within its reach of a pin; the sides of the reach lie along
/// the row and along the columns.
#[inline(always)]
fn pulled<T: Scalar>(x: [T; 3], pin: [T; 3], reach: [T; 2]) -> [T; 3] {
    let d = minus(x, pin);
    minus(x, scale(d, T::over(d, reach)))
}
