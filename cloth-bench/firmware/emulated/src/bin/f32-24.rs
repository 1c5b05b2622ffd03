//! `f32`, 24 × 24.
#![no_std]
#![no_main]

cloth_emulated::image!(f32, Verlet, 24);
