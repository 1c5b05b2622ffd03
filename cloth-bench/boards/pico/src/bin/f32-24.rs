//! 24 × 24 particles of `f32`.

#![no_std]
#![no_main]

// Software floating point: a hundred steps of the larger grids take minutes.
cloth_pico::image!(f32, 24, steps: 12);
