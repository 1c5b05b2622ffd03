//! Stack of a Cortex-M, between the linker's `_stack_end` and `_stack_start`.

use cortex_m_stack::{current_stack_free, repaint_stack, stack_painted};

/// Measures the stack that is used from one moment on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack {
    /// Bytes free when it was painted; 0: not yet.
    free: u32,
}

impl Stack {
    /// Fills what is free with a pattern.
    pub fn paint(&mut self) {
        // An interrupt's frame would lie in the fresh paint.
        cortex_m::interrupt::free(|_| repaint_stack());
        self.free = current_stack_free();
    }

    /// Bytes that have been used below this function's caller since.
    #[must_use]
    pub fn used(&self) -> Option<u32> {
        (self.free > 0).then(|| self.free.saturating_sub(stack_painted()))
    }
}
