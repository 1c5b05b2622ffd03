//! Which links are too long.

use super::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tearing};
use crate::cloth::Cloth;
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::{Vectors, turns};
use crate::vector::minus;

/// Breaks the structural links of the first length and more, and the shear links of
/// the second. No particle moves meanwhile, so the order of the links does not matter.
pub(crate) fn break_long<T: Scalar, const W: usize, const H: usize>(
    tearing: &mut Tearing<W, H>,
    cloth: &Cloth<T, W, H>,
    longest: [Option<T>; 2],
) {
    let vectors = Vectors::widest();
    let mut torn = false;
    for row in 0..H {
        let (x, links) = (&cloth.position.rows[row..], &mut tearing.links[row]);
        let before = *links;
        vectors.run(
            #[inline(always)]
            || mark_row(x, longest, links),
        );
        torn |= *links != before;
    }
    if torn {
        tearing.follow();
    }
}

/// Sets the bits of the long links that start in the first of the rows.
#[inline(always)]
fn mark_row<T: Scalar, const W: usize>(
    x: &[Row<T, W>],
    [structural, shear]: [Option<T>; 2],
    links: &mut [u8; W],
) {
    let ([here, ..], below) = (x, x.get(1)) else {
        return;
    };
    if let Some(longest) = structural {
        mark::<T, W, 0, 1>(here, here, longest, RIGHT, links);
        if let Some(below) = below {
            mark::<T, W, 0, 0>(here, below, longest, DOWN, links);
        }
    }
    if let (Some(longest), Some(below)) = (shear, below) {
        mark::<T, W, 0, 1>(here, below, longest, DOWN_RIGHT, links);
        mark::<T, W, 1, 0>(here, below, longest, DOWN_LEFT, links);
    }
}

/// The links from column i + A of `a` to column i + B of `b`.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn mark<T: Scalar, const W: usize, const A: usize, const B: usize>(
    a: &Row<T, W>,
    b: &Row<T, W>,
    longest: T,
    bit: u8,
    links: &mut [u8; W],
) {
    for i in 0..turns(W.saturating_sub(A + B)) {
        let long = T::reaches(minus(b.get(i + B), a.get(i + A)), longest);
        links[i + A] |= if long { bit } else { 0 };
    }
}
