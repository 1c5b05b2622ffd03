//! `f32`, 32 × 32.
#![no_std]
#![no_main]

cloth_emulated::image!(f32, Verlet, 32);
