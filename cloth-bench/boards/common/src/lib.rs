//! What the boards' programs share: what is measured, the demo, counters, stack, console and last words.
//!
//! A board's folder has its clock, its memory and its pins, and names this package alone: copied elsewhere, one line
//! leads to the engine.

#![no_std]

#[cfg(any(feature = "probe", feature = "pico"))]
mod board;
mod counter;
#[cfg(feature = "display")]
mod demo;
mod last_words;
mod measured;
#[cfg(feature = "pico")]
pub mod pico;
#[cfg(feature = "probe")]
mod rtt;
#[cfg(feature = "ssd1306")]
pub mod ssd1306;
#[cfg(feature = "pico")]
mod st7789;
#[cfg(any(feature = "cortex-m", target_arch = "riscv32"))]
mod stack;
#[cfg(feature = "pico")]
mod usb;

#[cfg(any(feature = "probe", feature = "pico"))]
pub use board::{Board, Chip};
pub use cloth_bench::textbook::Textbook;
pub use cloth_bench::{Target, Unit, link_count};
pub use cloth_core::{self, Fixed};
#[cfg(feature = "display")]
pub use cloth_display::{self, demo::Buttons};
#[cfg(feature = "dwt")]
pub use counter::Dwt;
#[cfg(feature = "systick")]
pub use counter::SysTick;
pub use counter::Widened;
#[cfg(feature = "display")]
pub use demo::{Demo, Part};
pub use last_words::{fault_line, panic_line};
pub use measured::{Chosen, Cloth, Folded, Measure, number};
#[cfg(feature = "probe")]
pub use rtt::stop;
#[cfg(any(feature = "cortex-m", target_arch = "riscv32"))]
pub use stack::Stack;
#[cfg(feature = "pico")]
pub use usb::stop;
