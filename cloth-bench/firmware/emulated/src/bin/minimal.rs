//! The least that a program with a cloth is: `f32`, 8 × 8, constraint mode.
#![no_std]
#![no_main]

use cloth_core::{Simulation, Verlet};
use cloth_emulated::{entry, run_minimal};
use static_cell::ConstStaticCell;

static SIMULATION: ConstStaticCell<Simulation<f32, Verlet<f32, 8, 8>, 8, 8>> =
    ConstStaticCell::new(Simulation::EMPTY);

#[entry]
fn main() -> ! {
    run_minimal(SIMULATION.take())
}
