//! ESP32-C3, over the USB port that the chip has itself.

#![no_std]

use cloth_boards::{Stack, Target, Unit, Widened};
use core::panic::PanicInfo;
use esp_hal::clock::CpuClock;
use esp_println::println;

/// The board as a target.
#[derive(Debug)]
pub struct Esp32C3 {
    counter: Cycles,
    stack: Stack,
}

impl Target for Esp32C3 {
    const NAME: &'static str = "esp32-c3";
    // Its rating.
    const CLOCK_HZ: u32 = 160_000_000;
    const UNIT: Unit = Unit::CyclesMeasured;
    // In software floating point a hundred steps of the larger grids take minutes.
    const STEPS: u32 = if cfg!(cloth = "f32") { 12 } else { 100 };

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

/// Which events are counted: bit 0 is cycles.
mod event {
    riscv::write_csr_as_usize!(safe 0x7e0);
}

/// How: bit 0 counts, bit 1 would stop at the largest value.
mod mode {
    riscv::write_csr_as_usize!(safe 0x7e1);
}

/// The count.
mod count {
    riscv::read_csr_as_usize!(0x7e2);
}

/// Core cycles. This core has a counter of its own in place of RISC-V's `mcycle`: it counts chosen events, cycles
/// among them (technical reference manual, "Performance counter").
#[derive(Clone, Copy, Debug)]
struct Cycles(Widened);

impl Cycles {
    /// Starts counting.
    fn start() -> Self {
        event::write(1);
        mode::write(1);
        Self(Widened::default())
    }

    /// Cycles so far.
    fn read(&mut self) -> u64 {
        self.0.read(count::read() as u32)
    }
}

/// Sets the board up: clock, counter.
#[must_use]
pub fn start() -> Esp32C3 {
    let config = esp_hal::Config::default().with_cpu_clock(CpuClock::_160MHz);
    esp_hal::init(config);
    Esp32C3 {
        counter: Cycles::start(),
        stack: stack(),
    }
}

/// The stack, down to the word above its guard: writing to that is taken for an overflow.
#[allow(unsafe_code, reason = "the linker's name for the guard")]
fn stack() -> Stack {
    unsafe extern "C" {
        static mut __stack_chk_guard: u32;
    }
    unsafe { Stack::down_to((&raw mut __stack_chk_guard).wrapping_add(1)) }
}

/// Waits for ever.
pub fn stop() -> ! {
    loop {
        riscv::asm::wfi();
    }
}

/// Exceptions end here too: the hardware abstraction panics with their names.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    println!("{}", cloth_boards::panic_line(info));
    stop()
}
