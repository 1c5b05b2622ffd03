//! Memory that a substep needs while it runs.
//!
//! A grid of a known size has it on the stack, where only the deepest part of a
//! substep counts. One whose size is a value has it here, made once: a step never
//! allocates.

use crate::base::{Blank, Extent, OutOfMemory, Scalar};
use crate::blocks::parts;

/// Lanes of the scratch memory for a phase as a whole, and for a part: the most that any part of a substep takes.
const WHOLE_LANES: usize = 28;
const PART_LANES: usize = 16;

/// The scratch memory of a simulation; empty where the stack serves.
#[derive(Clone, Debug)]
pub struct Scratch<T: Scalar, G: Extent> {
    lanes: G::Spare<T>,
    flags: G::Spare<bool>,
    /// Where a cloth has several parts, and these may have several threads.
    forces: G::Spare<T>,
}

/// The scratch memory in parts that are used at the same time.
#[derive(Debug)]
pub(crate) struct Parts<'a, T> {
    /// For a phase as a whole.
    pub(crate) whole: &'a mut [T],
    /// For each part of the rows.
    pub(crate) by_part: &'a mut [T],
    /// A flag for each row.
    pub(crate) flags: &'a mut [bool],
    /// Forces of all rows, three lanes each; empty where one thread does all.
    pub(crate) forces: &'a mut [T],
}

impl<T: Scalar, G: Extent> Scratch<T, G> {
    pub(crate) const EMPTY: Self = Self {
        lanes: Blank::BLANK,
        flags: Blank::BLANK,
        forces: Blank::BLANK,
    };

    pub(crate) fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        let lanes = WHOLE_LANES + PART_LANES * parts(extent.rows());
        extent.allocate(&mut self.lanes, lanes * extent.room())?;
        if cfg!(feature = "rayon") && parts(extent.rows()) > 1 {
            extent.allocate(&mut self.forces, 3 * extent.room() * extent.rows())?;
        }
        extent.allocate(&mut self.flags, extent.rows())
    }

    #[inline(always)]
    pub(crate) fn parts(&mut self, extent: G) -> Parts<'_, T> {
        let lanes = self.lanes.as_mut();
        let whole = (WHOLE_LANES * extent.room()).min(lanes.len());
        let (whole, by_part) = lanes.split_at_mut(whole);
        Parts {
            whole,
            by_part,
            flags: self.flags.as_mut(),
            forces: self.forces.as_mut(),
        }
    }

    /// The part for a phase as a whole.
    #[inline(always)]
    pub(crate) fn whole(&mut self, extent: G) -> &mut [T] {
        self.parts(extent).whole
    }
}
