//! How much stack is used: what is free is filled with a pattern, and looked at again later.

#[cfg(feature = "cortex-m")]
use cortex_m_stack::{current_stack_free, repaint_stack, stack_painted};

/// The stack of a Cortex-M, between the linker's `_stack_end` and `_stack_start`.
#[cfg(feature = "cortex-m")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack {
    /// Bytes free when it was painted; 0: not yet.
    free: u32,
}

#[cfg(feature = "cortex-m")]
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

/// What free stack of a RISC-V is filled with. No crate paints it.
#[cfg(target_arch = "riscv32")]
const PAINT: u32 = 0xcccc_cccc;

/// Bytes below the painter's frame that are left alone: what it calls and what an interrupt saves.
#[cfg(target_arch = "riscv32")]
const MARGIN: usize = 256;

/// The stack of a RISC-V.
#[cfg(target_arch = "riscv32")]
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    /// The lowest word that may be used.
    end: *mut u32,
    /// Bytes between the end and the painter's frame; 0: not painted yet.
    free: usize,
}

#[cfg(target_arch = "riscv32")]
impl Stack {
    /// The stack in use now, whose lowest word is `end`.
    ///
    /// # Safety
    /// All memory from `end` up to the stack pointer is stack.
    #[allow(unsafe_code, reason = "the linker's name for the end is the caller's")]
    #[must_use]
    pub const unsafe fn down_to(end: *mut u32) -> Self {
        Self { end, free: 0 }
    }

    /// Fills what is free with a pattern.
    #[inline(never)]
    pub fn paint(&mut self) {
        let here = 0_u32;
        self.free = (&raw const here).addr() - self.end.addr();
        for word in 0..self.free.saturating_sub(MARGIN) / 4 {
            #[allow(unsafe_code, reason = "free stack, below every frame in use")]
            unsafe {
                self.end.add(word).write_volatile(PAINT);
            }
        }
    }

    /// Bytes that have been used below the painter's frame since.
    #[must_use]
    pub fn used(&self) -> Option<u32> {
        let fresh = (0..self.free / 4).take_while(|&word| {
            #[allow(unsafe_code, reason = "as above")]
            let word = unsafe { self.end.add(word).read_volatile() };
            word == PAINT
        });
        (self.free > 0).then(|| (self.free - 4 * fresh.count()) as u32)
    }
}
