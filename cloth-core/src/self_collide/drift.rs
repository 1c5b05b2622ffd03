//! How far and how fast parts of the cloth move against each other.
//!
//! The grid is cut into tiles, about √W in each direction. What counts is how
//! tiles that are near each other move, not how the cloth does as a whole: a list
//! of near pairs survives a fall, a swing, and most of a drape.

use super::tiles::{Bounds, Tile, columns, count, enclose, gap, pairs, rows, tile};
use super::{SelfCollision, SelfContactLaw, tiles};
use crate::base::{
    Blank, Cloth, Extent, Grid, Lanes, Motion, Row, Scalar, Vector, Vectors, add, chunks, each,
    length, number, scale, set_number, sub, vector,
};
use crate::scratch::Scratch;
use core::ops::Range;

/// Contacts are made again while two particles approach by more than this, in thicknesses a substep.
pub(super) const FAST: f64 = 0.35;

/// Lanes that [`Moves`] takes: means, strays; for a row of tiles the mean of each column
/// and the stray of each.
const LANES: usize = 8;

impl<T: Scalar, G: Extent, const P: usize> SelfCollision<T, G, P> {
    /// Slows down what is faster than allowed; whether any two particles may be faster
    /// than [`FAST`].
    ///
    /// The result does not depend on when the list was made.
    pub(super) fn slow_down<M: Motion>(
        &mut self,
        cloth: &mut Cloth<T, G>,
        kept: &mut Grid<T, G>,
        scratch: &mut Scratch<T, G>,
    ) -> bool {
        let extent = cloth.extent();
        let slow = T::constant(FAST) * self.law.thickness;
        let mut local = Blank::BLANK;
        let lanes = extent.lend::<T, LANES>(&mut local, scratch.whole(extent));
        let speeds = Moves::of(lanes, &cloth.position, kept, M::velocity3);
        if speeds.none_is_beyond(slow) {
            return false;
        }
        let mut local = Blank::BLANK;
        let now = extent.lend::<Bounds<T>, 1>(&mut local, self.tiles_now.as_mut());
        let [now] = now.lanes_mut();
        enclose(now, &cloth.position);
        let mut fast = speeds.beyond(slow, self.law.thickness, now);
        let is_fast = fast.next().is_some();
        if is_fast {
            slow_tiles::<T, M, G>(&speeds, self.law.thickness, now, cloth, kept);
        }
        is_fast
    }

    /// Whether the list does not hold for these places: whether two particles that it leaves out
    /// may touch.
    pub(super) fn has_moved(&self, places: &Grid<T, G>, scratch: &mut Scratch<T, G>) -> bool {
        let extent = places.extent();
        // A little less, for rounding: in fixed point small squares lose bits.
        let margin = T::constant(0.96) * self.margin;
        let mut local = Blank::BLANK;
        let lanes = extent.lend::<T, LANES>(&mut local, scratch.whole(extent));
        let drift = Moves::of(lanes, places, &self.reference, sub);
        !drift.none_is_beyond(margin)
            && drift
                .beyond(margin, self.law.thickness, self.tiles.as_ref())
                .next()
                .is_some()
    }
}

/// Takes particles that are faster than allowed relative to the tiles near them back to where the
/// allowed speed would have brought them.
#[inline(never)]
fn slow_tiles<T: Scalar, M: Motion, G: Extent>(
    speeds: &Moves<'_, T, G>,
    thickness: T,
    now: &[Bounds<T>],
    cloth: &mut Cloth<T, G>,
    kept: &mut Grid<T, G>,
) {
    let quarter = T::constant(0.25 * SelfContactLaw::<T>::MAX_SPEED);
    // In a tile that strays less than that, by more than rounding, none is faster.
    let strays = |&tile: &usize| speeds.stray(tile) > T::constant(0.98) * quarter;
    for tile in (0..count(speeds.extent)).filter(strays) {
        slow_tile::<T, M, G>(tile, speeds.mean(tile), quarter, cloth, kept);
    }
    let half = quarter + quarter;
    for [a, b] in speeds.beyond(half, thickness, now) {
        if length(speeds.between(a, b)) > half {
            let middle = scale(add(speeds.mean(a), speeds.mean(b)), T::constant(0.5));
            slow_tile::<T, M, G>(a, middle, half, cloth, kept);
            slow_tile::<T, M, G>(b, middle, half, cloth, kept);
        }
    }
}

