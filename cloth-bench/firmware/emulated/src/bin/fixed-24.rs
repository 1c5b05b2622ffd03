//! Fixed point, 24 × 24.
#![no_std]
#![no_main]

cloth_emulated::image!(cloth_core::Fixed, Verlet, 24);
