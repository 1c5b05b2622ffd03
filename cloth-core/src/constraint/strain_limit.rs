//! How far links are stretched; Provot's limit on that, and how many passes it makes in each substep.

use super::family::{Even, Family};
use super::links::Links;
use super::walk::{free_rows, walk};
use crate::base::{
    Blank, Cloth, Extent, Lanes, Mark, Row, Scalar, Vectors, all_free, are_long, at, below, chunks,
    hidden_below, minus, next3, vector,
};
use crate::blocks::{in_threads, part_rows, parts};
use crate::scratch::Scratch;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use core::f64::consts::SQRT_2;
use core::ops::Range;

/// Provot's limit: no structural or shear link longer than `ratio` of its rest
/// length. Bend links need no test of their own: two structural links of at
/// most 110 % are at most 110 % of twice the rest spacing apart.
///
/// Source: S2-10 (Provot 1995), S4-1. One pass guarantees nothing: a substep makes as many as the
/// cloth needs, a step no more than `passes`. A cloth that is pulled too hard for any number of passes
/// gives way: then a substep makes few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit<T: Scalar> {
    /// The largest strain allowed, the strain that links are shortened to, and one a quarter of the way from there
    /// to the largest.
    strain: T,
    target: T,
    easy: T,
    /// Structural and shear links, of the length that they are shortened to.
    families: [Even<T, true>; 2],
    passes: u32,
}

/// Most passes between two passes over the contacts, each of which costs as much as a pass of the limit.
const MOST_WITHOUT_CONTACTS: u32 = 4;

impl<T: Scalar> StrainLimit<T> {
    /// No link longer than `ratio` times its rest length; at most `passes` passes a step. A link
    /// that is too long is shortened to a fifth less of its strain, so that its neighbours'
    /// corrections do not put it back over the limit.
    pub fn new(ratio: f64, passes: u32) -> Self {
        let strain = ratio - 1.0;
        let target = 0.8 * strain;
        Self {
            strain: T::from_f64(strain),
            target: T::from_f64(target),
            easy: T::from_f64(0.85 * strain),
            families: [1.0, SQRT_2].map(|rest| Even::new((1.0 + target) * rest, 1.0)),
            passes,
        }
    }

    /// Whether a substep makes another pass after `made`, given the strain before the first pass or after the
    /// last measured one.
    pub(crate) fn wants(&self, strain: T, made: u32, [share, most, few]: [u32; 3]) -> bool {
        match made {
            0 => strain > self.target,
            _ if made >= few && strain > self.futile() => false,
            _ => made < share || (made < most && strain > self.strain),
        }
    }

    /// The strain that no number of passes would bring down: half as large again as allowed, or 5 % above it.
    fn futile(&self) -> T {
        self.strain + (T::constant(0.5) * self.strain).most(T::constant(0.05))
    }

    /// Passes until contacts are solved again: few at first, as most cloths need few. Contacts are always solved
    /// before the strain is measured.
    pub(crate) fn round(&self, made: u32, [share, _, few]: [u32; 3]) -> u32 {
        let first = few.min(share);
        let measured = match made {
            _ if made < first => first,
            _ if made < share => share,
            _ => made + 1,
        };
        (measured - made).min(made.clamp(1, MOST_WITHOUT_CONTACTS))
    }

    /// Whether the strain is measured after `made` passes.
    pub(crate) fn measures(&self, made: u32, [share, _, few]: [u32; 3]) -> bool {
        made >= share || made == few
    }

    /// Shortens every structural and shear link that is too long, once on the
    /// way down the rows and once on the way up. With one direction alone, or
    /// with both in turn from one substep to the next, a loaded cloth never
    /// comes to rest: each direction has an equilibrium of its own.
    #[inline(never)]
    pub(crate) fn pass<G: Extent>(
        &self,
        cloth: &mut Cloth<T, G>,
        tear: &impl Tear<G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let extent = cloth.extent();
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = free_rows(cloth, &mut local, &mut parts);
        let place = cloth.rounding.next();
        let families = self.families.map(|family| Some(family.rounded(place)));
        let links = Links::<_, 2>(&families);
        walk(&links, cloth, (free, tear), &mut parts, true);
        walk(&links, cloth, (free, tear), &mut parts, false);
    }
}

/// How many passes the limit makes.
///
/// What hangs at the limit must get as many in every substep: if it got none before it is over
/// the limit, and then as many as bring it back, it would be drawn out and snatched back in turn,
/// and never rest. So each substep has a share, made as soon as a link is longer than what it
/// would be shortened to. A cloth that is over the limit after that gets more of the step's
/// passes at once, and a larger share from then on; one that is left well within it a smaller
/// share in the next step. At rest the strain above the target goes as one over the share, so
/// that what lets the share be halved is half of what would raise it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LimitWork<T> {
    /// Passes a substep; zero before the first.
    share: u32,
    /// Passes of this step, or of the last.
    pub(crate) passes: u32,
    /// The largest strain that a substep of it was left with, 0 where nothing is stretched.
    pub(crate) strain: T,
    /// Whether the next substep may skip its measurement.
    rests: bool,
}

