//! RISC-V: the counter of retired instructions, the exceptions.

use crate::given_up::faulted;
use cloth_boards::Stack;
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

/// All of the stack, which is not painted yet.
#[allow(
    unsafe_code,
    reason = "the stack's lowest word, a symbol of the runtime's linker script"
)]
pub(crate) fn stack() -> Stack {
    unsafe extern "C" {
        static mut __estack: u32;
    }
    unsafe { Stack::down_to(&raw mut __estack) }
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
pub fn fault() -> ! {
    #[allow(unsafe_code, reason = "no crate offers it")]
    unsafe {
        core::arch::asm!("unimp", options(noreturn))
    }
}
