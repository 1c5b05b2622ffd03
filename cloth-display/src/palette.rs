//! Colours, how they grow dark, and what a display makes of them.

use embedded_graphics_core::pixelcolor::{BinaryColor, IntoStorage, PixelColor, Rgb565, RgbColor};

/// Levels of light; at the last a colour is as in the palette.
pub(crate) const LEVELS: usize = 32;

/// The colours of a picture, fully lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// What is seen where there is nothing.
    pub background: Rgb565,
    /// Links of a wireframe.
    pub line: Rgb565,
    /// The side from which columns run right and rows run down: the first is that of a flat
    /// surface, both alternate on a checkered one.
    pub front: [Rgb565; 2],
    /// The other side.
    pub back: [Rgb565; 2],
    /// Spheres, capsules and boxes.
    pub solid: Rgb565,
    /// Tiles of a plane.
    pub floor: [Rgb565; 2],
}

impl Palette {
    /// For displays in colour: red and cream cloth with a blue back.
    pub const COLOUR: Self = Self {
        background: Rgb565::new(2, 5, 4),
        line: Rgb565::new(28, 58, 30),
        front: [Rgb565::new(29, 16, 7), Rgb565::new(31, 58, 26)],
        back: [Rgb565::new(8, 28, 26), Rgb565::new(24, 54, 30)],
        solid: Rgb565::new(15, 33, 18),
        floor: [Rgb565::new(8, 20, 14), Rgb565::new(12, 27, 17)],
    };

    /// For displays of two colours, where light becomes the density of points.
    pub const TWO_COLOURS: Self = Self {
        background: Rgb565::new(0, 0, 0),
        line: Rgb565::new(31, 63, 31),
        front: [Rgb565::new(31, 63, 31), Rgb565::new(7, 14, 7)],
        back: [Rgb565::new(22, 44, 22), Rgb565::new(5, 10, 5)],
        solid: Rgb565::new(7, 14, 7),
        floor: [Rgb565::new(3, 6, 3), Rgb565::new(0, 0, 0)],
    };
}

/// A colour in this light, 0 (nearly dark) to 31, as a display stores it.
#[inline]
pub(crate) fn lit(colour: Rgb565, level: u8) -> u16 {
    let [part, colour] = [u32::from(level) + 1, u32::from(colour.into_storage())];
    // Red and blue, with a gap between them, are multiplied at once; a half is added to each.
    let red_blue = (((colour & 0xf81f) * part + 0x8010) >> 5) & 0xf81f;
    let green = (((colour & 0x07e0) * part + 0x0200) >> 5) & 0x07e0;
    (red_blue | green) as u16
}

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

/// Bayer's matrix: the places below any threshold are spread evenly.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_channel_is_its_part_rounded() {
        let odd = Rgb565::new(1, 2, 3);
        for colour in [Palette::COLOUR.solid, Rgb565::WHITE, odd] {
            for level in 0..LEVELS as u8 {
                let times = u32::from(level) + 1;
                let part = |channel: u8| ((u32::from(channel) * times + 16) / 32) as u8;
                let [r, g, b] = [colour.r(), colour.g(), colour.b()].map(part);
                assert_eq!(lit(colour, level), Rgb565::new(r, g, b).into_storage());
            }
        }
    }

    #[test]
    fn of_a_square_of_two_colours_the_part_is_on_that_is_light() {
        for grey in 0..32_u8 {
            let colour = Rgb565::new(grey, 2 * grey, grey);
            let places = (0..16).map(|i| BinaryColor::tone(colour, i % 4, i / 4));
            let on = places.filter(|tone| tone.is_on()).count();
            let share = 16.0 * f64::from(luminance(colour)) / f64::from(WHITE);
            assert!((on as f64 - share).abs() <= 0.5);
        }
    }
}
