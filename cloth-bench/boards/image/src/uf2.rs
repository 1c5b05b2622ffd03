//! The file that a Pico's boot loader takes.
//!
//! The usual tool, `elf2uf2-rs`, knows the RP2040 alone and needs the system's
//! libraries for serial ports.

use crate::flash::content;

/// Where both chips see their flash.
const FLASH: u64 = 0x1000_0000;

/// The blocks for a chip of this family.
pub fn convert(family: &str, file: &[u8]) -> Result<Vec<u8>, String> {
    // Numbers from Microsoft's list of families.
    let family = match family {
        "rp2040" => 0xe48b_ff56,
        // Arm, secure: what the boot loader expects of a program that it starts.
        "rp2350" => 0xe48b_ff59,
        _ => return Err(format!("family {family}: known are rp2040 and rp2350")),
    };
    let (start, content) = content(file)?;
    if start != FLASH {
        return Err(format!("it begins at {start:#x}, flash at {FLASH:#x}"));
    }
    ::uf2::bin_to_uf2(&content, family, FLASH as u32).map_err(|e| e.to_string())
}