impl<T: Scalar> LimitWork<T> {
    /// Nothing done yet.
    pub(crate) const NONE: Self = Self {
        share: 0,
        passes: 0,
        strain: T::ZERO,
        rests: false,
    };

    /// Begins a step.
    pub(crate) fn begin(&mut self, limit: &StrainLimit<T>) {
        if self.strain < limit.easy {
            self.share /= 2;
        }
        self.share = self.share.max(1);
        self.passes = 0;
        self.strain = T::ZERO;
    }

    /// Whether the cloth is measured in this substep, given how many follow in the step: in every second one
    /// while it is less than half as stretched as it may be, but always in the last.
    pub(crate) fn looks(&mut self, following: u32) -> bool {
        let looks = !self.rests || following == 0;
        self.rests = false;
        looks
    }

    /// The substep's share of passes; the most it may make while the cloth is over the limit, which is what the
    /// step has left less the shares of the substeps that follow, and at least one; and `few`, the most where the
    /// strain cannot be brought down.
    pub(crate) fn passes_of(&self, limit: &StrainLimit<T>, following: u32, few: u32) -> [u32; 3] {
        let left = limit.passes.saturating_sub(self.passes);
        let share = left.saturating_sub(following).clamp(1, self.share.max(1));
        let reserved = share.saturating_mul(following);
        [share, left.saturating_sub(reserved).max(share), few]
    }

    /// Ends a substep that made so many passes and left the cloth with this strain.
    pub(crate) fn end(
        &mut self,
        limit: &StrainLimit<T>,
        [made, substeps, few]: [u32; 3],
        strain: T,
    ) {
        self.passes += made;
        self.rests = strain + strain < limit.strain;
        self.strain = self.strain.most(strain);
        if made > self.share || strain > limit.strain {
            // No more than an equal share of the step's passes.
            let most = (limit.passes / substeps.max(1)).max(1);
            self.share = (self.share + 1).min(most);
        }
        if strain > limit.futile() {
            self.share = self.share.min(few);
        }
    }
}

/// All links from a row to the one below that can break on their own.
const LOWER: u8 = DOWN | DOWN_RIGHT | DOWN_LEFT;

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles does not count: the solver cannot shorten it. Runs in threads where `memory`
/// has a number for each part of the rows.
#[inline(never)]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    memory: &mut [T],
) -> T {
    let (rows, vectors) = (cloth.extent().rows(), Vectors::<T, G>::widest());
    let longest = |rows: Range<usize>| {
        vectors.run(
            #[inline(always)]
            || {
                let mut most = T::ZERO;
                for row in rows {
                    most = most.most(match G::HAS_VECTORS {
                        true => longest_of_row::<T, G, 8>(cloth, tear, row),
                        false => longest_of_row::<T, G, 1>(cloth, tear, row),
                    });
                }
                most
            },
        )
    };
    let (parts, of_part) = (parts(rows), part_rows(rows));
    let squared = match memory.get_mut(..parts) {
        Some(squares) if parts > 1 => {
            let lists = (&mut *squares, &mut [(); 0][..], &mut [(); 0][..]);
            in_threads(rows, lists, [1, 0, 0], &|part, square, _, _| {
                let first = part * of_part;
                square.fill(longest(first..rows.min(first + of_part)));
            });
            squares.iter().fold(T::ZERO, |most, &of| most.most(of))
        }
        _ => longest(0..rows),
    };
    T::square_root(squared) - T::ONE
}

/// The square of the longest link that begins in a row, over that of its rest length.
#[inline(always)]
fn longest_of_row<T: Scalar, G: Extent, const L: usize>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    row: usize,
) -> T {
    let (extent, rows, marks) = (cloth.extent(), &cloth.position, &cloth.marks);
    // Always there: a step has no path to a panic.
    let (Some(own), Some(of_own)) = (rows.row_at(row), marks.row_at(row)) else {
        return T::ZERO;
    };
    let ([of_own], broken) = (of_own.lanes(), tear.broken(row, RIGHT | LOWER));
    // Below the last row is the row itself: its diagonals are half as long as its sides.
    let (missing, below, [of_below]) = match (rows.row_at(row + 1), marks.row_at(row + 1)) {
        (Some(below), Some(of_below)) => (0, below, of_below.lanes()),
        _ => (LOWER, own, [of_own]),
    };
    if all_free::<T, G>(extent, of_own) && broken.is_none() {
        longest::<T, G, true, L>(extent, [own, below], [of_own; 2], (&[], missing))
    } else {
        let broken = broken.unwrap_or_default();
        longest::<T, G, false, L>(extent, [own, below], [of_own, of_below], (broken, missing))
    }
}

