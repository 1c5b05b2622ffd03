//! 32 × 32 particles in `f32`, half of the columns for each core.

#![no_std]
#![no_main]

cloth_pico2::halves!(f32, 16);
