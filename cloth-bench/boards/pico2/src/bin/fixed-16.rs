//! 16 × 16 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico2::image!(cloth_pico2::Fixed, 16);
