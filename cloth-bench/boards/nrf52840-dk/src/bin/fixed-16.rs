//! 16 × 16 particles in fixed point.

#![no_std]
#![no_main]

cloth_nrf52840_dk::image!(cloth_nrf52840_dk::Fixed, 16);
