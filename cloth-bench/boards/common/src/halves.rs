//! The workload on both cores: each moves half of the columns.

use cloth_bench::{HalfCloth, Target, WholeCloth, follow_halves, run_halves};
use cloth_core::{Half, Scalar, Simulation};
use core::fmt::{self, Debug, Formatter};

/// The cloth in halves, and whole for a look at it, for a `static`.
pub struct Halves<T: Scalar, const W: usize, const PART: usize, const H: usize> {
    halves: [HalfCloth<T, PART, H>; 2],
    whole: WholeCloth<T, W, H>,
}

impl<T: Scalar, const W: usize, const PART: usize, const H: usize> Halves<T, W, PART, H> {
    /// All zeros: it takes no flash.
    pub const EMPTY: Self = Self {
        halves: [const { Simulation::EMPTY }; 2],
        whole: Simulation::EMPTY,
    };

    /// What each core does, with its half of a seam: the first prints, and ends; the second only steps.
    ///
    /// # Panics
    /// Each, if the workload's values are out of this number format's range.
    pub fn split<P: Target>(
        &'static mut self,
        [left, right]: [Half; 2],
    ) -> (impl FnOnce(&mut P), impl FnOnce() + Send + 'static) {
        let Self {
            halves: [of_left, of_right],
            whole,
        } = self;
        let first = move |target: &mut P| {
            run_halves(target, (of_left, left), whole).unwrap_or_else(|error| panic!("{error}"));
            target.print(r#"{"end":true}"#);
        };
        let second = move || {
            follow_halves(of_right, right, P::STEPS).unwrap_or_else(|error| panic!("{error}"));
        };
        (first, second)
    }
}

impl<T: Scalar, const W: usize, const PART: usize, const H: usize> Debug for Halves<T, W, PART, H> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halves").finish_non_exhaustive()
    }
}
