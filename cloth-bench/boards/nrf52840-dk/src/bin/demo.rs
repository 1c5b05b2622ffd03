//! A cloth on an SSD1306 with 128 × 64 pixels; the README has the wiring.

#![no_std]
#![no_main]

use cloth_boards::ssd1306::{BANDS, COLUMNS, ROWS, open, show};
use cloth_boards::{Board, Buttons, Demo};
use cloth_nrf52840_dk::{Nrf52840, peripherals};
use cortex_m_rt::entry;
use embassy_nrf::gpio::{Input, Pull};
use embassy_nrf::twim::{Config, Frequency, InterruptHandler, Twim};
use embassy_nrf::{bind_interrupts, peripherals::TWISPI0};
use static_cell::ConstStaticCell;

static DEMO: ConstStaticCell<Demo<f32, COLUMNS, ROWS, BANDS>> = ConstStaticCell::new(Demo::EMPTY);

bind_interrupts!(struct Interrupts {
    TWISPI0 => InterruptHandler<TWISPI0>;
});

#[entry]
fn main() -> ! {
    let pins = peripherals();
    // For the last words of a panic.
    let _ = Board::<Nrf52840>::start();
    let mut config = Config::default();
    config.frequency = Frequency::K400;
    // The pins, all in one place.
    let (clock, data) = (pins.P0_27, pins.P0_26);
    let wind = Input::new(pins.P0_11, Pull::Up);
    let next = Input::new(pins.P0_12, Pull::Up);
    let tilt = Input::new(pins.P0_24, Pull::Up);
    // The chip's I2C reads RAM alone; commands are in flash.
    let mut copy = [0; 32];
    let bus = Twim::new(pins.TWISPI0, Interrupts, data, clock, config, &mut copy);
    let mut display = open(bus);
    let held = || Buttons {
        wind: wind.is_low(),
        tilt: tilt.is_low(),
        next: next.is_low(),
    };
    DEMO.take().run(&mut display, held, show)
}
