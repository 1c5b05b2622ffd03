//! Work on a thread of its own; in a browser, which has none, at once.

use std::thread::{self, JoinHandle};

/// Whether there are threads.
pub const THERE: bool = cfg!(not(target_family = "wasm"));

/// Work that is being done, or is done.
#[derive(Debug)]
pub enum Work<T> {
    /// On this thread.
    Away(JoinHandle<T>),
    /// Already.
    Done(T),
}

impl<T: Send + 'static> Work<T> {
    /// Begins.
    ///
    /// # Panics
    /// If the system has no thread.
    pub fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        match THERE {
            true => Self::Away(thread::spawn(work)),
            false => Self::Done(work()),
        }
    }

    /// Whether [`Work::join`] need not wait.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        match self {
            Self::Away(thread) => thread.is_finished(),
            Self::Done(_) => true,
        }
    }

    /// What has come of it; waits for it.
    ///
    /// # Errors
    /// What its thread panicked with.
    pub fn join(self) -> thread::Result<T> {
        match self {
            Self::Away(thread) => thread.join(),
            Self::Done(done) => Ok(done),
        }
    }
}
