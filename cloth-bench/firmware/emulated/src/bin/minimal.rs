//! The least that a program with a cloth is: `f32`, 8 × 8, constraint mode.
#![no_std]
#![no_main]

use cloth_emulated::{Least, entry, run_minimal};
use static_cell::ConstStaticCell;

static SIMULATION: ConstStaticCell<Least<f32, 8, 8>> = ConstStaticCell::new(Least::EMPTY);

#[entry]
fn main() -> ! {
    run_minimal(SIMULATION.take())
}
