//! The kernels that everything position-based is made of.
//!
//! All move the ends of a link along it, each by its share of the inverse
//! masses: Δa = k · w_a/(w_a+w_b) · (l − l₀)/l · d, Δb likewise the other way.
//! Pinned ends have w = 0 and stay (S0's half/half correction ignores that).
//!
//! Plain loops over whole rows that share nothing between their turns: the
//! compiler turns them into packed roots and divisions, the results do not
//! depend on how wide those are, and a scalar processor runs the same loop.

use crate::grid::Row;
use crate::scalar::Scalar;

/// What to bring a link's length to, and how far in one go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<T> {
    /// The length.
    pub(super) length: T,
    /// The part of the error to remove, 0 to 1.
    pub(super) stiffness: T,
}

/// The factor on d by which a unit of inverse mass moves its end. With LIMIT
/// a link shorter than the target is left alone.
#[inline(always)]
fn factor<T: Scalar, const LIMIT: bool>(x: T, y: T, z: T, weight: T, target: Target<T>) -> T {
    let stretch = T::stretch(x, y, z, target.length, weight);
    let wanted = if LIMIT {
        stretch.most(T::ZERO)
    } else {
        stretch
    };
    target.stiffness * wanted
}

/// Links from column i + A of row `a` to column i + B of row `b`.
#[inline(never)]
pub(super) fn project_between<
    T: Scalar,
    const W: usize,
    const A: usize,
    const B: usize,
    const LIMIT: bool,
>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    weight_a: &[T; W],
    weight_b: &[T; W],
    target: Target<T>,
) {
    for c in 0..W.saturating_sub(A + B) {
        let (i, j) = (c + A, c + B);
        let x = b.x[j] - a.x[i];
        let y = b.y[j] - a.y[i];
        let z = b.z[j] - a.z[i];
        let (wa, wb) = (weight_a[i], weight_b[j]);
        let f = factor::<T, LIMIT>(x, y, z, wa + wb, target);
        let (fa, fb) = (f * wa, f * wb);
        a.x[i] += fa * x;
        a.y[i] += fa * y;
        a.z[i] += fa * z;
        b.x[j] -= fb * x;
        b.y[j] -= fb * y;
        b.z[j] -= fb * z;
    }
}

/// Links between the columns i and i + D of one row, in two colours so that no
/// particle is touched twice within a loop: first the blocks of 2D columns
/// that start at column 0, then those that start at column D.
#[inline(always)]
pub(super) fn project_within<T: Scalar, const W: usize, const D: usize, const LIMIT: bool>(
    row: &mut Row<T, W>,
    weight: &[T; W],
    target: Target<T>,
) {
    colour::<T, W, D, 0, LIMIT>(row, weight, target);
    // The second colour starts one block of D columns further.
    if D == 1 {
        colour::<T, W, D, 1, LIMIT>(row, weight, target);
    } else {
        colour::<T, W, D, 2, LIMIT>(row, weight, target);
    }
}

/// The links of one colour: in blocks of 2D columns from column FIRST on,
/// column j of a block to column j + D.
#[inline(never)]
fn colour<T: Scalar, const W: usize, const D: usize, const FIRST: usize, const LIMIT: bool>(
    row: &mut Row<T, W>,
    weight: &[T; W],
    target: Target<T>,
) {
    let whole = W.saturating_sub(FIRST) / (2 * D);
    for block in 0..whole {
        for lane in 0..D {
            let i = FIRST + block * 2 * D + lane;
            project_pair::<T, W, LIMIT>(row, weight, i, i + D, target);
        }
    }
    // A last block that is cut off by the end of the row.
    let start = FIRST + whole * 2 * D;
    for i in start..W.saturating_sub(D).max(start) {
        project_pair::<T, W, LIMIT>(row, weight, i, i + D, target);
    }
}

#[inline(always)]
fn project_pair<T: Scalar, const W: usize, const LIMIT: bool>(
    row: &mut Row<T, W>,
    weight: &[T; W],
    i: usize,
    j: usize,
    target: Target<T>,
) {
    let x = row.x[j] - row.x[i];
    let y = row.y[j] - row.y[i];
    let z = row.z[j] - row.z[i];
    let (wi, wj) = (weight[i], weight[j]);
    let f = factor::<T, LIMIT>(x, y, z, wi + wj, target);
    let (fi, fj) = (f * wi, f * wj);
    row.x[i] += fi * x;
    row.y[i] += fi * y;
    row.z[i] += fi * z;
    row.x[j] -= fj * x;
    row.y[j] -= fj * y;
    row.z[j] -= fj * z;
}
