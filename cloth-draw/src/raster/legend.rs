//! What is written into a picture: the scale of strains, and the names of the two kinds of lighting.

use glam::Vec3;

use super::color::pack;
use super::framebuffer::Framebuffer;
use super::pixels::strain_color;
use super::text::{LINE, draw_text, fill_box, text_size};
use crate::look::{Look, Surface, Theme};

/// Smallest picture that has room for words, pixels.
const SMALLEST: (usize, usize) = (240, 120);
/// Pixels from the edge of the picture.
const EDGE: i32 = 14;

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
        Surface::Strain => draw_scale(frame, free as i32, ink, range),
        Surface::Split => draw_halves(frame, free as i32, ink),
        _ => {}
    }
}

/// A thin line in the middle, and what is on each side of it.
fn draw_halves(frame: &mut Framebuffer, free: i32, ink: u32) {
    let middle = free / 2;
    let (height, below) = (frame.height as u32, frame.height as i32 - EDGE);
    fill_box(frame, (middle, 0), (1, height), ink, 0.6);
    let (width, high) = text_size("Gouraud", LINE);
    let y = below - high as i32;
    draw_text(frame, middle - 8 - width as i32, y, "Gouraud", ink, LINE);
    draw_text(frame, middle + 9, y, "Phong", ink, LINE);
}

/// A bar of all colours with numbers, from compression to stretch.
fn draw_scale(frame: &mut Framebuffer, free: i32, ink: u32, range: f32) {
    let width = (free / 4).clamp(120, 320);
    let (letter, high) = text_size("0", LINE);
    let (letter, high) = (letter as i32, high as i32);
    let left = free - EDGE - width - 2 * letter;
    let top = frame.height as i32 - EDGE - 2 * high - 4;
    for x in 0..width {
        let strain = (x as f32 + 0.5) / width as f32 * 2.0 - 1.0;
        let color: Vec3 = strain_color(strain);
        fill_box(frame, (left + x, top + high + 2), (1, 10), pack(color), 1.0);
    }
    for (share, mark) in [(0, -1.0), (width / 2, 0.0), (width, 1.0)] {
        let text = percent(mark * range);
        let x = left + share - text_size(&text, LINE).0 as i32 / 2;
        draw_text(frame, x, top + high + 13, &text, ink, LINE);
    }
    draw_text(frame, left, top, "compressed", ink, LINE);
    let stretched = left + width - text_size("stretched", LINE).0 as i32;
    draw_text(frame, stretched, top, "stretched", ink, LINE);
}

/// A strain as a short number.
fn percent(strain: f32) -> String {
    let percent = 100.0 * strain;
    let text = match percent.abs() {
        p if p >= 10.0 || p == 0.0 => format!("{percent:.0} %"),
        p if p >= 1.0 => format!("{percent:.1} %"),
        _ => format!("{percent:.2} %"),
    };
    if strain > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}
