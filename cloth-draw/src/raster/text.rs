//! Text and filled boxes over a picture.

use super::color::{pack, unpack};
use super::framebuffer::Framebuffer;
use ab_glyph::{Font, FontRef, Glyph, ScaleFont, point};
use std::sync::LazyLock;

/// Height of a line of text that is read in passing, pixels.
pub const LINE: f32 = 17.0;

/// The font of all text, the panel's too.
static FONT: LazyLock<FontRef<'_>> = LazyLock::new(|| {
    FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).expect("the font is one")
});

/// The letters of a text at their places, from its top-left corner.
fn letters(text: &str, height: f32) -> impl Iterator<Item = Glyph> {
    let font = FONT.as_scaled(height.clamp(1.0, 400.0));
    let lines = text.lines().zip(0_u16..);
    lines.flat_map(move |(line, number)| {
        let (mut x, y) = (0.0, f32::from(number) * font.height() + font.ascent());
        let letters = line.chars().map(move |letter| {
            let id = font.glyph_id(letter);
            let at = point(x, y);
            x += font.h_advance(id);
            id.with_scale_and_position(font.scale(), at)
        });
        letters.collect::<Vec<_>>()
    })
}

/// Draws text with its top-left corner at (x, y) pixels, which may be outside the picture.
///
/// `color` is `0x00RRGGBB`, `height` that of a line in pixels. A line break starts a new line.
pub fn draw_text(frame: &mut Framebuffer, x: i32, y: i32, text: &str, color: u32, height: f32) {
    let color = unpack(color);
    let (columns, rows) = (frame.width as i64, frame.height as i64);
    for outline in letters(text, height).filter_map(|glyph| FONT.outline_glyph(glyph)) {
        let corner = outline.px_bounds().min;
        let (left, top) = (
            i64::from(x) + corner.x as i64,
            i64::from(y) + corner.y as i64,
        );
        outline.draw(|column, row, covered| {
            let (x, y) = (left + i64::from(column), top + i64::from(row));
            if (0..columns).contains(&x) && (0..rows).contains(&y) {
                let pixel = &mut frame.colors[(y * columns + x) as usize];
                *pixel = pack(unpack(*pixel).lerp(color, covered.min(1.0)));
            }
        });
    }
}

/// Width and height in pixels of a text drawn by [`draw_text`].
#[must_use]
pub fn text_size(text: &str, height: f32) -> (u32, u32) {
    let font = FONT.as_scaled(height.clamp(1.0, 400.0));
    let advance = |letter| font.h_advance(font.glyph_id(letter));
    let widths = text.lines().map(|line| line.chars().map(advance).sum());
    let width = widths.fold(0.0, f32::max);
    let height = font.height() * text.lines().count() as f32;
    (width.ceil() as u32, height.ceil() as u32)
}

/// Fills a box with its top-left corner at (x, y) pixels; it may reach outside the picture.
///
/// `color` is `0x00RRGGBB`; `opacity` from 0 to 1 tells how much of the picture it covers.
pub fn fill_box(
    frame: &mut Framebuffer,
    corner: (i32, i32),
    size: (u32, u32),
    color: u32,
    opacity: f32,
) {
    let within = |from: i32, length: u32, all: usize| {
        let end = i64::from(from) + i64::from(length);
        i64::from(from).clamp(0, all as i64) as usize..end.clamp(0, all as i64) as usize
    };
    let columns = within(corner.0, size.0, frame.width);
    let color = unpack(color);
    for y in within(corner.1, size.1, frame.height) {
        for pixel in &mut frame.colors[y * frame.width..][columns.clone()] {
            *pixel = pack(unpack(*pixel).lerp(color, opacity.clamp(0.0, 1.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: u32 = 0x00ff_ffff;

    /// A black picture with something drawn on it, and how much of it is white, pixels.
    fn white(draw: impl Fn(&mut Framebuffer)) -> f32 {
        let mut frame = Framebuffer::new(300, 90);
        frame.colors.fill(0);
        draw(&mut frame);
        let share = |color: &u32| (color & 0xff) as f32 / 255.0;
        frame.pixels().iter().map(share).sum()
    }

    #[test]
    fn doubled_text_covers_four_times_as_much_and_a_box_its_opacity() {
        let text = "Cloth 12 µs\nstep";
        let [once, doubled] =
            [17.0, 34.0].map(|height| white(|frame| draw_text(frame, 5, 6, text, WHITE, height)));
        // Outlines are cut into lines, and shares rounded to 1 in 255.
        let ratio = doubled / once;
        assert!(once > 100.0 && (3.9..4.1).contains(&ratio), "{ratio}");
        let boxed = white(|frame| fill_box(frame, (2, 3), (4, 5), WHITE, 0.6));
        assert!((boxed - 12.0).abs() < 1e-3, "{boxed}");
    }

    #[test]
    fn text_and_boxes_outside_the_picture_are_cut() {
        let far = [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN)];
        for size in [(20, 10), (0, 0)] {
            let mut frame = Framebuffer::new(size.0, size.1);
            for (x, y) in [(-9, -9), (18, 8), far[0], far[1]] {
                draw_text(&mut frame, x, y, "Wide text\nand more", WHITE, 40.0);
                fill_box(&mut frame, (x, y), (15, 15), WHITE, 0.5);
            }
        }
    }
}
