//! Lines over RTT: as text or, with the feature `defmt`, as its messages.

#[cfg(feature = "defmt")]
use defmt_rtt as _;

/// Opens the channel.
pub fn open() {
    // Blocking: without it, lines are lost where the probe is slower. defmt's channel is
    // there from the start, and the probe makes it block.
    #[cfg(not(feature = "defmt"))]
    rtt_target::rtt_init_print!(rtt_target::ChannelMode::BlockIfFull, 1024);
}

/// Prints a line.
pub fn print(line: &str) {
    #[cfg(feature = "defmt")]
    defmt::println!("{=str}", line);
    #[cfg(not(feature = "defmt"))]
    rtt_target::rprintln!("{}", line);
}
