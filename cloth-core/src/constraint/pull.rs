//! Links between vectors of particles: the correction itself, and which links of a vector exist and move.

use super::family::Family;
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::Rows;
use crate::lanes::{all_are, at, back, below, hidden_below, hidden_parity, next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::{Tear, Without};
use crate::vector::{minus, plus, select};

/// A lane in vectors of L numbers. Kernels take each lane as a parameter of its own: that tells the compiler
/// that lanes do not overlap.
pub(super) type Lane<'a, T, const L: usize> = &'a mut [[T; L]];

/// The links of a family between two rows, or within one.
pub(super) struct Joined<'a, F, G: Extent> {
    pub(super) extent: G,
    pub(super) family: F,
    /// `None` where all links are whole and all ends free, as in nearly all rows.
    pub(super) some: Option<Which<'a, G>>,
}

/// Tells which links exist, and which of their ends move.
pub(super) struct Which<'a, G: Extent> {
    /// The marks of the row where links begin, and of the one where they end. As rows: on a board their length is
    /// then a constant.
    pub(super) marks: [&'a G::Row<Mark, 1>; 2],
    /// The broken links of the row where they begin, if any are.
    pub(super) broken: Option<Without<'a>>,
}

impl<'a, F, G: Extent> Joined<'a, F, G> {
    pub(super) fn new(extent: G, family: F, some: Option<Which<'a, G>>) -> Self {
        Self {
            extent,
            family,
            some,
        }
    }
}

impl<G: Extent> Which<'_, G> {
    /// With the rows in the other order.
    pub(super) fn reversed(mut self) -> Self {
        self.marks.reverse();
        self
    }

    /// Which ends of a link move, given the place of its beginning and the places of its ends: none where the link
    /// is broken.
    #[inline(always)]
    pub(super) fn moves(&self, begin: usize, [a, b]: [usize; 2]) -> [bool; 2] {
        if self.broken.is_some_and(|links| !links.is_whole(begin)) {
            return [false; 2];
        }
        let [[of_a], [of_b]] = self.marks.map(|marks| marks.lanes());
        let is_free = |marks: &[Mark], i: usize| marks.get(i).is_some_and(|mark| mark.is_free());
        [is_free(of_a, a), is_free(of_b, b)]
    }
}

/// What a pass reads of every row, apart from positions.
pub(super) struct Around<'a, T: Scalar, G: Extent, M> {
    pub(super) marks: &'a Rows<Mark, G, 1>,
    free: &'a [bool],
    tear: &'a M,
    pub(super) vectors: Vectors<T, G>,
}

impl<'a, T: Scalar, G: Extent, M: Tear<G>> Around<'a, T, G, M> {
    pub(super) fn new(marks: &'a Rows<Mark, G, 1>, free: &'a [bool], tear: &'a M) -> Self {
        Self {
            marks,
            free,
            tear,
            vectors: Vectors::widest(),
        }
    }

    /// Whether a row has no pin.
    #[inline(always)]
    pub(super) fn is_free(&self, row: usize) -> bool {
        self.free.get(row).copied().unwrap_or(false)
    }

    /// Whether all links of this bit that begin in a row exist.
    #[inline(always)]
    pub(super) fn are_whole(&self, row: usize, bit: u8) -> bool {
        self.tear.broken(row, bit).is_none()
    }

    /// Tells which of these links exist, and which of their ends move; `None` where all do. One copy saves a
    /// board's flash.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline(never))]
    pub(super) fn some(&self, rows: [usize; 2], bit: u8) -> Option<Which<'a, G>> {
        if self.is_free(rows[0]) & self.is_free(rows[1]) && self.are_whole(rows[0], bit) {
            return None;
        }
        Some(Which {
            marks: [self.marks.row_at(rows[0])?, self.marks.row_at(rows[1])?],
            broken: self
                .tear
                .broken(rows[0], bit)
                .map(|links| Without(links, bit)),
        })
    }
}

/// Vectors of sixteen numbers, and one of L if it is left.
#[inline(always)]
pub(super) fn twos<A, const L: usize>(lane: &mut [[A; L]]) -> (&mut [[A; 16]], &mut [[A; L]]) {
    let (twos, last) = lane.as_flattened_mut().as_chunks_mut();
    (twos, last.as_chunks_mut().0)
}

/// Links between the vectors of six lanes. Their first vectors have the numbers `from` and `to` in their rows, see
/// [`pull_vector`].
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_each<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    [from, to]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let (count, extent) = (ax.len(), links.extent);
    if !all_are(count, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    if L > 1 && links.some.is_none() && extent.is_full() && from.max(to) < extent.vectors() {
        // Two vectors at a time: one is done while the other waits for roots.
        let ((ax, ax_last), (bx, bx_last)) = (twos(ax), twos(bx));
        let ((ay, ay_last), (by, by_last)) = (twos(ay), twos(by));
        let ((az, az_last), (bz, bz_last)) = (twos(az), twos(bz));
        pull_all(ax, ay, az, bx, by, bz, &links.family);
        let (ax, ay, az, bx, by, bz) = (ax_last, ay_last, az_last, bx_last, by_last, bz_last);
        pull_all(ax, ay, az, bx, by, bz, &links.family);
        return;
    }
    for k in 0..count {
        let (ax, ay, az) = (&mut ax[k], &mut ay[k], &mut az[k]);
        let (bx, by, bz) = (&mut bx[k], &mut by[k], &mut bz[k]);
        pull_vector(ax, ay, az, bx, by, bz, [from + k, to + k], links);
    }
}

