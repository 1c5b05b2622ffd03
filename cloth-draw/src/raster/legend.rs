//! What is written into a picture: the scale of strains, and the names of the two kinds of lighting.

use ab_glyph::{Font, FontRef, Glyph, ScaleFont, point};
use std::ops::Range;
use std::sync::LazyLock;

use super::framebuffer::Framebuffer;
use super::light::{pack, unpack};
use super::pixels::strain_color;
use crate::look::{Look, Surface, Theme};

/// Smallest picture that has room for words, pixels.
const SMALLEST: (usize, usize) = (240, 120);
/// Pixels from the edge of the picture.
const EDGE: usize = 14;
/// Height of a line of text, pixels.
const LINE: usize = 17;

/// The panel's font.
static FONT: LazyLock<FontRef<'_>> = LazyLock::new(|| {
    FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).expect("the font is one")
});

/// Draws the legend of a surface that has one, in the first `free` columns; `range` is the strain at
/// the end of the scale.
pub(super) fn draw(frame: &mut Framebuffer, free: usize, look: &Look, range: f32) {
    let free = free.min(frame.width);
    if free < SMALLEST.0 || frame.height < SMALLEST.1 {
        return;
    }
    let ink = match look.theme {
        Theme::Dark => 0x00e6_e9ee,
        Theme::Light => 0x0026_2a30,
    };
    match look.surface {
        Surface::Strain => draw_scale(frame, free, ink, range),
        Surface::Split => draw_halves(frame, free, ink),
        _ => {}
    }
}

/// A thin line in the middle, and what is on each side of it.
fn draw_halves(frame: &mut Framebuffer, free: usize, ink: u32) {
    let (middle, top) = (free / 2, frame.height - EDGE - LINE);
    fill(frame, [middle..middle + 1, 0..frame.height], ink, 0.6);
    write(frame, (middle - 8, top), 1.0, "Gouraud", ink);
    write(frame, (middle + 9, top), 0.0, "Phong", ink);
}

/// A bar of all colours with numbers, from compression to stretch.
fn draw_scale(frame: &mut Framebuffer, free: usize, ink: u32, range: f32) {
    let width = (free / 4).clamp(120, 320);
    // Room for half of the last number.
    let left = free - EDGE - width - 2 * letters("0").1 as usize;
    let top = frame.height - EDGE - 2 * LINE - 4;
    for x in 0..width {
        let strain = (x as f32 + 0.5) / width as f32 * 2.0 - 1.0;
        let (column, row) = (left + x, top + LINE + 2);
        let color = pack(strain_color(strain));
        fill(frame, [column..column + 1, row..row + 10], color, 1.0);
    }
    for (along, strain) in [(0, -range), (width / 2, 0.0), (width, range)] {
        let place = (left + along, top + LINE + 13);
        write(frame, place, 0.5, &percent(strain), ink);
    }
    write(frame, (left, top), 0.0, "compressed", ink);
    write(frame, (left + width, top), 1.0, "stretched", ink);
}

/// A strain as a short number.
fn percent(strain: f32) -> String {
    let percent = 100.0 * strain;
    let sign = if strain > 0.0 { "+" } else { "" };
    match percent.abs() {
        p if p >= 10.0 || p == 0.0 => format!("{sign}{percent:.0} %"),
        p if p >= 1.0 => format!("{sign}{percent:.1} %"),
        _ => format!("{sign}{percent:.2} %"),
    }
}

/// A line's letters at their places from its top-left corner, and its width in pixels.
fn letters(text: &str) -> (Vec<Glyph>, f32) {
    let font = FONT.as_scaled(LINE as f32);
    let mut x = 0.0;
    let letters = text.chars().map(|letter| {
        let glyph = font.glyph_id(letter);
        let place = point(x, font.ascent());
        x += font.h_advance(glyph);
        glyph.with_scale_and_position(font.scale(), place)
    });
    (letters.collect(), x.ceil())
}

/// Writes a line whose upper edge is at y and of which x is the left end (0), the middle (0.5) or the
/// right end (1).
fn write(frame: &mut Framebuffer, (x, y): (usize, usize), part: f32, text: &str, ink: u32) {
    let (letters, width) = letters(text);
    let left = x as i64 - (width * part) as i64;
    for outline in letters.into_iter().filter_map(|l| FONT.outline_glyph(l)) {
        let corner = outline.px_bounds().min;
        let (left, top) = (left + corner.x as i64, y as i64 + corner.y as i64);
        outline.draw(|column, row, covered| {
            let (x, y) = (left + i64::from(column), top + i64::from(row));
            let is_inside = (0..frame.width as i64).contains(&x);
            let pixel = y as usize * frame.width + x as usize;
            if let (true, Some(pixel)) = (is_inside, frame.colors.get_mut(pixel)) {
                *pixel = pack(unpack(*pixel).lerp(unpack(ink), covered.min(1.0)));
            }
        });
    }
}

/// Covers a part of the picture by so much, 0 to 1.
fn fill(frame: &mut Framebuffer, [columns, rows]: [Range<usize>; 2], color: u32, opacity: f32) {
    for y in rows {
        for pixel in &mut frame.colors[y * frame.width..][columns.clone()] {
            *pixel = pack(unpack(*pixel).lerp(unpack(color), opacity));
        }
    }
}
