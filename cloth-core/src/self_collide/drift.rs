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
    /// had nothing stopped them; the most that two have then moved against each
    /// other, if there are any. What is faster than allowed is slowed down.
    ///
    /// Nothing of it depends on when the list was made.
    pub(super) fn mark_fast<M: Motion>(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        kept: &mut Grid<T, W, H>,
    ) -> Option<T> {
        let most = T::from_f64(SelfContactLaw::<T>::MAX_SPEED);
        let slow = (T::from_f64(0.5) * self.law.thickness).least(most);
        let speeds = Moves::of(&cloth.position, kept, M::velocity3);
        self.fast.fill(false);
        if speeds.none_is_beyond::<H>(slow) {
            return None;
        }
        let mut now = Tiles::EMPTY;
        now.enclose(&cloth.position);
        let mut fastest = None;
        for [a, b] in speeds.beyond::<H>(slow, self.law.thickness, &now) {
            for tile in [a, b] {
                self.fast[Tiles::<T, W>::tile::<H>(tile).rows].fill(true);
            }
            let speed = speeds.strays[a] + speeds.strays[b] + length(speeds.between(a, b));
            fastest = Some(speed.most(fastest.unwrap_or(slow)).least(most));
        }
        if fastest.is_some() {
            slow_down::<T, M, W, H>(&speeds, self.law.thickness, &now, cloth, kept, most);
        }
        fastest
    }

    /// Whether the list no longer holds: whether two particles that it leaves out
    /// may touch.
    pub(super) fn has_moved(&self, cloth: &Cloth<T, W, H>) -> bool {
        // A little less, for rounding: in fixed point small squares lose bits.
        let margin = T::from_f64(0.96) * self.margin;
        let drift = Moves::of(&cloth.position, &self.reference, sub);
        !drift.none_is_beyond::<H>(margin)
            && drift
                .beyond::<H>(margin, self.law.thickness, &self.tiles)
                .next()
                .is_some()
    }
}

/// Takes particles that are faster than allowed, against the tiles near them,
/// back to where the allowed speed would have brought them.
#[inline(never)]
fn slow_down<T: Scalar, M: Motion, const W: usize, const H: usize>(
    speeds: &Moves<T, W>,
    thickness: T,
    now: &Tiles<T, W>,
    cloth: &mut Cloth<T, W, H>,
    kept: &mut Grid<T, W, H>,
    most: T,
) {
    let quarter = T::from_f64(0.25) * most;
    for tile in 0..Tiles::<T, W>::count::<H>() {
        slow_tile::<T, M, W, H>(tile, speeds.means[tile], quarter, cloth, kept);
    }
    let half = quarter + quarter;
    for [a, b] in speeds.beyond::<H>(half, thickness, now) {
        if length(speeds.between(a, b)) > half {
            let middle = scale(add(speeds.means[a], speeds.means[b]), T::from_f64(0.5));
            slow_tile::<T, M, W, H>(a, middle, half, cloth, kept);
            slow_tile::<T, M, W, H>(b, middle, half, cloth, kept);
        }
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

/// How tiles move: the mean of four particles of each, and the most that any of its
/// particles differs from that.
struct Moves<T, const W: usize> {
    means: [Vector<T>; W],
    strays: [T; W],
}

impl<T: Scalar, const W: usize> Moves<T, W> {
    fn of<const H: usize>(
        a: &Grid<T, W, H>,
        b: &Grid<T, W, H>,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
    ) -> Self {
        let mut moves = Self {
            means: [[T::ZERO; 3]; W],
            strays: [T::ZERO; W],
        };
        let quarter = T::from_f64(0.25);
        for (i, mean) in moves
            .means
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
        moves.find_strays(a, b, of);
        moves
    }

    /// The move of one tile as seen from another.
    fn between(&self, a: usize, b: usize) -> Vector<T> {
        sub(self.means[a], self.means[b])
    }

    /// Whether it is plain that no two particles, wherever they are, move by more
    /// than `bound` against each other.
    fn none_is_beyond<const H: usize>(&self, bound: T) -> bool {
        let (mut spread, mut strays) = (T::ZERO, T::ZERO);
        for tile in 0..Tiles::<T, W>::count::<H>() {
            spread = spread.most(T::squared(self.between(tile, 0)));
            strays = strays.most(self.strays[tile]);
        }
        let most = spread.square_root() + strays;
        most + most <= bound
    }

    /// Pairs of tiles, and tiles with themselves, with particles that may move by
    /// more than `bound` against each other and come as near as `d`; `tiles` are
    /// their boxes before or after the move.
    fn beyond<const H: usize>(
        &self,
        bound: T,
        d: T,
        tiles: &Tiles<T, W>,
    ) -> impl Iterator<Item = [usize; 2]> {
        Tiles::<T, W>::pairs::<H>().filter(move |&[a, b]| {
            let strays = self.strays[a] + self.strays[b];
            if a == b || strays > bound {
                return strays > bound && tiles.gap(a, b) < d + strays + length(self.between(a, b));
            }
            let (between, left) = (self.between(a, b), bound - strays);
            T::squared(between) > left * left && tiles.gap(a, b) < d + strays + length(between)
        })
    }

    fn find_strays<const H: usize>(
        &mut self,
        a: &Grid<T, W, H>,
        b: &Grid<T, W, H>,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
    ) {
        let vectors = Vectors::widest();
        let mut wholes = Row::ZERO;
        for down in 0..Tiles::<T, W>::down::<H>() {
            self.spread_out(down, &mut wholes);
            let mut strays = [T::ZERO; W];
            for row in Tiles::<T, W>::rows::<H>(down) {
                let (a, b) = (&a.rows[row], &b.rows[row]);
                vectors.run(
                    #[inline(always)]
                    || add_strays(a, b, &wholes, &mut strays, of),
                );
            }
            for across in 0..Tiles::<T, W>::ACROSS {
                let columns = &strays[Tiles::<T, W>::columns(across)];
                let most = columns.iter().fold(T::ZERO, |most, &s| s.most(most));
                self.strays[down * Tiles::<T, W>::ACROSS + across] = most.square_root();
            }
        }
    }

    /// The means of a row of tiles, for each column.
    fn spread_out(&self, down: usize, row: &mut Row<T, W>) {
        for across in 0..Tiles::<T, W>::ACROSS {
            let mean = self.means[down * Tiles::<T, W>::ACROSS + across];
            for column in Tiles::<T, W>::columns(across) {
                row.set(column, mean);
            }
        }
    }
}

/// Takes the squares of what the particles of a row differ from the means into the
/// largest of each column.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn add_strays<T: Scalar, const W: usize>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    wholes: &Row<T, W>,
    strays: &mut [T; W],
    of: impl Fn(Vector<T>, Vector<T>) -> Vector<T>,
) {
    for i in 0..W {
        let d = sub(of(a.get(i), b.get(i)), wholes.get(i));
        strays[i] = strays[i].most(T::squared(d));
    }
}
