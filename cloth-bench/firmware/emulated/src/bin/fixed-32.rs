//! Fixed point, 32 × 32.
#![no_std]
#![no_main]

cloth_emulated::image!(cloth_core::Fixed, Verlet, 32);
