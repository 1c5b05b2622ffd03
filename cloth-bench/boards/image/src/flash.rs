//! What of a linked image goes to flash.

use elf::ElfBytes;
use elf::abi::PT_LOAD;
use elf::endian::LittleEndian;

/// No board has more: what lies above is a mistake.
const LARGEST: usize = 16 << 20;

/// Where it begins, and its bytes from there, without holes: a Pico's boot loader
/// erases whole sectors, counted by the blocks it is given.
pub fn content(file: &[u8]) -> Result<(u64, Vec<u8>), String> {
    let elf = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(|e| e.to_string())?;
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
