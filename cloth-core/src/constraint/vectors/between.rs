//! Links between two rows whose particles are free.

use super::Lane;
use super::pull::{from, pull_before, pull_each, pull_next};
use crate::constraint::family::Family;
use crate::extent::Extent;
use crate::scalar::Scalar;

/// Links from column i + A of the upper row to column i + B of the lower. Each lane by
/// itself: so the compiler knows that they are apart.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
pub(super) fn between_free<T, F, G, const A: usize, const B: usize, const L: usize>(
    extent: G,
    ax: Lane<'_, T, L>,
    ay: Lane<'_, T, L>,
    az: Lane<'_, T, L>,
    bx: Lane<'_, T, L>,
    by: Lane<'_, T, L>,
    bz: Lane<'_, T, L>,
    family: &F,
) where
    T: Scalar,
    F: Family<T>,
    G: Extent,
{
    let (link, vectors, whole) = (*family, ax.len(), extent.is_full());
    // Asked once: all are then known to be of one length.
    let Some(links) = vectors.checked_sub(A + B) else {
        return;
    };
    let (Some(ay), Some(az)) = (ay.get_mut(..vectors), az.get_mut(..vectors)) else {
        return;
    };
    let (Some(bx), Some(by), Some(bz)) = (
        bx.get_mut(..vectors),
        by.get_mut(..vectors),
        bz.get_mut(..vectors),
    ) else {
        return;
    };
    for i in 0..A + B {
        // The last vectors of the one lane lead to the first of the other.
        let (k, ends) = (links + i, extent.ends(vectors + i));
        let [a, b] = if A == 0 { [k, i] } else { [i, k] };
        let (Some(ax), Some(ay), Some(az)) = (ax.get_mut(a), ay.get_mut(a), az.get_mut(a)) else {
            return;
        };
        let (Some(bx), Some(by), Some(bz)) = (bx.get_mut(b), by.get_mut(b), bz.get_mut(b)) else {
            return;
        };
        if A == 0 {
            pull_next(ax, ay, az, bx, by, bz, ends, &link);
        } else {
            pull_before(ax, ay, az, bx, by, bz, ends, &link);
        }
    }
    let (ax, ay, az) = (
        first_of(from(ax, A), links),
        first_of(from(ay, A), links),
        first_of(from(az, A), links),
    );
    let (bx, by, bz) = (
        first_of(from(bx, B), links),
        first_of(from(by, B), links),
        first_of(from(bz, B), links),
    );
    if !whole {
        pull_each(ax, ay, az, bx, by, bz, |k| extent.ends(k + A + B), &link);
        return;
    }
    // Two vectors at a time: one is done while the other waits for roots.
    let ((ax, ax_last), (bx, bx_last)) = (twos(ax), twos(bx));
    let ((ay, ay_last), (by, by_last)) = (twos(ay), twos(by));
    let ((az, az_last), (bz, bz_last)) = (twos(az), twos(bz));
    pull_each(ax, ay, az, bx, by, bz, |_| 16, &link);
    pull_each(
        ax_last,
        ay_last,
        az_last,
        bx_last,
        by_last,
        bz_last,
        |_| L,
        &link,
    );
}

#[inline(always)]
fn first_of<A>(lane: &mut [A], count: usize) -> &mut [A] {
    lane.get_mut(..count).unwrap_or_default()
}

/// Vectors of sixteen numbers, and one of L if it is left.
#[inline(always)]
fn twos<A, const L: usize>(lane: &mut [[A; L]]) -> (&mut [[A; 16]], &mut [[A; L]]) {
    let (twos, last) = lane.as_flattened_mut().as_chunks_mut();
    (twos, last.as_chunks_mut().0)
}
