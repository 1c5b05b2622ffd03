//! Thickness, friction, and what a contact does to a pair.

use crate::base::{Scalar, Vector, add, dot, each, length, scale, sub};
use crate::collide::coulomb;
use crate::scene::{Mode, Scene, SettingError, refuse};
use crate::units::Units;

/// Pairs whose flat distance exceeds the thickness by no more than this (rest spacings) are
/// neighbours, which are not listed.
const NEIGHBOURS: f64 = 0.5;

/// Largest push of a contact pass on a pair, beyond what the pair has approached in the substep, as a
/// fraction of the thickness. Layers that start in each other, or are pressed together, come apart over
/// several substeps.
const CALM: f64 = 0.02;

/// Fraction of a pair's overlap that a contact pass removes, up to [`CALM`]. Less and layers lie deeper
/// in each other: a weight of s spacings a substep squared lies 2·s/PART deep.
const PART: f64 = 0.25;

/// From a particle to a neighbour: columns to the left, to the right, rows down.
const OFFSETS: [[usize; 3]; 10] = [
    [0, 1, 0],
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [0, 2, 0],
    [0, 0, 2],
    [0, 2, 1],
    [2, 0, 1],
    [0, 1, 2],
    [1, 0, 2],
];

/// Thickness and friction, in units of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfContactLaw<T> {
    /// Distance that particles keep, rest spacings; 0 turns contacts off.
    pub(super) thickness: T,
    /// Largest push on a pair in a substep, rest spacings.
    pub(super) calm: T,
    /// Fraction of its overlap that a substep removes.
    pub(super) part: T,
    /// Coefficient of friction μ.
    pub(super) friction: T,
    /// The square of the flat distance up to which pairs are left out.
    pub(super) skip: u32,
    /// The square of the flat distance up to which pairs are neighbours: not listed, but
    /// tested in each substep, as they are near wherever the cloth lies flat.
    pub(super) neighbours: u32,
}

impl<T: Scalar> SelfContactLaw<T> {
    /// No contacts. All bits are zero.
    pub const OFF: Self = Self {
        thickness: T::ZERO,
        calm: T::ZERO,
        part: T::ZERO,
        friction: T::ZERO,
        skip: 0,
        neighbours: 0,
    };

    /// The fastest that two particles may approach, rest spacings a substep: half of
    /// it each against their tiles. 64 particles on a metre and 900 substeps a
    /// second: 12.7 m/s.
    pub const MAX_SPEED: f64 = 0.9;

    /// Contacts of this thickness (rest spacings) and friction.
    pub fn new(thickness: f64, friction: f64) -> Self {
        Self {
            thickness: T::from_f64(thickness),
            calm: T::from_f64(CALM * thickness),
            part: T::from_f64(PART),
            friction: T::from_f64(friction),
            // A little more, so that rounding does not make contacts of links.
            skip: (thickness * thickness * 1.001) as u32,
            neighbours: ((thickness + NEIGHBOURS) * (thickness + NEIGHBOURS)) as u32,
        }
    }

    /// The offsets of the neighbours that are not left out.
    pub(super) fn offsets(&self) -> impl Iterator<Item = [usize; 3]> + use<T> {
        let (skip, most) = (self.skip, self.neighbours);
        OFFSETS.into_iter().filter(move |&[left, right, down]| {
            let flat = squared(left + right, down);
            skip < flat && flat <= most
        })
    }

    /// The scene's contacts, for a simulation that can part particles or not.
    pub(crate) fn of(scene: &Scene, units: &Units, can: bool) -> Result<Self, SettingError> {
        let Some(wanted) = &scene.self_collision else {
            return Ok(Self::OFF);
        };
        let metres = wanted.thickness.unwrap_or(units.spacing);
        let refused = |key, allowed| refuse(key, metres, allowed);
        let thickness = metres / units.spacing;
        if !can {
            let allowed = "none with this simulation; WithSelfCollision has memory for it";
            return refused("self-collision", allowed);
        }
        // Rounding must not refuse the bounds themselves.
        if !(0.0999..=2.0001).contains(&thickness) {
            let allowed = "a tenth of this grid's rest spacing to twice that";
            return refused("self-collision.thickness", allowed);
        }
        // Constraint mode has long substeps, in which a box may press layers together by more
        // than CALM. It parts them once a pass; all of these see the same start.
        let passes = match scene.solver.mode {
            Mode::Constraint => scene.constraints.iterations.max(1),
            _ => 1,
        };
        let mut law = Self::new(thickness, wanted.friction);
        law.calm = T::from_f64(CALM * thickness * f64::from(passes));
        // Not a power: that would be code for all boards.
        let overlaps = (0..passes).fold(1.0, |left, _| left * (1.0 - PART));
        law.part = T::from_f64(1.0 - overlaps);
        Ok(law)
    }
}

/// The square of the distance of two particles on the grid.
#[inline(always)]
pub(super) const fn squared(columns: usize, rows: usize) -> u32 {
    (columns * columns + rows * rows) as u32
}

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
/// falls, and what one gets the other loses. A pair that overlaps loses a fraction of its overlap in
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
/// `direction` gives a normal to two particles in one place.
#[inline(always)]
pub(super) fn touch<T: Scalar>(
    law: &SelfContactLaw<T>,
    apart: Vector<T>,
    velocity: Vector<T>,
    direction: impl FnOnce() -> Vector<T>,
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
    let normal = match size > T::ZERO {
        true => each(out_of, |v| v / size),
        false => direction(),
    };
    let (moves, contact) = along(law, apart, velocity, began, normal);
    moves.then_some(contact)
}

/// Where the second is seen from the first, and how far: where it was before, if it is on the other side now.
#[inline(always)]
fn side<T: Scalar>(
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
fn is_calm<T: Scalar>(law: &SelfContactLaw<T>, began: T) -> bool {
    began - law.thickness <= T::constant(CALM) * law.thickness
}

/// The contact along a normal of a pair that `began` so far apart, and whether there is one.
#[inline(always)]
fn along<T: Scalar>(
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
    // A fraction of the overlap, or all of the gap.
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
