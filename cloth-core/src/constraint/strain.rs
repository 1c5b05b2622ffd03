//! How far the most stretched link is from its rest length.

use super::kernel::Weights;
use super::walk::{free_rows, weights_of};
use crate::cloth::Cloth;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::tear::{AllWhole, Mask, Tear, Without, bit};

/// The largest strain l/l₀ − 1 over all whole structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[inline(never)]
#[must_use]
pub fn largest_strain<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    tear: &impl Tear<W, H>,
) -> T {
    // Largest squared lengths, column by column: that vectorises.
    let (mut structural, mut shear) = ([T::ZERO; W], [T::ZERO; W]);
    let free = free_rows(cloth);
    let weights = |row| weights_of(&cloth.inverse_mass, &free, row);
    for row in 0..H {
        let broken = |columns, rows| {
            let bit = bit(columns, rows);
            tear.broken(row, bit).map(|links| Without(links, bit))
        };
        let (x, w) = (&cloth.position.rows[row], weights(row));
        raise::<T, W, 0, 1>([x, x], [w, w], broken(1, 0), &mut structural);
        if row + 1 < H {
            let (y, v) = (&cloth.position.rows[row + 1], weights(row + 1));
            raise::<T, W, 0, 0>([x, y], [w, v], broken(0, 1), &mut structural);
            raise::<T, W, 0, 1>([x, y], [w, v], broken(1, 1), &mut shear);
            raise::<T, W, 1, 0>([x, y], [w, v], broken(-1, 1), &mut shear);
        }
    }
    let largest = |squares: &[T; W]| squares.iter().fold(T::ZERO, |m, &v| m.most(v));
    // A shear link's rest length squared is 2.
    let squared = largest(&structural).most(T::from_f64(0.5) * largest(&shear));
    T::square_root(squared) - T::ONE
}

/// Raises `largest` to the squared lengths of the links from column i + A of
/// `a` to column i + B of `b`.
#[inline(always)]
fn raise<T: Scalar, const W: usize, const A: usize, const B: usize>(
    [a, b]: [&Row<T, W>; 2],
    weights: [Weights<T, W>; 2],
    broken: Option<Without<'_, W>>,
    largest: &mut [T; W],
) {
    let [u, v] = weights.map(|weight| weight.of);
    let all_free = weights.map(|weight| weight.all_free);
    if let Some(links) = broken {
        raise_rows::<T, _, W, A, B, true>(a, b, u, v, links, largest);
    } else if all_free[0] | all_free[1] {
        raise_rows::<T, _, W, A, B, false>(a, b, u, v, AllWhole, largest);
    } else {
        raise_rows::<T, _, W, A, B, true>(a, b, u, v, AllWhole, largest);
    }
}

#[inline(never)]
fn raise_rows<
    T: Scalar,
    L: Mask,
    const W: usize,
    const A: usize,
    const B: usize,
    const PINS: bool,
>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    weight_a: &[T; W],
    weight_b: &[T; W],
    links: L,
    largest: &mut [T; W],
) {
    // A register for small cores, a column each for vector units.
    let mut one = T::ZERO;
    for i in 0..W.saturating_sub(A + B) {
        let x = b.x[i + B].minus(a.x[i + A]);
        let y = b.y[i + B].minus(a.y[i + A]);
        let z = b.z[i + B].minus(a.z[i + A]);
        let squared = T::squared([x, y, z]);
        let movable = !PINS || weight_a[i + A] + weight_b[i + B] > T::ZERO;
        let counts = movable & links.whole(i + A);
        let squared = if counts { squared } else { T::ZERO };
        if T::FOR_SMALL_CORES {
            one = one.most(squared);
        } else {
            largest[i] = largest[i].most(squared);
        }
    }
    if T::FOR_SMALL_CORES {
        largest[0] = largest[0].most(one);
    }
}
