//! Stack between the linker's symbols. No crate paints a RISC-V stack.

/// What free stack is filled with.
const PAINT: u32 = 0xcccc_cccc;

/// Words below this function's frame that are left alone: what it calls and
/// what an interrupt saves.
const MARGIN: usize = 64;

// The linker's names for the guard at the stack's lower end. Its address alone
// is taken.
#[allow(unsafe_code)]
mod linker {
    unsafe extern "C" {
        pub static __stack_chk_guard: u32;
    }
}

/// Measures the stack that is used from one moment on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack {
    /// Words that were painted; 0: not yet.
    painted: usize,
}

impl Stack {
    /// Fills what is free with a pattern.
    #[inline(never)]
    pub fn paint(&mut self) {
        let here = 0_u32;
        let bottom = bottom();
        let words = ((&raw const here as usize) - (bottom as usize)) / 4;
        self.painted = words.saturating_sub(MARGIN);
        for i in 0..self.painted {
            // All of it is stack, and lies below every frame in use.
            #[allow(unsafe_code)]
            unsafe {
                bottom.add(i).write_volatile(PAINT);
            }
        }
    }

    /// Bytes that have been used below the painter's frame since.
    pub fn used(&self) -> Option<u32> {
        let bottom = bottom();
        let fresh = (0..self.painted).take_while(|&i| {
            // As above.
            #[allow(unsafe_code)]
            let word = unsafe { bottom.add(i).read_volatile() };
            word == PAINT
        });
        let bytes = 4 * (self.painted + MARGIN - fresh.count());
        (self.painted > 0).then_some(bytes as u32)
    }
}

/// The lowest word that may be used, above the guard: writing to that is taken
/// for an overflow.
fn bottom() -> *mut u32 {
    // A linker symbol has an address and no value.
    #[allow(unsafe_code)]
    let guard = &raw const linker::__stack_chk_guard;
    guard.cast_mut().wrapping_add(1)
}
