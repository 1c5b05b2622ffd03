//! An emulated machine as a target of the bench.

use crate::core_specific::{Counter, stack};
use cloth_boards::{Stack, Target, Unit, number};
use semihosting::io::Write;
use semihosting::{io, process};

/// The machine that the image was built for.
#[derive(Debug)]
pub struct Emulated {
    counter: Counter,
    stack: Stack,
}

impl Emulated {
    /// Starts the counter. To be called once.
    ///
    /// # Panics
    /// If it is called twice.
    #[must_use]
    pub fn start() -> Self {
        Self {
            counter: Counter::start(),
            stack: stack(),
        }
    }
}

impl Target for Emulated {
    const NAME: &'static str = env!("CLOTH_MACHINE");
    const CLOCK_HZ: u32 = number(env!("CLOCK_HZ")) as u32;
    const UNIT: Unit = Unit::Instructions;

    fn count(&mut self) -> u64 {
        self.counter.count()
    }

    fn print(&mut self, line: &str) {
        print(line);
    }

    fn paint_stack(&mut self) {
        self.stack.paint();
    }

    fn stack_used(&mut self) -> Option<u32> {
        self.stack.used()
    }
}

/// Prints a line on the emulator's standard output.
pub fn print(line: &str) {
    print_parts(&[line.as_bytes()]);
}

/// As [`print`], for a line in parts.
pub fn print_parts(parts: &[&[u8]]) {
    // There is nobody to tell if the host does not take it; the line is then
    // missing there.
    if let Ok(mut out) = io::stdout() {
        for part in parts {
            let _ = out.write_all(part);
        }
        let _ = out.write_all(b"\n");
    }
}

/// Says that all was printed, and ends with success.
pub fn end() -> ! {
    print(r#"{"end":true}"#);
    process::exit(0)
}
