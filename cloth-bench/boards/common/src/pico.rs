//! A Raspberry Pi Pico or Pico 2: its clocks, and the demo on an ST7789.

#[cfg(feature = "rp2350")]
pub(crate) use rp235x_hal as hal;
#[cfg(feature = "rp2040")]
pub(crate) use rp2040_hal as hal;

use crate::board::{Board, Chip};
use crate::demo::{Demo, Part};
use crate::st7789::{BAND_BYTES, BANDS, Bytes, ROWS, SIDE, open};
use crate::usb;
use cloth_core::Scalar;
use cloth_display::demo::Buttons;
use core::cell::RefCell;
use embedded_hal::digital::{InputPin, OutputPin, StatefulOutputPin};
use embedded_hal::spi::MODE_3;
use fugit::RateExtU32;
use hal::clocks::{Clock, ClocksManager, init_clocks_and_plls};
use hal::dma::DMAExt;
use hal::gpio::{FunctionSpi, Pins};
use hal::pac::{CLOCKS, PLL_SYS, PLL_USB, Peripherals, RESETS, WATCHDOG, XOSC};
use hal::usb::UsbBus;
use hal::{Sio, Spi, Timer, Watchdog};
use static_cell::ConstStaticCell;

/// The crystal of the board, Hz.
const CRYSTAL_HZ: u32 = 12_000_000;

/// Sets a board up for what is measured: clocks, console, counter.
///
/// # Panics
/// If it is called twice, or the crystal does not start.
#[must_use]
pub fn start<C: Chip>() -> Board<C> {
    let mut board = Peripherals::take().expect("the start is made once");
    let clocks = clocks(
        (board.XOSC, board.CLOCKS, board.WATCHDOG),
        (board.PLL_SYS, board.PLL_USB),
        &mut board.RESETS,
    );
    #[cfg(feature = "rp2040")]
    let (port, memory) = (board.USBCTRL_REGS, board.USBCTRL_DPRAM);
    #[cfg(feature = "rp2350")]
    let (port, memory) = (board.USB, board.USB_DPRAM);
    // The board's pin for "the cable is in" is not wired: taken as given.
    let bus = UsbBus::new(port, memory, clocks.usb_clock, true, &mut board.RESETS);
    usb::open(bus);
    Board::start()
}

/// Sets the clocks up, the core's as the hardware abstraction does: to 125 MHz, of a Pico 2 to 150 MHz.
fn clocks(
    (crystal, clocks, watchdog): (XOSC, CLOCKS, WATCHDOG),
    (core, usb): (PLL_SYS, PLL_USB),
    resets: &mut RESETS,
) -> ClocksManager {
    let mut watchdog = Watchdog::new(watchdog);
    init_clocks_and_plls(
        CRYSTAL_HZ,
        crystal,
        clocks,
        core,
        usb,
        resets,
        &mut watchdog,
    )
    .unwrap_or_else(|_| panic!("the clocks do not start"))
}

/// The memory of the demo on an ST7789 with 240 × 240 pixels.
pub type PicoDemo<T> = Demo<T, SIDE, ROWS, BANDS>;

/// Shows the demo for ever on an ST7789 whose clock pin is given `spi_hz`.
///
/// # Panics
/// If it is called twice, or the crystal does not start.
pub fn show<T: Scalar>(demo: &mut PicoDemo<T>, spi_hz: u32) -> ! {
    static BYTES: ConstStaticCell<Bytes> = ConstStaticCell::new(RefCell::new([0; BAND_BYTES]));
    let mut board = Peripherals::take().expect("the start is made once");
    let clocks = clocks(
        (board.XOSC, board.CLOCKS, board.WATCHDOG),
        (board.PLL_SYS, board.PLL_USB),
        &mut board.RESETS,
    );
    let pins = Pins::new(
        board.IO_BANK0,
        board.PADS_BANK0,
        Sio::new(board.SIO).gpio_bank0,
        &mut board.RESETS,
    );
    // The pins, all in one place. The display's:
    let clock = pins.gpio18.into_function::<FunctionSpi>();
    let data = pins.gpio19.into_function::<FunctionSpi>();
    let data_command = pins.gpio16.into_push_pull_output();
    let reset = pins.gpio21.into_push_pull_output();
    let mut select = pins.gpio17.into_push_pull_output();
    let mut backlight = pins.gpio20.into_push_pull_output();
    // Buttons to ground: wind and gravity to the right while they are held, and the next look.
    let mut wind = pins.gpio14.into_pull_up_input();
    let mut tilt = pins.gpio13.into_pull_up_input();
    let mut next = pins.gpio15.into_pull_up_input();
    // High during these parts of a picture, for an oscilloscope.
    let mut stepping = pins.gpio10.into_push_pull_output();
    let mut projecting = pins.gpio11.into_push_pull_output();
    let mut drawing = pins.gpio12.into_push_pull_output();
    // The board's own: it changes with each picture.
    let mut led = pins.gpio25.into_push_pull_output();

    // Held low: the display is alone on its wires.
    let Ok(()) = select.set_low();
    let Ok(()) = backlight.set_high();
    let Ok(()) = led.set_low();
    let spi = Spi::<_, _, _, 8>::new(board.SPI0, (data, clock)).init(
        &mut board.RESETS,
        clocks.peripheral_clock.freq(),
        spi_hz.Hz(),
        MODE_3,
    );
    #[cfg(feature = "rp2040")]
    let mut timer = Timer::new(board.TIMER, &mut board.RESETS, &clocks);
    #[cfg(feature = "rp2350")]
    let mut timer = Timer::new_timer0(board.TIMER0, &mut board.RESETS, &clocks);
    let channel = board.DMA.split(&mut board.RESETS).ch0;
    let control = (data_command, reset);
    let mut display = open((spi, channel), control, BYTES.take(), &mut timer);
    let held = || Buttons {
        wind: wind.is_low() == Ok(true),
        tilt: tilt.is_low() == Ok(true),
        next: next.is_low() == Ok(true),
    };
    demo.run(&mut display, held, |part, _| {
        let Ok(()) = stepping.set_state((part == Part::Step).into());
        let Ok(()) = projecting.set_state((part == Part::View).into());
        let Ok(()) = drawing.set_state((part == Part::Draw).into());
        if part == Part::End {
            let Ok(()) = led.toggle();
        }
    })
}
