//! Links of rows of which any may be broken or have pinned ends: few are.

use super::RowView;
use crate::cloth::Mark;
use crate::constraint::family::Family;
use crate::extent::Extent;
use crate::lanes::{below, next, put_next};
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
            let is_start = |k: usize| k >= first && (k - first) & distance == 0;
            // Of two vectors each begins links over two columns, in every other number.
            let in_turn = count == 2 && distance == 2;
            let starts = (0..count).filter(|&k| in_turn || is_start(k));
            for (k, ends) in starts.map(|k| (k, extent.ends(k + distance))) {
                if ends == 0 {
                    continue;
                }
                let (j, is_next) = match k + distance {
                    j if j < count => (j, false),
                    j => (j - count, true),
                };
                let (mut a, mut b) = (row.load(k), row.load(j));
                if is_next {
                    b.turn();
                }
                let mut whole = broken.whole(k);
                for (i, whole) in whole.iter_mut().enumerate() {
                    *whole &= !in_turn || i % 2 == first / 2;
                }
                pull_some(&mut a, &mut b, whole, ends, family);
                if in_turn {
                    // Both ends are in one vector.
                    for (i, lane) in a.at.iter_mut().enumerate() {
                        for n in (first / 2 + 1..L).step_by(2) {
                            lane[n] = b.at[i][n - 1];
                        }
                    }
                    row.store(k, &a);
                    continue;
                }
                if is_next {
                    b.turn_back(&row.load(j));
                }
                row.store(k, &a);
                row.store(j, &b);
            }
        },
    );
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
            for (k, ends) in (0..count).map(|k| (k, extent.ends(k + upper + lower))) {
                if ends == 0 {
                    continue;
                }
                let [(i, a_is_next), (j, b_is_next)] = [k + upper, k + lower].map(|k| match k {
                    k if k < count => (k, false),
                    k => (k - count, true),
                });
                let (mut pa, mut pb) = (a.load(i), b.load(j));
                let mut whole = broken.whole(i);
                if a_is_next {
                    pa.turn();
                    whole = next(&whole);
                }
                if b_is_next {
                    pb.turn();
                }
                pull_some(&mut pa, &mut pb, whole, ends, family);
                if a_is_next {
                    pa.turn_back(&a.load(i));
                }
                if b_is_next {
                    pb.turn_back(&b.load(j));
                }
                a.store(i, &pa);
                b.store(j, &pb);
            }
        },
    );
}

/// A vector of particles.
struct Particles<T, const L: usize> {
    at: [[T; L]; 3],
    weight: [Mark; L],
}

impl<T: Scalar, const L: usize> RowView<'_, T, L> {
    #[inline(always)]
    fn load(&self, k: usize) -> Particles<T, L> {
        Particles {
            at: [self.x[k], self.y[k], self.z[k]],
            weight: self.weight[k],
        }
    }

    #[inline(always)]
    fn store(&mut self, k: usize, particles: &Particles<T, L>) {
        [self.x[k], self.y[k], self.z[k]] = particles.at;
    }
}

impl<T: Scalar, const L: usize> Particles<T, L> {
    /// Puts each number where the one before is.
    #[inline(always)]
    fn turn(&mut self) {
        for lane in &mut self.at {
            *lane = next(lane);
        }
        self.weight = next(&self.weight);
    }

    /// Puts them back; the first is as it was.
    #[inline(always)]
    fn turn_back(&mut self, before: &Self) {
        for (lane, before) in self.at.iter_mut().zip(&before.at) {
            let mut back = *before;
            put_next(&mut back, lane);
            *lane = back;
        }
    }
}

/// Links of which any may be broken or have pinned ends; what lies beyond the first
/// `ends` keeps its bits.
#[inline(always)]
fn pull_some<T: Scalar, F: Family<T>, const L: usize>(
    a: &mut Particles<T, L>,
    b: &mut Particles<T, L>,
    whole: [bool; L],
    ends: usize,
    family: &F,
) {
    let (there, held) = (below(ends), family.held());
    let (mut moves_a, mut moves_b, mut both) = ([0_u32; L], [0_u32; L], [0_u32; L]);
    for i in 0..L {
        let exists = there[i % 8] & u32::from(whole[i]);
        moves_a[i] = exists & u32::from(a.weight[i].is_free());
        moves_b[i] = exists & u32::from(b.weight[i].is_free());
        both[i] = moves_a[i] & moves_b[i];
    }
    let ([mut ax, mut ay, mut az], [mut bx, mut by, mut bz]) = (a.at, b.at);
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = family.or_held(both[i] != 0, &held).pull(minus(pb, pa));
        [ax[i], ay[i], az[i]] = plus(pa, select(moves_a[i] != 0, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(moves_b[i] != 0, pull, [T::ZERO; 3]));
    }
    (a.at, b.at) = ([ax, ay, az], [bx, by, bz]);
}
