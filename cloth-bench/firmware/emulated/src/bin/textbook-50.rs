//! The textbook's cloth, 50 × 50.
#![no_std]
#![no_main]

cloth_emulated::textbook!(50);
