//! 32 × 32 particles in fixed point.

#![no_std]
#![no_main]

cloth_esp32_c3::image!(cloth_esp32_c3::Fixed, 32, steps: 100);
