//! 50 × 50 particles in fixed point.

#![no_std]
#![no_main]

cloth_pico::image!(cloth_pico::Fixed, 50, steps: 100);
