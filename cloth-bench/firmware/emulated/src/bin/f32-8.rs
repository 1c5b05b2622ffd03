//! `f32`, 8 × 8.
#![no_std]
#![no_main]

cloth_emulated::image!(f32, Verlet, 8);
