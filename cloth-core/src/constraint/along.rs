//! The links within a row, for vector units.
//!
//! Links between neighbours join lanes of one vector. So the row is dealt out
//! to four rows: every fourth column from 0, 1, 2 and 3 on. Then each colour of
//! each family is links between two whole rows, as everywhere else: columns 4k
//! and 4k + 1 lie side by side in the first two. The order of the links is that
//! of [`project_within`](super::kernel::project_within), and so is every bit.

use super::kernel::{Family, lanes};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::vector::{minus, plus};
use core::hint::black_box;

/// Every fourth column of a row, from 0, 1, 2 and 3 on; what lies beyond is left
/// from other rows and never used.
pub(super) type Dealt<T, const W: usize> = [Row<T, W>; 4];

/// Projects the structural and then the bend links of a row without pins.
#[inline(always)]
pub(super) fn project_along<T: Scalar, const W: usize, const LIMIT: bool>(
    row: &mut Row<T, W>,
    structural: Option<&Family<T>>,
    bend: Option<&Family<T>>,
    dealt: &mut Dealt<T, W>,
) {
    deal(row, dealt);
    let [a, b, c, d] = &mut *dealt;
    if let Some(Family(link)) = structural {
        side_by_side::<T, W, 0, 1, LIMIT>(a, b, link);
        side_by_side::<T, W, 2, 3, LIMIT>(c, d, link);
        side_by_side::<T, W, 1, 2, LIMIT>(b, c, link);
        side_by_side::<T, W, 3, 4, LIMIT>(d, a, link);
    }
    if let Some(Family(link)) = bend {
        side_by_side::<T, W, 0, 2, LIMIT>(a, c, link);
        side_by_side::<T, W, 1, 3, LIMIT>(b, d, link);
        side_by_side::<T, W, 2, 4, LIMIT>(c, a, link);
        side_by_side::<T, W, 3, 5, LIMIT>(d, b, link);
    }
    gather(row, dealt);
}

/// Links from the columns 4k + FROM to 4k + TO, which lie in two of the four
/// rows; TO above 3 is one further in the row of TO − 4.
#[inline(always)]
fn side_by_side<
    T: Scalar,
    const W: usize,
    const FROM: usize,
    const TO: usize,
    const LIMIT: bool,
>(
    from: &mut Row<T, W>,
    to: &mut Row<T, W>,
    link: &T::Link,
) {
    let link = *link;
    let (links, shift) = (W.saturating_sub(TO).div_ceil(4), TO / 4);
    // The rows have room to spare: the last block runs on beyond the links.
    let width = if links > 4 { 8 } else { 4 };
    let fits = links.next_multiple_of(width) + shift <= W;
    let whole = if fits { links - links % width } else { links };
    for k in 0..whole {
        let (pa, pb) = (from.get(k), to.get(k + shift));
        let pull = T::pull::<LIMIT>(minus(pb, pa), &link);
        from.set(k, plus(pa, pull));
        to.set(k + shift, minus(pb, pull));
    }
    let (left, columns) = (links - whole, [whole, whole + shift]);
    if left > 4 {
        lanes::<T, W, 8, LIMIT>(from, to, columns, 0..left, &link);
    } else if left > 0 {
        lanes::<T, W, 4, LIMIT>(from, to, columns, 0..left, &link);
    }
}

#[inline(always)]
fn deal<T: Scalar, const W: usize>(from: &Row<T, W>, [a, b, c, d]: &mut Dealt<T, W>) {
    for k in 0..quarter(W) {
        a.set(k, from.get(4 * k));
        b.set(k, from.get(4 * k + 1));
        c.set(k, from.get(4 * k + 2));
        d.set(k, from.get(4 * k + 3));
    }
    let last = W / 4;
    for (column, to) in (4 * last..W).zip([a, b, c]) {
        to.set(last, from.get(column));
    }
}

#[inline(always)]
fn gather<T: Scalar, const W: usize>(to: &mut Row<T, W>, [a, b, c, d]: &Dealt<T, W>) {
    for k in 0..quarter(W) {
        to.set(4 * k, a.get(k));
        to.set(4 * k + 1, b.get(k));
        to.set(4 * k + 2, c.get(k));
        to.set(4 * k + 3, d.get(k));
    }
    let last = W / 4;
    for (column, from) in (4 * last..W).zip([a, b, c]) {
        to.set(column, from.get(last));
    }
}

/// `width` / 4, which the compiler does not know: it takes a short loop apart
/// before it sees that the turns make a vector.
#[inline(always)]
fn quarter(width: usize) -> usize {
    black_box(width / 4).min(width / 4)
}
