//! LZMA, in one file of the old kind (`.lzma`): a WebAssembly program takes two thirds of what gzip
//! makes of it.

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::io::{Read, Result, Write};

/// The packed file, and what it unpacks to, in the page's memory.
pub const FILES: [&str; 2] = ["program.lzma", "program.wasm"];

/// Packs a program.
///
/// # Errors
/// None that bytes can bring; those of the encoder.
pub fn pack(program: &[u8]) -> Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(9);
    // What the best of nine choices was: operations are bytes, at any place.
    (options.lc, options.pb) = (4, 0);
    let size = Some(program.len() as u64);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, size)?;
    writer.write_all(program)?;
    writer.finish()
}

/// Unpacks it again.
///
/// # Errors
/// If it is not a packed program, or ends too early.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    let mut program = Vec::new();
    LzmaReader::new_mem_limit(packed, u32::MAX, None)?.read_to_end(&mut program)?;
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        let program: Vec<u8> = (0..60_000_u32).map(|i| ((i * i) >> 7) as u8).collect();
        let packed = pack(&program).unwrap();
        assert!(packed.len() < program.len());
        assert_eq!(unpack(&packed).unwrap(), program);
        unpack(&packed[..packed.len() / 2]).unwrap_err();
    }
}
