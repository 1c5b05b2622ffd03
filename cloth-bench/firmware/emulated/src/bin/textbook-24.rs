//! The textbook's cloth, 24 × 24.
#![no_std]
#![no_main]

cloth_emulated::textbook!(24);
