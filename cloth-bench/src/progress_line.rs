//! How far long work is, on a terminal.

use std::io::{IsTerminal, stderr};

/// The last line of a terminal while something is measured; nothing where there is no terminal.
#[derive(Debug)]
pub struct ProgressLine {
    what: &'static str,
    total: usize,
    done: usize,
    terminal: bool,
}

impl ProgressLine {
    /// A line for `total` parts of `what`.
    pub fn new(what: &'static str, total: usize) -> Self {
        let terminal = stderr().is_terminal();
        Self {
            what,
            total,
            done: 0,
            terminal,
        }
    }

    /// Says what is being done now.
    pub fn say(&self, message: &str) {
        if self.terminal {
            let (what, done, total) = (self.what, self.done, self.total);
            eprint!("\r{what} {done}/{total} {message}\x1b[K");
        }
    }

    /// So many more parts are done.
    pub fn done(&mut self, parts: usize) {
        self.done += parts;
        self.say("");
    }
}

impl Drop for ProgressLine {
    /// Takes the line away.
    fn drop(&mut self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}
