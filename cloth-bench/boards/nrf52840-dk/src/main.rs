//! Measures a cloth: 32 × 32 particles in `f32`, or what `CLOTH_IMAGE` names when it is built.
//!
//! ```sh
//! CLOTH_IMAGE=fixed-16 cargo run --release
//! ```

#![no_std]
#![no_main]

use cloth_boards::{Measure, number, stop};
use cloth_nrf52840_dk::start;
use cortex_m_rt::entry;
use static_cell::ConstStaticCell;

/// Columns and rows.
const N: usize = number(env!("CLOTH_SIDE"));

#[cfg(cloth = "f32")]
type Memory = cloth_boards::Cloth<f32, N>;
#[cfg(cloth = "fixed")]
type Memory = cloth_boards::Cloth<cloth_boards::Fixed, N>;
#[cfg(not(any(cloth = "f32", cloth = "fixed")))]
compile_error!("CLOTH_IMAGE is f32-N or fixed-N");

static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory::EMPTY);

#[entry]
fn main() -> ! {
    MEMORY.take().measure(&mut start());
    stop(Ok(()))
}
