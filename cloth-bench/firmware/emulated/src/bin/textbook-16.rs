//! The textbook's cloth, 16 × 16.
#![no_std]
#![no_main]

cloth_emulated::textbook!(16);
