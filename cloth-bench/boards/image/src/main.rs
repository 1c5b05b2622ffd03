//! What the scripts want of a linked image: its sizes, the bytes that go to flash,
//! and the file that a Pico's boot loader takes.
//!
//! The usual tool for that, `elf2uf2-rs`, knows the RP2040 alone and needs the system's
//! libraries for serial ports.

use elf::ElfBytes;
use elf::abi::{PT_LOAD, SHF_ALLOC, SHF_WRITE, SHT_NOBITS};
use elf::endian::LittleEndian;
use std::fs;
use std::ops::Range;
use std::process::ExitCode;

const USAGE: &str = "cloth-image sizes IMAGE, cloth-image bin IMAGE OUTPUT, \
    or cloth-image uf2 rp2040|rp2350 IMAGE OUTPUT";

/// Where Picos see their flash.
const FLASH: u64 = 0x1000_0000;

/// No board has more flash, bytes: what lies above is a mistake.
const LARGEST: usize = 16 << 20;

/// Where the ESP32-C3 runs code from RAM; nothing lies there on other boards.
const IRAM: Range<u64> = 0x4037_c000..0x403e_0000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *arguments.as_slice() {
        ["sizes", image] => sizes(image),
        ["bin", image, output] => bin(image, output),
        ["uf2", family, image, output] => uf2(family, image, output),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cloth-image {}: {message}", arguments.join(" "));
            ExitCode::FAILURE
        }
    }
}

/// Prints the bytes of flash and of RAM.
///
/// Flash: code, constants, and the start values of statics. RAM: statics, and
/// code where a chip runs some from RAM; without stack and heap.
fn sizes(image: &str) -> Result<(), String> {
    let file = fs::read(image).map_err(|e| e.to_string())?;
    let elf = ElfBytes::<LittleEndian>::minimal_parse(&file).map_err(|e| e.to_string())?;
    let (sections, names) = (elf.section_headers_with_strtab()).map_err(|e| e.to_string())?;
    let (sections, names) = (sections.zip(names)).ok_or("it has no sections")?;
    let (mut flash, mut ram) = (0, 0);
    for section in sections.iter() {
        let name = names.get(section.sh_name as usize).unwrap_or_default();
        if section.sh_flags & u64::from(SHF_ALLOC) == 0 || [".stack", ".heap"].contains(&name) {
            continue;
        }
        let stored = section.sh_type != SHT_NOBITS;
        let writable = section.sh_flags & u64::from(SHF_WRITE) != 0;
        if stored {
            flash += section.sh_size;
        }
        // Space reserved for something else is neither stored nor writable.
        if writable || (stored && IRAM.contains(&section.sh_addr)) {
            ram += section.sh_size;
        }
    }
    println!("{flash} {ram}");
    Ok(())
}

/// Writes what goes to flash.
fn bin(image: &str, output: &str) -> Result<(), String> {
    fs::write(output, content(image)?.1).map_err(|e| format!("{output}: {e}"))
}

/// Writes the blocks for the boot loader of a chip.
fn uf2(family: &str, image: &str, output: &str) -> Result<(), String> {
    // Numbers from Microsoft's list of families.
    let family = match family {
        "rp2040" => 0xe48b_ff56,
        // Arm, secure: what the boot loader expects of a program that it starts.
        "rp2350" => 0xe48b_ff59,
        _ => return Err(format!("family {family}: known are rp2040 and rp2350")),
    };
    let (start, content) = content(image)?;
    if start != FLASH {
        return Err(format!("it begins at {start:#x}, flash at {FLASH:#x}"));
    }
    let blocks = ::uf2::bin_to_uf2(&content, family, FLASH as u32).map_err(|e| e.to_string())?;
    fs::write(output, blocks).map_err(|e| format!("{output}: {e}"))
}

/// Where flash content begins, and its bytes from there, without holes: a Pico's boot loader
/// erases whole sectors, counted by the blocks it is given.
fn content(image: &str) -> Result<(u64, Vec<u8>), String> {
    let file = fs::read(image).map_err(|e| e.to_string())?;
    let elf = ElfBytes::<LittleEndian>::minimal_parse(&file).map_err(|e| e.to_string())?;
    let segments = elf.segments().ok_or("it has no segments")?;
    let stored = || {
        segments
            .iter()
            .filter(|s| s.p_type == PT_LOAD && s.p_filesz > 0)
    };
    let first = stored().map(|s| s.p_paddr).min();
    let first = first.ok_or("nothing in it goes to flash")?;
    let mut flash = Vec::new();
    for segment in stored() {
        let data = elf.segment_data(&segment).map_err(|e| e.to_string())?;
        let start = (segment.p_paddr - first) as usize;
        let end = start.saturating_add(data.len());
        if end > LARGEST {
            return Err(format!("{:#x} is not in flash", segment.p_paddr));
        }
        flash.resize(flash.len().max(end), 0);
        flash[start..end].copy_from_slice(data);
    }
    Ok((first, flash))
}
