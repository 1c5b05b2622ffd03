//! 16 × 16 particles of `f32`.

#![no_std]
#![no_main]

cloth_stm32f411::image!(f32, 16);
