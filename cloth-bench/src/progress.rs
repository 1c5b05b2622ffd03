//! How far long work is, on a terminal.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

/// Characters of the bar.
const WIDTH: usize = 40;

/// A bar in the last line of a terminal; nothing where there is none.
#[derive(Debug)]
pub struct Progress {
    what: &'static str,
    total: usize,
    done: usize,
    message: String,
    start: Instant,
    terminal: bool,
}

impl Progress {
    /// A bar for `total` parts of `what`.
    pub fn new(what: &'static str, total: usize) -> Self {
        Self {
            what,
            total,
            done: 0,
            message: String::new(),
            start: Instant::now(),
            terminal: stderr().is_terminal(),
        }
    }

    /// So many more parts are done.
    pub fn inc(&mut self, parts: usize) {
        self.done += parts;
        self.show();
    }

    /// What is being done now.
    pub fn set_message(&mut self, message: String) {
        self.message = message;
        self.show();
    }

    /// Prints a line above the bar.
    pub fn line(&self, text: &str) {
        self.clear();
        eprintln!("{text}");
        self.show();
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.clear();
    }

    fn show(&self) {
        if self.terminal {
            eprint!("\r{}\x1b[K", self.text(self.start.elapsed().as_secs()));
        }
    }

    fn clear(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }

    fn text(&self, seconds: u64) -> String {
        let full = (WIDTH * self.done / self.total.max(1)).min(WIDTH);
        let bar = "█".repeat(full) + &"░".repeat(WIDTH - full);
        let (what, done, total, message) = (self.what, self.done, self.total, &self.message);
        format!("{what} {bar} {done}/{total} {message} ({seconds} s)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_what_is_done() {
        let mut progress = Progress::new("sweep", 8);
        progress.inc(2);
        progress.set_message("drape".to_owned());
        let text = progress.text(3);
        assert_eq!(text.matches('█').count(), WIDTH / 4);
        assert!(text.ends_with(" 2/8 drape (3 s)"), "{text}");
        progress.inc(20);
        assert!(!progress.text(4).contains('░'));
    }
}
