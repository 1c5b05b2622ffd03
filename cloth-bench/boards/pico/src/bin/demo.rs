//! A cloth on an ST7789 with 240 × 240 pixels; docs/boards.md has the wiring.

#![no_std]
#![no_main]

use cloth_boards::st7789::{BAND_BYTES, BANDS, Bytes, ROWS, SIDE, open};
use cloth_boards::{Demo, Fixed, Part};
use cloth_pico::{ConstStaticCell, entry};
use core::cell::RefCell;
use embedded_hal::digital::{InputPin, OutputPin, StatefulOutputPin};
use embedded_hal::spi::MODE_3;
use fugit::RateExtU32;
use rp2040_hal::clocks::Clock;
use rp2040_hal::dma::DMAExt;
use rp2040_hal::gpio::bank0::{
    Gpio10, Gpio11, Gpio14, Gpio15, Gpio16, Gpio17, Gpio18, Gpio19, Gpio20, Gpio21, Gpio25,
};
use rp2040_hal::gpio::{
    FunctionSioInput, FunctionSioOutput, FunctionSpi, Pin, Pins, PullDown, PullUp,
};
use rp2040_hal::pac::Peripherals;
use rp2040_hal::{Sio, Spi, Timer};

/// What the display's clock pin is given, Hz: half of the core's. The display is rated for 15 MHz
/// and known to take this; where it shows noise, less.
const SPI_HZ: u32 = 62_500_000;

// The pins, all in one place.
type Clk = Pin<Gpio18, FunctionSpi, PullDown>;
type Data = Pin<Gpio19, FunctionSpi, PullDown>;
type DataCommand = Pin<Gpio16, FunctionSioOutput, PullDown>;
type Select = Pin<Gpio17, FunctionSioOutput, PullDown>;
type Backlight = Pin<Gpio20, FunctionSioOutput, PullDown>;
type Reset = Pin<Gpio21, FunctionSioOutput, PullDown>;
/// Buttons to ground: wind while it is held, and the next look.
type Wind = Pin<Gpio14, FunctionSioInput, PullUp>;
type Next = Pin<Gpio15, FunctionSioInput, PullUp>;
/// High during these parts of a picture, for who measures.
type Stepping = Pin<Gpio10, FunctionSioOutput, PullDown>;
type Projecting = Pin<Gpio11, FunctionSioOutput, PullDown>;
/// The board's own: it changes with each picture.
type Led = Pin<Gpio25, FunctionSioOutput, PullDown>;

static DEMO: ConstStaticCell<Demo<Fixed, SIDE, ROWS, BANDS>> = ConstStaticCell::new(Demo::EMPTY);
static BYTES: ConstStaticCell<Bytes> = ConstStaticCell::new(RefCell::new([0; BAND_BYTES]));

#[entry]
fn main() -> ! {
    let mut board = Peripherals::take().expect("the start is made once");
    let clocks = cloth_pico::clocks(
        (
            board.XOSC,
            board.CLOCKS,
            board.PLL_SYS,
            board.PLL_USB,
            board.WATCHDOG,
        ),
        &mut board.RESETS,
    );
    let sio = Sio::new(board.SIO);
    let pins = Pins::new(
        board.IO_BANK0,
        board.PADS_BANK0,
        sio.gpio_bank0,
        &mut board.RESETS,
    );
    let mut wind: Wind = pins.gpio14.reconfigure();
    let mut next: Next = pins.gpio15.reconfigure();
    let mut stepping: Stepping = pins.gpio10.reconfigure();
    let mut projecting: Projecting = pins.gpio11.reconfigure();
    let mut led: Led = pins.gpio25.reconfigure();
    // Held low: the display is alone on its wires.
    let mut select: Select = pins.gpio17.reconfigure();
    let Ok(()) = select.set_low();
    let mut backlight: Backlight = pins.gpio20.reconfigure();
    let Ok(()) = backlight.set_high();
    let wires: (Data, Clk) = (pins.gpio19.reconfigure(), pins.gpio18.reconfigure());
    let spi = Spi::<_, _, _, 8>::new(board.SPI0, wires).init(
        &mut board.RESETS,
        clocks.peripheral_clock.freq(),
        SPI_HZ.Hz(),
        MODE_3,
    );
    let mut timer = Timer::new(board.TIMER, &mut board.RESETS, &clocks);
    let control: (DataCommand, Reset) = (pins.gpio16.reconfigure(), pins.gpio21.reconfigure());
    let channel = board.DMA.split(&mut board.RESETS).ch0;
    let mut display = open((spi, channel), control, BYTES.take(), &mut timer);
    let Ok(()) = led.set_low();
    DEMO.take().run(
        &mut display,
        || [wind.is_low(), next.is_low()].map(|low| low == Ok(true)),
        |part, _| {
            let Ok(()) = stepping.set_state((part == Part::Step).into());
            let Ok(()) = projecting.set_state((part == Part::View).into());
            if part == Part::End {
                let Ok(()) = led.toggle();
            }
        },
    )
}
