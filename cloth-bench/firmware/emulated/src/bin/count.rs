//! Counts loops whose instructions are known: shows that the counter is right,
//! over wraps too, whatever time the emulator gives an instruction.
#![no_std]
#![no_main]

use cloth_boards::Target;
use cloth_emulated::{Emulated, busy, end, entry, print};
use core::fmt::Write;
use heapless::String;

#[entry]
fn main() -> ! {
    let mut machine = Emulated::start();
    // The largest passes several wraps of the counter on every machine.
    for instructions in [2, 1_000, 1_000_000, 100_000_000] {
        let before = machine.count();
        busy(instructions / 2);
        let counted = machine.count() - before;
        let mut line = String::<80>::new();
        // Two numbers of at most twenty digits: there is room.
        let _ = write!(
            line,
            r#"{{"instructions":{instructions},"counted":{counted}}}"#
        );
        print(&line);
    }
    end()
}
