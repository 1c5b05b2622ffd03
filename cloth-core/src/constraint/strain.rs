//! How far the most stretched link is from its rest length.

use crate::cloth::{Cloth, all_free};
use crate::extent::Extent;
use crate::grid::{Row, all_are, cut};
use crate::scalar::Scalar;
use crate::simd::{LANES, Vectors};
use crate::tear::{Tear, bit};

/// Largest squared lengths, as many side by side as a vector holds.
type Largest<T> = [T; LANES];

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub(crate) fn largest_strain<T: Scalar, G: Extent>(cloth: &Cloth<T, G>, tear: &impl Tear<G>) -> T {
    let (mut structural, mut shear) = ([T::ZERO; LANES], [T::ZERO; LANES]);
    let rows = cloth.extent().rows();
    let free_row = |row: usize| row < rows && all_free(cloth.weights(row));
    let mut free = [false, free_row(0)];
    for row in 0..rows {
        free = [free[1], free_row(row + 1)];
        let some_free = [free[0], free[0] | free[1]];
        raise::<T, G, 0, 1>(cloth, tear, [row, row], some_free[0], &mut structural);
        if row + 1 < rows {
            let both = [row, row + 1];
            raise::<T, G, 0, 0>(cloth, tear, both, some_free[1], &mut structural);
            raise::<T, G, 0, 1>(cloth, tear, both, some_free[1], &mut shear);
            raise::<T, G, 1, 0>(cloth, tear, both, some_free[1], &mut shear);
        }
    }
    let largest = |squares: &Largest<T>| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    let squared = largest(&structural).most(T::from_f64(0.5) * largest(&shear));
    T::square_root(squared) - T::ONE
}

/// Raises `largest` to the squared lengths of the links from column i + A of the upper row
/// to column i + B of the lower. `free` tells that each has a free end.
#[inline(always)]
fn raise<T: Scalar, G: Extent, const A: usize, const B: usize>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    [upper, lower]: [usize; 2],
    free: bool,
    largest: &mut Largest<T>,
) {
    let extent = cloth.extent();
    let (a, b) = (cloth.position.row(upper), cloth.position.row(lower));
    let bit = bit(B as isize - A as isize, lower - upper);
    let broken = tear.broken(upper, bit);
    if free && broken.is_none() {
        Vectors::widest().run(
            #[inline(always)]
            || raise_all::<T, G, A, B>(extent, a, b, largest),
        );
        return;
    }
    let (wa, wb) = (cloth.weights(upper), cloth.weights(lower));
    let links = extent.columns().saturating_sub(A + B);
    let [ax, ay, az] = cut(a, A, links);
    let [bx, by, bz] = cut(b, B, links);
    let ends = ax.iter().zip(ay).zip(az).zip(bx.iter().zip(by).zip(bz));
    for (i, (((ax, ay), az), ((bx, by), bz))) in ends.enumerate() {
        let free = |w: &[T], i: usize| w.get(i).is_some_and(|&w| w > T::ZERO);
        let whole = broken.is_none_or(|bits| bits.get(i + A).is_none_or(|bits| bits & bit == 0));
        if whole && free(wa, i + A) | free(wb, i + B) {
            let d = [bx.minus(*ax), by.minus(*ay), bz.minus(*az)];
            largest[0] = largest[0].most(T::squared(d));
        }
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn raise_all<T: Scalar, G: Extent, const A: usize, const B: usize>(
    extent: G,
    a: &Row<T, G>,
    b: &Row<T, G>,
    largest: &mut Largest<T>,
) {
    let links = extent.columns().saturating_sub(A + B);
    let ([ax, ay, az], [bx, by, bz]) = (cut(a, A, links), cut(b, B, links));
    if !all_are(
        links,
        [ax.len(), ay.len(), az.len(), bx.len(), by.len(), bz.len()],
    ) {
        return;
    }
    let squared = |i: usize| {
        let d = [bx[i].minus(ax[i]), by[i].minus(ay[i]), bz[i].minus(az[i])];
        T::squared(d)
    };
    let (mut most, whole) = (*largest, links / LANES * LANES);
    for first in (0..whole).step_by(LANES) {
        for lane in 0..LANES {
            most[lane] = most[lane].most(squared(first + lane));
        }
    }
    for i in whole..links {
        most[0] = most[0].most(squared(i));
    }
    *largest = most;
}
