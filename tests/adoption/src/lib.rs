//! A cloth on a display, as a board's program would draw it: it need only compile.

#![no_std]

use cloth_core::{BendNeighbours, Const, Fixed, Simulation, SpringKind, springs};
use embedded_graphics::pixelcolor::{BinaryColor, Rgb565};
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Line, PrimitiveStyle};

/// A cloth of 16 × 16 particles in fixed point.
pub type Cloth = Simulation<Fixed, Const<16, 16>>;

/// Draws the structural links, seen from the front, 100 pixels a metre.
///
/// # Errors
/// As the display's.
pub fn draw<D: DrawTarget>(
    cloth: &Cloth,
    display: &mut D,
    color: D::Color,
) -> Result<(), D::Error> {
    let pixel = |index: usize| {
        let [x, y, _] = cloth.position(index % 16, index / 16).unwrap_or_default();
        Point::new(120 + (100.0 * x) as i32, 120 - (100.0 * y) as i32)
    };
    let all = springs(16, 16, BendNeighbours::Four);
    for spring in all.filter(|spring| spring.kind == SpringKind::Structural) {
        let [from, to] = spring.ends.map(pixel);
        Line::new(from, to)
            .into_styled(PrimitiveStyle::with_stroke(color, 1))
            .draw(display)?;
    }
    Ok(())
}

/// On a display of mipidsi's, without a reset pin.
///
/// # Errors
/// As the display's.
pub fn draw_in_colour<I, M>(
    cloth: &Cloth,
    display: &mut mipidsi::Display<I, M, mipidsi::NoResetPin>,
) -> Result<(), I::Error>
where
    I: mipidsi::interface::Interface,
    M: mipidsi::models::Model<ColorFormat = Rgb565>,
    Rgb565: mipidsi::interface::InterfacePixelFormat<I::Word>,
{
    draw(cloth, display, Rgb565::WHITE)
}

/// A display of ssd1306's with its buffer.
pub type Buffered<I, S> = ssd1306::Ssd1306<I, S, ssd1306::mode::BufferedGraphicsMode<S>>;

/// On a display of ssd1306's.
///
/// # Errors
/// As the display's.
pub fn draw_in_white<I, S>(
    cloth: &Cloth,
    display: &mut Buffered<I, S>,
) -> Result<(), <Buffered<I, S> as DrawTarget>::Error>
where
    I: ssd1306::prelude::WriteOnlyDataCommand,
    S: ssd1306::prelude::DisplaySize,
{
    draw(cloth, display, BinaryColor::On)
}
