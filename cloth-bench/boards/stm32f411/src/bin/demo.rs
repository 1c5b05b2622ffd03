//! A cloth on an SSD1306 with 128 × 64 pixels; the README has the wiring.

#![no_std]
#![no_main]

use cloth_boards::ssd1306::{BANDS, COLUMNS, ROWS, open, show};
use cloth_boards::{Board, Buttons, Demo};
use cloth_stm32f411::{Stm32F411, peripherals};
use cortex_m_rt::entry;
use embassy_stm32::gpio::{Input, Pull};
use embassy_stm32::i2c::{Config, I2c};
use embassy_stm32::time::Hertz;
use static_cell::ConstStaticCell;

static DEMO: ConstStaticCell<Demo<f32, COLUMNS, ROWS, BANDS>> = ConstStaticCell::new(Demo::EMPTY);

#[entry]
fn main() -> ! {
    let pins = peripherals();
    // For the last words of a panic.
    let _ = Board::<Stm32F411>::start();
    let mut config = Config::default();
    config.frequency = Hertz::khz(400);
    // The pins, all in one place.
    let (clock, data) = (pins.PB6, pins.PB7);
    let wind = Input::new(pins.PA0, Pull::Up);
    let next = Input::new(pins.PA1, Pull::Up);
    let tilt = Input::new(pins.PA2, Pull::Up);
    let mut display = open(I2c::new_blocking(pins.I2C1, clock, data, config));
    let held = || Buttons {
        wind: wind.is_low(),
        tilt: tilt.is_low(),
        next: next.is_low(),
    };
    DEMO.take().run(&mut display, held, show)
}
