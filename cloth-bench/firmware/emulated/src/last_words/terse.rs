//! The place alone, written without the library's formatting.

use crate::machine::print_parts;
use core::panic::PanicInfo;
use semihosting::process;

#[panic_handler]
fn panicked(info: &PanicInfo) -> ! {
    let (file, mut line) = match info.location() {
        Some(place) => (place.file(), place.line()),
        None => ("", 0),
    };
    let mut digits = *b"00000";
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (line % 10) as u8;
        line /= 10;
    }
    print_parts(&[b"{\"panic\":\"", file.as_bytes(), b":", &digits, b"\"}"]);
    process::exit(1)
}

/// Names the exception and ends.
pub(crate) fn faulted(exception: &str, _pc: u32) -> ! {
    print_parts(&[b"{\"fault\":\"", exception.as_bytes(), b"\"}"]);
    process::exit(1)
}
