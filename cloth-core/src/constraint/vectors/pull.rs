//! The links from one vector to another.

use super::Lane;
use crate::constraint::family::Family;
use crate::lanes::{hidden_below, next, put_next};
use crate::scalar::Scalar;
use crate::vector::{minus, plus, select};

/// The vectors from the one of this number on.
#[inline(always)]
pub(super) fn from<A>(lane: &mut [A], first: usize) -> &mut [A] {
    lane.get_mut(first..).unwrap_or_default()
}

/// Links between vectors in the same place of six lanes, of which the first `ends` exist.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_each<T: Scalar, F: Family<T>, const L: usize>(
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    ends: impl Fn(usize) -> usize,
    link: &F,
) {
    let count = ax.len().min(bx.len());
    let enough = |lane: &[[T; L]]| lane.len() >= count;
    if !(enough(ay) && enough(az) && enough(by) && enough(bz)) {
        return;
    }
    for k in 0..count {
        pull_block(
            &mut ax[k],
            &mut ay[k],
            &mut az[k],
            &mut bx[k],
            &mut by[k],
            &mut bz[k],
            ends(k),
            link,
        );
    }
}

/// A vector of links, of which the first `ends` exist: of sixteen all do.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_block<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    if ends >= L {
        for i in 0..L {
            let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
            let pull = link.pull(minus(pb, pa));
            [ax[i], ay[i], az[i]] = plus(pa, pull);
            [bx[i], by[i], bz[i]] = minus(pb, pull);
        }
        return;
    }
    // Compared with i, `ends` would be in two registers of AVX2.
    let exists = hidden_below(ends);
    for i in 0..L {
        let (pa, pb) = ([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]]);
        let pull = link.pull(minus(pb, pa));
        // −0 added and +0 taken away change no bit of any number. Were the old value
        // selected instead, the compiler would store by mask, which is slow.
        let exists = exists[i % 8] != 0;
        [ax[i], ay[i], az[i]] = plus(pa, select(exists, pull, [-T::ZERO; 3]));
        [bx[i], by[i], bz[i]] = minus(pb, select(exists, pull, [T::ZERO; 3]));
    }
}

/// As [`pull_block`], from each number of `a` to the next of `b`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_next<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    let (mut x, mut y, mut z) = (next(bx), next(by), next(bz));
    pull_block(ax, ay, az, &mut x, &mut y, &mut z, ends.min(L - 1), link);
    put_next(bx, &x);
    put_next(by, &y);
    put_next(bz, &z);
}

/// As [`pull_block`], from each number of `a` but the first to the one before of `b`.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn pull_before<T: Scalar, F: Family<T>, const L: usize>(
    ax: &mut [T; L],
    ay: &mut [T; L],
    az: &mut [T; L],
    bx: &mut [T; L],
    by: &mut [T; L],
    bz: &mut [T; L],
    ends: usize,
    link: &F,
) {
    let (mut x, mut y, mut z) = (next(ax), next(ay), next(az));
    pull_block(&mut x, &mut y, &mut z, bx, by, bz, ends.min(L - 1), link);
    put_next(ax, &x);
    put_next(ay, &y);
    put_next(az, &z);
}
