//! `pack PROGRAM.wasm`: the packed program on standard output.

use std::io::{Error, Write};

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1);
    let path = path.ok_or_else(|| Error::other("usage: pack PROGRAM.wasm"))?;
    std::io::stdout().write_all(&cloth_unpack::pack(&std::fs::read(path)?)?)
}
