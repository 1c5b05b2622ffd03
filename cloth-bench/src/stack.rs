//! Room for large values.

/// A simulation of 256 × 256 particles is 1.8 MiB, and debug builds copy a
/// value several times on its way into a box.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs `work` in a thread whose stack can hold any simulation.
///
/// # Errors
/// If the thread cannot start, or the work panics: `what` is then named.
pub fn on_large_stack<R: Send + 'static>(
    what: &str,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, String> {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let running = thread.spawn(work).map_err(|e| e.to_string())?;
    running.join().map_err(|_| format!("{what} failed"))
}
