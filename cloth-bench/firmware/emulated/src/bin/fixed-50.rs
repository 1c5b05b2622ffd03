//! Fixed point, 50 × 50.
#![no_std]
#![no_main]

cloth_emulated::image!(cloth_core::Fixed, Verlet, 50);
