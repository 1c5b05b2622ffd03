//! Links of rows of which any may be broken or have pinned ends: few are.
//!
//! Arrays by name, not in lists: else the compiler keeps them in memory.

use super::RowView;
use crate::cloth::Mark;
use crate::constraint::family::Family;
use crate::extent::Extent;
use crate::lanes::{hidden_below, next, put_next};
use crate::scalar::Scalar;
use crate::simd::Vectors;
use crate::tear::Without;
use crate::vector::{minus, plus, select};

/// As [`within_free`], of a row with pins or broken links: few are. Out of line, in the
/// widest form.
#[inline(never)]
pub(super) fn within_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    [distance, first]: [usize; 2],
    extent: G,
    row: &mut RowView<'_, T, L>,
    broken: Without<'_>,
    family: &F,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || {
            let count = row.x.len();
            // Of two vectors each begins links over two columns, in every other number.
            if count == 2 && distance == 2 {
                for k in 0..count {
                    let exists = existing(broken, k, false, extent.ends(k + distance));
                    within_vector(row, k, first / 2, exists, family);
                }
                return;
            }
            let is_start = |k: usize| k >= first && (k - first) & distance == 0;
            for k in (0..count).filter(|&k| is_start(k)) {
                let exists = existing(broken, k, false, extent.ends(k + distance));
                match k + distance {
                    j if j < count => within_one::<T, F, L, false>(row, k, j, exists, family),
                    j => within_one::<T, F, L, true>(row, k, j - count, exists, family),
                }
            }
        },
    );
}

/// From vector k of a row to vector j, or to its NEXT numbers.
#[inline(always)]
fn within_one<T: Scalar, F: Family<T>, const L: usize, const NEXT: bool>(
    row: &mut RowView<'_, T, L>,
    k: usize,
    j: usize,
    exists: [u32; L],
    family: &F,
) {
    let (mut a, mut b) = (row.get(k), row.get(j));
    if NEXT {
        b = b.next();
    }
    pull_some(&mut a, &mut b, exists, family);
    row.put(k, &a);
    if NEXT {
        row.put_next(j, &b);
    } else {
        row.put(j, &b);
    }
}

/// From every other number of vector k, beginning with `first`, to the next.
#[inline(always)]
fn within_vector<T: Scalar, F: Family<T>, const L: usize>(
    row: &mut RowView<'_, T, L>,
    k: usize,
    first: usize,
    mut exists: [u32; L],
    family: &F,
) {
    let mut a = row.get(k);
    let mut b = a.next();
    for i in 0..L {
        exists[i] &= u32::from(i % 2 == first);
    }
    pull_some(&mut a, &mut b, exists, family);
    for i in 0..L {
        // What a link ends with is the number before of b.
        let is_end = i > first && i % 2 != first;
        let n = (i + L - 1) % L;
        (a.x[i], a.y[i], a.z[i]) = match is_end {
            true => (b.x[n], b.y[n], b.z[n]),
            false => (a.x[i], a.y[i], a.z[i]),
        };
    }
    row.put(k, &a);
}

/// As [`between_free`], of rows with pins or broken links.
#[inline(never)]
pub(super) fn between_some<T: Scalar, F: Family<T>, G: Extent, const L: usize>(
    [upper, lower]: [usize; 2],
    extent: G,
    a: &mut RowView<'_, T, L>,
    b: &mut RowView<'_, T, L>,
    broken: Without<'_>,
    family: &F,
    vectors: Vectors<T, G>,
) {
    vectors.run(
        #[inline(always)]
        || {
            let count = a.x.len();
            for k in 0..count {
                let ends = extent.ends(k + upper + lower);
                // One of the two at most leads over the end of its lanes.
                match [k + upper, k + lower] {
                    [i, j] if i >= count => {
                        let i = i - count;
                        let exists = existing(broken, i, true, ends);
                        let (mut pa, mut pb) = (a.get(i).next(), b.get(j));
                        pull_some(&mut pa, &mut pb, exists, family);
                        a.put_next(i, &pa);
                        b.put(j, &pb);
                    }
                    [i, j] if j >= count => {
                        let j = j - count;
                        let exists = existing(broken, i, false, ends);
                        let (mut pa, mut pb) = (a.get(i), b.get(j).next());
                        pull_some(&mut pa, &mut pb, exists, family);
                        a.put(i, &pa);
                        b.put_next(j, &pb);
                    }
                    [i, j] => {
                        let exists = existing(broken, i, false, ends);
                        let (mut pa, mut pb) = (a.get(i), b.get(j));
                        pull_some(&mut pa, &mut pb, exists, family);
                        a.put(i, &pa);
                        b.put(j, &pb);
                    }
                }
            }
        },
    );
}

