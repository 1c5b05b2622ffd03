//! Fixed point, 8 × 8.
#![no_std]
#![no_main]

cloth_emulated::image!(cloth_core::Fixed, Verlet, 8);
