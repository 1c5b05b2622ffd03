//! Lines out of the board: over USB, which needs no more than the cable that
//! flashes it; over UART0 in the emulator, which has no computer to hang on.

#[cfg(feature = "emulated")]
mod uart;
#[cfg(not(feature = "emulated"))]
mod usb;

#[cfg(feature = "emulated")]
pub use uart::{attend, open, print};
#[cfg(not(feature = "emulated"))]
pub use usb::{attend, open, print};
