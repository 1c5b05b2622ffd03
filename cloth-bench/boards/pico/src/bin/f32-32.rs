//! 32 × 32 particles of `f32`.

#![no_std]
#![no_main]

// Software floating point: a hundred steps of the larger grids take minutes.
cloth_pico::image!(f32, 32, steps: 12);
