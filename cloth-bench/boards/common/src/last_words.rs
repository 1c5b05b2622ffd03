//! The line that a log ends with when something went wrong.

use core::fmt::Write;
use core::panic::PanicInfo;
use heapless::String;
use serde::Serialize;

/// Room for the file, the line and what is said; what is longer is cut.
const TEXT: usize = 160;

/// Room for the same as JSON, were every character to be escaped.
const LINE: usize = 2 * TEXT + 32;

/// `{"panic":"FILE:LINE: message"}`
#[must_use]
pub fn panic_line(info: &PanicInfo) -> String<LINE> {
    #[derive(Serialize)]
    struct Panic<'a> {
        panic: &'a str,
    }
    let mut text = Cut::default();
    if let Some(place) = info.location() {
        let _ = write!(text, "{}:{}: ", place.file(), place.line());
    }
    let _ = write!(text, "{}", info.message());
    json(&Panic { panic: &text.0 })
}

/// `{"fault":"NAME pc=0x…"}`
#[must_use]
pub fn fault_line(name: &str, pc: u32) -> String<LINE> {
    #[derive(Serialize)]
    struct Fault<'a> {
        fault: &'a str,
    }
    let mut text = Cut::default();
    let _ = write!(text, "{name} pc={pc:#010x}");
    json(&Fault { fault: &text.0 })
}

fn json(line: &impl Serialize) -> String<LINE> {
    // A line of control characters alone would not fit; none is written here.
    serde_json_core::to_string(line).unwrap_or_default()
}

/// Keeps what fits of what is written.
#[derive(Default)]
struct Cut(String<TEXT>);

impl Write for Cut {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for c in text.chars() {
            self.0.push(c).map_err(|_| core::fmt::Error)?;
        }
        Ok(())
    }
}
