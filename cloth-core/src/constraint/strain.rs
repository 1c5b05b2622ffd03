//! How far the most stretched link is from its rest length.

use crate::cloth::{Cloth, all_free};
use crate::extent::Extent;
use crate::extent::Lanes;
use crate::grid::{Vectors3, are_long, below, chunks, next3, vector};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tear};
use crate::vector::minus;

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

#[inline(always)]
fn largest<T: Scalar, G: Extent, const L: usize>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let mut most = Most {
        structural: [T::ZERO; L],
        shear: [T::ZERO; L],
    };
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    vectors.run(
        #[inline(always)]
        || {
            for row in 0..extent.rows() {
                let whole = tear
                    .broken(row, RIGHT | DOWN | DOWN_RIGHT | DOWN_LEFT)
                    .is_none();
                if whole && all_free(extent, cloth.weights(row)) {
                    let upper = chunks(cloth.position.row(row).lanes());
                    let lower = cloth.position.row_at(row + 1);
                    let lower = lower.map_or([&[][..]; 3], |row| chunks(row.lanes()));
                    most.raise_row(extent, upper, lower);
                } else {
                    most.raise_one_by_one(cloth, tear, row);
                }
            }
        },
    );
    let largest = |squares: &[T; L]| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    let squared = largest(&most.structural).most(T::from_f64(0.5) * largest(&most.shear));
    T::square_root(squared) - T::ONE
}

/// The largest squares of lengths so far, number by number.
struct Most<T, const L: usize> {
    structural: [T; L],
    shear: [T; L],
}

/// A row in vectors.
type InVectors<'a, T, const L: usize> = [&'a [[T; L]]; 3];

impl<T: Scalar, const L: usize> Most<T, L> {
    /// The links that begin in a row without pins or broken links: within it, and to the
    /// row below if there is one.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline(never))]
    fn raise_row<G: Extent>(&mut self, extent: G, a: InVectors<'_, T, L>, b: InVectors<'_, T, L>) {
        let count = extent.vectors();
        let has_lower = are_long(b, count);
        if count == 0 || !are_long(a, count) {
            return;
        }
        let last = count - 1;
        for k in 0..last {
            let ends = [extent.ends(k), extent.ends(k + 1)];
            self.raise_within([vector(a, k), vector(a, k + 1)], ends[1]);
            if has_lower {
                let upper = [vector(a, k), vector(a, k + 1)];
                self.raise_between(upper, [vector(b, k), vector(b, k + 1)], ends);
            }
        }
        // From the last vector to the first, a number further.
        let ends = [extent.ends(last), extent.ends(count)];
        let upper = [vector(a, last), next3(vector(a, 0))];
        self.raise_within(upper, ends[1]);
        if has_lower {
            self.raise_between(upper, [vector(b, last), next3(vector(b, 0))], ends);
        }
    }

    /// Links from a vector to the one beside.
    #[inline(always)]
    fn raise_within(&mut self, [here, beside]: [[[T; L]; 3]; 2], ends: usize) {
        raise(here, beside, ends, &mut self.structural);
    }

    /// Links from a vector and the one beside to those below.
    #[inline(always)]
    fn raise_between(
        &mut self,
        [here, beside]: [[[T; L]; 3]; 2],
        [below, below_beside]: [[[T; L]; 3]; 2],
        [own, ends]: [usize; 2],
    ) {
        raise(here, below, own, &mut self.structural);
        raise(here, below_beside, ends, &mut self.shear);
        raise(beside, below, ends, &mut self.shear);
    }

    /// The links that begin in a row of which any may be broken or have two pinned ends.
    #[inline(never)]
    fn raise_one_by_one<G: Extent>(
        &mut self,
        cloth: &Cloth<T, G>,
        tear: &impl Tear<G>,
        row: usize,
    ) {
        let extent = cloth.extent();
        for (bit, [left, right], down) in FAMILIES {
            if row + down >= extent.rows() {
                continue;
            }
            let (upper, lower) = (cloth.position.row(row), cloth.position.row(row + down));
            let (of_upper, of_lower) = (cloth.weights(row), cloth.weights(row + down));
            let broken = tear.broken(row, bit);
            for column in 0..extent.columns().saturating_sub(left + right) {
                let [i, j] = [extent.place(column + left), extent.place(column + right)];
                let free = |w: &[T], i: usize| w.get(i).is_some_and(|&w| w > T::ZERO);
                let whole = broken.is_none_or(|of| of.get(i).is_none_or(|of| of & bit == 0));
                if whole && free(of_upper, i) | free(of_lower, j) {
                    let d = minus(Vectors3::get(lower, j), Vectors3::get(upper, i));
                    let is_shear = bit & (DOWN_RIGHT | DOWN_LEFT) != 0;
                    let most = if is_shear {
                        &mut self.shear
                    } else {
                        &mut self.structural
                    };
                    most[0] = most[0].most(T::squared(d));
                }
            }
        }
    }
}

/// Links by their bit, the columns of both ends from the left one on, and the rows between
/// them.
const FAMILIES: [(u8, [usize; 2], usize); 4] = [
    (RIGHT, [0, 1], 0),
    (DOWN, [0, 0], 1),
    (DOWN_RIGHT, [0, 1], 1),
    (DOWN_LEFT, [1, 0], 1),
];

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
