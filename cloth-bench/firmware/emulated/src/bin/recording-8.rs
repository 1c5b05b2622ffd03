//! A recording of a cloth that tears: `f32`, 8 × 8.
#![no_std]
#![no_main]

use cloth_emulated::{Torn, entry, run_recording};
use static_cell::ConstStaticCell;

static SIMULATION: ConstStaticCell<Torn<f32, 8, 8>> = ConstStaticCell::new(Torn::EMPTY);

#[entry]
fn main() -> ! {
    run_recording(SIMULATION.take())
}
