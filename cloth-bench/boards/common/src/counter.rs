//! Counters of core cycles, as 64 bits that only grow.

#[cfg(feature = "systick")]
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
#[cfg(feature = "cortex-m")]
use cortex_m::Peripherals;
#[cfg(feature = "dwt")]
use cortex_m::peripheral::DWT;
#[cfg(feature = "systick")]
use cortex_m::peripheral::{SCB, SYST, syst::SystClkSource};

/// A 32-bit counter as one of 64 bits.
///
/// Right as long as it is read at least once a turn of the counter, 2³² counts:
/// 26 s at 160 MHz. It is read at both ends of every phase, and no phase of the
/// largest grid takes a second on any board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Widened {
    last: u32,
    sum: u64,
}

impl Widened {
    /// The count so far, given what the counter shows now.
    pub fn read(&mut self, now: u32) -> u64 {
        self.sum += u64::from(now.wrapping_sub(self.last));
        self.last = now;
        self.sum
    }
}

/// The cycle counter of a Cortex-M3 or above, in its data watchpoint and trace unit.
#[cfg(feature = "dwt")]
#[derive(Clone, Copy, Debug)]
pub struct Dwt(Widened);

#[cfg(feature = "dwt")]
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
    pub fn count(&mut self) -> u64 {
        self.0.read(DWT::cycle_count())
    }
}

/// Counts of one turn of [`SysTick`].
#[cfg(feature = "systick")]
const TURN: u32 = 1 << 24;

/// Turns so far.
#[cfg(feature = "systick")]
static TURNS: AtomicU32 = AtomicU32::new(0);

/// The timer that every Cortex-M has, at the core's clock: 24 bits, with its turns counted in its exception. A
/// Cortex-M0+ has no cycle counter.
#[cfg(feature = "systick")]
#[derive(Clone, Copy, Debug)]
pub struct SysTick;

#[cfg(feature = "systick")]
impl SysTick {
    /// Starts counting.
    #[must_use]
    pub fn start(core: &mut Peripherals) -> Self {
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(TURN - 1);
        core.SYST.clear_current();
        core.SYST.enable_interrupt();
        core.SYST.enable_counter();
        Self
    }

    /// Cycles so far.
    pub fn count(&mut self) -> u64 {
        cortex_m::interrupt::free(|_| {
            let mut turns = TURNS.load(Relaxed);
            let mut left = SYST::get_current();
            // A turn that ended just before the read may not have been counted yet: its exception waits for the
            // end of this section.
            if SCB::is_pendst_pending() {
                left = SYST::get_current();
                turns += 1;
            }
            // A turn begins at zero, with its exception, and goes on from the top.
            u64::from(turns) * u64::from(TURN) + u64::from((TURN - left) % TURN)
        })
    }
}

#[cfg(feature = "systick")]
#[cortex_m_rt::exception]
fn SysTick() {
    // A Cortex-M0 has no read-modify-write; nothing else writes it.
    TURNS.store(TURNS.load(Relaxed).wrapping_add(1), Relaxed);
}
