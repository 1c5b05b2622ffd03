//! A recording of a cloth that tears: Fixed point, 8 × 8.
#![no_std]
#![no_main]

use cloth_core::Fixed;
use cloth_emulated::{Torn, entry, run_recording};
use static_cell::ConstStaticCell;

static SIMULATION: ConstStaticCell<Torn<Fixed, 8, 8>> = ConstStaticCell::new(Torn::EMPTY);

#[entry]
fn main() -> ! {
    run_recording(SIMULATION.take())
}
