//! Measures a cloth: 32 × 32 particles in `f32`, or what `CLOTH_IMAGE` names when it is built.
//!
//! ```sh
//! CLOTH_IMAGE=fixed-16 cargo run --release
//! ```

#![no_std]
#![no_main]

use cloth_boards::{Chosen, Measure};
use cloth_esp32_c3::{start, stop};
use static_cell::ConstStaticCell;

static MEMORY: ConstStaticCell<Chosen> = ConstStaticCell::new(Chosen::EMPTY);

esp_bootloader_esp_idf::esp_app_desc!();

#[esp_hal::main]
fn main() -> ! {
    MEMORY.take().measure(&mut start());
    stop()
}
