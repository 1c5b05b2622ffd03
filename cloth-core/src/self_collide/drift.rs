//! How far and how fast parts of the cloth move against each other.
//!
//! The grid is cut into tiles, about √W in each direction. What counts is how
//! tiles that are near each other move, not how the cloth does as a whole: a list
//! of near pairs survives a fall, a swing, and most of a drape.

use super::tiles::{Tile, Tiles};
use super::{SelfCollision, SelfContactLaw};
use crate::cloth::Cloth;
use crate::grid::{Grid, Row};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::{Vector, add, length, scale, sub};

impl<T: Scalar, const W: usize, const H: usize, const P: usize> SelfCollision<T, W, H, P> {
    /// Marks the rows in which two particles may have changed sides in this substep,
    /// had nothing stopped them; whether there are any. What is faster than allowed
    /// is slowed down.
    pub(super) fn mark_fast<M: Motion>(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) -> bool {
        let most = T::from_f64(SelfContactLaw::<T>::MAX_SPEED);
        let slow = (T::from_f64(0.5) * self.law.thickness).least(most);
        let speeds = Means::of(&cloth.position, kept, M::velocity3);
        let drift = Means::of(&cloth.position, &self.reference, sub);
        let (quarter, half) = (T::from_f64(0.25), T::from_f64(0.5));
        let mut any = false;
        let fast = &mut self.fast;
        speeds.strays(
            &cloth.position,
            kept,
            quarter * slow,
            M::velocity3,
            |row, strays| {
                fast[row] = strays;
                any |= strays;
                true
            },
        );
        for [a, b] in self.tiles.near::<H>(
            self.law.thickness + self.margin,
            &drift,
            &speeds,
            half * slow,
        ) {
            for tile in [a, b] {
                self.fast[Tiles::<T, W>::tile::<H>(tile).rows].fill(true);
            }
            any = true;
        }
        if any {
            self.slow_down::<M>(&drift, &speeds, cloth, kept, most);
        }
        any
    }

    /// Whether the list no longer holds: whether two particles that it leaves out
    /// may touch.
    pub(super) fn has_moved(&self, cloth: &Cloth<T, W, H>) -> bool {
        let drift = Means::of(&cloth.position, &self.reference, sub);
        let quarter = T::from_f64(0.25) * self.margin;
        let mut strayed = false;
        drift.strays(
            &cloth.position,
            &self.reference,
            quarter,
            sub,
            |_, strays| {
                strayed = strays;
                !strays
            },
        );
        if strayed {
            return true;
        }
        let half = quarter + quarter;
        if drift.spread() <= half {
            return false;
        }
        let apart = self.law.thickness + half;
        Tiles::<T, W>::pairs::<H>().any(|[a, b]| {
            let moved = length(sub(drift.0[a], drift.0[b]));
            moved > half && self.tiles.gap(a, b) < apart + moved
        })
    }

    /// Takes particles that are faster than allowed, against the tiles near them,
    /// back to where the allowed speed would have brought them.
    #[inline(never)]
    fn slow_down<M: Motion>(
        &self,
        drift: &Means<T, W>,
        speeds: &Means<T, W>,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
        most: T,
    ) {
        let quarter = T::from_f64(0.25) * most;
        for tile in 0..Tiles::<T, W>::count::<H>() {
            slow_tile::<T, M, W, H>(tile, speeds.0[tile], quarter, cloth, kept);
        }
        let (reach, half) = (self.law.thickness + self.margin, quarter + quarter);
        for [a, b] in self.tiles.near::<H>(reach, drift, speeds, half) {
            let middle = scale(add(speeds.0[a], speeds.0[b]), T::from_f64(0.5));
            slow_tile::<T, M, W, H>(a, middle, half, cloth, kept);
            slow_tile::<T, M, W, H>(b, middle, half, cloth, kept);
        }
    }
}

impl<T: Scalar, const W: usize> Tiles<T, W> {
    /// Pairs of tiles that may come within `reach` in the substep and whose speeds
    /// differ by more than `bound`.
    fn near<const H: usize>(
        &self,
        reach: T,
        drift: &Means<T, W>,
        speeds: &Means<T, W>,
        bound: T,
    ) -> impl Iterator<Item = [usize; 2]> {
        let none = speeds.spread() <= bound;
        let all = Self::pairs::<H>().filter(move |_| !none);
        all.filter(move |&[a, b]| {
            let moves = length(sub(speeds.0[a], speeds.0[b]));
            moves > bound && {
                let moved = length(sub(drift.0[a], drift.0[b]));
                self.gap(a, b) < reach + reach + moved + moves
            }
        })
    }
}

