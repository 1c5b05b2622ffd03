//! The textbook's cloth, 8 × 8.

#![no_std]
#![no_main]

// Software floating point, and as many steps as the engine's images make.
cloth_pico::textbook!(8, steps: 12);
