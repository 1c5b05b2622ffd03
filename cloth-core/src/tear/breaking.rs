//! Which links are too long.

use super::{DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, Tearing};
use crate::cloth::Cloth;
use crate::extent::{Extent, Lanes};
use crate::grid::Row;
use crate::lanes::{are_long, back, below, chunks, next, next3, vector};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::vector::minus;

/// Breaks the structural links of the first length and more, and the shear links of
/// the second. No particle moves meanwhile, so the order of the links does not matter.
pub(crate) fn break_long<T: Scalar, G: Extent>(
    tearing: &mut Tearing<G>,
    cloth: &Cloth<T, G>,
    longest: [Option<T>; 2],
) {
    let (extent, vectors) = (cloth.extent(), Vectors::<T, G>::widest());
    let mut torn = false;
    for row in 0..extent.rows() {
        let x = cloth.position.row(row);
        let below = cloth.position.row_at(row + 1);
        let [links] = tearing.links.row_mut(row).lanes_mut();
        torn |= vectors.run(
            #[inline(always)]
            || mark_row::<T, G>(extent, x, below, longest, links),
        );
    }
    if torn {
        tearing.follow();
    }
}

/// Sets the bits of the long links that start in a row; whether any was not set before.
#[inline(always)]
fn mark_row<T: Scalar, G: Extent>(
    extent: G,
    here: &Row<T, G>,
    below: Option<&Row<T, G>>,
    [structural, shear]: [Option<T>; 2],
    links: &mut [u8],
) -> bool {
    let mut new = 0;
    if let Some(longest) = structural {
        new |= mark::<T, G, 0, 1>(extent, here, here, longest, RIGHT, links);
        if let Some(below) = below {
            new |= mark::<T, G, 0, 0>(extent, here, below, longest, DOWN, links);
        }
    }
    if let (Some(longest), Some(below)) = (shear, below) {
        new |= mark::<T, G, 0, 1>(extent, here, below, longest, DOWN_RIGHT, links);
        new |= mark::<T, G, 1, 0>(extent, here, below, longest, DOWN_LEFT, links);
    }
    new != 0
}

/// The links from column i + A of `a` to column i + B of `b`; the bits that were not set
/// before.
#[inline(always)]
fn mark<T: Scalar, G: Extent, const A: usize, const B: usize>(
    extent: G,
    a: &Row<T, G>,
    b: &Row<T, G>,
    longest: T,
    bit: u8,
    links: &mut [u8],
) -> u8 {
    match G::LANES {
        1 => mark_vectors::<T, G, A, B, 1>(extent, a, b, longest, bit, links),
        _ => mark_vectors::<T, G, A, B, 8>(extent, a, b, longest, bit, links),
    }
}

#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
fn mark_vectors<T: Scalar, G: Extent, const A: usize, const B: usize, const L: usize>(
    extent: G,
    a: &Row<T, G>,
    b: &Row<T, G>,
    longest: T,
    bit: u8,
    links: &mut [u8],
) -> u8 {
    let vectors = extent.vectors();
    let (a, b) = (chunks(a.lanes()), chunks(b.lanes()));
    let links = links.as_chunks_mut::<L>().0;
    if !are_long(a, vectors) || !are_long(b, vectors) || links.len() != vectors {
        return 0;
    }
    let mut new = 0;
    for k in 0..vectors.saturating_sub(A + B) {
        let (pa, pb) = (vector(a, k + A), vector(b, k + B));
        new |= mark_block(
            pa,
            pb,
            extent.ends(k + A + B),
            longest,
            bit,
            &mut links[k + A],
        );
    }
    // From the last vectors to the first, a number further.
    if L > 1 && A + B > 0 && vectors > 1 {
        let (last, ends) = (vectors - 1, extent.ends(vectors));
        if A == 0 {
            let pb = next3(vector(b, 0));
            new |= mark_block(vector(a, last), pb, ends, longest, bit, &mut links[last]);
        } else {
            let pa = next3(vector(a, 0));
            let mut of = next(&links[0]);
            new |= mark_block(pa, vector(b, last), ends, longest, bit, &mut of);
            links[0] = back(&of);
        }
    }
    new
}

#[inline(always)]
fn mark_block<T: Scalar, const L: usize>(
    [ax, ay, az]: [[T; L]; 3],
    [bx, by, bz]: [[T; L]; 3],
    ends: usize,
    longest: T,
    bit: u8,
    links: &mut [u8; L],
) -> u8 {
    let mut new = 0;
    let exist = below(ends);
    for i in 0..L {
        let d = minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
        let long = if (exist[i % 8] != 0) & T::reaches(d, longest) {
            bit
        } else {
            0
        };
        new |= long & !links[i];
        links[i] |= long;
    }
    new
}
