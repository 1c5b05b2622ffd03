//! Lines over USB: the board is a serial port, on the cable that powers it.
//!
//! The port is attended to while lines are printed, never by interrupt, so a
//! measured phase is the cloth's alone. In between the hardware tells the
//! computer to wait.

use usb_device::UsbError;
use usb_device::bus::{UsbBus, UsbBusAllocator};
use usb_device::device::{StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbVidPid};
use usbd_serial::{SerialPort, USB_CLASS_CDC};

/// Free for serial ports of anybody's making.
const IDENTITY: UsbVidPid = UsbVidPid(0x16c0, 0x27dd);

/// Rounds of attention after the port was opened, more than a tenth of a second: programs set
/// a port up just after they open it, and must not find the board at work.
const SETTLE: u32 = 100_000;

/// A serial port that lines are printed to.
pub struct UsbLines<B: UsbBus + 'static> {
    device: UsbDevice<'static, B>,
    serial: SerialPort<'static, B>,
}

impl<B: UsbBus> core::fmt::Debug for UsbLines<B> {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.debug_struct("UsbLines").finish_non_exhaustive()
    }
}

impl<B: UsbBus> UsbLines<B> {
    /// Waits until somebody has opened the port, so that no line is lost.
    ///
    /// # Panics
    /// Never: the texts that USB asks for are given once.
    #[must_use]
    pub fn open(bus: &'static UsbBusAllocator<B>) -> Self {
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
        let mut lines = Self { device, serial };
        while !lines.serial.dtr() {
            lines.attend();
        }
        for _ in 0..SETTLE {
            lines.attend();
        }
        lines
    }

    /// Answers the computer, and throws away what it sends.
    pub fn attend(&mut self) {
        if self.device.poll(&mut [&mut self.serial]) {
            let mut thrown = [0; 64];
            // Nothing to read is no mistake.
            let _ = self.serial.read(&mut thrown);
        }
    }

    /// Prints a line; waits where nobody reads.
    pub fn print(&mut self, line: &str) {
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
