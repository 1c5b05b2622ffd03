//! Traces a cloth that tears, for another machine to compare with.
#![no_std]
#![no_main]

use cloth_bench::record;
use cloth_core::{Const, Scene, Simulation, Verlet, WithTearing};
use cloth_emulated::{Emulated, N, Number, entry};
use semihosting::process;
use static_cell::ConstStaticCell;

/// A cloth whose links can break.
type Torn = Simulation<Number, Const<N, N>, Verlet, Scene, WithTearing>;

static SIMULATION: ConstStaticCell<Torn> = ConstStaticCell::new(Torn::EMPTY);

#[entry]
fn main() -> ! {
    let mut machine = Emulated::start();
    if let Err(error) = record(&mut machine, SIMULATION.take()) {
        panic!("{}: the scene is out of range", error.key);
    }
    process::exit(0)
}
