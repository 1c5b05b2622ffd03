//! The textbook's cloth, 8 × 8.
#![no_std]
#![no_main]

cloth_emulated::textbook!(8);
