//! How far the most stretched link is from its rest length.

use crate::cloth::Cloth;
use crate::grid::Row;
use crate::scalar::Scalar;

/// The largest strain l/l₀ − 1 over all structural and shear links with at
/// least one free end; below zero where all are compressed, −1 without links.
///
/// A link between two pinned particles is not the solver's to shorten.
#[must_use]
pub fn largest_strain<T: Scalar, const W: usize, const H: usize>(cloth: &Cloth<T, W, H>) -> T {
    let half = T::from_f64(0.5);
    // Largest squared length over squared rest length, column by column.
    let mut largest = [T::ZERO; W];
    for row in 0..H {
        let (x, w) = (&cloth.position.rows[row], &cloth.inverse_mass[row]);
        measure::<T, W, 0, 1>(x, x, w, w, T::ONE, &mut largest);
        if row + 1 < H {
            let (y, v) = (&cloth.position.rows[row + 1], &cloth.inverse_mass[row + 1]);
            measure::<T, W, 0, 0>(x, y, w, v, T::ONE, &mut largest);
            measure::<T, W, 0, 1>(x, y, w, v, half, &mut largest);
            measure::<T, W, 1, 0>(x, y, w, v, half, &mut largest);
        }
    }
    let squared = largest.iter().fold(T::ZERO, |m, &v| m.most(v));
    T::square_root(squared) - T::ONE
}

/// Raises `largest` to the squared lengths of the links from column i + A of
/// `a` to column i + B of `b`, times `scale` (one over the squared rest length).
#[inline(never)]
fn measure<T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    weight_a: &[T; W],
    weight_b: &[T; W],
    scale: T,
    largest: &mut [T; W],
) {
    for i in 0..W.saturating_sub(A + B) {
        let x = b.x[i + B] - a.x[i + A];
        let y = b.y[i + B] - a.y[i + A];
        let z = b.z[i + B] - a.z[i + A];
        let squared = (x * x + y * y + z * z) * scale;
        let movable = weight_a[i + A] + weight_b[i + B] > T::ZERO;
        largest[i] = largest[i].most(if movable { squared } else { T::ZERO });
    }
}
