//! 32 × 32 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico::image!(cloth_pico::Fixed, 32, steps: 100);
