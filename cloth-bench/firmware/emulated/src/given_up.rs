//! What is printed when a program cannot go on: a JSON line that says where.

use crate::machine::{print, print_parts};
use cloth_boards::{fault_line, panic_line};
use core::panic::PanicInfo;
use semihosting::process;

#[panic_handler]
fn panicked(info: &PanicInfo) -> ! {
    if cfg!(feature = "terse") {
        let file = info.location().map_or("", |place| place.file());
        print_parts(&[b"{\"panic\":\"", file.as_bytes(), b"\"}"]);
    } else {
        print(&panic_line(info));
    }
    process::exit(1)
}

/// Prints the exception and ends.
pub(crate) fn faulted(exception: &str, pc: u32) -> ! {
    if cfg!(feature = "terse") {
        print_parts(&[b"{\"fault\":\"", exception.as_bytes(), b"\"}"]);
    } else {
        print(&fault_line(exception, pc));
    }
    process::exit(1)
}
