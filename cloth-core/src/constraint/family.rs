//! What the links of a family do about their error.

use crate::scalar::Scalar;

/// The links of one family.
pub(super) trait Family<T: Scalar>: Copy + Sync {
    /// What each end takes of `d`, where both are free.
    fn pull(&self, d: [T; 3]) -> [T; 3];
    /// As [`pull`](Family::pull), where there is a shorter way that holds for this
    /// d; `None` where there is not.
    #[inline(always)]
    fn pull_near(&self, d: [T; 3]) -> Option<[T; 3]> {
        Some(self.pull(d))
    }
    /// The links whose one end is pinned: the other takes what both would.
    fn held(&self) -> Self;
    /// These with their rounding begun at a part of the last bit.
    fn rounded(&self, place: u32) -> Self;
}

/// Links that take a part of their error, too long or too short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BothWays<T: Scalar>(T::Link);

/// Links that take a part of what they are too long, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TooLong<T: Scalar>(T::Link);

/// Links that resist pressure less than tension: they take a part of their error,
/// and a further part of what they are too long.
///
/// A link that has been pressed together and springs back within a substep
/// gains the speed C/dt, the more the shorter the substep. Rigid links bring
/// energy into a crumpling cloth that way without bound; ones that are soft
/// against pressure have a finite energy to give back. Cloth is like that: it
/// buckles between two particles (Choi and Ko 2002).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pliant<T: Scalar> {
    free: [T::Link; 2],
    held: [T::Link; 2],
}

impl<T: Scalar> BothWays<T> {
    /// Links of this rest length of which one pass removes the part
    /// `stiffness` of the error.
    pub(super) fn new(rest: f64, stiffness: f64) -> Self {
        Self(T::link(rest, 0.5 * stiffness))
    }
}

impl<T: Scalar> Family<T> for BothWays<T> {
    #[inline(always)]
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        T::pull::<false>(d, &self.0)
    }
    #[inline(always)]
    fn pull_near(&self, d: [T; 3]) -> Option<[T; 3]> {
        T::pull_near::<false>(d, &self.0)
    }
    #[inline(always)]
    fn held(&self) -> Self {
        Self(T::twice(&self.0))
    }
    #[inline(always)]
    fn rounded(&self, place: u32) -> Self {
        Self(T::rounded(&self.0, place))
    }
}

impl<T: Scalar> TooLong<T> {
    /// Links that one pass brings to `length`, if they are longer.
    pub(super) fn new(length: f64) -> Self {
        Self(T::link(length, 0.5))
    }
}

impl<T: Scalar> Family<T> for TooLong<T> {
    #[inline(always)]
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        T::pull::<true>(d, &self.0)
    }
    #[inline(always)]
    fn pull_near(&self, d: [T; 3]) -> Option<[T; 3]> {
        T::pull_near::<true>(d, &self.0)
    }
    #[inline(always)]
    fn held(&self) -> Self {
        Self(T::twice(&self.0))
    }
    #[inline(always)]
    fn rounded(&self, place: u32) -> Self {
        Self(T::rounded(&self.0, place))
    }
}

impl<T: Scalar> Pliant<T> {
    /// Links of which a pass removes the parts `tension` and `pressure` of the
    /// error.
    pub(super) fn of_stiffness(rest: f64, tension: f64, pressure: f64) -> Self {
        Self {
            free: links::<T>(rest, 0.5 * tension, 0.5 * pressure),
            held: links::<T>(rest, tension, pressure),
        }
    }

    /// Links of a compliance, in units of the engine: C/(w + α̃).
    pub(super) fn of_compliance(rest: f64, tension: f64, pressure: f64) -> Self {
        let part = |weight: f64, compliance: f64| 1.0 / (weight + compliance);
        Self {
            free: links::<T>(rest, part(2.0, tension), part(2.0, pressure)),
            held: links::<T>(rest, part(1.0, tension), part(1.0, pressure)),
        }
    }
}

/// Takes the part `tension` of an error where a link is too long, and `pressure`
/// where it is too short.
fn links<T: Scalar>(rest: f64, tension: f64, pressure: f64) -> [T::Link; 2] {
    [T::link(rest, pressure), T::link(rest, tension - pressure)]
}

impl<T: Scalar> Family<T> for Pliant<T> {
    #[inline(always)]
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        let [soft, extra] = &self.free;
        T::pull_pliant(d, soft, extra)
    }
    #[inline(always)]
    fn held(&self) -> Self {
        Self {
            free: self.held,
            held: self.held,
        }
    }
    #[inline(always)]
    fn rounded(&self, place: u32) -> Self {
        let all =
            |[soft, extra]: &[T::Link; 2]| [T::rounded(soft, place), T::rounded(extra, place)];
        Self {
            free: all(&self.free),
            held: all(&self.held),
        }
    }
}
