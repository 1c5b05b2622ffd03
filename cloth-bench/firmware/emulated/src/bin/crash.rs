//! Ends badly, in the way that `CRASH` named when it was built: shows that a
//! failure is seen from outside.
#![no_std]
#![no_main]

use cloth_emulated::{crash, entry};

#[entry]
fn main() -> ! {
    crash(option_env!("CRASH").unwrap_or("panic"))
}
