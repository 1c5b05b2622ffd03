//! nRF52840-DK, with the debug probe it carries.

#![no_std]

#[doc(hidden)]
pub use cloth_boards::{Cloth, Const, Fixed, Grid, run, stop};
#[doc(hidden)]
pub use cortex_m_rt::entry;
#[doc(hidden)]
pub use static_cell::ConstStaticCell;

use cloth_boards::{Chip, Probed};
use embassy_nrf::Peripherals;
use embassy_nrf::pac::NVMC;

/// The chip.
#[derive(Debug)]
pub struct Nrf52840;

impl Chip for Nrf52840 {
    const NAME: &'static str = "nrf52840-dk";
    // The only clock it has.
    const CLOCK_HZ: u32 = 64_000_000;
}

/// Sets the board up for what is measured: flash, counter, channel to the probe.
#[must_use]
pub fn start() -> Probed<Nrf52840> {
    peripherals();
    Probed::start()
}

/// Sets up flash with its cache, which is off after a reset, and hands the rest out.
pub fn peripherals() -> Peripherals {
    let peripherals = embassy_nrf::init(Default::default());
    NVMC.icachecnf().modify(|w| w.set_cacheen(true));
    peripherals
}

/// The program of an image.
#[macro_export]
macro_rules! image {
    ($scalar:ty, $n:literal) => {
        #[$crate::entry]
        fn main() -> ! {
            static CLOTH: $crate::ConstStaticCell<$crate::Cloth<$scalar, $n, $n>> =
                $crate::ConstStaticCell::new($crate::Cloth::EMPTY);
            static NORMALS: $crate::ConstStaticCell<$crate::Grid<$scalar, $crate::Const<$n, $n>>> =
                $crate::ConstStaticCell::new($crate::Grid::ZERO);
            $crate::run(&mut $crate::start(), CLOTH.take(), NORMALS.take());
            $crate::stop(Ok(()))
        }
    };
}
