//! Pictures side by side, with what was measured under each.

use super::Outcome;
use cloth_core::host::AnySimulation;
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::output::save_png;
use cloth_draw::raster::text::{self, draw_text, fill_box, text_size};
use cloth_draw::raster::{self, Framebuffer};
use cloth_draw::stage::Stage;
use std::path::Path;

/// A cell of a sheet: its title, what was measured, its picture.
pub type Cell = (String, Outcome, Framebuffer);

/// Pixels of a picture.
const WIDTH: usize = 360;
const HEIGHT: usize = 300;
/// Pixels around and between cells.
const GAP: usize = 12;
/// Height of a line of text.
const LINE: usize = 17;
/// A title and three lines under it.
const LINES: usize = 4;

const PAPER: u32 = 0x00ff_ffff;
const INK: u32 = 0x0020_2020;
const ALARM: u32 = 0x00b0_2010;

/// The picture of a cloth; an empty one where it has blown up.
pub fn draw(cloth: &mut dyn AnySimulation, outcome: &Outcome) -> Framebuffer {
    let mut small = Framebuffer::new(WIDTH, HEIGHT);
    if !outcome.stable {
        fill_box(
            &mut small,
            (0, 0),
            (WIDTH as u32, HEIGHT as u32),
            0x00ea_e6e4,
            1.0,
        );
        let word = "unstable";
        let (width, height) = text_size(word, 2.0 * text::LINE);
        let x = (WIDTH as i32 - width as i32) / 2;
        let y = (HEIGHT as i32 - height as i32) / 2;
        draw_text(&mut small, x, y, word, ALARM, 2.0 * text::LINE);
        return small;
    }
    let stage = Stage::new(cloth);
    // Twice the size and halved: smooth edges.
    let mut large = Framebuffer::new(2 * WIDTH, 2 * HEIGHT);
    raster::draw(
        &[stage.picture(false)],
        &Look::DEFAULT,
        &camera(cloth),
        &mut large,
    );
    large.halve_into(&mut small);
    small
}

/// The same place for every cell of a row, so that they compare: it sees where
/// a cloth of these pins hangs when it is stretched by a fifth.
fn camera(cloth: &dyn AnySimulation) -> Camera {
    let scene = cloth.scene();
    let (width, half) = (scene.cloth.width, 0.5 * scene.cloth.width);
    let [x, y, z] = scene.cloth.center;
    // By two corners it hangs down from the one edge, by four it sags between.
    let (depth, far) = match scene.pins.bottom_left {
        true => (0.4 * width, z + half),
        false => (1.2 * width, z - half + 0.1 * width),
    };
    let low = [x - half, y - depth, z - half].map(|v| v as f32);
    let high = [x + half, y, far].map(|v| v as f32);
    let mut camera = Camera::framing(low, high);
    // Framing leaves room all around for a cloth that turns.
    camera.zoom(0.85);
    camera
}

/// Writes the sheet, `columns` cells in a row.
pub fn write(path: &Path, cells: &[Cell], columns: usize) -> Result<(), String> {
    let (across, down) = (WIDTH + GAP, HEIGHT + LINES * LINE + GAP);
    let rows = cells.len().div_ceil(columns);
    let mut sheet = Framebuffer::new(GAP + columns * across, GAP + rows * down);
    let size = (sheet.width() as u32, sheet.height() as u32);
    fill_box(&mut sheet, (0, 0), size, PAPER, 1.0);
    for (i, (title, outcome, picture)) in cells.iter().enumerate() {
        let x = GAP + i % columns * across;
        let y = GAP + i / columns * down;
        copy(picture, &mut sheet, x, y);
        let colour = if outcome.stable { INK } else { ALARM };
        let [first, second, third] = outcome.lines();
        for (line, text) in [title.as_str(), &first, &second, &third].iter().enumerate() {
            let y = y + HEIGHT + 4 + line * LINE;
            let colour = if line == 0 { INK } else { colour };
            draw_text(&mut sheet, x as i32, y as i32, text, colour, text::LINE);
        }
    }
    save_png(path, &sheet).map_err(|e| e.to_string())
}

/// Copies a picture with its top left corner to (x, y).
fn copy(picture: &Framebuffer, sheet: &mut Framebuffer, x: usize, y: usize) {
    for row in 0..picture.height() {
        for column in 0..picture.width() {
            if let Some(colour) = picture.pixel(column, row) {
                let corner = ((x + column) as i32, (y + row) as i32);
                fill_box(sheet, corner, (1, 1), colour, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_copied_to_its_place() {
        let mut picture = Framebuffer::new(2, 2);
        fill_box(&mut picture, (1, 0), (1, 1), ALARM, 1.0);
        let mut sheet = Framebuffer::new(8, 8);
        copy(&picture, &mut sheet, 3, 4);
        assert_eq!(sheet.pixel(4, 4), Some(ALARM));
        assert_ne!(sheet.pixel(5, 4), Some(ALARM));
    }
}
