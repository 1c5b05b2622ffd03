//! Panics: what a log then ends with.

#![no_std]
#![no_main]

use cloth_boards::pico::start;
use cloth_pico::Pico;

#[rp2040_hal::entry]
fn main() -> ! {
    let _ = start::<Pico>();
    panic!("a \"quoted\" reason");
}
