//! How far long work is.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal to draw a bar on.
const BETWEEN_LINES: Duration = Duration::from_secs(5);
/// Time between two pictures of the bar.
const BETWEEN_BARS: Duration = Duration::from_millis(100);
/// Characters of the bar.
const WIDTH: u32 = 40;

/// A progress bar on a terminal, or now and then a line.
#[derive(Debug)]
pub(super) struct Progress {
    terminal: bool,
    total: u32,
    start: Instant,
    last: Instant,
}

impl Progress {
    /// Starts the progress of `total` frames.
    pub(super) fn new(total: u32) -> Self {
        let now = Instant::now();
        Self {
            terminal: stderr().is_terminal(),
            total,
            start: now,
            last: now,
        }
    }

    /// So many frames are done.
    pub(super) fn set(&mut self, done: u32) {
        let between = match self.terminal {
            true => BETWEEN_BARS,
            false => BETWEEN_LINES,
        };
        if self.last.elapsed() < between {
            return;
        }
        self.last = Instant::now();
        match self.terminal {
            // To the start of the line, and what is right of the new text is cleared.
            true => eprint!("\r{}\x1b[K", bar(done, self.total, self.start.elapsed())),
            false => eprintln!("frame {done} of {}", self.total),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}

/// A bar, the numbers, and how long the rest takes if it goes on as before.
fn bar(done: u32, total: u32, elapsed: Duration) -> String {
    let part = f64::from(done) / f64::from(total.max(1));
    let full = (part * f64::from(WIDTH)) as usize;
    let (full, empty) = ("█".repeat(full), "░".repeat(WIDTH as usize - full));
    let left = elapsed.as_secs_f64() * (1.0 / part.max(1e-6) - 1.0);
    format!("{full}{empty} frame {done}/{total}, {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_grows_to_its_end() {
        let after = |done| bar(done, 8, Duration::from_secs(3));
        assert!(after(0).starts_with('░'));
        assert_eq!(after(2).matches('█').count(), 10);
        assert!(after(2).ends_with(" frame 2/8, 9 s left"));
        assert!(!after(8).contains('░') && after(8).ends_with(" 0 s left"));
    }
}
