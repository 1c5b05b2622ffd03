//! A board with a Cortex-M as a target: its counter, its stack, and where its lines go.

#[cfg(feature = "dwt")]
use crate::counter::Dwt as Counter;
#[cfg(not(feature = "dwt"))]
use crate::counter::SysTick as Counter;
use crate::last_words::{fault_line, panic_line};
#[cfg(feature = "probe")]
use crate::rtt as console;
use crate::stack::Stack;
#[cfg(feature = "pico")]
use crate::usb as console;
use cloth_bench::{HASHED, Target, Unit};
use core::marker::PhantomData;
use core::panic::PanicInfo;
use cortex_m::Peripherals;
use cortex_m_rt::{ExceptionFrame, exception};

/// What differs between the boards.
pub trait Chip {
    /// Name in tables.
    const NAME: &'static str;
    /// Clock of the core, Hz.
    const CLOCK_HZ: u32;
    /// Steps after which the hash is taken.
    const STEPS: u32 = HASHED;
}

/// A board as a target.
#[derive(Debug)]
pub struct Board<C> {
    counter: Counter,
    stack: Stack,
    chip: PhantomData<C>,
}

impl<C: Chip> Board<C> {
    /// Starts the counter; at a debug probe also the channel for lines. The clocks have been set up.
    ///
    /// # Panics
    /// If it is called twice.
    #[must_use]
    pub fn start() -> Self {
        #[cfg(feature = "probe")]
        console::open();
        let mut core = Peripherals::take().expect("the start is made once");
        Self {
            counter: Counter::start(&mut core),
            stack: Stack::default(),
            chip: PhantomData,
        }
    }
}

impl<C: Chip> Target for Board<C> {
    const NAME: &'static str = C::NAME;
    const CLOCK_HZ: u32 = C::CLOCK_HZ;
    const UNIT: Unit = Unit::CyclesMeasured;
    const STEPS: u32 = C::STEPS;

    fn count(&mut self) -> u64 {
        self.counter.count()
    }

    fn print(&mut self, line: &str) {
        console::print(line);
    }

    fn paint_stack(&mut self) {
        self.stack.paint();
    }

    fn stack_used(&mut self) -> Option<u32> {
        self.stack.used()
    }
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    console::print(&panic_line(info));
    console::stop(Err(()))
}

#[allow(unsafe_code)] // The runtime asks for `unsafe fn` here.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    console::print(&fault_line("HardFault", frame.pc()));
    console::stop(Err(()))
}
