//! 50 × 50 particles of `f32`.

#![no_std]
#![no_main]

cloth_pico2::image!(f32, 50);