fn slow_tile<T: Scalar, M: Motion, G: Extent>(
    number: usize,
    whole: Vector<T>,
    most: T,
    cloth: &mut Cloth<T, G>,
    kept: &mut Grid<T, G>,
) {
    for [row, column] in tile(cloth.extent(), number).particles() {
        let position = cloth.position.at(column, row);
        let velocity = M::velocity3(position, kept.at(column, row));
        let own = sub(velocity, whole);
        let speed = length(own);
        if speed > most && !cloth.is_pinned(column, row) {
            let allowed = add(whole, scale(own, most / speed));
            let position = each(add(position, sub(allowed, velocity)), T::in_range);
            cloth.position.put(column, row, position);
            kept.put(column, row, M::keep3(position, allowed));
        }
    }
}

/// How tiles move: the mean of four particles of each, and the most that any of its
/// particles differs from that.
struct Moves<'a, T: Scalar, G: Extent> {
    extent: G,
    lanes: &'a mut G::Row<T, LANES>,
}

impl<'a, T: Scalar, G: Extent> Moves<'a, T, G> {
    fn of(
        lanes: &'a mut G::Row<T, LANES>,
        a: &Grid<T, G>,
        b: &Grid<T, G>,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
    ) -> Self {
        let extent = a.extent();
        let mut moves = Self { extent, lanes };
        let quarter = T::constant(0.25);
        for i in 0..count(extent) {
            let Tile { columns, rows } = tile(extent, i);
            let mut mean = [T::ZERO; 3];
            for (right, below) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let inside = |range: &Range<usize>, far: usize| {
                    range.start + range.len() / 4 + far * (range.len() / 2)
                };
                let (column, row) = (inside(&columns, right), inside(&rows, below));
                let value = of(a.at(column, row), b.at(column, row));
                mean = add(mean, scale(value, quarter));
            }
            let [x, y, z, ..] = moves.lanes.lanes_mut();
            for (lane, mean) in [x, y, z].into_iter().zip(mean) {
                set_number(lane, i, mean);
            }
        }
        moves.find_strays(a, b, of);
        moves
    }

    /// The mean move of a tile.
    fn mean(&self, tile: usize) -> Vector<T> {
        let [x, y, z, ..] = self.lanes.lanes();
        [x, y, z].map(|lane| number(lane, tile))
    }

    /// The most that a particle of a tile differs from that.
    fn stray(&self, tile: usize) -> T {
        number(self.lanes.lanes()[3], tile)
    }

    /// The move of one tile as seen from another.
    fn between(&self, a: usize, b: usize) -> Vector<T> {
        sub(self.mean(a), self.mean(b))
    }

    /// Whether it is plain that no two particles, wherever they are, move by more
    /// than `bound` against each other.
    fn none_is_beyond(&self, bound: T) -> bool {
        let (mut spread, mut strays) = (T::ZERO, T::ZERO);
        for tile in 0..count(self.extent) {
            spread = spread.most(T::squared(self.between(tile, 0)));
            strays = strays.most(self.stray(tile));
        }
        let most = spread.square_root() + strays;
        most + most <= bound
    }

    /// Pairs of tiles, and tiles with themselves, with particles that may move by
    /// more than `bound` against each other and come as near as `d`; `tiles` are
    /// their boxes before or after the move.
    fn beyond(&self, bound: T, d: T, tiles: &[Bounds<T>]) -> impl Iterator<Item = [usize; 2]> {
        pairs(self.extent).filter(move |&[a, b]| {
            let strays = self.stray(a) + self.stray(b);
            let (between, left) = (self.between(a, b), bound - strays);
            (strays > bound || T::squared(between) > left * left)
                && gap(tiles, a, b) < d + strays + length(between)
        })
    }

    fn find_strays(
        &mut self,
        a: &Grid<T, G>,
        b: &Grid<T, G>,
        of: impl Fn(Vector<T>, Vector<T>) -> Vector<T> + Copy,
    ) {
        let (extent, vectors) = (self.extent, Vectors::<T, G>::widest());
        for down in 0..tiles::down(extent) {
            self.spread_out(down);
            let [_, _, _, _, x, y, z, strays] = self.lanes.lanes_mut();
            strays.fill(T::ZERO);
            for row in rows(extent, down) {
                // Always there, as in `Bounds::of`.
                let (Some(a), Some(b)) = (a.row_at(row), b.row_at(row)) else {
                    break;
                };
                vectors.run(
                    #[inline(always)]
                    || {
                        if G::HAS_VECTORS {
                            add_strays::<T, G, 8>(a, b, [x, y, z], strays, of);
                        } else {
                            add_strays::<T, G, 1>(a, b, [x, y, z], strays, of);
                        }
                    },
                );
            }
            for across in 0..extent.root() {
                let [_, _, _, most_of, .., strays] = self.lanes.lanes_mut();
                let of_tile = columns(extent, across).map(|c| number(strays, extent.place(c)));
                let most = of_tile.fold(T::ZERO, |most, s| s.most(most));
                set_number(most_of, down * extent.root() + across, most.square_root());
            }
        }
    }

    /// The means of a row of tiles, for each column.
    fn spread_out(&mut self, down: usize) {
        let extent = self.extent;
        for across in 0..extent.root() {
            let mean = self.mean(down * extent.root() + across);
            let [_, _, _, _, x, y, z, _] = self.lanes.lanes_mut();
            for (lane, mean) in [x, y, z].into_iter().zip(mean) {
                for column in columns(extent, across) {
                    set_number(lane, extent.place(column), mean);
                }
            }
        }
    }
}

