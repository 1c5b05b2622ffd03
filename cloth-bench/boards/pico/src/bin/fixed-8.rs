//! 8 × 8 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico::image!(cloth_pico::Fixed, 8, steps: 100);