fn slow_tile<T: Scalar, M: Motion, const W: usize, const H: usize>(
    tile: usize,
    whole: Vector<T>,
    most: T,
    cloth: &mut Cloth<T, W, H>,
    kept: &mut Grid<T, W, H>,
) {
    let Tile { columns, rows } = Tiles::<T, W>::tile::<H>(tile);
    for row in rows {
        for column in columns.clone() {
            let (x, k) = (&mut cloth.position.rows[row], &mut kept.rows[row]);
            let position = x.get(column);
            let velocity = M::velocity3(position, k.get(column));
            let own = sub(velocity, whole);
            let speed = length(own);
            if speed > most && cloth.inverse_mass[row][column] > T::ZERO {
                let allowed = add(whole, scale(own, most / speed));
                let position = add(position, sub(allowed, velocity)).map(T::in_range);
                x.set(column, position);
                k.set(column, M::keep3(position, allowed));
            }
        }
    }
}

/// A vector for each tile: the mean of four of its particles.
struct Means<T, const W: usize>([Vector<T>; W]);

impl<T: Scalar, const W: usize> Means<T, W> {
    fn of<const H: usize>(
        a: &Grid<T, W, H>,
        b: &Grid<T, W, H>,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T>,
    ) -> Self {
        let mut means = [[T::ZERO; 3]; W];
        let quarter = T::from_f64(0.25);
        for (i, mean) in means
            .iter_mut()
            .enumerate()
            .take(Tiles::<T, W>::count::<H>())
        {
            let Tile { columns, rows } = Tiles::<T, W>::tile::<H>(i);
            for part in 0..4 {
                let inside =
                    |start: usize, n: usize, far: bool| start + n / 4 + if far { n / 2 } else { 0 };
                let column = inside(columns.start, columns.len(), part % 2 == 1);
                let row = inside(rows.start, rows.len(), part / 2 == 1);
                let value = of(a.rows[row].get(column), b.rows[row].get(column));
                *mean = add(*mean, scale(value, quarter));
            }
        }
        Self(means)
    }

    /// No two means differ by more than this.
    fn spread(&self) -> T {
        let mut most = T::ZERO;
        for mean in &self.0 {
            // Tiles that are not there have a mean of zero: at worst too much.
            most = most.most(length(sub(*mean, self.0[0])));
        }
        most + most
    }

    /// Calls `told` with each row, and with whether `of` any of its particles differs
    /// from its tile's mean by more than `bound`, until it says to stop.
    fn strays<const H: usize>(
        &self,
        a: &Grid<T, W, H>,
        b: &Grid<T, W, H>,
        bound: T,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
        mut told: impl FnMut(usize, bool) -> bool,
    ) {
        let vectors = Vectors::widest();
        let bound = bound * bound;
        let mut wholes = Row::ZERO;
        for down in 0..Tiles::<T, W>::down::<H>() {
            self.spread_out::<H>(down, &mut wholes);
            for row in Tiles::<T, W>::rows::<H>(down) {
                let (a, b) = (&a.rows[row], &b.rows[row]);
                let strays = vectors.run(
                    #[inline(always)]
                    || row_strays(a, b, &wholes, bound, of),
                );
                if !told(row, strays) {
                    return;
                }
            }
        }
    }

    /// The means of a row of tiles, for each column.
    fn spread_out<const H: usize>(&self, down: usize, row: &mut Row<T, W>) {
        for across in 0..Tiles::<T, W>::ACROSS {
            let mean = self.0[down * Tiles::<T, W>::ACROSS + across];
            for column in Tiles::<T, W>::columns(across) {
                row.set(column, mean);
            }
        }
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn row_strays<T: Scalar, const W: usize>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    wholes: &Row<T, W>,
    squared_bound: T,
    of: impl Fn(Vector<T>, Vector<T>) -> Vector<T>,
) -> bool {
    let mut strays = false;
    for i in 0..W {
        let d = sub(of(a.get(i), b.get(i)), wholes.get(i));
        strays |= T::squared(d) > squared_bound;
        if T::FOR_SMALL_CORES && strays {
            return true;
        }
    }
    strays
}