/// As [`longest_of_row`]. Where rows are UNIFORM no link is broken or between two pins.
#[inline(always)]
fn longest<T: Scalar, G: Extent, const UNIFORM: bool, const L: usize>(
    extent: G,
    [upper, lower]: [&Row<T, G>; 2],
    [of_upper, of_lower]: [&[Mark]; 2],
    (broken, missing): (&[u8], u8),
) -> T {
    let count = extent.vectors();
    let (upper, lower) = (chunks::<T, L>(upper.lanes()), chunks::<T, L>(lower.lanes()));
    if !are_long(upper, count) || !are_long(lower, count) {
        return T::ZERO;
    }
    let mut most = [T::ZERO; L];
    for k in 0..count {
        let corners = [
            vector(upper, k),
            beside(upper, k, count),
            vector(lower, k),
            beside(lower, k, count),
        ];
        // In nearly all vectors all links exist.
        if UNIFORM && extent.is_full() && k + 1 < count {
            most = raised(&most, corners, |_| [true; 4]);
            continue;
        }
        let (is_column, has_next) = (exist::<G, L>(extent, k), exist::<G, L>(extent, k + 1));
        if UNIFORM {
            most = raised(&most, corners, |i| {
                let [here, next] = [is_column[i % 8] != 0, has_next[i % 8] != 0];
                [next, here, next, next]
            });
            continue;
        }
        // Which particles are free, and which links do not exist of those that begin at the upper two.
        let free = |marks: &[Mark], k: usize| at::<_, L>(marks, k, Mark::PINNED);
        let [free_a, free_b] = [free(of_upper, k), free(of_upper, k + 1)];
        let [free_c, free_d] = [free(of_lower, k), free(of_lower, k + 1)];
        let [bits_a, bits_b] = [at::<_, L>(broken, k, 0), at(broken, k + 1, 0)];
        most = raised(&most, corners, |i| {
            let (from_a, from_b) = (bits_a[i] | missing, bits_b[i] | missing);
            let right = from_a & RIGHT == 0 && free_a[i].is_free() | free_b[i].is_free();
            let down = from_a & DOWN == 0 && free_a[i].is_free() | free_c[i].is_free();
            let down_right = from_a & DOWN_RIGHT == 0 && free_a[i].is_free() | free_d[i].is_free();
            let down_left = from_b & DOWN_LEFT == 0 && free_b[i].is_free() | free_c[i].is_free();
            let [here, next] = [is_column[i % 8] != 0, has_next[i % 8] != 0];
            [
                right & next,
                down & here,
                down_right & next,
                down_left & next,
            ]
        });
    }
    let mut largest = T::ZERO;
    for of in most {
        largest = largest.most(of);
    }
    largest
}

/// The larger of `most` and of the squares of the links between the corners a b / c d: of a to b, c and d, and of b
/// to c, as far as they `count`.
#[inline(always)]
fn raised<T: Scalar, const L: usize>(
    most: &[T; L],
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]]: [[[T; L]; 3]; 4],
    count: impl Fn(usize) -> [bool; 4],
) -> [T; L] {
    let mut more = *most;
    for i in 0..L {
        let (a, b) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (c, d) = ([cx[i], cy[i], cz[i]], [dx[i], dy[i], dz[i]]);
        let [right, down, down_right, down_left] = count(i);
        // Each in the direction in which it is solved: in fixed point the opposite one may have another square.
        let right = counted(right, T::squared(minus(b, a)));
        let down = counted(down, T::squared(minus(c, a)));
        let down_right = counted(down_right, T::squared(minus(d, a)));
        let down_left = counted(down_left, T::squared(minus(c, b)));
        let across = T::constant(0.5) * down_right.most(down_left);
        more[i] = most[i].most(right).most(down).most(across);
    }
    more
}

/// Which numbers of vector k are columns, 1 for those.
#[inline(always)]
fn exist<G: Extent, const L: usize>(extent: G, k: usize) -> &'static [u32; 8] {
    match L {
        1 => below(extent.ends(k)),
        _ => hidden_below(extent.ends(k)),
    }
}

/// Vector k + 1; after the last one, the first vector rotated by a number.
#[inline(always)]
fn beside<T: Scalar, const L: usize>(lanes: [&[[T; L]]; 3], k: usize, count: usize) -> [[T; L]; 3] {
    match k + 1 < count {
        true => vector(lanes, k + 1),
        false => next3(vector(lanes, 0)),
    }
}

/// A square of a link that counts, else one that is no longer than any.
#[inline(always)]
fn counted<T: Scalar>(counts: bool, square: T) -> T {
    if counts { square } else { T::ZERO }
}
