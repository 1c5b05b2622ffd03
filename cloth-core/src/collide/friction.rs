//! Coulomb's friction, the same for colliders and between layers of the cloth.

use crate::scalar::Scalar;
use crate::vector::{Vector, length};

/// Whether a contact that takes the speed `inward` away holds what slides by
/// `tangential`; and the part of the sliding that it takes where it does not:
/// μ · inward at most.
#[inline(always)]
pub(crate) fn coulomb<T: Scalar>(friction: T, inward: T, tangential: Vector<T>) -> (bool, T) {
    let (speed, grip) = (length(tangential), friction * inward);
    let sticks = speed <= grip;
    // Divided also where nothing slides: the rows' contacts have no branches.
    (sticks, grip / if sticks { T::ONE } else { speed })
}
