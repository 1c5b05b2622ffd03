//! Core cycles on an M0+, which has no cycle counter: SysTick, 24 bits, with
//! its turns counted in its exception.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m::peripheral::{SCB, SYST};
use cortex_m_rt::exception;

const TURN: u32 = 1 << 24;

/// Turns so far.
static TURNS: AtomicU32 = AtomicU32::new(0);

/// Starts counting core cycles.
pub fn start(systick: &mut SYST) {
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(TURN - 1);
    systick.clear_current();
    systick.enable_interrupt();
    systick.enable_counter();
}

/// Cycles so far.
pub fn cycles() -> u64 {
    critical_section::with(|_| {
        let mut turns = TURNS.load(Ordering::Relaxed);
        let mut left = SYST::get_current();
        // A turn that ended just before the read may not have been counted yet:
        // its exception waits for this section to end.
        if SCB::is_pendst_pending() {
            left = SYST::get_current();
            turns += 1;
        }
        // A turn begins at zero, with its exception, and goes on from the top.
        u64::from(turns) * u64::from(TURN) + u64::from((TURN - left) % TURN)
    })
}

#[exception]
fn SysTick() {
    // M0+ has no read-modify-write; nothing else writes it.
    TURNS.store(TURNS.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}
