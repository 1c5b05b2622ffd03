//! What a contact does to a pair.

use super::SelfContactLaw;
use super::law::CALM;
use crate::collide::coulomb;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, length, scale, sub};

/// Changes of a pair: of where the second is seen from the first, and of its
/// velocity seen from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact<T> {
    pub(super) apart: Vector<T>,
    pub(super) velocity: Vector<T>,
}

/// The contact of a pair, if there is one. `apart` is where the second is seen
/// from the first at the end of the substep, `velocity` how it has come there.
///
/// The law is one of the relative velocity along the normal n, so it holds wherever the pair
/// falls, and what one gets the other loses. A pair that overlaps parts by a part of its overlap in
/// a substep: what approaches is stopped, and what parts as fast as a push is slowed down, so that
/// nothing has gained speed when it is apart. What parts faster, links part, and it is left alone:
/// pulled back, layers fed on links, and a heap blew up. One that has just met comes as near as d, and
/// no nearer.
/// Friction takes of the rest at most μ times the change along n. Position and velocity change by
/// the same. If a push were not part of the velocity, a particle that the solver pushes in and
/// the contact out would stay in its place and keep the solver's velocity.
///
/// What comes from further away than [`CALM`] has an impact: it is stopped at once, along the normal where
/// they met.
///
/// `beside` tells a direction for two that are in one place.
#[inline(always)]
pub(super) fn touch<T: Scalar>(
    law: &SelfContactLaw<T>,
    apart: Vector<T>,
    velocity: Vector<T>,
    beside: impl FnOnce() -> Vector<T>,
) -> Option<Contact<T>> {
    let (d, before) = (law.thickness, sub(apart, velocity));
    let [began, distance] = [length(before), length(apart)];
    if distance >= d {
        return None;
    }
    let (out_of, size) = match is_calm(law, began) {
        true => side(before, apart, [began, distance]),
        false => {
            let met = met(law, before, velocity, began);
            (met, length(met))
        }
    };
    let normal = unit(out_of, size).unwrap_or_else(beside);
    let (moves, contact) = along(law, apart, velocity, began, normal);
    moves.then_some(contact)
}

/// Where the second is seen from the first, and how far: where it was before, if it is on the other side now.
#[inline(always)]
pub(super) fn side<T: Scalar>(
    before: Vector<T>,
    apart: Vector<T>,
    [began, distance]: [T; 2],
) -> (Vector<T>, T) {
    let has_crossed = dot(apart, before) <= T::ZERO;
    let of = |k: usize| if has_crossed { before[k] } else { apart[k] };
    let size = if has_crossed { began } else { distance };
    ([of(0), of(1), of(2)], size)
}

/// Where the second was seen from the first when it came as near as d, on its path from outside of that.
#[inline(always)]
fn met<T: Scalar>(
    law: &SelfContactLaw<T>,
    before: Vector<T>,
    velocity: Vector<T>,
    began: T,
) -> Vector<T> {
    let (d, length) = (law.thickness, length(velocity));
    // Always longer where it leads from outside to inside.
    let way = if length > T::ZERO { length } else { T::ONE };
    // Along the path: how far to the nearest point, and how far before that they meet.
    let along = -dot(before, velocity) / way;
    let root = d * d - (began - along) * (began + along);
    let until = (along - root.most(T::ZERO).square_root()) / way;
    let at = |k: usize| before[k] + velocity[k] * until;
    [at(0), at(1), at(2)]
}

/// Whether a pair that `began` so far apart comes from so near that this is no impact.
#[inline(always)]
pub(super) fn is_calm<T: Scalar>(law: &SelfContactLaw<T>, began: T) -> bool {
    began - law.thickness <= T::constant(CALM) * law.thickness
}

/// The contact along a normal of a pair that `began` so far apart, and whether there is one. All is
/// computed in any case: eight pairs side by side have no branches.
#[inline(always)]
pub(super) fn along<T: Scalar>(
    law: &SelfContactLaw<T>,
    apart: Vector<T>,
    velocity: Vector<T>,
    began: T,
    normal: Vector<T>,
) -> (bool, Contact<T>) {
    let d = law.thickness;
    let inward = -dot(velocity, normal);
    // How far they lay in each other when the substep began. Not along n: that has turned since,
    // and what rolls off does not part.
    let overlap = d - began;
    // A part of what they overlap by, or all that they are apart.
    let leaves = (law.part * overlap).least(overlap).least(law.calm);
    let is_calm = is_calm(law, began);
    let change = if is_calm { inward + leaves } else { inward };
    let out = if is_calm {
        change
    } else {
        d - dot(apart, normal)
    };
    let tangential = add(velocity, scale(normal, inward));
    let (sticks, part) = coulomb(law.friction, change.most(T::ZERO), tangential);
    let lost = scale(tangential, if sticks { T::ONE } else { part });
    let contact = Contact {
        apart: sub(scale(normal, out), lost),
        velocity: sub(scale(normal, change), lost),
    };
    (!(is_calm & (inward < -law.calm)), contact)
}

/// The vector over its length; nothing where that is zero.
#[inline(always)]
fn unit<T: Scalar>(v: Vector<T>, length: T) -> Option<Vector<T>> {
    (length > T::ZERO).then(|| each(v, |v| v / length))
}
