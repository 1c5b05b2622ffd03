//! 16 × 16 particles in fixed point, half of the columns for each core.

#![no_std]
#![no_main]

cloth_pico::halves!(cloth_pico::Fixed, 8, steps: 100);
