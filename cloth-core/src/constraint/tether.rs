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
use crate::simd::Vectors;
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
        let ratios: [T; MAX_ANCHORS] = core::array::from_fn(|i| match i < anchors.len() {
            true => self.ratio * stretch(i, &anchors, cloth),
            false => T::ONE,
        });
        let vectors = Vectors::widest();
        for row in 0..H {
            vectors.run(
                #[inline(always)]
                || {
                    for (anchor, ratio) in anchors.iter().zip(ratios) {
                        pull_row(anchor, ratio, &column, cloth, row);
                    }
                },
            );
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
#[inline(always)]
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

#[inline(always)]
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

#[inline(always)]
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec as List;

    /// A cloth with these pins.
    fn pinned<const W: usize, const H: usize>(
        mask: impl Fn(usize, usize) -> bool,
    ) -> Cloth<f32, W, H> {
        let mut cloth = Cloth::EMPTY;
        for (row, weights) in cloth.inverse_mass.iter_mut().enumerate() {
            for (column, weight) in weights.iter_mut().enumerate() {
                *weight = if mask(column, row) { 0.0 } else { 1.0 };
            }
        }
        cloth
    }

    fn particles<const W: usize, const H: usize>() -> impl Iterator<Item = [usize; 2]> {
        (0..H).flat_map(|row| (0..W).map(move |column| [column, row]))
    }

    fn pins<const W: usize, const H: usize>(cloth: &Cloth<f32, W, H>) -> List<[usize; 2]> {
        let all = particles::<W, H>();
        all.filter(|&[c, r]| cloth.is_pinned(c, r)).collect()
    }

    fn members(anchor: &Anchor) -> List<[usize; 2]> {
        let ([c0, c1], [r0, r1]) = (anchor.columns, anchor.rows);
        (r0..=r1)
            .flat_map(|row| (c0..=c1).map(move |column| [column, row]))
            .collect()
    }

    /// Runs of pins that have not the same run above them, one pin at a time.
    fn rectangles<const W: usize, const H: usize>(cloth: &Cloth<f32, W, H>) -> usize {
        let pin = |c: usize, r: usize| cloth.is_pinned(c, r);
        let begins = |c: usize, r: usize| pin(c, r) && (c == 0 || !pin(c - 1, r));
        let end = |c: usize, r: usize| (c..W).take_while(|&c| pin(c, r)).count();
        let continued =
            |c: usize, r: usize| r > 0 && begins(c, r - 1) && end(c, r) == end(c, r - 1);
        particles::<W, H>()
            .filter(|&[c, r]| begins(c, r) && !continued(c, r))
            .count()
    }

    /// The same numbers each time, 0 to 1.
    fn noise(seed: &mut u64) -> f64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*seed >> 40) as f64 / (1_u64 << 24) as f64
    }

    /// Whether there were no more rectangles than anchors.
    fn check<const W: usize, const H: usize>(cloth: &Cloth<f32, W, H>) -> bool {
        let (anchors, pins, count) = (anchors(cloth), pins(cloth), rectangles(cloth));
        assert_eq!(anchors.len(), count.min(MAX_ANCHORS));
        let mut held: List<_> = anchors.iter().flat_map(members).collect();
        assert!(held.iter().all(|pin| pins.contains(pin)));
        held.sort_unstable_by_key(|&[c, r]| [r, c]);
        let distinct = held.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(distinct, "no pin is in two anchors");
        for a in &anchors {
            for b in anchors.iter().filter(|&b| b != a) {
                let all = members(a);
                let pairs = all
                    .iter()
                    .flat_map(|&m| members(b).into_iter().map(move |n| [m, n]));
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

    /// Random pins: some alone, and some in rectangles.
    fn random<const W: usize, const H: usize>(seed: &mut u64) -> Cloth<f32, W, H> {
        let density = 0.4 * noise(seed) * noise(seed);
        let mut mask = [[false; W]; H];
        for pin in mask.iter_mut().flatten() {
            *pin = noise(seed) < density;
        }
        let mut part = |n: usize| (noise(seed) * n as f64) as usize;
        for _ in 0..part(3) {
            let (c, r) = (part(W), part(H));
            let (width, height) = (part(W - c) + 1, part(H - r) + 1);
            for row in &mut mask[r..r + height] {
                row[c..c + width].fill(true);
            }
        }
        pinned(|c, r| mask[r][c])
    }

    #[test]
    fn anchors_are_the_pins_whatever_they_are() {
        let seed = &mut 1;
        let mut few = [0; 2];
        for _ in 0..300 {
            for fits in [
                check(&random::<9, 7>(seed)),
                check(&random::<12, 12>(seed)),
                check(&random::<1, 9>(seed)),
                check(&random::<40, 1>(seed)),
            ] {
                few[usize::from(fits)] += 1;
            }
        }
        assert!(few.iter().all(|&n| n > 20), "both ways were tried: {few:?}");
    }

    #[test]
    fn no_pins_and_all_pins() {
        assert!(anchors(&pinned::<5, 4>(|_, _| false)).is_empty());
        let all = Anchor {
            columns: [0, 4],
            rows: [0, 3],
        };
        assert_eq!(*anchors(&pinned::<5, 4>(|_, _| true)), [all]);
    }

    #[test]
    fn of_too_many_anchors_those_stay_that_are_spread_out() {
        // Pins two apart: 144 of them on 23 × 23 particles.
        let cloth = pinned::<23, 23>(|c, r| c % 2 == 0 && r % 2 == 0);
        let kept = anchors(&cloth);
        assert_eq!(kept.len(), MAX_ANCHORS);
        let gaps = |a: &Anchor| {
            let others = kept.iter().filter(|&b| b != a);
            others.map(|b| squared_apart(a.facing(b))).min()
        };
        let closest = kept.iter().filter_map(gaps).min();
        let far = |[c, r]: [usize; 2]| {
            kept.iter()
                .map(|a| squared_apart([[c, r], a.nearest(c, r)]))
                .min()
        };
        let widest = particles::<23, 23>().filter_map(far).max();
        // Evenly spread they would be 7.3 apart; the first 16 are 2 apart, and
        // leave particles 20 away from the nearest.
        assert!(closest >= Some(16) && closest <= Some(54), "{closest:?}");
        assert!(widest >= Some(16) && widest <= Some(64), "{widest:?}");
    }
}
