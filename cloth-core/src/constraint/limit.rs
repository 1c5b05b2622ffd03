//! How far links are stretched; Provot's limit on that, and how many passes it makes in each substep.

use super::family::{Even, Family};
use super::links::Links;
use super::walk::{free_rows, walk};
use crate::blocks::{in_threads, part_rows, parts};
use crate::cloth::{Cloth, all_free};
use crate::extent::{Blank, Extent, Lanes};
use crate::grid::Row;
use crate::lanes::fold_pairs;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, Link, RIGHT, Tear, Without};
use crate::vector::minus;
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
    #[must_use]
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

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles does not count: the solver cannot shorten it. Runs in threads where `memory`
/// has a number for each part of the rows.
#[inline(never)]
#[must_use]
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
    let (extent, x, marks) = (cloth.extent(), &cloth.position, &cloth.marks);
    // Always there: a step has no path to a panic.
    let Some([own]) = marks.row_at(row).map(|row| row.lanes()) else {
        return T::ZERO;
    };
    // Where all particles of the row are free and all links whole, every link counts.
    let broken = tear.broken(row, RIGHT | DOWN | DOWN_RIGHT | DOWN_LEFT);
    let all = broken.is_none() && all_free::<T, G>(extent, own);
    let square = |link: Link| {
        let [left, right, down] = link.offsets();
        let (Some(from), Some(to)) = (x.row_at(row), x.row_at(row + down)) else {
            return T::ZERO;
        };
        let whole = Without(broken.unwrap_or_default(), link as u8);
        if all {
            return longest_of_pairs::<T, G, L>(extent, [from, to], [left, right]);
        }
        let columns = left..extent.columns().saturating_sub(right);
        columns.fold(T::ZERO, |longest, column| {
            let other = column + right - left;
            let is_held = cloth.is_pinned(column, row) && cloth.is_pinned(other, row + down);
            if is_held || !whole.is_whole(extent.place(column)) {
                return longest;
            }
            longest.most(T::squared(minus(
                x.at(other, row + down),
                x.at(column, row),
            )))
        })
    };
    let across = square(Link::DownRight).most(square(Link::DownLeft));
    let along = square(Link::Right).most(square(Link::Down));
    along.most(T::constant(0.5) * across)
}

/// The square of the longest of these links of two rows. Each in the direction in which it is solved: in fixed point
/// the opposite one may have another square.
#[inline(always)]
fn longest_of_pairs<T: Scalar, G: Extent, const L: usize>(
    extent: G,
    rows: [&Row<T, G>; 2],
    offsets: [usize; 2],
) -> T {
    let longest = fold_pairs::<T, G, T, L>(
        extent,
        rows,
        offsets,
        [T::ZERO; L],
        #[inline(always)]
        |longest, [ax, ay, az], [bx, by, bz], exist| {
            let mut longer = longest;
            for i in 0..L {
                let square = T::squared(minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]));
                let square = if exist[i % 8] != 0 { square } else { T::ZERO };
                longer[i] = longest[i].most(square);
            }
            longer
        },
        |_| false,
    );
    longest.into_iter().fold(T::ZERO, T::most)
}
