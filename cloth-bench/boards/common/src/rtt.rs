//! Lines over RTT, which costs the processor no pins and no waiting: as text or, with the feature `defmt`, as its
//! messages. `probe-rs run` prints them and takes the end.

use cortex_m::peripheral::DCB;
use cortex_m_semihosting::debug;
#[cfg(feature = "defmt")]
use defmt_rtt as _;

/// Opens the channel.
pub(crate) fn open() {
    // Blocking: without it, lines are lost where the probe is slower. defmt's channel is
    // there from the start, and the probe makes it block.
    #[cfg(not(feature = "defmt"))]
    rtt_target::rtt_init_print!(rtt_target::ChannelMode::BlockIfFull, 1024);
}

/// Prints a line.
pub(crate) fn print(line: &str) {
    #[cfg(feature = "defmt")]
    defmt::println!("{=str}", line);
    #[cfg(not(feature = "defmt"))]
    rtt_target::rprintln!("{}", line);
}

/// Tells the probe how the program ended, which ends `cargo run`; then waits
/// for ever.
pub fn stop(status: Result<(), ()>) -> ! {
    if DCB::is_debugger_attached() {
        debug::exit(status);
    }
    loop {
        cortex_m::asm::wfi();
    }
}
