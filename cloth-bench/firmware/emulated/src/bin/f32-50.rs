//! `f32`, 50 × 50.
#![no_std]
#![no_main]

cloth_emulated::image!(f32, Verlet, 50);
