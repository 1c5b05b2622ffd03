//! Core cycles on a Cortex-M3 or above: its data watchpoint and trace unit
//! holds a counter.

use crate::counter::Widened;
use cortex_m::Peripherals;
use cortex_m::peripheral::DWT;

/// The cycle counter.
#[derive(Clone, Copy, Debug)]
pub struct Dwt(Widened);

impl Dwt {
    /// Starts counting.
    #[must_use]
    pub fn start(core: &mut Peripherals) -> Self {
        // A debug probe may have done so, or not.
        core.DCB.enable_trace();
        core.DWT.set_cycle_count(0);
        core.DWT.enable_cycle_counter();
        Self(Widened::default())
    }

    /// Cycles so far.
    pub fn cycles(&mut self) -> u64 {
        self.0.read(DWT::cycle_count())
    }
}
