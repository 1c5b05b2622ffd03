//! How far the most stretched link is from its rest length.

use crate::blocks::largest_of_blocks;
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::Extent;
use crate::extent::Lanes;
use crate::grid::{are_long, below, chunks, next3, vector};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use crate::vector::minus;
use core::ops::Range;

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    match G::LANES {
        1 => largest::<T, G, 1>(cloth, tear),
        _ => largest::<T, G, 8>(cloth, tear),
    }
}

fn largest<T: Scalar, G: Extent, const L: usize>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let (rows, vectors) = (cloth.extent().rows(), Vectors::<T, G>::widest());
    let of = |rows: Range<usize>| {
        vectors.run(
            #[inline(always)]
            || largest_square::<T, G, L>(cloth, tear, rows),
        )
    };
    let squared = if G::HAS_VECTORS {
        largest_of_blocks(rows, &of)
    } else {
        of(0..rows)
    };
    T::square_root(squared) - T::ONE
}

/// The largest square of a link's length over its rest length's, of the links that start in some rows.
#[inline(always)]
fn largest_square<T: Scalar, G: Extent, const L: usize>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    rows: Range<usize>,
) -> T {
    let mut most = Most {
        structural: [T::ZERO; L],
        shear: [T::ZERO; L],
    };
    let extent = cloth.extent();
    let mut free = [false, is_free(cloth, rows.start)];
    for row in rows {
        free = [free[1], is_free(cloth, row + 1)];
        let (upper, lower) = (in_vectors(cloth, row), in_vectors(cloth, row + 1));
        if free[0] && tear.broken(row, RIGHT).is_none() {
            most.raise_inner(extent, upper);
        } else {
            most.raise_one_by_one(cloth, tear, row, &FAMILIES[..1]);
        }
        if (free[0] | free[1]) && tear.broken(row, DOWN | DOWN_RIGHT | DOWN_LEFT).is_none() {
            most.raise_lower(extent, upper, lower);
        } else {
            most.raise_one_by_one(cloth, tear, row, &FAMILIES[1..]);
        }
    }
    let largest = |squares: &[T; L]| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    largest(&most.structural).most(T::constant(0.5) * largest(&most.shear))
}

/// The largest squares of lengths so far, number by number.
struct Most<T, const L: usize> {
    structural: [T; L],
    shear: [T; L],
}

/// A row in vectors.
type InVectors<'a, T, const L: usize> = [&'a [[T; L]]; 3];

impl<T: Scalar, const L: usize> Most<T, L> {
    /// The links within a row without pins or broken ones.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline(never))]
    fn raise_inner<G: Extent>(&mut self, extent: G, a: InVectors<'_, T, L>) {
        let count = extent.vectors();
        if count == 0 || !are_long(a, count) {
            return;
        }
        let mut most = self.structural;
        for k in 0..count - 1 {
            let ends = if L == 1 { 1 } else { extent.ends(k + 1) };
            raise(vector(a, k), vector(a, k + 1), ends, &mut most);
        }
        if L > 1 {
            // From the last vector to the first, a number further.
            let next = next3(vector(a, 0));
            raise(vector(a, count - 1), next, extent.ends(count), &mut most);
        }
        self.structural = most;
    }

    /// The links from a row to the one below, none of them broken or between two pins.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline(never))]
    fn raise_lower<G: Extent>(
        &mut self,
        extent: G,
        a: InVectors<'_, T, L>,
        b: InVectors<'_, T, L>,
    ) {
        let count = extent.vectors();
        if count == 0 || !are_long(a, count) || !are_long(b, count) {
            return;
        }
        let last = count - 1;
        let mut most = (self.structural, self.shear);
        for k in 0..last {
            let ends = if L == 1 {
                [1; 2]
            } else {
                [extent.ends(k), extent.ends(k + 1)]
            };
            let upper = [vector(a, k), vector(a, k + 1)];
            raise_three(upper, [vector(b, k), vector(b, k + 1)], ends, &mut most);
        }
        // From the last vector to the first, a number further; none where vectors are numbers.
        let ends = [extent.ends(last), extent.ends(count)];
        let upper = [vector(a, last), next3(vector(a, 0))];
        raise_three(
            upper,
            [vector(b, last), next3(vector(b, 0))],
            ends,
            &mut most,
        );
        (self.structural, self.shear) = most;
    }

