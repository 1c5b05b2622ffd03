//! Failing on demand.

use crate::core_specific::fault;
use core::hint::black_box;

/// Fails as named: `panic`, `fault` (an instruction that does not exist)
/// or `overflow` (of the stack).
///
/// # Panics
/// If that is what was asked for, or for any other name.
pub fn crash(how: &str) -> ! {
    match how {
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
