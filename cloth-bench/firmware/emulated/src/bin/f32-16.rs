//! `f32`, 16 × 16.
#![no_std]
#![no_main]

cloth_emulated::image!(f32, Verlet, 16);
