//! What a contact does to a pair.

use super::SelfContactLaw;
use crate::collide::coulomb;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, length, scale, sub};

/// The most that a pair is parted in a substep beyond what it has approached in
/// it, as a part of the thickness. Layers that start in each other, or are
/// pressed together, come apart over several substeps.
const CALM: f64 = 0.02;

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
/// As with a collider ([`collide`](crate::collide)): the pair is brought to the
/// thickness d along the normal n, the velocity along n is removed where it
/// approaches, and friction takes of the rest at most μ times as much. What friction takes
/// from the velocity it takes from the path too: a pair that sticks does not
/// creep. A push without approach gives no velocity.
///
/// `beside` tells a direction for two that are in one place.
#[inline(always)]
pub(super) fn touch<T: Scalar, const SWEPT: bool>(
    law: &SelfContactLaw<T>,
    apart: Vector<T>,
    velocity: Vector<T>,
    beside: impl FnOnce() -> Vector<T>,
) -> Option<Contact<T>> {
    let d = law.thickness;
    let before = sub(apart, velocity);
    let entry = if SWEPT {
        entry(before, velocity, d)
    } else {
        None
    };
    let distance = length(apart);
    let normal = match entry {
        Some(normal) => normal,
        None if distance >= d => return None,
        // On the other side of each other than before.
        None if dot(apart, before) <= T::ZERO => {
            unit(before, length(before)).unwrap_or_else(beside)
        }
        None => unit(apart, distance).unwrap_or_else(beside),
    };
    let depth = (d - dot(apart, normal)).most(T::ZERO);
    let inward = -dot(velocity, normal);
    let calm = T::constant(CALM) * d;
    if inward <= T::ZERO {
        return Some(Contact {
            apart: scale(normal, depth.least(calm)),
            velocity: [T::ZERO; 3],
        });
    }
    let out = scale(normal, depth.least(inward + calm));
    let tangential = add(velocity, scale(normal, inward));
    let (sticks, part) = coulomb(law.friction, inward, tangential);
    let lost = match sticks {
        true => tangential,
        false => scale(tangential, part),
    };
    Some(Contact {
        apart: sub(out, lost),
        velocity: sub(scale(normal, inward), lost),
    })
}

/// The vector over its length; nothing where that is zero.
#[inline(always)]
fn unit<T: Scalar>(v: Vector<T>, length: T) -> Option<Vector<T>> {
    (length > T::ZERO).then(|| each(v, |v| v / length))
}

/// The normal where a pair that was further apart than d comes as near as that on
/// its way from `start` by `path`.
#[inline(always)]
fn entry<T: Scalar>(start: Vector<T>, path: Vector<T>, d: T) -> Option<Vector<T>> {
    let b = dot(start, path);
    let way = length(path);
    // A path too short for its square to be told from zero has a length of zero.
    if b >= T::ZERO || way <= T::ZERO || T::squared(start) <= d * d {
        return None;
    }
    // Along the path: how far to the nearest point, and how near that is.
    let along = -b / way;
    let left = each(start, |v| v / d);
    let (far, part) = (dot(left, left), along / d);
    let root = T::ONE - (far - part * part);
    if root < T::ZERO {
        return None;
    }
    let until = along - d * root.square_root();
    if until > way {
        return None;
    }
    let met = add(start, scale(path, until / way));
    unit(met, length(met))
}
