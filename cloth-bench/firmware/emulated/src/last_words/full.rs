//! The place and the reason.

use crate::machine::print;
use core::fmt::Write;
use core::panic::PanicInfo;
use heapless::String;
use semihosting::process;
use serde::Serialize;

/// Longer messages are cut.
type Text = String<160>;

/// Where and why the program panicked.
#[derive(Serialize)]
struct Panicked<'a> {
    panic: &'a str,
}

/// The exception that nothing handles, and where it happened.
#[derive(Serialize)]
struct Faulted<'a> {
    fault: &'a str,
}

#[panic_handler]
fn panicked(info: &PanicInfo) -> ! {
    let mut text = Text::new();
    if let Some(place) = info.location() {
        // A text that is too long keeps what had room.
        let _ = write!(text, "{}:{}: ", place.file(), place.line());
    }
    let _ = write!(text, "{}", info.message());
    fail(&Panicked { panic: &text })
}

/// Prints the exception and ends.
pub(crate) fn faulted(exception: &str, pc: u32) -> ! {
    let mut text = Text::new();
    let _ = write!(text, "{exception} pc={pc:#010x}");
    fail(&Faulted { fault: &text })
}

fn fail(line: &impl Serialize) -> ! {
    // Twice the text: every character of it may be escaped.
    let text: Result<String<352>, _> = serde_json_core::to_string(line);
    print(text.as_deref().unwrap_or(r#"{"panic":""}"#));
    process::exit(1)
}
