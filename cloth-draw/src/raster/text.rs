//! Text and filled boxes over a picture, through `embedded-graphics`.
//!
//! The framebuffer is one of that crate's draw targets, so anything it can draw can be drawn on a
//! picture: lines, charts, images.

use std::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_1::FONT_7X13};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use super::color::{pack, unpack};
use super::framebuffer::Framebuffer;

/// The font of all text: 7 × 13 pixels a letter, with ° and µ.
pub const FONT: MonoFont<'static> = FONT_7X13;

/// Far enough outside any picture; larger pixel coordinates would overflow in sums.
const FAR: i32 = 1_000_000;

impl OriginDimensions for Framebuffer {
    fn size(&self) -> Size {
        Size::new(self.width as u32, self.height as u32)
    }
}

impl DrawTarget for Framebuffer {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb888>>,
    {
        for Pixel(point, color) in pixels {
            let (Ok(x), Ok(y)) = (usize::try_from(point.x), usize::try_from(point.y)) else {
                continue;
            };
            if x < self.width && y < self.height {
                self.colors[y * self.width + x] = to_u32(color);
            }
        }
        Ok(())
    }
}

fn to_u32(color: Rgb888) -> u32 {
    u32::from(color.r()) << 16 | u32::from(color.g()) << 8 | u32::from(color.b())
}

fn to_rgb888(color: u32) -> Rgb888 {
    let [_, red, green, blue] = color.to_be_bytes();
    Rgb888::new(red, green, blue)
}

/// A draw target that begins at a corner of its own and draws each pixel as a block.
struct Magnified<'a> {
    frame: &'a mut Framebuffer,
    corner: Point,
    /// Width and height of a block in pixels.
    scale: u32,
}

impl OriginDimensions for Magnified<'_> {
    fn size(&self) -> Size {
        OriginDimensions::size(self.frame) / self.scale
    }
}

impl DrawTarget for Magnified<'_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb888>>,
    {
        for Pixel(point, color) in pixels {
            let corner = self.corner + point * self.scale as i32;
            let block = Rectangle::new(corner, Size::new_equal(self.scale));
            self.frame.fill_solid(&block, color)?;
        }
        Ok(())
    }
}

/// Draws text with its top-left corner at (x, y) pixels, which may be outside the picture.
///
/// `color` is `0x00RRGGBB`; `scale` is the size of a font pixel in pixels, 1 or 2 as a rule. A
/// line break starts a new line. Letters outside Latin-1 appear as `?`.
pub fn draw_text(frame: &mut Framebuffer, x: i32, y: i32, text: &str, color: u32, scale: u32) {
    let mut target = Magnified {
        frame,
        corner: limited((x, y)),
        scale: scale.clamp(1, 16),
    };
    let style = MonoTextStyle::new(&FONT, to_rgb888(color));
    // Drawing on memory cannot fail.
    let Ok(_) = Text::with_baseline(text, Point::zero(), style, Baseline::Top).draw(&mut target);
}

/// A corner that is at most [`FAR`] outside.
fn limited(corner: (i32, i32)) -> Point {
    Point::new(corner.0.clamp(-FAR, FAR), corner.1.clamp(-FAR, FAR))
}

/// Width and height in pixels of a text drawn by [`draw_text`].
pub fn text_size(text: &str, scale: u32) -> (u32, u32) {
    let letters = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let letter = FONT.character_size;
    let scale = scale.clamp(1, 16);
    (
        letters as u32 * letter.width * scale,
        text.lines().count() as u32 * letter.height * scale,
    )
}

/// Fills a box with its top-left corner at (x, y) pixels; it may reach outside the picture.
///
/// `color` is `0x00RRGGBB`; `opacity` from 0 to 1 tells how much of the picture it covers, so that
/// a panel can let the cloth shine through.
pub fn fill_box(
    frame: &mut Framebuffer,
    corner: (i32, i32),
    size: (u32, u32),
    color: u32,
    opacity: f32,
) {
    let size = Size::new(size.0.min(FAR as u32), size.1.min(FAR as u32));
    let area = Rectangle::new(limited(corner), size);
    let inside = area.intersection(&Rectangle::new(
        Point::zero(),
        OriginDimensions::size(frame),
    ));
    let color = unpack(color);
    for y in inside.rows() {
        let row = y as usize * frame.width;
        for x in inside.columns() {
            let pixel = &mut frame.colors[row + x as usize];
            *pixel = pack(unpack(*pixel).lerp(color, opacity.clamp(0.0, 1.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: u32 = 0x00ff_ffff;

    fn white_pixels(frame: &Framebuffer) -> usize {
        frame
            .pixels()
            .iter()
            .filter(|color| **color == WHITE)
            .count()
    }

    #[test]
    fn doubled_text_has_four_times_the_pixels() {
        let text = "Cloth 12 µs\nstep";
        let mut frame = Framebuffer::new(200, 80);
        draw_text(&mut frame, 5, 6, text, WHITE, 1);
        let single = white_pixels(&frame);
        frame.clear();
        draw_text(&mut frame, 5, 6, text, WHITE, 2);
        assert!(single > 100);
        assert_eq!(white_pixels(&frame), 4 * single);
    }

    #[test]
    fn text_stays_within_its_size() {
        let mut frame = Framebuffer::new(100, 60);
        let (width, height) = text_size("ABC\ny", 2);
        assert_eq!((width, height), (42, 52));
        draw_text(&mut frame, 10, 3, "ABC\ny", WHITE, 2);
        for (i, color) in frame.pixels().iter().enumerate() {
            let (x, y) = (i as u32 % 100, i as u32 / 100);
            let inside = (10..10 + width).contains(&x) && (3..3 + height).contains(&y);
            assert!(inside || *color != WHITE);
        }
    }

    #[test]
    fn text_and_boxes_outside_the_picture_are_cut() {
        let mut frame = Framebuffer::new(20, 10);
        for (x, y) in [
            (-9, -9),
            (i32::MIN, i32::MAX),
            (i32::MAX, i32::MIN),
            (18, 8),
        ] {
            draw_text(&mut frame, x, y, "Wide text\nand more", WHITE, 3);
            fill_box(&mut frame, (x, y), (15, 15), WHITE, 0.5);
        }
        let mut nothing = Framebuffer::new(0, 0);
        draw_text(&mut nothing, 0, 0, "text", WHITE, 1);
        fill_box(&mut nothing, (0, 0), (5, 5), WHITE, 1.0);
    }

    #[test]
    fn a_box_covers_by_its_opacity() {
        let mut frame = Framebuffer::new(10, 10);
        frame.colors.fill(0);
        fill_box(&mut frame, (2, 3), (4, 5), WHITE, 1.0);
        assert_eq!(white_pixels(&frame), 20);
        fill_box(&mut frame, (0, 0), (1, 1), 0x0064_0064, 0.5);
        assert_eq!(frame.pixel(0, 0), Some(0x0032_0032));
    }
}
