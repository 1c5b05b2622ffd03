//! What the scripts want of a linked image: its sizes, the bytes that go to flash,
//! and the file that a Pico's boot loader takes.

mod flash;
mod sizes;
mod uf2;

use std::process::ExitCode;

const USAGE: &str = "cloth-image sizes IMAGE, cloth-image bin IMAGE OUTPUT, \
    or cloth-image uf2 rp2040|rp2350 IMAGE OUTPUT";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *arguments.as_slice() {
        ["sizes", image] => {
            read(image).and_then(|file| sizes::print(&file).map_err(|e| format!("{image}: {e}")))
        }
        ["uf2", family, image, output] => read(image).and_then(|file| {
            let blocks = uf2::convert(family, &file).map_err(|e| format!("{image}: {e}"))?;
            write(output, &blocks)
        }),
        ["bin", image, output] => read(image).and_then(|file| {
            let (_, content) = flash::content(&file).map_err(|e| format!("{image}: {e}"))?;
            write(output, &content)
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

fn write(path: &str, content: &[u8]) -> Result<(), String> {
    std::fs::write(path, content).map_err(|e| format!("{path}: {e}"))
}
