//! Raspberry Pi Pico, and the RP2040 that rp2040js emulates.

#![no_std]

mod console;
mod systick;

#[doc(hidden)]
pub use cloth_boards::{
    Cloth, Const, Fixed, Folded, Grid, Textbook, link_count, run, run_folded, run_textbook,
};
#[doc(hidden)]
pub use rp2040_hal::entry;
#[doc(hidden)]
pub use static_cell::ConstStaticCell;

use cloth_boards::{SecondCore, Stack, Target, Unit};
use core::panic::PanicInfo;
use cortex_m_rt::{ExceptionFrame, exception};
use rp2040_hal::clocks::{ClocksManager, init_clocks_and_plls};
use rp2040_hal::pac::{self, CLOCKS, PLL_SYS, PLL_USB, RESETS, WATCHDOG, XOSC};
use rp2040_hal::{Sio, Watchdog};

/// The crystal of the board, Hz.
const CRYSTAL_HZ: u32 = 12_000_000;

/// Clock of the core, Hz: what the hardware abstraction and the makers' own
/// software set up. The chip's rating is 133 MHz.
const CLOCK_HZ: u32 = 125_000_000;

/// The chip's ROM copies these 256 bytes into RAM and runs them; they make the
/// flash readable.
#[allow(unsafe_code)] // A linker section of its own is an unsafe attribute.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The board as a target; the hash is taken after `STEPS` steps.
#[derive(Debug, Default)]
pub struct Pico<const STEPS: u32> {
    stack: Stack,
}

impl<const STEPS: u32> Target for Pico<STEPS> {
    const NAME: &'static str = if cfg!(feature = "emulated") {
        "rp2040"
    } else {
        "pico"
    };
    const CLOCK_HZ: u32 = CLOCK_HZ;
    const UNIT: Unit = if cfg!(feature = "emulated") {
        Unit::CyclesEstimated
    } else {
        Unit::CyclesMeasured
    };
    const STEPS: u32 = STEPS;

    fn count(&mut self) -> u64 {
        systick::cycles()
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

/// Sets the clocks up: the core's to 125 MHz.
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

/// Sets the board up: clocks, counter, console.
///
/// # Panics
/// If it is called twice, or the crystal does not start.
pub fn start() -> SecondCore {
    let mut board = pac::Peripherals::take().expect("the start is made once");
    let mut core = pac::CorePeripherals::take().expect("the start is made once");
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
    let sio = Sio::new(board.SIO);
    #[cfg(feature = "emulated")]
    console::open(
        board.UART0,
        (board.IO_BANK0, board.PADS_BANK0, sio.gpio_bank0),
        &clocks,
        &mut board.RESETS,
    );
    #[cfg(not(feature = "emulated"))]
    console::open(
        board.USBCTRL_REGS,
        board.USBCTRL_DPRAM,
        clocks.usb_clock,
        &mut board.RESETS,
    );
    systick::start(&mut core.SYST);
    SecondCore::new(board.PSM, board.PPB, sio.fifo)
}

/// Waits for ever.
pub fn stop() -> ! {
    loop {
        console::attend();
    }
}

/// The program of an image: the grid, and the steps after which the hash is
/// taken; `folded` for the cloth in layers.
#[macro_export]
macro_rules! image {
    (folded $scalar:ty, $n:literal, steps: $steps:literal) => {
        $crate::image!(Folded, run_folded, $scalar, $n, $steps);
    };
    ($scalar:ty, $n:literal, steps: $steps:literal) => {
        $crate::image!(Cloth, run, $scalar, $n, $steps);
    };
    ($cloth:ident, $run:ident, $scalar:ty, $n:literal, $steps:literal) => {
        #[$crate::entry]
        fn main() -> ! {
            static CLOTH: $crate::ConstStaticCell<$crate::$cloth<$scalar, $n, $n>> =
                $crate::ConstStaticCell::new($crate::$cloth::EMPTY);
            static NORMALS: $crate::ConstStaticCell<$crate::Grid<$scalar, $crate::Const<$n, $n>>> =
                $crate::ConstStaticCell::new($crate::Grid::ZERO);
            let _ = $crate::start();
            $crate::$run(
                &mut $crate::Pico::<$steps>::default(),
                CLOTH.take(),
                NORMALS.take(),
            );
            $crate::stop()
        }
    };
}

/// As [`image!`], for the textbook's cloth.
#[macro_export]
macro_rules! textbook {
    ($n:literal, steps: $steps:literal) => {
        #[$crate::entry]
        fn main() -> ! {
            static CLOTH: $crate::ConstStaticCell<
                $crate::Textbook<{ $n * $n }, { $crate::link_count($n, $n) }>,
            > = $crate::ConstStaticCell::new($crate::Textbook::EMPTY);
            let _ = $crate::start();
            $crate::run_textbook(&mut $crate::Pico::<$steps>::default(), CLOTH.take(), $n);
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
