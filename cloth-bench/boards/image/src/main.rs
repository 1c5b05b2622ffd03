//! What the scripts want of a linked image: its sizes, and the file that a
//! Pico's boot loader takes.

mod sizes;
mod uf2;

use std::process::ExitCode;

const USAGE: &str = "cloth-image sizes IMAGE, or cloth-image uf2 rp2040|rp2350 IMAGE OUTPUT";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *arguments.as_slice() {
        ["sizes", image] => {
            read(image).and_then(|file| sizes::print(&file).map_err(|e| format!("{image}: {e}")))
        }
        ["uf2", family, image, output] => read(image).and_then(|file| {
            let blocks = uf2::convert(family, &file).map_err(|e| format!("{image}: {e}"))?;
            std::fs::write(output, blocks).map_err(|e| format!("{output}: {e}"))
        }),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cloth-image: {message}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{path}: {e}"))
}