/// As [`pull_each`] where all links exist.
#[inline(always)]
fn pull_all<T: Scalar, F: Family<T>, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    family: &F,
) {
    let count = ax.len();
    if !all_are(count, [ay.len(), az.len(), bx.len(), by.len(), bz.len()]) {
        return;
    }
    for k in 0..count {
        let (ax, ay, az) = (&mut ax[k], &mut ay[k], &mut az[k]);
        let (bx, by, bz) = (&mut bx[k], &mut by[k], &mut bz[k]);
        pull_block(ax, ay, az, bx, by, bz, None, family);
    }
}

/// The links between vector i of one row and vector j of another. Numbers beyond the last vector stand for the
/// first ones, rotated.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_vector<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    [i, j]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let (extent, family) = (links.extent, &links.family);
    let (ends, is_turned) = (extent.ends(i.max(j)), i.max(j) >= extent.vectors());
    let all = L == 1 || (ends >= L && !is_turned);
    match &links.some {
        None if all => pull_block(ax, ay, az, bx, by, bz, None, family),
        None => pull_block(ax, ay, az, bx, by, bz, Some(hidden_below(ends)), family),
        Some(which) => {
            let exists = if all { below(8) } else { hidden_below(ends) };
            pull_some(ax, ay, az, bx, by, bz, [i, j], (which, exists, family));
        }
    }
}

/// A vector of links: all of them, or those with a 1 in `exists`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_block<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    exists: Option<&[u32; 8]>,
    family: &F,
) {
    let exists = |i: usize| exists.is_none_or(|exists| exists[i % 8] != 0);
    if let Some(slack) = family.slack() {
        // Where all are short none pulls: that saves the roots.
        let mut longer = 0;
        for i in 0..L {
            let d = minus([bx[i], by[i], bz[i]], [ax[i], ay[i], az[i]]);
            longer |= u32::from(exists(i) & (T::squared(d) > slack));
        }
        if longer == 0 {
            return;
        }
    }
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = family.pull(minus(pb, pa));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        [ax[i], ay[i], az[i]] = plus(pa, select(exists(i), pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(exists(i), pull, [T::ZERO; 3]));
    }
}

/// As [`pull_vector`] where links may be broken or have pinned ends. On a board these are few: one copy saves flash.
#[cfg_attr(feature = "std", inline(always))]
#[cfg_attr(not(feature = "std"), inline(never))]
#[expect(clippy::too_many_arguments)]
fn pull_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    [i, j]: [usize; 2],
    (which, there, family): (&Which<'_, G>, &[u32; 8], &F),
) {
    let [[of_a], [of_b]] = which.marks.map(|marks| marks.lanes());
    let Without(broken, bit) = which.broken.unwrap_or(Without(&[], 0));
    let [free_a, free_b] = [at::<_, L>(of_a, i, Mark::PINNED), at(of_b, j, Mark::PINNED)];
    let (bits, mut both) = (at::<_, L>(broken, i, 0), 0);
    let [mut moves_a, mut moves_b] = [[0; L]; 2];
    for i in 0..L {
        let exists = there[i % 8] & u32::from(bits[i] & bit == 0);
        moves_a[i] = exists & u32::from(free_a[i].is_free());
        moves_b[i] = exists & u32::from(free_b[i].is_free());
        both += moves_a[i] & moves_b[i];
    }
    // In most vectors all links are whole and their ends free.
    if both == L as u32 {
        pull_block(ax, ay, az, bx, by, bz, None, family);
        return;
    }
    let held = family.held();
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let (d, moves_a, moves_b) = (minus(pb, pa), moves_a[i] != 0, moves_b[i] != 0);
        // Both pulls, and then one of them: the compiler would branch for each link.
        let pull = select(moves_a & moves_b, family.pull(d), held.pull(d));
        [ax[i], ay[i], az[i]] = plus(pa, select(moves_a, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(moves_b, pull, [T::ZERO; 3]));
    }
}

/// Links over two columns where a lane is two vectors: from every second number of vector k,
/// beginning with `first`, to the next.
#[inline(always)]
pub(super) fn pull_inside<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    [k, first]: [usize; 2],
    links: &Joined<'_, F, G>,
) {
    let begins = *hidden_parity(first);
    let mut exists = *hidden_below(links.extent.ends(k + 2));
    for i in 0..8 {
        exists[i] &= begins[i];
    }
    let (mut ax, mut ay, mut az) = (*x, *y, *z);
    let (mut bx, mut by, mut bz) = (next(x), next(y), next(z));
    let (a, b) = ((&mut ax, &mut ay, &mut az), (&mut bx, &mut by, &mut bz));
    match &links.some {
        None => pull_block(a.0, a.1, a.2, b.0, b.1, b.2, Some(&exists), &links.family),
        Some(which) => {
            let of = (which, &exists, &links.family);
            pull_some(a.0, a.1, a.2, b.0, b.1, b.2, [k, k + 2], of);
        }
    }
    let (bx, by, bz) = (back(&bx), back(&by), back(&bz));
    for i in 0..L {
        // Each particle is one end of a link or the other.
        let place = select(
            begins[i % 8] != 0,
            [ax[i], ay[i], az[i]],
            [bx[i], by[i], bz[i]],
        );
        [x[i], y[i], z[i]] = place;
    }
}
