//! 24 × 24 particles of `f32`.

#![no_std]
#![no_main]

cloth_nrf52840_dk::image!(f32, 24);
