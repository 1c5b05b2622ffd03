//! Links that lead to the other half of a cloth: see [`Half`].
//!
//! Within a set of links no particle is touched twice, so it does not matter that these are the last.
//! One link at a time: in a loop, a small core would keep all that a link needs on the stack.

use super::family::Family;
use super::window::{project, project_pinned};
use crate::cloth::Mark;
use crate::scalar::Scalar;
use crate::seam::Half;

/// Sends a particle at the seam.
#[inline(never)]
pub(super) fn send<T: Scalar>(half: &Half, particle: [T; 3], mark: Option<&Mark>) {
    half.send(particle, u32::from(is_free(mark)));
}

/// Solves its link to the particle that the other half has sent. `is_first`: it is the link's first end, in
/// the order in which the whole cloth's are solved.
#[inline(never)]
pub(super) fn solve<T: Scalar, F: Family<T>>(
    half: &Half,
    particle: &mut [T; 3],
    mark: Option<&Mark>,
    is_first: bool,
    family: &F,
) {
    let (mut other, of_other) = half.receive();
    let free = [is_free(mark), of_other != 0];
    match (free[0] & free[1], is_first) {
        (true, true) => project(particle, &mut other, family),
        (true, false) => project(&mut other, particle, family),
        (false, true) => project_pinned(particle, &mut other, free, family),
        (false, false) => project_pinned(&mut other, particle, [free[1], free[0]], family),
    }
}

#[inline(always)]
fn is_free(mark: Option<&Mark>) -> bool {
    mark.is_some_and(|mark| mark.is_free())
}
