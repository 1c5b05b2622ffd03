//! Cortex-M: SysTick as a counter of instructions, the exceptions.

use crate::given_up::faulted;
use crate::machine::Emulated;
use cloth_boards::{Stack, SysTick, Target, number};
use core::hint::black_box;
use cortex_m::Peripherals;
use cortex_m_rt::{ExceptionFrame, exception};

pub use cortex_m_rt::entry;

/// Instructions, from QEMU's SysTick.
///
/// With `-icount shift=s` an instruction takes 2^s ns of the machine's time, and
/// SysTick counts that time: instructions = ticks · tick / 2^s ns. With s = 6 an
/// instruction is never shorter than a tick (62.5 ns at 16 MHz, the slowest), so
/// the resolution is one instruction. SysTick then turns after 1.5 million
/// instructions (168 MHz) to 16 million (16 MHz); its exception takes a few
/// instructions for each turn.
#[derive(Debug)]
pub(crate) struct Counter {
    ticks: SysTick,
    /// Ticks that reading the counter took so far.
    own: u64,
}

impl Counter {
    pub(crate) fn start() -> Self {
        let Some(mut core) = Peripherals::take() else {
            panic!("the counter is started once");
        };
        Self {
            ticks: SysTick::start(&mut core),
            own: 0,
        }
    }

    /// Instructions since the start. The counter stands still while it is read:
    /// dividing 64 bits takes a Cortex-M0 hundreds of instructions, which are not
    /// the engine's.
    pub(crate) fn count(&mut self) -> u64 {
        let now = self.ticks.count();
        // Kept between the two readings of the clock.
        let count = black_box(instructions(now - self.own));
        self.own += self.ticks.count() - now;
        count
    }
}

const fn instructions(ticks: u64) -> u64 {
    // ns of a tick over ns of an instruction, in lowest terms: the product has
    // room for 2^53 ticks at least.
    const TICK: u64 = 1_000_000_000;
    const INSTRUCTION: u64 = (Emulated::CLOCK_HZ as u64) << number(env!("ICOUNT_SHIFT"));
    const COMMON: u64 = common_divisor(TICK, INSTRUCTION);
    ticks * (TICK / COMMON) / (INSTRUCTION / COMMON)
}

const fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// All of the stack, which is not painted yet.
pub(crate) fn stack() -> Stack {
    Stack::default()
}

#[exception]
#[allow(unsafe_code, reason = "the runtime wants this handler to be unsafe")]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    faulted("HardFault", frame.pc())
}

#[exception]
#[allow(unsafe_code, reason = "the runtime wants this handler to be unsafe")]
unsafe fn DefaultHandler(_number: i16) -> ! {
    faulted("unexpected exception", 0)
}

/// Runs a loop of 2 instructions, `loops` times.
pub fn busy(loops: u32) {
    cortex_m::asm::delay(loops - 1);
}

/// Executes an instruction that does not exist.
pub fn fault() -> ! {
    cortex_m::asm::udf()
}
