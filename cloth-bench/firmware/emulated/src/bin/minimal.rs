//! The least that a program with a cloth is: `f32`, 8 × 8, constraint mode, and the hash of what came out. Shows what
//! the engine takes of flash and RAM.
#![no_std]
#![no_main]

use cloth_bench::{HASHED, Minimal};
use cloth_core::scene::Known;
use cloth_core::{Const, Simulation, Verlet};
use cloth_emulated::{end, entry, print_parts};
use semihosting::process;
use static_cell::ConstStaticCell;

/// Its scene is a constant.
type Least = Simulation<f32, Const<8, 8>, Verlet, Known<Minimal>>;

static SIMULATION: ConstStaticCell<Least> = ConstStaticCell::new(Least::EMPTY);

#[entry]
fn main() -> ! {
    let simulation = SIMULATION.take();
    if let Err(error) = simulation.reset(Known::new()) {
        print_parts(&[b"{\"panic\":\"", error.key.as_bytes(), b"\"}"]);
        process::exit(1)
    }
    simulation.run(HASHED);
    // By hand: what formats numbers would be a good part of the program.
    let mut line = *b"{\"state_hash\":\"0123456789abcdef\"}";
    let hash = simulation.state_hash();
    for (i, digit) in line[15..31].iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(hash >> (60 - 4 * i)) as usize & 15];
    }
    print_parts(&[&line]);
    end()
}
