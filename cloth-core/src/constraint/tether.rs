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
use super::walk::free_rows;
use crate::blocks::for_each_block_from;
use crate::cloth::Cloth;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{length, minus, scale, sub};

/// Two anchors are taken at once where there are vectors: a particle is then
/// loaded and stored once for both.
const PAIRS: bool = cfg!(feature = "std");

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
    #[inline(never)]
    pub fn pull<const W: usize, const H: usize>(&self, cloth: &mut Cloth<T, W, H>) {
        let anchors = anchors(cloth);
        let ratios: [T; MAX_ANCHORS] = core::array::from_fn(|i| match i < anchors.len() {
            true => self.ratio * stretch(i, &anchors, cloth),
            false => T::ONE,
        });
        let free = free_rows(cloth);
        let mut held = anchors.iter().zip(ratios).peekable();
        while let Some((anchor, ratio)) = held.next() {
            if !anchor.is_narrow() {
                let tether = Tether::new(anchor, ratio, |row| cloth.position.rows[row]);
                pull_to_rectangle(&tether, &free, cloth);
                continue;
            }
            let pin = |row: usize, of: &Anchor| cloth.position.rows[row].get(of.columns[0]);
            let first = Tether::new(anchor, ratio, |row| pin(row, anchor));
            match held.next_if(|(next, _)| PAIRS && next.is_narrow()) {
                Some((anchor, ratio)) => {
                    let second = Tether::new(anchor, ratio, |row| pin(row, anchor));
                    pull_to_columns(&[first, second], &free, cloth);
                }
                None => pull_to_columns(&[first], &free, cloth),
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
    /// Length along a row, from each column.
    across: [T; W],
    /// The pins of the anchor's first row and of its last: rows above and below are
    /// held by these.
    pins: [P; 2],
}

impl<T: Scalar, P, const W: usize> Tether<T, P, W> {
    fn new(anchor: &Anchor, ratio: T, pins: impl Fn(usize) -> P) -> Self {
        let mut across = [T::ZERO; W];
        for (column, across) in across.iter_mut().enumerate() {
            let [nearest, _] = anchor.nearest(column, 0);
            *across = ratio * T::from_f64(column.abs_diff(nearest) as f64);
        }
        Self {
            anchor: *anchor,
            ratio,
            across,
            pins: anchor.rows.map(pins),
        }
    }

    /// The pins that a row is held by, if they are not its own, and the length of
    /// its tethers along the columns.
    #[inline(always)]
    fn seen(&self, row: usize) -> (Option<&P>, T) {
        let [first, last] = self.anchor.rows;
        let down = self.ratio * T::from_f64(row.abs_diff(row.clamp(first, last)) as f64);
        let pins = match row {
            _ if row < first => Some(&self.pins[0]),
            _ if row > last => Some(&self.pins[1]),
            _ => None,
        };
        (pins, down)
    }
}

/// Pulls the particles towards anchors of one column, one after the other.
fn pull_to_columns<T: Scalar, const N: usize, const W: usize, const H: usize>(
    tethers: &[Tether<T, [T; 3], W>; N],
    free: &[bool; H],
    cloth: &mut Cloth<T, W, H>,
) {
    each_row(
        cloth,
        free,
        #[inline(always)]
        |row, x| {
            let mut pins = [([T::ZERO; 3], T::ZERO); N];
            for (pin, tether) in pins.iter_mut().zip(tethers) {
                let (at, down) = tether.seen(row);
                let own = x.get(tether.anchor.columns[0]);
                *pin = (at.copied().unwrap_or(own), down);
            }
            for i in 0..W {
                let mut at = x.get(i);
                for (tether, (pin, down)) in tethers.iter().zip(pins) {
                    at = pulled(at, pin, [tether.across[i], down]);
                }
                x.set(i, at);
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

/// A particle, pulled within its reach of a pin: as far away as the reach is
/// long, along the columns and along the rows.
#[inline(always)]
fn pulled<T: Scalar>(x: [T; 3], pin: [T; 3], reach: [T; 2]) -> [T; 3] {
    let d = minus(x, pin);
    minus(x, scale(d, T::over(d, reach)))
}
