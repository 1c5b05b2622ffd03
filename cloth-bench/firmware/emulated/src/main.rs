//! Measures a cloth, as a board does.
#![no_std]
#![no_main]

use cloth_boards::Measure;
use cloth_emulated::{Emulated, N, entry};
use semihosting::process;
use static_cell::ConstStaticCell;

#[cfg(any(cloth = "f32", cloth = "fixed"))]
type Memory = cloth_boards::Cloth<cloth_emulated::Number, N>;
#[cfg(cloth = "folded")]
type Memory = cloth_boards::Folded<f32, N>;
#[cfg(cloth = "textbook")]
type Memory = cloth_boards::Textbook<{ N * N }, { cloth_boards::link_count(N, N) }>;

static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory::EMPTY);

#[entry]
fn main() -> ! {
    MEMORY.take().measure(&mut Emulated::start());
    process::exit(0)
}
