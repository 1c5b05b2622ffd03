//! The textbook's cloth, 32 × 32.
#![no_std]
#![no_main]

cloth_emulated::textbook!(32);
