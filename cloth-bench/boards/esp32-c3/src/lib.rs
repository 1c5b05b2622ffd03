//! ESP32-C3, over the USB port that the chip has itself.

#![no_std]

mod cycles;
mod stack;

#[doc(hidden)]
pub use cloth_boards::{Cloth, Const, Fixed, Grid, run};
#[doc(hidden)]
pub use esp_bootloader_esp_idf::esp_app_desc;
#[doc(hidden)]
pub use esp_hal::main;
#[doc(hidden)]
pub use static_cell::ConstStaticCell;

use cloth_boards::{Target, Unit};
use core::panic::PanicInfo;
use cycles::Cycles;
use esp_hal::clock::CpuClock;
use esp_println::println;
use stack::Stack;

/// The board as a target; the hash is taken after `STEPS` steps.
#[derive(Debug)]
pub struct Esp32C3<const STEPS: u32> {
    counter: Cycles,
    stack: Stack,
}

impl<const STEPS: u32> Target for Esp32C3<STEPS> {
    const NAME: &'static str = "esp32-c3";
    // Its rating.
    const CLOCK_HZ: u32 = 160_000_000;
    const UNIT: Unit = Unit::CyclesMeasured;
    const STEPS: u32 = STEPS;

    fn count(&mut self) -> u64 {
        self.counter.read()
    }

    fn print(&mut self, line: &str) {
        println!("{line}");
    }

    fn paint_stack(&mut self) {
        self.stack.paint();
    }

    fn stack_used(&mut self) -> Option<u32> {
        self.stack.used()
    }
}

/// Sets the board up: clock, counter.
#[must_use]
pub fn start<const STEPS: u32>() -> Esp32C3<STEPS> {
    let config = esp_hal::Config::default().with_cpu_clock(CpuClock::_160MHz);
    esp_hal::init(config);
    Esp32C3 {
        counter: Cycles::start(),
        stack: Stack::default(),
    }
}

/// Waits for ever.
pub fn stop() -> ! {
    loop {
        riscv::asm::wfi();
    }
}

/// The program of an image: the grid, and the steps after which the hash is
/// taken.
#[macro_export]
macro_rules! image {
    ($scalar:ty, $n:literal, steps: $steps:literal) => {
        $crate::esp_app_desc!();

        #[$crate::main]
        fn main() -> ! {
            static CLOTH: $crate::ConstStaticCell<$crate::Cloth<$scalar, $n, $n>> =
                $crate::ConstStaticCell::new($crate::Cloth::EMPTY);
            static NORMALS: $crate::ConstStaticCell<$crate::Grid<$scalar, $crate::Const<$n, $n>>> =
                $crate::ConstStaticCell::new($crate::Grid::ZERO);
            $crate::run(&mut $crate::start::<$steps>(), CLOTH.take(), NORMALS.take());
            $crate::stop()
        }
    };
}

/// Exceptions end here too: the hardware abstraction panics with their names.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    println!("{}", cloth_boards::panic_line(info));
    stop()
}
