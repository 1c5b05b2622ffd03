//! RISC-V: the counter of retired instructions, the stack, the exceptions.

use crate::last_words::faulted;
use core::hint::black_box;
use core::ptr::addr_of_mut;
use riscv::register::{mcause, mepc, minstret};
use riscv_rt::TrapFrame;

pub use riscv_rt::entry;

/// Instructions, from the core's own counter, which QEMU keeps exactly when it
/// runs with `-icount shift=0`. (Version 7.2 multiplies it by 2^shift.)
#[derive(Debug)]
pub(crate) struct Counter;

impl Counter {
    pub(crate) fn start() -> Self {
        Self
    }

    #[allow(clippy::unused_self, reason = "as on the other cores")]
    pub(crate) fn count(&mut self) -> u64 {
        minstret::read64()
    }
}

/// What unused stack is filled with.
const PAINT: u32 = 0xCCCC_CCCC;

/// The stack below what was in use when it was painted.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    before: usize,
}

impl Stack {
    #[inline(never)]
    pub(crate) fn paint(&mut self) {
        let mut here = 0_u32;
        self.before = black_box(&raw mut here).addr();
        let mut at = end_of_stack();
        // What this function itself has pushed is not painted over.
        while at.addr() + 64 < self.before {
            #[allow(
                unsafe_code,
                reason = "this memory belongs to no value: it is free stack"
            )]
            unsafe {
                at.write_volatile(PAINT);
                at = at.add(1);
            }
        }
    }

    #[inline(never)]
    pub(crate) fn used(&self) -> u32 {
        let mut at = end_of_stack();
        while at.addr() < self.before {
            #[allow(
                unsafe_code,
                reason = "this memory belongs to no value: it is free stack"
            )]
            let word = unsafe { at.read_volatile() };
            if word != PAINT {
                break;
            }
            at = at.wrapping_add(1);
        }
        (self.before - at.addr()) as u32
    }
}

/// The lowest word of the stack.
fn end_of_stack() -> *mut u32 {
    #[allow(unsafe_code, reason = "a symbol of the runtime's linker script")]
    unsafe extern "C" {
        static mut __estack: u32;
    }
    addr_of_mut!(__estack)
}

#[allow(unsafe_code, reason = "the runtime looks for the handler by its name")]
#[unsafe(export_name = "ExceptionHandler")]
fn exception(_frame: &TrapFrame) -> ! {
    let name = match mcause::read().code() {
        0 | 1 => "instruction fetch",
        2 => "illegal instruction",
        4 | 5 => "load",
        6 | 7 => "store",
        _ => "exception",
    };
    faulted(name, mepc::read() as u32)
}

/// Runs a loop of 2 instructions, `loops` times.
pub fn busy(loops: u32) {
    riscv::asm::delay((loops - 1) * 2);
}

/// Executes an instruction that does not exist.
pub(crate) fn fault() -> ! {
    #[allow(unsafe_code, reason = "no crate offers it")]
    unsafe {
        core::arch::asm!("unimp", options(noreturn))
    }
}
