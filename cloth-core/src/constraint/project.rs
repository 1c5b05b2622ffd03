//! The order in which constraints are solved: constraint mode and the limit.
//!
//! A pass walks down the rows, or up. At each row it solves the links within
//! the row, then those between it and the one or two rows that it has passed,
//! while all three are in cache. Within a family every link of a row is independent
//! of the others or one of two colours, so vector width and thread count
//! cannot change a bit of the result. The direction alternates from pass to
//! pass: corrections then travel as fast from the bottom as from the top.

use super::family::{BothWays, Family, TooLong};
use super::links::{Links, REST, rounded};
use super::rows::{LinkRows, RowSolver};
use super::strain::largest_strain;
use super::walk::{find_free_rows, walk};
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent};
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use core::f64::consts::SQRT_2;
use core::ops::Range;

/// Constraint mode: every link is brought towards its rest length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<T: Scalar> {
    iterations: u32,
    /// Structural, shear, bend, bend along the diagonals.
    families: [Option<BothWays<T>>; 4],
}

/// The part of a link's error that one pass of constraint mode removes, 0 to
/// 1, by family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectionStiffness {
    /// Structural links.
    pub structural: f64,
    /// Shear links.
    pub shear: f64,
    /// Bend links along rows and columns.
    pub bend: f64,
    /// Bend links along the diagonals; zero with four neighbours.
    pub bend_diagonal: f64,
}

/// Provot's limit: no structural or shear link longer than `ratio` of its rest
/// length. Bend links need no test of their own: two structural links of at
/// most 110 % are at most 110 % of twice the rest spacing apart.
///
/// Source: S2-10 (Provot 1995), S4-1. One pass guarantees nothing: the
/// simulation repeats it in each substep until the cloth is within the limit or
/// `passes` are used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit<T: Scalar> {
    /// Largest length over rest length, for example 1.1, and what links are shortened to.
    ratio: T,
    target: T,
    structural: TooLong<T>,
    shear: TooLong<T>,
    passes: u32,
}

impl<T: Scalar> Projection<T> {
    /// No passes: constraints are off.
    pub const OFF: Self = Self {
        iterations: 0,
        families: [None; 4],
    };

    /// Passes a substep.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    /// `iterations` passes a substep.
    #[must_use]
    pub fn new(iterations: u32, stiffness: &ProjectionStiffness) -> Self {
        let k = [
            stiffness.structural,
            stiffness.shear,
            stiffness.bend,
            stiffness.bend_diagonal,
        ];
        let family = |i: usize| (k[i] > 0.0).then(|| BothWays::new(REST[i], k[i]));
        Self {
            iterations,
            families: core::array::from_fn(family),
        }
    }

    /// Solves every link in the passes of these numbers of a substep. Without
    /// DIAGONALS bend links along the diagonals are left out, and so is their code.
    /// Broken links do nothing.
    #[inline(never)]
    pub(crate) fn solve<const DIAGONALS: bool, G: Extent>(
        &self,
        passes: Range<u32>,
        cloth: &mut Cloth<T, G>,
        tear: &impl Tear<G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let extent = cloth.extent();
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = extent.lend_flags(&mut local, core::mem::take(&mut parts.flags));
        find_free_rows(cloth, free);
        for pass in passes {
            let families = rounded(&self.families, cloth.rounding.next());
            let solver = Links::<_, DIAGONALS>(&families);
            walk(&solver, cloth, free, tear, &mut parts, pass % 2 == 0);
        }
    }

    #[cfg(test)]
    pub(super) const fn families(&self) -> &[Option<BothWays<T>>; 4] {
        &self.families
    }
}

impl<T: Scalar> StrainLimit<T> {
    /// No link longer than `ratio` times its rest length; at most `passes`
    /// passes a substep. A link that is too long is shortened to a little less,
    /// so that its neighbours' corrections do not put it back over the limit.
    #[must_use]
    pub fn new(ratio: f64, passes: u32) -> Self {
        // The part of the stretch that is allowed, less a fifth: what few passes leave.
        let target = 1.0 + (ratio - 1.0) * 0.8;
        Self {
            ratio: T::from_f64(ratio),
            target: T::from_f64(target),
            structural: TooLong::new(target),
            shear: TooLong::new(target * SQRT_2),
            passes,
        }
    }

    /// Most passes a substep.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether another pass is to be made after so many in this substep: its share of the step's,
    /// once a link is longer than what it would be shortened to, and more, up to `most`, while one
    /// is over the limit. Broken links may be longer.
    ///
    /// What hangs at the limit so gets as much in every substep. If nothing were done before the
    /// limit is reached, or as much as brings it back, it would be drawn out and snatched back
    /// in turn, and never rest.
    #[must_use]
    pub(crate) fn wants<G: Extent>(
        &self,
        cloth: &Cloth<T, G>,
        tear: &impl Tear<G>,
        made: u32,
        [share, most]: [u32; 2],
    ) -> bool {
        if 0 < made && made < share {
            return true;
        }
        let bound = if made == 0 { self.target } else { self.ratio };
        made < share.max(most) && largest_strain(cloth, tear) > bound - T::ONE
    }

    /// Shortens every structural and shear link that is too long, once on the
    /// way down the rows and once on the way up. With one direction alone, or
    /// with both in turn from one substep to the next, a loaded cloth never
    /// comes to rest: each direction has an equilibrium of its own.
    #[inline(never)]
    pub(crate) fn pass<G: Extent>(
        &self,
        cloth: &mut Cloth<T, G>,
        tear: &impl Tear<G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let extent = cloth.extent();
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = extent.lend_flags(&mut local, core::mem::take(&mut parts.flags));
        find_free_rows(cloth, free);
        let place = cloth.rounding.next();
        let solver = Self {
            structural: self.structural.rounded(place),
            shear: self.shear.rounded(place),
            ..*self
        };
        walk(&solver, cloth, free, tear, &mut parts, true);
        walk(&solver, cloth, free, tear, &mut parts, false);
    }
}

impl<T: Scalar> RowSolver<T> for StrainLimit<T> {
    #[inline(always)]
    fn solve(&self, rows: &mut impl LinkRows<T>) {
        rows.within::<_, 1, 0>(&self.structural);
        rows.between::<_, 0, 0, 1>(&self.structural);
        rows.within::<_, 1, 1>(&self.structural);
        rows.between::<_, 0, 1, 1>(&self.shear);
        rows.between::<_, 1, 0, 1>(&self.shear);
    }
}