/// Takes the squares of what the particles of a row differ from the means into the
/// largest of each column.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn add_strays<T: Scalar, G: Extent, const L: usize>(
    a: &Row<T, G>,
    b: &Row<T, G>,
    mean: [&[T]; 3],
    strays: &mut [T],
    of: impl Fn(Vector<T>, Vector<T>) -> Vector<T>,
) {
    let count = strays.len();
    let lanes = (start(a.lanes(), count), start(b.lanes(), count));
    let ((Some(a), Some(b)), Some(mean)) = (lanes, start(mean, count)) else {
        return;
    };
    let (a, b, mean) = (chunks::<T, L>(a), chunks::<T, L>(b), chunks::<T, L>(mean));
    for (k, strays) in strays.as_chunks_mut::<L>().0.iter_mut().enumerate() {
        let ([ax, ay, az], [bx, by, bz]) = (vector(a, k), vector(b, k));
        let [mx, my, mz] = vector(mean, k);
        let mut most = *strays;
        for i in 0..L {
            let (a, b) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
            most[i] = most[i].most(T::squared(sub(of(a, b), [mx[i], my[i], mz[i]])));
        }
        // Hidden: otherwise the compiler makes a slow masked store of the comparison.
        *strays = if L > 1 {
            core::hint::black_box(most)
        } else {
            most
        };
    }
}

/// So many numbers of each lane: always there, and asked so that a step holds no path to a panic.
#[inline(always)]
fn start<T>([x, y, z]: [&[T]; 3], count: usize) -> Option<[&[T]; 3]> {
    Some([x.get(..count)?, y.get(..count)?, z.get(..count)?])
}
