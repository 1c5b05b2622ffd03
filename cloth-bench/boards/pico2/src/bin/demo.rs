//! A cloth on an ST7789 with 240 × 240 pixels; the README has the wiring.

#![no_std]
#![no_main]

use cloth_boards::pico::{PicoDemo, show};
use rp235x_hal::entry;
use static_cell::ConstStaticCell;
// The start of flash.
use cloth_pico2 as _;

/// What the display's clock pin is given, Hz: half of the core's. The display is rated for 15 MHz
/// and known to take this; where it shows noise, less.
const SPI_HZ: u32 = 75_000_000;

static DEMO: ConstStaticCell<PicoDemo<f32>> = ConstStaticCell::new(PicoDemo::EMPTY);

#[entry]
fn main() -> ! {
    show(DEMO.take(), SPI_HZ)
}
