//! Jobs on threads of their own; in a browser, which has none, at once.

use std::thread::{self, JoinHandle};

/// Whether there are threads.
pub const THREADS: bool = cfg!(not(target_family = "wasm"));

/// A job that is being done, or is done.
#[derive(Debug)]
pub enum Job<T> {
    /// On this thread.
    Away(JoinHandle<T>),
    /// Already.
    Done(T),
}

impl<T: Send + 'static> Job<T> {
    /// Begins.
    ///
    /// # Panics
    /// If the system has no thread.
    pub fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        match THREADS {
            true => Self::Away(thread::spawn(work)),
            false => Self::Done(work()),
        }
    }

    /// Whether [`Job::join`] need not wait.
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
