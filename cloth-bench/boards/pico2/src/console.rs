//! A serial port over USB.

use cloth_boards::UsbLines;
use core::cell::RefCell;
use critical_section::Mutex;
use rp235x_hal::clocks::UsbClock;
use rp235x_hal::pac::{RESETS, USB, USB_DPRAM};
use rp235x_hal::usb::UsbBus;
use static_cell::StaticCell;
use usb_device::bus::UsbBusAllocator;

/// For the program and for its last words alike.
static LINES: Mutex<RefCell<Option<UsbLines<UsbBus>>>> = Mutex::new(RefCell::new(None));

/// Opens the port, and waits until somebody listens.
pub fn open(usb: USB, memory: USB_DPRAM, clock: UsbClock, resets: &mut RESETS) {
    static BUS: StaticCell<UsbBusAllocator<UsbBus>> = StaticCell::new();
    // The board's pin for "the cable is in" is not wired: taken as given.
    let bus = UsbBus::new(usb, memory, clock, true, resets);
    let lines = UsbLines::open(BUS.init(UsbBusAllocator::new(bus)));
    critical_section::with(|cs| LINES.replace(cs, Some(lines)));
}

/// Prints a line; nothing before the port is open.
pub fn print(line: &str) {
    with_lines(|lines| lines.print(line));
}

/// What is to be done while nothing is printed: the computer is answered.
pub fn attend() {
    with_lines(UsbLines::attend);
}

fn with_lines(work: impl FnOnce(&mut UsbLines<UsbBus>)) {
    critical_section::with(|cs| {
        // Taken when a fault interrupts a line: the fault's line is then lost.
        if let Ok(mut lines) = LINES.borrow(cs).try_borrow_mut()
            && let Some(lines) = lines.as_mut()
        {
            work(lines);
        }
    });
}
