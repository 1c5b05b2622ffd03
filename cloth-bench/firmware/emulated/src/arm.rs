//! Cortex-M: SysTick as a counter of instructions, the stack, the exceptions.

use crate::last_words::faulted;
use crate::machine::{Emulated, number};
use cloth_bench::Target;
use core::hint::black_box;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use cortex_m::Peripherals;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::{ExceptionFrame, exception};

pub use cortex_m_rt::entry;

/// Bits of SysTick.
const BITS: u32 = 24;

/// How often SysTick came to zero.
static WRAPS: AtomicU32 = AtomicU32::new(0);

/// Instructions, from QEMU's SysTick.
///
/// With `-icount shift=s` an instruction takes 2^s ns of the machine's time, and
/// SysTick counts that time: instructions = ticks · tick / 2^s ns. With s = 6 an
/// instruction is never shorter than a tick (62.5 ns at 16 MHz, the slowest), so
/// the resolution is one instruction. SysTick then wraps after 1.5 million
/// instructions (168 MHz) to 16 million (16 MHz); its exception counts the wraps
/// and takes a few instructions for each.
#[derive(Debug)]
pub(crate) struct Counter {
    /// Ticks that reading the counter took so far.
    own: u64,
}

impl Counter {
    pub(crate) fn start() -> Self {
        let Some(mut core) = Peripherals::take() else {
            panic!("the counter is started once");
        };
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload((1 << BITS) - 1);
        core.SYST.clear_current();
        core.SYST.enable_interrupt();
        core.SYST.enable_counter();
        Self { own: 0 }
    }

    /// Instructions since the start. The counter stands still while it is read:
    /// dividing 64 bits takes a Cortex-M0 hundreds of instructions, which are not
    /// the engine's.
    pub(crate) fn count(&mut self) -> u64 {
        let now = ticks();
        // Kept between the two readings of the clock.
        let count = black_box(instructions(now - self.own));
        self.own += ticks() - now;
        count
    }
}

/// Ticks since the start.
fn ticks() -> u64 {
    loop {
        let wraps = WRAPS.load(Relaxed);
        let left = SYST::get_current();
        // The exception comes when the counter gets to zero, so zero is the
        // start of a round, not its end.
        let gone = left.wrapping_neg() & ((1 << BITS) - 1);
        if WRAPS.load(Relaxed) == wraps {
            return (u64::from(wraps) << BITS) + u64::from(gone);
        }
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

#[exception]
fn SysTick() {
    // Nothing else writes it, so load and store are enough, which is all that a
    // Cortex-M0 has.
    WRAPS.store(WRAPS.load(Relaxed).wrapping_add(1), Relaxed);
}

/// The stack below what was in use when it was painted.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    before: u32,
}

impl Stack {
    pub(crate) fn paint(&mut self) {
        self.before = cortex_m_stack::current_stack_in_use();
        // An exception would write into the paint.
        cortex_m::interrupt::free(|_| cortex_m_stack::repaint_stack());
    }

    pub(crate) fn used(&self) -> u32 {
        cortex_m_stack::stack_size() - cortex_m_stack::stack_painted() - self.before
    }
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
pub(crate) fn fault() -> ! {
    cortex_m::asm::udf()
}
