//! Raspberry Pi Pico 2, on its Arm cores.

#![no_std]

mod console;

#[doc(hidden)]
pub use cloth_boards::{Cloth, Const, Fixed, Grid, run};
#[doc(hidden)]
pub use rp235x_hal::entry;
#[doc(hidden)]
pub use static_cell::ConstStaticCell;

use cloth_boards::{Dwt, SecondCore, Stack, Target, Unit};
use core::panic::PanicInfo;
use cortex_m_rt::{ExceptionFrame, exception};
use rp235x_hal::block::ImageDef;
use rp235x_hal::clocks::{ClocksManager, init_clocks_and_plls};
use rp235x_hal::pac::{self, CLOCKS, PLL_SYS, PLL_USB, RESETS, WATCHDOG, XOSC};
use rp235x_hal::{Sio, Watchdog};

/// The crystal of the board, Hz.
const CRYSTAL_HZ: u32 = 12_000_000;

/// What the boot loader needs to know of the program.
#[allow(unsafe_code)] // A linker section of its own is an unsafe attribute.
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE: ImageDef = ImageDef::secure_exe();

/// The board as a target.
#[derive(Debug)]
pub struct Pico2 {
    counter: Dwt,
    stack: Stack,
}

impl Target for Pico2 {
    const NAME: &'static str = "pico2";
    // Its rating.
    const CLOCK_HZ: u32 = 150_000_000;
    const UNIT: Unit = Unit::CyclesMeasured;

    fn count(&mut self) -> u64 {
        self.counter.cycles()
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

/// Sets the clocks up: the core's to 150 MHz.
///
/// # Panics
/// If the crystal does not start.
#[must_use]
pub fn clocks(
    (crystal, clocks, core, usb, watchdog): (XOSC, CLOCKS, PLL_SYS, PLL_USB, WATCHDOG),
    resets: &mut RESETS,
) -> ClocksManager {
    let mut watchdog = Watchdog::new(watchdog);
    init_clocks_and_plls(
        CRYSTAL_HZ,
        crystal,
        clocks,
        core,
        usb,
        resets,
        &mut watchdog,
    )
    .unwrap_or_else(|_| panic!("the clocks do not start"))
}

/// Sets the board up: clocks, console, counter.
///
/// # Panics
/// If it is called twice, or the crystal does not start.
#[must_use]
pub fn start() -> (Pico2, SecondCore) {
    let mut board = pac::Peripherals::take().expect("the start is made once");
    let mut core = cortex_m::Peripherals::take().expect("the start is made once");
    let clocks = clocks(
        (
            board.XOSC,
            board.CLOCKS,
            board.PLL_SYS,
            board.PLL_USB,
            board.WATCHDOG,
        ),
        &mut board.RESETS,
    );
    console::open(
        board.USB,
        board.USB_DPRAM,
        clocks.usb_clock,
        &mut board.RESETS,
    );
    let target = Pico2 {
        counter: Dwt::start(&mut core),
        stack: Stack::default(),
    };
    let second = SecondCore::new(board.PSM, board.PPB, Sio::new(board.SIO).fifo);
    (target, second)
}

/// Waits for ever.
pub fn stop() -> ! {
    loop {
        console::attend();
    }
}

/// The program of an image.
#[macro_export]
macro_rules! image {
    ($scalar:ty, $n:literal) => {
        #[$crate::entry]
        fn main() -> ! {
            static CLOTH: $crate::ConstStaticCell<$crate::Cloth<$scalar, $n, $n>> =
                $crate::ConstStaticCell::new($crate::Cloth::EMPTY);
            static NORMALS: $crate::ConstStaticCell<$crate::Grid<$scalar, $crate::Const<$n, $n>>> =
                $crate::ConstStaticCell::new($crate::Grid::ZERO);
            $crate::run(&mut $crate::start().0, CLOTH.take(), NORMALS.take());
            $crate::stop()
        }
    };
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    console::print(&cloth_boards::panic_line(info));
    stop()
}

#[allow(unsafe_code)] // The runtime asks for `unsafe fn` here.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    console::print(&cloth_boards::fault_line("HardFault", frame.pc()));
    stop()
}
