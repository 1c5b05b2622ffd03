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
use crate::grid::Row;
use crate::scalar::Scalar;
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
    /// `free` tells which rows have no pins: see [`free_rows`](super::free_rows).
    #[inline(never)]
    pub fn pull<const W: usize, const H: usize>(
        &self,
        cloth: &mut Cloth<T, W, H>,
        free: &[bool; H],
    ) {
        let anchors = anchors(cloth, free);
        let ratios: [T; MAX_ANCHORS] = core::array::from_fn(|i| match i < anchors.len() {
            true => self.ratio * stretch(i, &anchors, cloth),
            false => T::ONE,
        });
        for (anchor, ratio) in anchors.iter().zip(ratios) {
            if anchor.is_narrow() {
                let column = anchor.columns[0];
                let pins = anchor.rows.map(|row| cloth.position.rows[row].get(column));
                pull_to_column(&Tether::new(anchor, ratio, pins), free, cloth);
            } else {
                let pins = anchor.rows.map(|row| cloth.position.rows[row]);
                pull_to_rectangle(&Tether::new(anchor, ratio, pins), free, cloth);
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

/// The tethers to an anchor.
struct Tether<T, P, const W: usize> {
    anchor: Anchor,
    /// Length over that of the cloth.
    ratio: T,
    /// Side of the reach along a row, from each column.
    across: [T; W],
    /// The pins of the anchor's first row and of its last: rows above and below are
    /// held by these.
    pins: [P; 2],
}

impl<T: Scalar, P, const W: usize> Tether<T, P, W> {
    fn new(anchor: &Anchor, ratio: T, pins: [P; 2]) -> Self {
        let [first, last] = anchor.columns.map(|column| column as i32);
        let mut across = [T::ZERO; W];
        for column in 0..W {
            let beside = (first - column as i32).max(column as i32 - last).max(0);
            across[column] = T::side(ratio * T::from_f64(f64::from(beside)));
        }
        Self {
            anchor: *anchor,
            ratio,
            across,
            pins,
        }
    }

    /// The pins that a row is held by, if they are not its own, and the side of the
    /// reach along the columns.
    #[inline(always)]
    fn seen(&self, row: usize) -> (Option<&P>, T) {
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

/// Pulls the particles towards an anchor of one column.
fn pull_to_column<T: Scalar, const W: usize, const H: usize>(
    tether: &Tether<T, [T; 3], W>,
    free: &[bool; H],
    cloth: &mut Cloth<T, W, H>,
) {
    let column = tether.anchor.columns[0];
    each_row(
        cloth,
        free,
        #[inline(always)]
        |row, x| {
            let (pin, down) = tether.seen(row);
            let pin = pin.copied().unwrap_or(x.get(column));
            for i in 0..W {
                x.set(i, pulled(x.get(i), pin, [tether.across[i], down]));
            }
        },
    );
}

/// Pulls the particles towards an anchor of several columns. Beside it the pins at
/// its ends are the nearest, above and below it that of the same column; in its own
/// rows there is none between.
fn pull_to_rectangle<T: Scalar, const W: usize, const H: usize>(
    tether: &Tether<T, Row<T, W>, W>,
    free: &[bool; H],
    cloth: &mut Cloth<T, W, H>,
) {
    let [first, last] = tether.anchor.columns;
    each_row(
        cloth,
        free,
        #[inline(always)]
        |row, x| {
            let (pins, down) = tether.seen(row);
            let [left, right] =
                [first, last].map(|end| pins.map_or(x.get(end), |pins| pins.get(end)));
            let reach = |i: usize| [tether.across[i], down];
            for i in 0..first {
                x.set(i, pulled(x.get(i), left, reach(i)));
            }
            if let Some(pins) = pins {
                for i in first..last + 1 {
                    x.set(i, pulled(x.get(i), pins.get(i), reach(i)));
                }
            }
            for i in last + 1..W {
                x.set(i, pulled(x.get(i), right, reach(i)));
            }
        },
    );
}

/// Calls `pull` with each row and its number, and puts pins back to where they
/// were: without a look at each particle's inverse mass the loops are shorter.
#[inline(always)]
fn each_row<T: Scalar, const W: usize, const H: usize>(
    cloth: &mut Cloth<T, W, H>,
    free: &[bool; H],
    pull: impl Fn(usize, &mut Row<T, W>) + Sync,
) {
    let weights = &cloth.inverse_mass;
    let vectors = Vectors::widest();
    for_each_block_from(&mut cloth.position.rows, 0, |first, rows| {
        vectors.run(
            #[inline(always)]
            || {
                for (row, x) in (first..).zip(rows) {
                    if free[row] {
                        pull(row, x);
                    } else {
                        let before = *x;
                        pull(row, x);
                        put_back(x, &before, &weights[row]);
                    }
                }
            },
        );
    });
}

/// Puts the pins of a row back.
#[inline(always)]
fn put_back<T: Scalar, const W: usize>(x: &mut Row<T, W>, before: &Row<T, W>, weight: &[T; W]) {
    for i in 0..W {
        if weight[i] <= T::ZERO {
            x.set(i, before.get(i));
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
