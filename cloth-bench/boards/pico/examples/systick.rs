//! Shows how far SysTick may be trusted in the emulator: prints its count before
//! and after loops of known length, of which the longer hold several of its
//! turns. The runner prints what the emulated core itself counted.

#![no_std]
#![no_main]

use cloth_boards::{Target, pico::start, stop};
use cloth_pico::Pico;
use core::fmt::Write;
use heapless::String;

#[rp2040_hal::entry]
fn main() -> ! {
    let mut pico = start::<Pico>();
    for cycles in [0, 1_000_000, 17_000_000, 40_000_000] {
        cortex_m::asm::delay(cycles);
        let count = pico.count();
        let mut line = String::<64>::new();
        // 64 bytes hold every number.
        let _ = write!(line, r#"{{"systick":{count}}}"#);
        pico.print(&line);
    }
    pico.print(r#"{"end":true}"#);
    stop(Ok(()))
}
