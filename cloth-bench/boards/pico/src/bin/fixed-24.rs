//! 24 × 24 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico::image!(cloth_pico::Fixed, 24, steps: 100);
