//! nRF52840-DK, with the debug probe it carries.

#![no_std]

use cloth_boards::{Board, Chip};
use embassy_nrf::Peripherals;
use embassy_nrf::pac::NVMC;

/// The chip.
#[derive(Debug)]
pub struct Nrf52840;

impl Chip for Nrf52840 {
    const NAME: &'static str = "nrf52840-dk";
    // The only clock it has.
    const CLOCK_HZ: u32 = 64_000_000;
}

/// Sets the board up for what is measured: flash, counter, channel to the probe.
#[must_use]
pub fn start() -> Board<Nrf52840> {
    peripherals();
    Board::start()
}

/// Sets up flash with its cache, which is off after a reset, and hands the rest out.
pub fn peripherals() -> Peripherals {
    let peripherals = embassy_nrf::init(Default::default());
    NVMC.icachecnf().modify(|w| w.set_cacheen(true));
    peripherals
}
