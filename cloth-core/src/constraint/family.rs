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
    /// |d|² up to which no link pulls; `None` where short ones do, or where it is not known.
    #[inline(always)]
    fn slack(&self) -> Option<T> {
        None
    }
    /// The links whose one end is pinned: the other takes what both would.
    fn held(&self) -> Self;
    /// These with their rounding begun at a part of the last bit.
    fn rounded(&self, place: u32) -> Self;
}

/// Links that take the same part of their error whether they are too long or too short, or nothing
/// where they are too short: those of a LIMIT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Even<T: Scalar, const LIMIT: bool = false>(T::Link);

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
    /// The part `pressure` of an error and `tension` − `pressure` of one that is too long, where both ends
    /// are free and where one is.
    free: [T::Link; 2],
    held: [T::Link; 2],
}

impl<T: Scalar, const LIMIT: bool> Even<T, LIMIT> {
    /// Links of this rest length of which one pass removes the part `stiffness` of the error.
    pub(super) fn new(rest: f64, stiffness: f64) -> Self {
        Self(T::link(rest, 0.5 * stiffness))
    }
}

impl<T: Scalar, const LIMIT: bool> Family<T> for Even<T, LIMIT> {
    #[inline(always)]
    fn pull(&self, d: [T; 3]) -> [T; 3] {
        T::pull::<LIMIT>(d, &self.0)
    }
    #[inline(always)]
    fn pull_near(&self, d: [T; 3]) -> Option<[T; 3]> {
        T::pull_near::<LIMIT>(d, &self.0)
    }
    #[inline(always)]
    fn slack(&self) -> Option<T> {
        T::slack(&self.0).filter(|_| LIMIT)
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
    /// Links of which a pass removes these parts of the error under tension and under pressure where both
    /// ends are free, and where one is.
    pub(super) fn new(rest: f64, free: [f64; 2], held: [f64; 2]) -> Self {
        let links = |[tension, pressure]: [f64; 2]| {
            [T::link(rest, pressure), T::link(rest, tension - pressure)]
        };
        Self {
            free: links(free),
            held: links(held),
        }
    }
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
            |links: &[T::Link; 2]| [T::rounded(&links[0], place), T::rounded(&links[1], place)];
        Self {
            free: all(&self.free),
            held: all(&self.held),
        }
    }
}
