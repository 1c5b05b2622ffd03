//! A board at a debug probe: its lines go out by RTT, which costs the processor
//! no pins and no waiting, and `probe-rs run` prints them and takes the end.

use crate::dwt::Dwt;
use crate::last_words::{fault_line, panic_line};
use crate::rtt;
use crate::stack::Stack;
use cloth_bench::{Target, Unit};
use core::marker::PhantomData;
use core::panic::PanicInfo;
use cortex_m::Peripherals;
use cortex_m::peripheral::DCB;
use cortex_m_rt::{ExceptionFrame, exception};
use cortex_m_semihosting::debug;

/// What differs between such boards.
pub trait Chip {
    /// Name in tables.
    const NAME: &'static str;
    /// Clock of the core, Hz.
    const CLOCK_HZ: u32;
}

/// A board at a debug probe as a target.
#[derive(Debug)]
pub struct Probed<C> {
    counter: Dwt,
    stack: Stack,
    chip: PhantomData<C>,
}

impl<C: Chip> Probed<C> {
    /// Starts the counter and the channel; the clocks have been set up.
    ///
    /// # Panics
    /// If it is called twice.
    #[must_use]
    pub fn start() -> Self {
        rtt::open();
        let mut core = Peripherals::take().expect("the start is made once");
        Self {
            counter: Dwt::start(&mut core),
            stack: Stack::default(),
            chip: PhantomData,
        }
    }
}

impl<C: Chip> Target for Probed<C> {
    const NAME: &'static str = C::NAME;
    const CLOCK_HZ: u32 = C::CLOCK_HZ;
    const UNIT: Unit = Unit::CyclesMeasured;

    fn count(&mut self) -> u64 {
        self.counter.cycles()
    }

    fn print(&mut self, line: &str) {
        rtt::print(line);
    }

    fn paint_stack(&mut self) {
        self.stack.paint();
    }

    fn stack_used(&mut self) -> Option<u32> {
        self.stack.used()
    }
}

/// Tells the probe how the program ended, which ends `cargo run`; then waits
/// for ever.
pub fn stop(status: Result<(), ()>) -> ! {
    if DCB::is_debugger_attached() {
        debug::exit(status);
    }
    loop {
        cortex_m::asm::wfi();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    rtt::print(&panic_line(info));
    stop(Err(()))
}

#[allow(unsafe_code)] // The runtime asks for `unsafe fn` here.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    rtt::print(&fault_line("HardFault", frame.pc()));
    stop(Err(()))
}
