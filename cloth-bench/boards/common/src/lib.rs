//! What the boards' firmware shares.
//!
//! A board brings its clock, its counter and a way to print a line; that is
//! its [`Target`]. What is run, how counters are widened,
//! how the stack is measured and what is said at the end is here, once.

#![no_std]

mod counter;
#[cfg(feature = "display")]
mod demo;
#[cfg(feature = "dwt")]
mod dwt;
mod last_words;
#[cfg(feature = "probe")]
mod probe;
#[cfg(feature = "probe")]
mod rtt;
#[cfg(any(feature = "rp2040", feature = "rp2350"))]
mod second_core;
mod session;
#[cfg(feature = "ssd1306")]
pub mod ssd1306;
#[cfg(any(feature = "rp2040", feature = "rp2350"))]
pub mod st7789;
#[cfg(feature = "cortex-m")]
mod stack;
#[cfg(any(feature = "rp2040", feature = "rp2350"))]
mod two_cores;
#[cfg(feature = "usb")]
mod usb;

// A board's folder names this package alone, so that copied elsewhere one line leads to the engine.
pub use cloth_bench::textbook::{Textbook, link_count};
pub use cloth_bench::{Target, Unit};
pub use cloth_core::{self, Const, Fixed, Grid};
#[cfg(feature = "display")]
pub use cloth_display;
#[cfg(feature = "display")]
pub use cloth_display::demo::Held;
pub use counter::Widened;
#[cfg(feature = "display")]
pub use demo::{Demo, Part};
#[cfg(feature = "dwt")]
pub use dwt::Dwt;
pub use last_words::{fault_line, panic_line};
#[cfg(feature = "probe")]
pub use probe::{Chip, Probed, stop};
#[cfg(any(feature = "rp2040", feature = "rp2350"))]
pub use second_core::SecondCore;
pub use session::{Cloth, Folded, run, run_folded, run_textbook};
#[cfg(feature = "cortex-m")]
pub use stack::Stack;
#[cfg(any(feature = "rp2040", feature = "rp2350"))]
pub use two_cores::{Drawer, Mover, TwoCores};
#[cfg(feature = "usb")]
pub use usb::UsbLines;
