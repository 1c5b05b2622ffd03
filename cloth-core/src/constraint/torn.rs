//! The kernels for rows with broken links: all links are computed, and what the broken
//! ones would move is not kept. The others do what they do in a whole row, bit for bit.

use super::family::Family;
#[cfg(not(feature = "std"))]
use super::kernel::{for_each_of_colour, project_pair};
use crate::grid::Row;
use crate::scalar::Scalar;
use crate::simd::turns;
use crate::tear::{Mask, Without};
use crate::vector::{minus, plus, select};

/// As [`project_between`](super::kernel::project_between), for those that are whole.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
pub(super) fn between_torn<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const A: usize,
    const B: usize,
>(
    a: &mut Row<T, W>,
    b: &mut Row<T, W>,
    [weight_a, weight_b]: [&[T; W]; 2],
    links: Without<'_, W>,
    family: &F,
) {
    let family = *family;
    for c in 0..turns(W.saturating_sub(A + B)) {
        let (i, j) = (c + A, c + B);
        let (pa, pb) = (a.get(i), b.get(j));
        let free = [weight_a[i] > T::ZERO, weight_b[j] > T::ZERO];
        let link = if free[0] & free[1] {
            family
        } else {
            family.held()
        };
        let pull = link.pull(minus(pb, pa));
        let part = |free| select(free, pull, [T::ZERO; 3]);
        // −0 added and +0 taken away change no bit; see `along`.
        let whole = links.whole(i);
        let part_a = select(whole, part(free[0]), [-T::ZERO; 3]);
        let part_b = select(whole, part(free[1]), [T::ZERO; 3]);
        a.set(i, plus(pa, part_a));
        b.set(j, minus(pb, part_b));
    }
}

/// As [`project_within`](super::kernel::project_within), for those that are whole.
#[cfg(not(feature = "std"))]
#[inline(never)]
pub(super) fn within_torn<
    T: Scalar,
    F: Family<T>,
    const W: usize,
    const D: usize,
    const FIRST: usize,
>(
    row: &mut Row<T, W>,
    weight: &[T; W],
    links: Without<'_, W>,
    family: &F,
) {
    for_each_of_colour::<W, D, FIRST>(|i, j| {
        let (a, b) = (row.get(i), row.get(j));
        let free = [weight[i] > T::ZERO, weight[j] > T::ZERO];
        let (to_a, to_b) = project_pair::<T, F>(a, b, free, family);
        let whole = links.whole(i);
        row.set(i, select(whole, to_a, a));
        row.set(j, select(whole, to_b, b));
    });
}

/// Which lanes of a row that is dealt out to four hold a link.
#[cfg(feature = "std")]
pub(super) trait Lanes {
    /// Lane i of one of the four.
    fn hold(&self, of: usize, i: usize) -> bool;
}

/// All do.
#[cfg(feature = "std")]
pub(super) struct AllLanes;

#[cfg(feature = "std")]
impl Lanes for AllLanes {
    #[inline(always)]
    fn hold(&self, _of: usize, _i: usize) -> bool {
        true
    }
}

/// Those whose links are whole.
#[cfg(feature = "std")]
pub(super) struct DealtLinks<const W: usize> {
    /// The links of the row, dealt out.
    pub(super) links: [[u8; W]; 4],
    bit: u8,
}

#[cfg(feature = "std")]
impl<const W: usize> DealtLinks<W> {
    pub(super) const fn new(bit: u8) -> Self {
        Self {
            links: [[0; W]; 4],
            bit,
        }
    }
}

#[cfg(feature = "std")]
impl<const W: usize> Lanes for DealtLinks<W> {
    #[inline(always)]
    fn hold(&self, of: usize, i: usize) -> bool {
        self.links[of][i] & self.bit == 0
    }
}
