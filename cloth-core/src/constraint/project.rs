//! The order in which constraints are solved, and constraint mode.
//!
//! A pass walks down the rows, or up. At each row it solves the links within
//! the row, then those between it and the one or two rows that it has passed,
//! while all three are in cache. Within a family every link of a row is independent
//! of the others or one of two colours, so vector width and thread count
//! cannot change a bit of the result. The direction alternates from pass to
//! pass: corrections then travel as fast from the bottom as from the top.

use super::family::BothWays;
use super::links::{Links, REST, rounded};
use super::walk::{free_rows, walk};
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent};
use crate::scalar::Scalar;
use crate::scratch::{Parts, Scratch};
use crate::tear::Tear;
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

    /// Solves every link of the first N families, in the passes of these numbers of a substep.
    /// Broken links do nothing.
    #[inline(never)]
    pub(crate) fn solve<const N: usize, G: Extent>(
        &self,
        passes: Range<u32>,
        cloth: &mut Cloth<T, G>,
        tear: &impl Tear<G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let extent = cloth.extent();
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = free_rows(cloth, &mut local, &mut parts);
        self.walk::<N, G>(passes, cloth, (free, tear), &mut parts);
    }

    #[inline(always)]
    fn walk<const N: usize, G: Extent>(
        &self,
        passes: Range<u32>,
        cloth: &mut Cloth<T, G>,
        (free, tear): (&[bool], &impl Tear<G>),
        scratch: &mut Parts<'_, T>,
    ) {
        for pass in passes {
            let families = rounded(&self.families, cloth.rounding.next());
            let links = Links::<_, N>(&families);
            walk(&links, cloth, (free, tear), scratch, pass % 2 == 0);
        }
    }

    #[cfg(test)]
    pub(super) const fn families(&self) -> &[Option<BothWays<T>>; 4] {
        &self.families
    }
}
