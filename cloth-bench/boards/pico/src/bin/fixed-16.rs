//! 16 × 16 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico::image!(cloth_pico::Fixed, 16, steps: 100);
