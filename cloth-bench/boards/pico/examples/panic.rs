//! Panics: what a log then ends with.

#![no_std]
#![no_main]

// Brings the board's panic handler.
use cloth_pico::start;

#[rp2040_hal::entry]
fn main() -> ! {
    start();
    panic!("a \"quoted\" reason");
}
