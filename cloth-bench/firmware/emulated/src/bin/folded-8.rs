//! `f32`, 8 × 8, in layers.
#![no_std]
#![no_main]

cloth_emulated::image!(folded f32, Verlet, 8);
