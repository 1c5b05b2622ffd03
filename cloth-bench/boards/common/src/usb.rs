//! Lines over USB: the board is a serial port, on the cable that powers it.
//!
//! The port is attended to while lines are printed, never by interrupt, so a
//! measured phase is the cloth's alone. In between the hardware tells the
//! computer to wait.

use crate::pico::hal::usb::UsbBus;
use core::cell::RefCell;
use critical_section::Mutex;
use static_cell::StaticCell;
use usb_device::UsbError;
use usb_device::bus::UsbBusAllocator;
use usb_device::device::{StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbVidPid};
use usbd_serial::{SerialPort, USB_CLASS_CDC};

/// Free for serial ports of anybody's making.
const IDENTITY: UsbVidPid = UsbVidPid(0x16c0, 0x27dd);

/// Rounds of attention after the port was opened, more than a tenth of a second: programs set
/// a port up just after they open it, and must not find the board busy.
const SETTLE: u32 = 100_000;

/// The port, for the program and for its last words alike.
static PORT: Mutex<RefCell<Option<Port>>> = Mutex::new(RefCell::new(None));

/// A serial port that lines are printed to.
struct Port {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
}

/// Opens the port, and waits until somebody listens, so that no line is lost.
pub(crate) fn open(bus: UsbBus) {
    static BUS: StaticCell<UsbBusAllocator<UsbBus>> = StaticCell::new();
    let bus = BUS.init(UsbBusAllocator::new(bus));
    let serial = SerialPort::new(bus);
    let texts = StringDescriptors::default()
        .manufacturer("cloth-bench")
        .product("cloth-bench")
        .serial_number("1");
    let device = UsbDeviceBuilder::new(bus, IDENTITY)
        .strings(&[texts])
        .expect("there is one set of texts")
        .max_packet_size_0(64)
        .expect("64 is a size that USB has")
        .device_class(USB_CLASS_CDC)
        .build();
    let mut port = Port { device, serial };
    while !port.serial.dtr() {
        port.attend();
    }
    for _ in 0..SETTLE {
        port.attend();
    }
    critical_section::with(|cs| PORT.replace(cs, Some(port)));
}

/// Prints a line; nothing before the port is open.
pub(crate) fn print(line: &str) {
    with_port(|port| port.print(line));
}

/// Answers the computer for ever.
pub fn stop(_status: Result<(), ()>) -> ! {
    loop {
        with_port(Port::attend);
    }
}

fn with_port(call: impl FnOnce(&mut Port)) {
    critical_section::with(|cs| {
        // Taken when a fault interrupts a line: the fault's line is then lost.
        if let Ok(mut port) = PORT.borrow(cs).try_borrow_mut()
            && let Some(port) = port.as_mut()
        {
            call(port);
        }
    });
}

impl Port {
    /// Answers the computer, and throws away what it sends.
    fn attend(&mut self) {
        if self.device.poll(&mut [&mut self.serial]) {
            let mut thrown = [0; 64];
            // Nothing to read is no mistake.
            let _ = self.serial.read(&mut thrown);
        }
    }

    /// Prints a line; waits where nobody reads.
    fn print(&mut self, line: &str) {
        self.write(line.as_bytes());
        self.write(b"\r\n");
        while self.serial.flush() == Err(UsbError::WouldBlock) {
            self.attend();
        }
    }

    fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if let Ok(written) = self.serial.write(bytes) {
                bytes = &bytes[written..];
            }
            self.attend();
        }
    }
}