    /// The links that begin in a row of which any may be broken or have two pinned ends.
    #[inline(never)]
    fn raise_one_by_one<G: Extent>(
        &mut self,
        cloth: &Cloth<T, G>,
        tear: &impl Tear<G>,
        row: usize,
        families: &[Links],
    ) {
        let extent = cloth.extent();
        for &(bit, [left, right], down) in families {
            // Always there, the upper row: asked so that a step holds no path to a panic.
            let rows = [row, row + down];
            let [Some(upper), Some(lower)] = rows.map(|row| cloth.position.row_at(row)) else {
                continue;
            };
            let [Some(of_upper), Some(of_lower)] = rows.map(|row| cloth.marks.row_at(row)) else {
                continue;
            };
            let ([of_upper], [of_lower]) = (of_upper.lanes(), of_lower.lanes());
            let broken = tear.broken(row, bit);
            for column in 0..extent.columns().saturating_sub(left + right) {
                let [i, j] = [extent.place(column + left), extent.place(column + right)];
                let free =
                    |marks: &[Mark], i: usize| marks.get(i).is_some_and(|mark| mark.is_free());
                let whole = broken.is_none_or(|of| of.get(i).is_none_or(|of| of & bit == 0));
                let (Some(from), Some(to)) = (particle(upper, i), particle(lower, j)) else {
                    continue;
                };
                if whole && free(of_upper, i) | free(of_lower, j) {
                    let most = match bit & (DOWN_RIGHT | DOWN_LEFT) {
                        0 => &mut self.structural,
                        _ => &mut self.shear,
                    };
                    most[0] = most[0].most(T::squared(minus(to, from)));
                }
            }
        }
    }
}

/// The particle in a place of a row, which is always there.
fn particle<T: Copy>(row: &(impl Lanes<T, 3> + ?Sized), place: usize) -> Option<[T; 3]> {
    let [x, y, z] = row.lanes();
    Some([*x.get(place)?, *y.get(place)?, *z.get(place)?])
}

/// Whether a row is there and holds no pin.
#[inline(always)]
fn is_free<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, row: usize) -> bool {
    let weights = cloth.marks.row_at(row);
    weights.is_some_and(|row| all_free::<T, G>(cloth.extent(), row.lanes()[0]))
}

/// A row, empty where there is none.
#[inline(always)]
fn in_vectors<T: Scalar, G: Extent, const L: usize>(
    cloth: &Cloth<T, G>,
    row: usize,
) -> InVectors<'_, T, L> {
    let row = cloth.position.row_at(row);
    row.map_or([&[]; 3], |row| chunks(row.lanes()))
}

/// See [`FAMILIES`].
type Links = (u8, [usize; 2], usize);

/// Links by their bit, the columns of both ends from the left one on, and the rows between
/// them.
static FAMILIES: [Links; 4] = [
    (RIGHT, [0, 1], 0),
    (DOWN, [0, 0], 1),
    (DOWN_RIGHT, [0, 1], 1),
    (DOWN_LEFT, [1, 0], 1),
];

/// The links from a vector and the one beside it to those below: the first of `own` down,
/// and of `ends` along the diagonals.
#[inline(always)]
fn raise_three<T: Scalar, const L: usize>(
    upper: [[[T; L]; 3]; 2],
    lower: [[[T; L]; 3]; 2],
    [own, ends]: [usize; 2],
    (structural, shear): &mut ([T; L], [T; L]),
) {
    raise(upper[0], lower[0], own, structural);
    raise(upper[0], lower[1], ends, shear);
    raise(upper[1], lower[0], ends, shear);
}

/// Raises `most` to the squared lengths of the first `ends` links between two vectors.
#[inline(always)]
fn raise<T: Scalar, const L: usize>(
    [ax, ay, az]: [[T; L]; 3],
    [bx, by, bz]: [[T; L]; 3],
    ends: usize,
    most: &mut [T; L],
) {
    if ends >= L {
        for i in 0..L {
            let squared = T::squared(minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]));
            most[i] = most[i].most(squared);
        }
        return;
    }
    let exists = below(ends);
    for i in 0..L {
        let squared = T::squared(minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]));
        // No length is below zero.
        most[i] = most[i].most(if exists[i % 8] != 0 { squared } else { T::ZERO });
    }
}
