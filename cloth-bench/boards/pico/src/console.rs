//! Lines out of the board.

use core::cell::RefCell;
use critical_section::Mutex;
use fugit::RateExtU32;
use rp2040_hal::Sio;
use rp2040_hal::clocks::{Clock, ClocksManager};
use rp2040_hal::gpio::bank0::{Gpio0, Gpio1};
use rp2040_hal::gpio::{FunctionUart, Pin, Pins, PullDown};
use rp2040_hal::pac::{IO_BANK0, PADS_BANK0, RESETS, SIO, UART0};
use rp2040_hal::uart::{DataBits, Enabled, StopBits, UartConfig, UartPeripheral};

type Uart = UartPeripheral<
    Enabled,
    UART0,
    (
        Pin<Gpio0, FunctionUart, PullDown>,
        Pin<Gpio1, FunctionUart, PullDown>,
    ),
>;

/// For the program and for its last words alike.
static CONSOLE: Mutex<RefCell<Option<Uart>>> = Mutex::new(RefCell::new(None));

/// What the console is made of.
pub struct Parts {
    /// The port.
    pub uart: UART0,
    /// Its pins' switches.
    pub io: IO_BANK0,
    /// Its pins' pads.
    pub pads: PADS_BANK0,
    /// The pins themselves.
    pub sio: SIO,
}

/// Opens UART0 on GP0 and GP1: 115,200 baud, 8 bits, no parity, one stop bit.
pub fn open(parts: Parts, clocks: &ClocksManager, resets: &mut RESETS) {
    let sio = Sio::new(parts.sio);
    let pins = Pins::new(parts.io, parts.pads, sio.gpio_bank0, resets);
    let pins = (pins.gpio0.reconfigure(), pins.gpio1.reconfigure());
    let config = UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One);
    let uart = UartPeripheral::new(parts.uart, pins, resets)
        .enable(config, clocks.peripheral_clock.freq());
    if let Ok(uart) = uart {
        critical_section::with(|cs| CONSOLE.replace(cs, Some(uart)));
    }
}

/// Prints a line; nothing before the console is open.
pub fn print(line: &str) {
    critical_section::with(|cs| {
        // Taken when a fault interrupts a line: the fault's line is then lost.
        let Ok(console) = CONSOLE.borrow(cs).try_borrow() else {
            return;
        };
        if let Some(uart) = console.as_ref() {
            uart.write_full_blocking(line.as_bytes());
            uart.write_full_blocking(b"\r\n");
        }
    });
}
