//! An SSD1306 at an I2C: it is sent what has changed after each picture.

use crate::Part;
use embedded_hal::i2c::I2c;
use ssd1306::Ssd1306;
use ssd1306::mode::{BufferedGraphicsMode, DisplayConfig};
use ssd1306::prelude::{DisplayRotation, DisplaySize128x64, I2CInterface};

/// Columns of the display.
pub const COLUMNS: usize = 128;
/// Rows of a band.
pub const ROWS: usize = 8;
/// Bands of a picture.
pub const BANDS: usize = 8;

/// The display, with a kilobyte of memory for a picture.
pub type Oled<I> =
    Ssd1306<I2CInterface<I>, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>;

/// Sets the display up: address 0x3c, as nearly all have it.
///
/// # Panics
/// If the display does not answer.
pub fn open<I: I2c>(bus: I) -> Oled<I> {
    // Its own way to make one is another with the feature `async`, which an example asks for.
    let interface = I2CInterface::new(bus, 0x3c, 0x40);
    let display = Ssd1306::new(interface, DisplaySize128x64, DisplayRotation::Rotate0);
    let mut display = display.into_buffered_graphics_mode();
    (display.init()).expect("a display answers at address 0x3c");
    display
}

/// Sends what has changed at the end of a picture.
///
/// # Panics
/// If the display does not answer.
pub fn show<I: I2c>(part: Part, display: &mut Oled<I>) {
    if part == Part::End {
        display.flush().expect("the display answers");
    }
}
