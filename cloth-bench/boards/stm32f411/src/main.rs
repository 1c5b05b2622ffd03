//! Measures a cloth: 32 × 32 particles in `f32`, or what `CLOTH_IMAGE` names when it is built.
//!
//! ```sh
//! CLOTH_IMAGE=fixed-16 cargo run --release
//! ```

#![no_std]
#![no_main]

use cloth_boards::{Chosen, Measure, stop};
use cloth_stm32f411::start;
use cortex_m_rt::entry;
use static_cell::ConstStaticCell;

static MEMORY: ConstStaticCell<Chosen> = ConstStaticCell::new(Chosen::EMPTY);

#[entry]
fn main() -> ! {
    MEMORY.take().measure(&mut start());
    stop(Ok(()))
}
