//! 24 × 24 particles in fixed point, in layers.

#![no_std]
#![no_main]

cloth_pico::image!(folded cloth_pico::Fixed, 24, steps: 100);
