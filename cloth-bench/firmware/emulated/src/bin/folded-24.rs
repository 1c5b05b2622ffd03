//! `f32`, 24 × 24, in layers.
#![no_std]
#![no_main]

cloth_emulated::image!(folded f32, Verlet, 24);
