//! 32 × 32 particles of `f32`.

#![no_std]
#![no_main]

cloth_pico2::image!(f32, 32);
