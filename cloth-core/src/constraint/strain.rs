//! How far the most stretched link is from its rest length.

use crate::cloth::{Cloth, all_free};
use crate::extent::Extent;
use crate::extent::Lanes;
use crate::grid::{Row, Vectors3, are_long, below, chunks, next3, vector};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, bit};
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
    let (mut structural, mut shear) = ([T::ZERO; L], [T::ZERO; L]);
    let rows = cloth.extent().rows();
    let free_row = |row: usize| {
        let weights = cloth.inverse_mass.row_at(row);
        weights.is_some_and(|row| all_free(cloth.extent(), row.lanes()[0]))
    };
    let mut free = [false, free_row(0)];
    for row in 0..rows {
        free = [free[1], free_row(row + 1)];
        let some_free = [free[0], free[0] | free[1]];
        raise::<T, G, 0, 1, L>(cloth, tear, [row, row], some_free[0], &mut structural);
        if row + 1 < rows {
            let both = [row, row + 1];
            raise::<T, G, 0, 0, L>(cloth, tear, both, some_free[1], &mut structural);
            raise::<T, G, 0, 1, L>(cloth, tear, both, some_free[1], &mut shear);
            raise::<T, G, 1, 0, L>(cloth, tear, both, some_free[1], &mut shear);
        }
    }
    let largest = |squares: &[T; L]| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    let squared = largest(&structural).most(T::from_f64(0.5) * largest(&shear));
    T::square_root(squared) - T::ONE
}

/// Raises `largest` to the squared lengths of the links from column i + A of the upper row
/// to column i + B of the lower. `free` tells that each has a free end.
#[inline(always)]
fn raise<T: Scalar, G: Extent, const A: usize, const B: usize, const L: usize>(
    cloth: &Cloth<T, G>,
    tear: &impl Tear<G>,
    [upper, lower]: [usize; 2],
    free: bool,
    largest: &mut [T; L],
) {
    let extent = cloth.extent();
    let (a, b) = (cloth.position.row(upper), cloth.position.row(lower));
    let bit = bit(B as isize - A as isize, lower - upper);
    let broken = tear.broken(upper, bit);
    if free && broken.is_none() {
        Vectors::<T, G>::widest().run(
            #[inline(always)]
            || raise_all::<T, G, A, B, L>(extent, a, b, largest),
        );
        return;
    }
    let (wa, wb) = (cloth.weights(upper), cloth.weights(lower));
    for i in 0..extent.columns().saturating_sub(A + B) {
        let [i, j] = [extent.place(i + A), extent.place(i + B)];
        let free = |w: &[T], i: usize| w.get(i).is_some_and(|&w| w > T::ZERO);
        let whole = broken.is_none_or(|bits| bits.get(i).is_none_or(|bits| bits & bit == 0));
        if whole && free(wa, i) | free(wb, j) {
            let d = minus(Vectors3::get(b, j), Vectors3::get(a, i));
            largest[0] = largest[0].most(T::squared(d));
        }
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn raise_all<T: Scalar, G: Extent, const A: usize, const B: usize, const L: usize>(
    extent: G,
    a: &Row<T, G>,
    b: &Row<T, G>,
    largest: &mut [T; L],
) {
    let (a, b, vectors) = (chunks(a.lanes()), chunks(b.lanes()), extent.vectors());
    if !are_long(a, vectors) || !are_long(b, vectors) {
        return;
    }
    let mut most = *largest;
    for k in 0..vectors.saturating_sub(A + B) {
        let ends = extent.ends(k + A + B);
        raise_block(vector(a, k + A), vector(b, k + B), ends, &mut most);
    }
    if L > 1 && A + B > 0 && vectors > A + B {
        // From the last vectors to the first, a number further.
        let (last, ends) = (vectors - 1, extent.ends(vectors));
        let [pa, pb] = match A {
            0 => [vector(a, last), next3(vector(b, 0))],
            _ => [next3(vector(a, 0)), vector(b, last)],
        };
        raise_block(pa, pb, ends, &mut most);
    }
    *largest = most;
}

#[inline(always)]
fn raise_block<T: Scalar, const L: usize>(
    [ax, ay, az]: [[T; L]; 3],
    [bx, by, bz]: [[T; L]; 3],
    ends: usize,
    most: &mut [T; L],
) {
    let squared = |i: usize| {
        let d = minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
        T::squared(d)
    };
    if ends >= L {
        for i in 0..L {
            most[i] = most[i].most(squared(i));
        }
        return;
    }
    let exists = below(ends);
    for i in 0..L {
        // No length is below zero.
        let squared = squared(i);
        most[i] = most[i].most(if exists[i % 8] != 0 { squared } else { T::ZERO });
    }
}
