//! A cloth on an ST7789 with 240 × 240 pixels; docs/boards.md has the wiring.

#![no_std]
#![no_main]

use cloth_boards::st7789::{BAND_BYTES, BANDS, Bytes, ROWS, SIDE, open};
use cloth_boards::{Fixed, Held, Part, SecondCore, TwoCores};
use cloth_pico::{ConstStaticCell, entry};
use core::cell::RefCell;
use embedded_hal::digital::{InputPin, OutputPin, StatefulOutputPin};
use embedded_hal::spi::MODE_3;
use fugit::RateExtU32;
use rp2040_hal::clocks::Clock;
use rp2040_hal::dma::DMAExt;
use rp2040_hal::gpio::bank0::{
    Gpio10, Gpio11, Gpio12, Gpio13, Gpio14, Gpio15, Gpio16, Gpio17, Gpio18, Gpio19, Gpio20, Gpio21,
    Gpio25,
};
use rp2040_hal::gpio::{
    FunctionSioInput, FunctionSioOutput, FunctionSpi, Pin, Pins, PullDown, PullUp,
};
use rp2040_hal::multicore::Stack;
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
/// Buttons to ground: wind and gravity to the right while they are held, and the next look.
type Tilt = Pin<Gpio13, FunctionSioInput, PullUp>;
type Wind = Pin<Gpio14, FunctionSioInput, PullUp>;
type Next = Pin<Gpio15, FunctionSioInput, PullUp>;
/// High during these parts of a picture, for who measures; the last is the second core's.
type Stepping = Pin<Gpio10, FunctionSioOutput, PullDown>;
type Projecting = Pin<Gpio11, FunctionSioOutput, PullDown>;
type Drawing = Pin<Gpio12, FunctionSioOutput, PullDown>;
/// The board's own: it changes with each picture.
type Led = Pin<Gpio25, FunctionSioOutput, PullDown>;

static DEMO: ConstStaticCell<TwoCores<Fixed, SIDE, ROWS, BANDS>> =
    ConstStaticCell::new(TwoCores::EMPTY);
/// The second core's, 8 KiB.
static STACK: Stack<2048> = Stack::new();
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
    let mut tilt: Tilt = pins.gpio13.reconfigure();
    let mut wind: Wind = pins.gpio14.reconfigure();
    let mut next: Next = pins.gpio15.reconfigure();
    let mut stepping: Stepping = pins.gpio10.reconfigure();
    let mut projecting: Projecting = pins.gpio11.reconfigure();
    let mut drawing: Drawing = pins.gpio12.reconfigure();
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
    let (mover, drawer) = DEMO.take().split();
    let draw = move || {
        let mut display = open((spi, channel), control, BYTES.take(), &mut timer);
        let Ok(()) = led.set_low();
        drawer.run(&mut display, |part| {
            let Ok(()) = drawing.set_state((part == Part::Draw).into());
            if part == Part::End {
                let Ok(()) = led.toggle();
            }
        })
    };
    SecondCore::new(board.PSM, board.PPB, sio.fifo).spawn(&STACK, draw);
    mover.run(
        || Held {
            wind: wind.is_low() == Ok(true),
            tilt: tilt.is_low() == Ok(true),
            next: next.is_low() == Ok(true),
        },
        |part| {
            let Ok(()) = stepping.set_state((part == Part::Step).into());
            let Ok(()) = projecting.set_state((part == Part::View).into());
        },
    )
}
