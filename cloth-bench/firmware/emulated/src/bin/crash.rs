//! Ends badly, in the way that `CRASH` named when it was built, `panic`, `fault` (an instruction that does not exist)
//! or `overflow` (of the stack): shows that a failure is seen from outside.
#![no_std]
#![no_main]

use cloth_emulated::{entry, fault};
use core::hint::black_box;

#[entry]
fn main() -> ! {
    match option_env!("CRASH").unwrap_or("panic") {
        "fault" => fault(),
        "overflow" => {
            deeper(1);
            panic!("the stack has no end")
        }
        how => panic!("asked to \"{how}\""),
    }
}

/// Uses stack until there is none left.
#[inline(never)]
fn deeper(depth: u32) -> u32 {
    let frame = black_box([depth; 64]);
    if depth == 0 {
        0
    } else {
        deeper(depth + 1) + black_box(frame)[0]
    }
}
