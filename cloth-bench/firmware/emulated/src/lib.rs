//! The bench on emulated machines: what a machine brings to the workloads, and
//! the program that each image is.
//!
//! One image serves one grid. It prints JSON lines by semihosting, that is
//! through the emulator, and ends with the emulator's exit status.

#![no_std]

#[cfg_attr(target_arch = "arm", path = "arm.rs")]
#[cfg_attr(target_arch = "riscv32", path = "riscv.rs")]
mod core_specific;
mod crash;
mod image;
mod last_words;
mod machine;

pub use core_specific::{busy, entry};
pub use crash::crash;
pub use image::{
    Everything, Least, Torn, run_all, run_both_of_textbook, run_each_scene, run_minimal,
    run_recording,
};
pub use machine::{Emulated, end, print};
#[doc(hidden)]
pub use {cloth_bench, cloth_core, static_cell};
