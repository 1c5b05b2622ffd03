//! STM32F411: Black Pill or Nucleo-64, with a debug probe.

#![no_std]

use cloth_boards::{Board, Chip};
use embassy_stm32::pac::FLASH;
use embassy_stm32::rcc::{APBPrescaler, Pll, PllMul, PllPDiv, PllPreDiv, PllSource, Sysclk};
use embassy_stm32::{Config, Peripherals};

/// The chip.
#[derive(Debug)]
pub struct Stm32F411;

impl Chip for Stm32F411 {
    const NAME: &'static str = "stm32f411";
    // Its rating.
    const CLOCK_HZ: u32 = 100_000_000;
}

/// Sets the board up for what is measured: clocks, counter, channel to the probe.
#[must_use]
pub fn start() -> Board<Stm32F411> {
    peripherals();
    Board::start()
}

/// Sets the clocks up, and hands the rest out: 100 MHz from the internal oscillator, which is
/// the same on every board that carries the chip, and flash with its caches.
pub fn peripherals() -> Peripherals {
    let mut config = Config::default();
    config.rcc.pll_src = PllSource::HSI;
    // 16 MHz / 8 × 100 / 2.
    config.rcc.pll = Some(Pll {
        prediv: PllPreDiv::DIV8,
        mul: PllMul::MUL100,
        divp: Some(PllPDiv::DIV2),
        divq: None,
        divr: None,
    });
    config.rcc.sys = Sysclk::PLL1_P;
    // The rating of this bus is half of the core's.
    config.rcc.apb1_pre = APBPrescaler::DIV2;
    let peripherals = embassy_stm32::init(config);
    // At this clock flash answers after several cycles.
    FLASH.acr().modify(|w| {
        w.set_prften(true);
        w.set_icen(true);
        w.set_dcen(true);
    });
    peripherals
}
