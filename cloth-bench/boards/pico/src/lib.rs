//! Raspberry Pi Pico.

#![no_std]

use cloth_boards::Chip;

/// The board.
#[derive(Debug)]
pub struct Pico;

impl Chip for Pico {
    const NAME: &'static str = "pico";
    // What the hardware abstraction and the makers' own software set up. The chip's rating is 133 MHz.
    const CLOCK_HZ: u32 = 125_000_000;
    // In software floating point a hundred steps of the larger grids take minutes.
    const STEPS: u32 = if cfg!(any(cloth = "f32", cloth = "textbook")) {
        12
    } else {
        100
    };
}

/// The chip's ROM copies these 256 bytes into RAM and runs them; they make the
/// flash readable.
#[allow(unsafe_code)] // A linker section of its own is an unsafe attribute.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;
