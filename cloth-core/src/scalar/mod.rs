//! The numbers a cloth is made of: [`Scalar`], implemented by `f32`, `f64` and
//! fixed point; with the feature `micromath` also by `Approximate`.
//!
//! The engine works in units of the scene itself: the rest spacing is the unit
//! of length, the substep the unit of time, the particle's mass the unit of
//! mass. Lengths are then near 1 in every number format, and the same kernels
//! serve all of them.

#[cfg(feature = "micromath")]
mod approximate;
mod fixed;
mod float;

#[cfg(feature = "micromath")]
pub use approximate::Approximate;
pub use fixed::{Fixed, FixedLink, FixedMotion};
pub use float::{FloatLink, FloatMotion};

use crate::rounding::nearest_whole;
use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Bits of a remainder: the part of a displacement that is less than a coordinate's last bit.
///
/// Verlet takes a particle's displacement from two positions, so it is a multiple of their last
/// bit, and with short substeps gravity's share is less than that. So what rounding the position
/// leaves of the displacement is stored too, in ten bits of the particle's mark.
pub(crate) const REMAINDER_BITS: u32 = 10;
/// A mask of these bits.
pub(crate) const REMAINDER_MASK: u32 = (1 << REMAINDER_BITS) - 1;

/// A number format the engine can compute with.
///
/// Sealed: the bit-exact contract (IEEE square root and division, no fused
/// multiply-add, sums in a fixed order) is part of the engine. The one format
/// outside of it is `Approximate`, behind the feature `micromath`.
///
/// Lengths come from [`norm`](Scalar::norm) and [`pull`](Scalar::pull), not
/// from a bare square root: a fixed point format must widen the squares before
/// it takes the root.
pub trait Scalar:
    crate::extent::sealed::Sealed
    + crate::extent::Cell
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Name of the format as tables and logs print it, for example `f32`.
    const NAME: &'static str;
    /// Zero.
    const ZERO: Self;
    /// One: the rest spacing, the substep, the particle's mass.
    const ONE: Self;
    /// The largest displacement of a particle in one substep along one axis, in
    /// rest spacings. Far above anything physical: it keeps an unstable
    /// explicit scheme finite instead of letting it run into infinity and NaN.
    const MAX_DISPLACEMENT: Self;
    /// The largest coordinate of a particle at the end of integration, in rest
    /// spacings. Scenes that start further out are refused; particles that fly
    /// further stay there.
    const MAX_POSITION: f64 = 1e9;
    /// The largest coefficient (stiffness, acceleration, distance; in units of
    /// the engine) that settings may lead to. Larger ones are refused.
    const MAX_COEFFICIENT: f64 = 1e9;
    /// The smallest coefficient (acceleration, velocity, drag; in units of the engine) that
    /// settings may lead to, but for zero: a smaller one would be rounded by more than 3 %.
    const MIN_COEFFICIENT: f64 = 0.0;
    /// The most passes of constraint mode in a substep: each may move a
    /// particle by the reach of its links, and the sum must stay in range.
    const MAX_ITERATIONS: u32 = u32::MAX;

    /// A link's rest length and strength, prepared for [`pull`](Scalar::pull).
    type Link: Copy + Debug + PartialEq + Send + Sync;
    /// A link that does nothing.
    const SLACK: Self::Link;

    /// Nearest value of this format to `value`.
    fn from_f64(value: f64) -> Self;
    /// As [`from_f64`](Scalar::from_f64), for a value that is known when a program is built: the
    /// conversion is then done by the compiler.
    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self::from_f64(value)
    }
    /// The value as `f64`, exact for every format.
    fn to_f64(self) -> f64;
    /// The bits of the value, zero-extended, for hashes.
    fn bits(self) -> u64;

    /// Length of the vector (x, y, z): √(x²+y²+z²), summed in this order.
    fn norm(x: Self, y: Self, z: Self) -> Self;
    /// Square root of a value that is not negative.
    fn square_root(self) -> Self;
    /// Sine of an angle in radians, by `libm` on every target.
    fn sin(self) -> Self;

    /// A link of rest length `rest` (rest spacings) of which
    /// [`pull`](Scalar::pull) takes the part `strength`.
    fn link(rest: f64, strength: f64) -> Self::Link;
    /// The link with a threshold for rounding what it takes: a part of the last bit, 0 to 2³².
    #[inline(always)]
    fn rounded(link: &Self::Link, _place: u32) -> Self::Link {
        *link
    }
    /// The link with twice its strength.
    fn twice(link: &Self::Link) -> Self::Link;
    /// strength · (1 − rest/|d|) · d: what to take from d to bring it to its
    /// rest length, or the force of a spring.
    ///
    /// Zero where d is zero: coincident particles have no direction in which to
    /// move apart. With LIMIT, also zero where |d| is below the rest length.
    fn pull<const LIMIT: bool>(d: [Self; 3], link: &Self::Link) -> [Self; 3];
    /// |d|² up to which [`pull`](Scalar::pull) with LIMIT is zero for certain, in formats that find it
    /// sooner than the pull.
    #[inline(always)]
    fn slack(_link: &Self::Link) -> Option<Self> {
        None
    }
    /// As [`pull`](Scalar::pull), both ways, in finer units.
    #[inline(always)]
    fn force(d: [Self; 3], link: &Self::Link) -> [Self; 3] {
        Self::pull::<false>(d, link)
    }
    /// As [`pull`](Scalar::pull), where there is a shorter way that holds for
    /// this d; `None` where there is not.
    #[inline(always)]
    fn pull_near<const LIMIT: bool>(d: [Self; 3], link: &Self::Link) -> Option<[Self; 3]> {
        Some(Self::pull::<LIMIT>(d, link))
    }
    /// As [`pull`](Scalar::pull) of the link `soft`, and of `extra`, of the same
    /// rest length, where |d| is above it.
    #[inline(always)]
    fn pull_pliant(d: [Self; 3], soft: &Self::Link, extra: &Self::Link) -> [Self; 3] {
        let (a, b) = (Self::pull::<false>(d, soft), Self::pull::<true>(d, extra));
        [a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2])]
    }
    /// A side of a reach as [`over`](Self::over) takes it: squared in formats with room for that.
    #[inline(always)]
    fn side(length: Self) -> Self {
        length
    }
    /// The part of d that is to be taken away so that it is no longer than a
    /// vector with these two sides; 0 where it is not. Exact at that length, and
    /// to second order beyond it.
    #[inline(always)]
    fn over(d: [Self; 3], reach: [Self; 2]) -> Self {
        let length = Self::norm(d[0], d[1], d[2]);
        let excess = length - Self::norm(reach[0], reach[1], Self::ZERO);
        if excess > Self::ZERO {
            excess / length
        } else {
            Self::ZERO
        }
    }
    /// Whether the format is for cores with few registers and no vector unit.
    /// Loops may then end early, and constraints are solved on a copy of three
    /// rows in which all that belongs to a column is side by side. The results
    /// are the same.
    const FOR_SMALL_CORES: bool = false;
    /// Whether a host's loops over this format are compiled for several vector units: see
    /// [`simd`](crate::simd).
    const HAS_WIDTHS: bool = false;
    /// |d|² for lengths of a few rest spacings; longer ones may saturate.
    #[inline(always)]
    fn squared([x, y, z]: [Self; 3]) -> Self {
        x * x + y * y + z * z
    }
    /// Whether |d| ≥ bound, for lengths of any size.
    #[inline(always)]
    fn reaches(d: [Self; 3], bound: Self) -> bool {
        Self::squared(d) >= bound * bound
    }

    /// self + other where the sum is known to be in range.
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    /// self − other where the difference is known to be in range.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }
    /// self · part, for a part from 0 to 1.
    #[inline(always)]
    fn part(self, part: Self) -> Self {
        self * part
    }
    /// A coordinate held within [`MAX_POSITION`](Scalar::MAX_POSITION), in
    /// formats whose range is small.
    #[inline(always)]
    fn in_range(self) -> Self {
        self
    }

    /// How coordinates move under gravity and damping, prepared for
    /// [`advance`](Scalar::advance).
    type Motion: Copy + Debug + PartialEq + Send + Sync;
    /// Nothing acts.
    const AT_REST: Self::Motion;
    /// Prepares gravity (rest spacings a substep²) and the part of its velocity that a
    /// particle loses in a substep, for coordinates of up to `reach` rest spacings.
    fn motion(gravity: [f64; 3], loss: f64, reach: f64) -> Self::Motion;
    /// The motion of a substep with a threshold for rounding remainders, a part of their last bit
    /// (0 to 2³²) that differs from substep to substep: so rounding has no bias.
    #[inline(always)]
    fn dithered(motion: Self::Motion, _place: u32) -> Self::Motion {
        motion
    }
    /// Whether all particles at these coordinates are slow enough, and near enough, for
    /// [`advance`](Scalar::advance).
    #[inline(always)]
    fn are_near(_x: &[Self], _previous: &[Self], _motion: &Self::Motion) -> bool {
        true
    }
    /// The same of their accelerations, in finer units.
    #[inline(always)]
    fn are_small(_accelerations: &[Self]) -> bool {
        true
    }
    /// A substep of Verlet for the coordinate along AXIS, under gravity, damping and, if FORCED, an
    /// acceleration in finer units: the new coordinate, and what its rounding leaves of the displacement.
    /// `remainder` is what the substep before left.
    fn advance<const AXIS: usize, const FORCED: bool>(
        x: Self,
        previous: Self,
        remainder: i32,
        motion: &Self::Motion,
        acceleration: Self,
    ) -> (Self, i32);
    /// As [`advance`](Scalar::advance) with an acceleration, for any particle.
    fn advance_any(
        x: Self,
        previous: Self,
        remainder: i32,
        (motion, axis): (&Self::Motion, usize),
        acceleration: Self,
    ) -> (Self, i32) {
        match axis {
            0 => Self::advance::<0, true>(x, previous, remainder, motion, acceleration),
            1 => Self::advance::<1, true>(x, previous, remainder, motion, acceleration),
            _ => Self::advance::<2, true>(x, previous, remainder, motion, acceleration),
        }
    }
    /// One unit of a remainder for coordinates of up to `reach` rest spacings, and how many of
    /// them make a spacing.
    fn remainder_unit(reach: f64) -> [Self; 2];
    /// A remainder in rest spacings.
    fn remainder(remainder: i32, unit: [Self; 2]) -> f64;
    /// The remainder nearest to a displacement in rest spacings; 0 in formats without remainders.
    fn nearest_remainder(spacings: f64, unit: [Self; 2]) -> i32 {
        match Self::remainder(1, unit) {
            one if one > 0.0 => nearest_whole(spacings / one).clamp(-512, 511),
            _ => 0,
        }
    }
    /// A particle's displacement, with its remainder, relative to that of a surface; in fixed
    /// point scaled by 2 to the second value.
    #[inline(always)]
    fn relative(
        displacement: [Self; 3],
        remainders: [i32; 3],
        surface: [Self; 3],
        unit: [Self; 2],
    ) -> ([Self; 3], Fineness) {
        let left = |i: usize| Self::from_f64(Self::remainder(remainders[i], unit));
        let of = |i: usize| (displacement[i] - surface[i]) + left(i);
        ([of(0), of(1), of(2)], 0)
    }
    /// How far rounding moves a particle off a surface at most, from the unit of remainders.
    #[inline(always)]
    fn roundings([one, _]: [Self; 2]) -> Self {
        one * Self::constant(4096.0)
    }
    /// How many bits more than a coordinate a displacement can have.
    const FINENESS: Fineness = 0;
    /// Multiplied by 2^fineness.
    #[inline(always)]
    fn finer(self, _fineness: Fineness) -> Self {
        self
    }
    /// Divided by 2^fineness, to the nearest.
    #[inline(always)]
    fn coarser(self, fineness: Fineness) -> Self {
        self.coarser_at(fineness, 1 << 31)
    }
    /// As [`coarser`](Scalar::coarser), rounded with this threshold in place of a half: a part of
    /// the last bit, 0 to 2³².
    #[inline(always)]
    fn coarser_at(self, _fineness: Fineness, _place: u32) -> Self {
        self
    }
    /// What rounding a displacement leaves; `fine` is the displacement scaled by 2^fineness.
    fn rest(fine: Self, rounded: Self, fineness: Fineness, unit: [Self; 2]) -> i32;

    /// The whole number of cells below this coordinate, for so many cells a rest
    /// spacing: rounded down, and the nearest `i32` where it is none.
    fn cell(self, cells_a_spacing: Self) -> i32;

    /// The smaller of the two; `other` where `self` is not a number.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The larger of the two; `other` where `self` is not a number.
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// `self` held between `-bound` and `bound`.
    #[inline(always)]
    fn within(self, bound: Self) -> Self {
        self.least(bound).most(-bound)
    }
}

impl<T: Scalar> crate::extent::Blank for T {
    const BLANK: Self = T::ZERO;
}

/// How many bits more than a coordinate a displacement has.
pub(crate) type Fineness = u32;