/// Which links of a vector exist, 1 for those: of the first `ends` those that are whole.
#[inline(always)]
fn existing<const L: usize>(broken: Without<'_>, k: usize, turned: bool, ends: usize) -> [u32; L] {
    let there = hidden_below(ends);
    let mut exists = [0; L];
    for i in 0..L {
        exists[i] = there[i % 8];
    }
    if !broken.0.is_empty() {
        let whole = broken.whole::<L>(k);
        for i in 0..L {
            exists[i] &= u32::from(whole[if turned { (i + 1) % L } else { i }]);
        }
    }
    exists
}

/// A vector of particles.
#[derive(Clone, Copy)]
struct Particles<T, const L: usize> {
    x: [T; L],
    y: [T; L],
    z: [T; L],
    weight: [Mark; L],
}

impl<T: Scalar, const L: usize> RowView<'_, T, L> {
    #[inline(always)]
    fn get(&self, k: usize) -> Particles<T, L> {
        Particles {
            x: self.x[k],
            y: self.y[k],
            z: self.z[k],
            weight: self.weight[k],
        }
    }

    #[inline(always)]
    fn put(&mut self, k: usize, of: &Particles<T, L>) {
        (self.x[k], self.y[k], self.z[k]) = (of.x, of.y, of.z);
    }

    /// Puts back what [`Particles::next`] has turned; the first number is as it was.
    #[inline(always)]
    fn put_next(&mut self, k: usize, of: &Particles<T, L>) {
        put_next(&mut self.x[k], &of.x);
        put_next(&mut self.y[k], &of.y);
        put_next(&mut self.z[k], &of.z);
    }
}

impl<T: Scalar, const L: usize> Particles<T, L> {
    /// Each number where the one before is.
    #[inline(always)]
    fn next(&self) -> Self {
        Self {
            x: next(&self.x),
            y: next(&self.y),
            z: next(&self.z),
            weight: next(&self.weight),
        }
    }
}

/// Links of which any may not exist or have pinned ends. What has none keeps its bits.
#[inline(always)]
fn pull_some<T: Scalar, F: Family<T>, const L: usize>(
    a: &mut Particles<T, L>,
    b: &mut Particles<T, L>,
    exists: [u32; L],
    family: &F,
) {
    let held = family.held();
    let (mut moves_a, mut moves_b, mut both) = ([0_u32; L], [0_u32; L], [0_u32; L]);
    for i in 0..L {
        moves_a[i] = exists[i] & u32::from(a.weight[i].is_free());
        moves_b[i] = exists[i] & u32::from(b.weight[i].is_free());
        both[i] = moves_a[i] & moves_b[i];
    }
    for i in 0..L {
        let (pa, pb) = ([a.x[i], a.y[i], a.z[i]], [b.x[i], b.y[i], b.z[i]]);
        let d = minus(pb, pa);
        // Both, and then one: the compiler would choose between links by branches.
        let pull = select(both[i] != 0, family.pull(d), held.pull(d));
        [a.x[i], a.y[i], a.z[i]] = plus(pa, select(moves_a[i] != 0, pull, [-T::ZERO; 3]));
        [b.x[i], b.y[i], b.z[i]] = minus(pb, select(moves_b[i] != 0, pull, [T::ZERO; 3]));
    }
}
