//! From the colours of a band to those of a display.

use crate::palette::Palette;
use embedded_graphics_core::pixelcolor::raw::RawU16;
use embedded_graphics_core::pixelcolor::{BinaryColor, PixelColor, Rgb565, RgbColor};

/// A colour that a display can have.
pub trait Tone: PixelColor {
    /// What [`Screen::draw`](crate::Screen::draw) draws with.
    const PALETTE: Palette;

    /// The colour of the pixel at (x, y) that is to be `colour`. It depends on nothing else,
    /// so that pixels that are not sent again stay right.
    fn tone(colour: Rgb565, x: usize, y: usize) -> Self;
}

impl Tone for Rgb565 {
    const PALETTE: Palette = Palette::COLOUR;

    #[inline]
    fn tone(colour: Rgb565, _x: usize, _y: usize) -> Self {
        colour
    }
}

/// Bayer's matrix: thresholds of which any part is spread evenly.
const THRESHOLDS: [[u32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
/// Luminance of white as [`luminance`] counts it.
const WHITE: u32 = 219;

/// Two parts of red, four of green and one of blue; green has twice as many values.
#[inline]
fn luminance(colour: Rgb565) -> u32 {
    2 * u32::from(colour.r()) + 2 * u32::from(colour.g()) + u32::from(colour.b())
}

impl Tone for BinaryColor {
    const PALETTE: Palette = Palette::TWO_COLOURS;

    /// On where the luminance is above the threshold of the place: ordered dithering.
    #[inline]
    fn tone(colour: Rgb565, x: usize, y: usize) -> Self {
        let threshold = (2 * THRESHOLDS[y % 4][x % 4] + 1) * WHITE;
        (32 * luminance(colour) > threshold).into()
    }
}

/// A pixel as a band keeps it.
#[inline]
pub(crate) fn stored(colour: u16) -> Rgb565 {
    RawU16::new(colour).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of a 4 × 4 square of one colour that are on.
    fn on(colour: Rgb565) -> usize {
        let places = (0..16).map(|i| BinaryColor::tone(colour, i % 4, i / 4));
        places.filter(|tone| tone.is_on()).count()
    }

    #[test]
    fn of_a_square_the_part_is_on_that_is_light() {
        assert_eq!(on(Rgb565::new(0, 0, 0)), 0);
        assert_eq!(on(Rgb565::new(31, 63, 31)), 16);
        for grey in 0..32_u8 {
            let colour = Rgb565::new(grey, 2 * grey, grey);
            let share = 16.0 * f64::from(luminance(colour)) / f64::from(WHITE);
            assert!((on(colour) as f64 - share).abs() <= 0.5);
        }
    }
}
