//! The bench on emulated machines: what a machine brings to the workloads.
//!
//! An image prints JSON lines by semihosting, that is through the emulator, and ends with the emulator's exit
//! status. `CLOTH_MACHINE` and `CLOTH_IMAGE` say for which machine and with which cloth it is built.

#![no_std]

#[cfg_attr(target_arch = "arm", path = "arm.rs")]
#[cfg_attr(target_arch = "riscv32", path = "riscv.rs")]
mod core_specific;
mod given_up;
mod machine;

use cloth_boards::number;

pub use core_specific::{busy, entry, fault};
pub use machine::{Emulated, end, print, print_parts};

/// Columns and rows of the cloth.
pub const N: usize = number(env!("CLOTH_SIDE"));

/// The cloth's number format.
#[cfg(cloth = "fixed")]
pub type Number = cloth_core::Fixed;
/// The cloth's number format.
#[cfg(not(cloth = "fixed"))]
pub type Number = f32;
