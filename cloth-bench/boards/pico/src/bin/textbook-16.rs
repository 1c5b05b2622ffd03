//! The textbook's cloth, 16 × 16.

#![no_std]
#![no_main]

// Software floating point, and as many steps as the engine's images make.
cloth_pico::textbook!(16, steps: 12);
