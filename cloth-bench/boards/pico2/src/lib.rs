//! Raspberry Pi Pico 2, on its Arm cores.

#![no_std]

use cloth_boards::Chip;
use rp235x_hal::block::ImageDef;

/// The board.
#[derive(Debug)]
pub struct Pico2;

impl Chip for Pico2 {
    const NAME: &'static str = "pico2";
    // Its rating.
    const CLOCK_HZ: u32 = 150_000_000;
}

/// What the boot loader needs to know of the program.
#[allow(unsafe_code)] // A linker section of its own is an unsafe attribute.
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE: ImageDef = ImageDef::secure_exe();
