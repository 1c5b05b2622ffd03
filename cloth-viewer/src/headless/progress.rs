//! How far long work is.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal to draw a bar on.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// A progress bar on a terminal, or now and then a line.
#[derive(Debug)]
pub(super) struct Progress {
    /// `None` without a terminal.
    bar: Option<ProgressBar>,
    total: u32,
    last_line: Instant,
}

impl Progress {
    /// Starts the progress of `total` frames.
    pub(super) fn new(total: u32) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} frame {pos}/{len}, {eta} left");
            let bar = ProgressBar::new(total.into());
            // The template is a constant; were it wrong, the usual bar would do.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self {
            bar,
            total,
            last_line: Instant::now(),
        }
    }

    /// So many frames are done.
    pub(super) fn set(&mut self, done: u32) {
        if let Some(bar) = &self.bar {
            bar.set_position(done.into());
        } else if self.last_line.elapsed() > BETWEEN_LINES {
            self.last_line = Instant::now();
            eprintln!("frame {done} of {}", self.total);
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
