//! How much of a board an image takes.

use elf::ElfBytes;
use elf::abi::{SHF_ALLOC, SHF_WRITE, SHT_NOBITS};
use elf::endian::LittleEndian;

/// Prints the bytes of flash and of RAM.
///
/// Flash: code, constants, and the start values of statics. RAM: statics, and
/// code where a chip runs some from RAM; without the stack.
pub fn print(file: &[u8]) -> Result<(), String> {
    let elf = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(|e| e.to_string())?;
    let sections = elf.section_headers().ok_or("it has no sections")?;
    let (mut flash, mut ram) = (0, 0);
    for section in sections.iter() {
        if section.sh_flags & u64::from(SHF_ALLOC) == 0 {
            continue;
        }
        let stored = section.sh_type != SHT_NOBITS;
        let writable = section.sh_flags & u64::from(SHF_WRITE) != 0;
        if stored {
            flash += section.sh_size;
        }
        // Place kept free for something else is neither stored nor writable.
        if writable || (stored && IRAM.contains(&section.sh_addr)) {
            ram += section.sh_size;
        }
    }
    println!("{flash} {ram}");
    Ok(())
}

/// Where the ESP32-C3 runs code from RAM; nothing lies there on other boards.
const IRAM: std::ops::Range<u64> = 0x4037_c000..0x403e_0000;
