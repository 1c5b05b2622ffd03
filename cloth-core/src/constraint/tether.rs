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

use crate::cloth::{Cloth, all_free};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::vector::{length, sub};
use heapless::Vec;

/// Most anchors: rectangles of pins. Of more, those are kept that lie furthest
/// apart.
pub const MAX_ANCHORS: usize = 16;

/// How long tethers are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tethers<T> {
    /// Length over that of the cloth, 1 or more.
    ratio: T,
}

/// A rectangle of pins: first and last column, first and last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Anchor {
    columns: [usize; 2],
    rows: [usize; 2],
}

impl Anchor {
    /// The pin nearest to a particle: column and row.
    fn nearest(&self, column: usize, row: usize) -> [usize; 2] {
        let [c0, c1] = self.columns;
        let [r0, r1] = self.rows;
        [column.clamp(c0, c1), row.clamp(r0, r1)]
    }

    /// The pins of this anchor and of another that are nearest to each other, or
    /// nearly so.
    fn facing(&self, other: &Self) -> [[usize; 2]; 2] {
        let [column, row] = other.nearest(self.columns[0], self.rows[0]);
        let mine = self.nearest(column, row);
        [mine, other.nearest(mine[0], mine[1])]
    }
}

/// Distance of two particles in the flat sheet, squared.
fn squared_apart([[c0, r0], [c1, r1]]: [[usize; 2]; 2]) -> usize {
    let (columns, rows) = (c0.abs_diff(c1), r0.abs_diff(r1));
    columns * columns + rows * rows
}

impl<T: Scalar> Tethers<T> {
    /// Tethers of 1 + `slack` times the cloth's length.
    pub(crate) fn new(slack: f64) -> Self {
        Self {
            ratio: T::from_f64(1.0 + slack),
        }
    }

    /// Brings every particle that is too far from a pin back within its reach.
    #[inline(never)]
    pub fn pull<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>) {
        let anchors = anchors(cloth);
        let mut column = [T::ZERO; W];
        for (i, column) in column.iter_mut().enumerate() {
            *column = T::from_f64(i as f64);
        }
        for (i, anchor) in anchors.iter().enumerate() {
            let ratio = self.ratio * stretch(i, &anchors, cloth);
            for row in 0..H {
                pull_row(anchor, ratio, &column, cloth, row);
            }
        }
    }
}

