//! The file that a Pico's boot loader takes.
//!
//! The usual tool, `elf2uf2-rs`, knows the RP2040 alone and needs the system's
//! libraries for serial ports.

use elf::ElfBytes;
use elf::abi::PT_LOAD;
use elf::endian::LittleEndian;

/// Where both chips see their flash.
const FLASH: u64 = 0x1000_0000;
/// No board has more: what lies above is a mistake.
const LARGEST: usize = 16 << 20;

/// The blocks for a chip of this family.
pub fn convert(family: &str, file: &[u8]) -> Result<Vec<u8>, String> {
    // Numbers from Microsoft's list of families.
    let family = match family {
        "rp2040" => 0xe48b_ff56,
        // Arm, secure: what the boot loader expects of a program that it starts.
        "rp2350" => 0xe48b_ff59,
        _ => return Err(format!("family {family}: known are rp2040 and rp2350")),
    };
    let content = flash_content(file)?;
    ::uf2::bin_to_uf2(&content, family, FLASH as u32).map_err(|e| e.to_string())
}

/// What lies in flash, from its start, without holes: the boot loader erases
/// whole sectors, counted by the blocks it is given.
fn flash_content(file: &[u8]) -> Result<Vec<u8>, String> {
    let elf = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(|e| e.to_string())?;
    let segments = elf.segments().ok_or("it has no segments")?;
    let mut flash = Vec::new();
    for segment in segments.iter().filter(|s| s.p_type == PT_LOAD) {
        let data = elf.segment_data(&segment).map_err(|e| e.to_string())?;
        if data.is_empty() {
            continue;
        }
        let start = segment.p_paddr.wrapping_sub(FLASH) as usize;
        let end = start.saturating_add(data.len());
        if end > LARGEST {
            return Err(format!("{:#x} is not in flash", segment.p_paddr));
        }
        flash.resize(flash.len().max(end), 0);
        flash[start..end].copy_from_slice(data);
    }
    if flash.is_empty() {
        return Err("nothing in it goes to flash".into());
    }
    Ok(flash)
}
