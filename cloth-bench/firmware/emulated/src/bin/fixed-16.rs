//! Fixed point, 16 × 16.
#![no_std]
#![no_main]

cloth_emulated::image!(cloth_core::Fixed, Verlet, 16);