/// How much further than the cloth between them another anchor is away, as a
/// ratio, 1 or more. Pins that are drawn apart stretch the cloth evenly, not at
/// one end.
fn stretch<T: Scalar, const W: usize, const H: usize>(
    index: usize,
    anchors: &[Anchor],
    cloth: &Cloth<T, W, H>,
) -> T {
    let at = |[c, r]: [usize; 2]| cloth.position.rows[r].get(c);
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

/// Pulls the free particles of a row towards an anchor.
fn pull_row<T: Scalar, const W: usize, const H: usize>(
    anchor: &Anchor,
    ratio: T,
    column: &[T; W],
    cloth: &mut Cloth<T, W, H>,
    row: usize,
) {
    let weight = &cloth.inverse_mass[row];
    let [first, last] = anchor.columns;
    let pin_row = row.clamp(anchor.rows[0], anchor.rows[1]);
    let down = ratio * T::from_f64(row.abs_diff(pin_row) as f64);
    let pins = &cloth.position.rows[pin_row];
    let (left, right) = (pins.get(first), pins.get(last));
    let [from, to] = [first, last].map(|c| column[c]);
    if first == last {
        let x = &mut cloth.position.rows[row];
        pull_to_pin(
            x,
            weight,
            column,
            &Pin {
                at: left,
                column: from,
                down,
                ratio,
            },
            0..W,
        );
        return;
    }
    // Beside the anchor its ends are the nearest, below and above the pin of the
    // same column; in its own rows there is none between.
    if pin_row != row {
        let (x, pins) = two_rows(&mut cloth.position.rows, row, pin_row);
        pull_to_row(x, weight, pins, down, first..last + 1);
    }
    let x = &mut cloth.position.rows[row];
    pull_to_pin(
        x,
        weight,
        column,
        &Pin {
            at: left,
            column: from,
            down,
            ratio,
        },
        0..first,
    );
    pull_to_pin(
        x,
        weight,
        column,
        &Pin {
            at: right,
            column: to,
            down,
            ratio,
        },
        last + 1..W,
    );
}

/// One row to write and another to read.
fn two_rows<T, const W: usize>(
    rows: &mut [Row<T, W>],
    write: usize,
    read: usize,
) -> (&mut Row<T, W>, &Row<T, W>) {
    let (head, tail) = rows.split_at_mut(write.max(read));
    match write < read {
        true => (&mut head[write], &tail[0]),
        false => (&mut tail[0], &head[read]),
    }
}

/// A pin, as a row of particles sees it.
struct Pin<T> {
    at: [T; 3],
    column: T,
    /// Length of a tether along the columns: rows apart times the ratio.
    down: T,
    ratio: T,
}

#[inline(never)]
fn pull_to_pin<T: Scalar, const W: usize>(
    x: &mut Row<T, W>,
    weight: &[T; W],
    column: &[T; W],
    pin: &Pin<T>,
    columns: core::ops::Range<usize>,
) {
    let Pin {
        at,
        column: own,
        down,
        ratio,
    } = *pin;
    for i in columns {
        let across = column[i].minus(own) * ratio;
        let d = sub3(x.get(i), at);
        let part = T::over(d, [across, down]);
        let part = if weight[i] > T::ZERO { part } else { T::ZERO };
        x.set(
            i,
            [
                x.x[i].minus(part * d[0]),
                x.y[i].minus(part * d[1]),
                x.z[i].minus(part * d[2]),
            ],
        );
    }
}

#[inline(never)]
fn pull_to_row<T: Scalar, const W: usize>(
    x: &mut Row<T, W>,
    weight: &[T; W],
    pins: &Row<T, W>,
    down: T,
    columns: core::ops::Range<usize>,
) {
    for i in columns {
        let d = sub3(x.get(i), pins.get(i));
        let part = T::over(d, [T::ZERO, down]);
        let part = if weight[i] > T::ZERO { part } else { T::ZERO };
        x.set(
            i,
            [
                x.x[i].minus(part * d[0]),
                x.y[i].minus(part * d[1]),
                x.z[i].minus(part * d[2]),
            ],
        );
    }
}

#[inline(always)]
fn sub3<T: Scalar>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[0].minus(b[0]), a[1].minus(b[1]), a[2].minus(b[2])]
}

/// The pins as rectangles: runs along a row, joined with the same run in the
/// row above.
fn anchors<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
) -> Vec<Anchor, MAX_ANCHORS> {
    let mut anchors = Vec::new();
    for (row, weight) in cloth.inverse_mass.iter().enumerate() {
        if all_free(weight) {
            continue;
        }
        let mut column = 0;
        while column < W {
            let pinned = |c: &usize| weight[*c] <= T::ZERO;
            let end = (column..W).find(|c| !pinned(c)).unwrap_or(W);
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
        spread(anchors, anchor);
    }
}

/// Puts an anchor in the place of the one that lies nearest to another, if it
/// lies further from all of them itself.
fn spread(anchors: &mut [Anchor], new: Anchor) {
    let gap = |of: &Anchor, skip: usize| {
        let others = anchors.iter().enumerate().filter(|(i, _)| *i != skip);
        others
            .map(|(_, other)| squared_apart(of.facing(other)))
            .min()
    };
    let crowded = (0..anchors.len()).min_by_key(|&i| gap(&anchors[i], i));
    if let Some(i) = crowded
        && gap(&new, usize::MAX) > gap(&anchors[i], i)
    {
        anchors[i] = new;
    }
}
