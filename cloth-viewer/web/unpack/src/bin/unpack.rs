//! Runs in the page before its program does, and makes that of a file in the page's memory.

use cloth_unpack::FILES;
use std::fs;

fn main() -> Result<(), std::io::Error> {
    let [packed, program] = FILES;
    let unpacked = cloth_unpack::unpack(&fs::read(packed)?)?;
    fs::write(program, unpacked)
}
