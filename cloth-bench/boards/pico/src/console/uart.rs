//! UART0 on GP0 and GP1.

use core::cell::RefCell;
use critical_section::Mutex;
use fugit::RateExtU32;
use rp2040_hal::clocks::{Clock, ClocksManager};
use rp2040_hal::gpio::bank0::{Gpio0, Gpio1};
use rp2040_hal::gpio::{FunctionUart, Pin, Pins, PullDown};
use rp2040_hal::pac::{IO_BANK0, PADS_BANK0, RESETS, UART0};
use rp2040_hal::sio::SioGpioBank0;
use rp2040_hal::uart::{DataBits, Enabled, StopBits, UartConfig, UartPeripheral};

/// A pin of the port.
type UartPin<P> = Pin<P, FunctionUart, PullDown>;

/// The port.
type Uart = UartPeripheral<Enabled, UART0, (UartPin<Gpio0>, UartPin<Gpio1>)>;

/// For the program and for its last words alike.
static UART: Mutex<RefCell<Option<Uart>>> = Mutex::new(RefCell::new(None));

/// Opens the port: 115,200 baud, 8 bits, no parity, one stop bit.
pub fn open(
    uart: UART0,
    (io, pads, sio): (IO_BANK0, PADS_BANK0, SioGpioBank0),
    clocks: &ClocksManager,
    resets: &mut RESETS,
) {
    let pins = Pins::new(io, pads, sio, resets);
    let pins = (pins.gpio0.reconfigure(), pins.gpio1.reconfigure());
    let config = UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One);
    let uart =
        UartPeripheral::new(uart, pins, resets).enable(config, clocks.peripheral_clock.freq());
    if let Ok(uart) = uart {
        critical_section::with(|cs| UART.replace(cs, Some(uart)));
    }
}

/// Prints a line; nothing before the port is open.
pub fn print(line: &str) {
    critical_section::with(|cs| {
        // Taken when a fault interrupts a line: the fault's line is then lost.
        let Ok(uart) = UART.borrow(cs).try_borrow() else {
            return;
        };
        if let Some(uart) = uart.as_ref() {
            uart.write_full_blocking(line.as_bytes());
            uart.write_full_blocking(b"\r\n");
        }
    });
}

/// What is to be done while nothing is printed: nothing.
pub fn attend() {
    cortex_m::asm::wfi();
}
