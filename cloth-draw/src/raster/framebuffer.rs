//! Colours and depths of one picture.

use super::faces::Faces;
use super::light::pack;
use super::segment::Segment;
use super::smooth::Blend;
use crate::look::Theme;
use glam::Vec3;
use std::ops::Range;

/// Colours at the upper and the lower edge of an empty picture: dark and light neutral greys.
const DARK: [[f32; 3]; 2] = [[30.0, 33.0, 39.0], [66.0, 71.0, 79.0]];
const LIGHT: [[f32; 3]; 2] = [[250.0, 251.0, 252.0], [216.0, 221.0, 228.0]];

/// The background of a picture, from its upper edge (0) to its lower edge (1).
pub(super) fn background(theme: Theme, down: f32) -> u32 {
    let colors = match theme {
        Theme::Dark => DARK,
        Theme::Light => LIGHT,
    };
    let [top, bottom] = colors.map(Vec3::from);
    pack(top.lerp(bottom, down))
}

/// Pixels as `0x00RRGGBB`, row by row from the top, and a depth for each.
#[derive(Clone, Debug, Default)]
pub struct Framebuffer {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colors: Vec<u32>,
    /// 1 / depth in 1/m; 0 where nothing was drawn.
    pub(super) depths: Vec<f32>,
    /// What each pixel shows: between two that differ there is an edge to be smoothed.
    pub(super) kinds: Vec<u8>,
    /// Memory that drawing uses.
    pub(super) scratch: DrawMemory,
}

/// What drawing needs besides the picture; its contents mean nothing between two pictures.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawMemory {
    pub(super) faces: Faces,
    pub(super) segments: Vec<Segment>,
    /// Edges of each row's pixels to the left and above.
    pub(super) edges: Vec<u8>,
    /// What smoothing changes in each strip.
    pub(super) changes: Vec<Vec<Blend>>,
}

impl PartialEq for Framebuffer {
    /// Whether two pictures are the same, whatever was drawn before.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.colors == other.colors && self.depths == other.depths
    }
}

impl Framebuffer {
    /// An empty picture of this many pixels. Either may be 0: then there is nothing to draw on.
    pub fn new(width: usize, height: usize) -> Self {
        let mut frame = Self::default();
        frame.resize(width, height);
        frame
    }

    /// Width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// (width, height) in pixels, as [`crate::camera::Camera`] wants it.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The pixels as `0x00RRGGBB`, `width * height` of them, row by row from the top.
    pub fn pixels(&self) -> &[u32] {
        &self.colors
    }

    /// The same pixels, to be painted over.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.colors
    }

    /// The pixels as red, green, blue bytes, `3 * width * height` of them.
    pub fn to_rgb(&self) -> Vec<u8> {
        let bytes = |color: &u32| {
            let [_, red, green, blue] = color.to_be_bytes();
            [red, green, blue]
        };
        self.colors.iter().flat_map(bytes).collect()
    }

    /// The pixels as a browser's canvas wants them: red, green, blue and 255 as bytes, in memory's order.
    pub fn to_canvas(&self, pixels: &mut Vec<u32>) {
        pixels.clear();
        let canvas = |color: &u32| u32::from_be((color << 8) | 0xff);
        pixels.extend(self.colors.iter().map(canvas));
    }

    /// Clears the highest byte of the pixels in some rows, which painting with opacity leaves set.
    pub fn clear_opacity(&mut self, rows: Range<usize>) {
        let last = rows.end.min(self.height);
        let pixels = rows.start.min(last) * self.width..last * self.width;
        for color in &mut self.colors[pixels] {
            *color &= 0x00ff_ffff;
        }
    }

    /// Copies another picture over this one, at the top left; what does not fit is cut off.
    pub fn put(&mut self, other: &Self) {
        let width = self.width.min(other.width);
        if width == 0 {
            return;
        }
        let rows = other.colors.chunks_exact(other.width);
        for (row, part) in self.colors.chunks_exact_mut(self.width).zip(rows) {
            row[..width].copy_from_slice(&part[..width]);
        }
    }

    /// Changes the size, and fills the picture with the dark background, a vertical gradient, at infinite
    /// depth. Its memory never shrinks.
    pub fn resize(&mut self, width: usize, height: usize) {
        self.width = width;
        self.height = height;
        self.colors.resize(width * height, 0);
        self.depths.resize(width * height, 0.0);
        self.kinds.resize(width * height, 0);
        let last = height.saturating_sub(1).max(1) as f32;
        for (y, row) in self.colors.chunks_exact_mut(width.max(1)).enumerate() {
            row.fill(background(Theme::Dark, y as f32 / last));
        }
        self.depths.fill(0.0);
        self.kinds.fill(0);
    }

    /// Averages each block of 2 × 2 pixels of this picture into one pixel of `small`.
    ///
    /// Drawing at twice the size and shrinking smooths every edge, at four times the cost: for pictures
    /// that are saved. `small` takes half this size; its depths are cleared.
    pub fn halve_into(&self, small: &mut Self) {
        small.resize(self.width / 2, self.height / 2);
        for y in 0..small.height {
            for x in 0..small.width {
                let corner = 2 * y * self.width + 2 * x;
                let block = [0, 1, self.width, self.width + 1].map(|i| self.colors[corner + i]);
                small.colors[y * small.width + x] = average(block);
            }
        }
    }
}

/// The mean of four colours, rounded.
fn average(colors: [u32; 4]) -> u32 {
    [16, 8, 0].iter().fold(0, |mean, shift| {
        let sum: u32 = colors.iter().map(|color| color >> shift & 0xff).sum();
        mean | ((sum + 2) / 4) << shift
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_may_have_no_pixels_and_are_put_over_another_and_halved() {
        for empty in [(0, 5), (5, 0)].map(|(w, h)| Framebuffer::new(w, h)) {
            assert!(empty.to_rgb().is_empty());
            empty.halve_into(&mut Framebuffer::default());
        }
        let mut frame = Framebuffer::new(3, 2);
        frame.colors = vec![1, 2, 3, 4, 5, 0xff00_0006];
        let mut small = Framebuffer::new(2, 3);
        small.colors.fill(7);
        frame.put(&small);
        frame.put(&Framebuffer::default());
        frame.colors[0] = 0x0100_0007;
        frame.clear_opacity(1..9);
        assert_eq!(frame.pixels(), [0x0100_0007, 7, 3, 7, 7, 6]);
        let mut canvas = vec![9];
        small.colors[1] = 0x01_02_03;
        small.to_canvas(&mut canvas);
        assert_eq!(canvas[1].to_ne_bytes(), [1, 2, 3, 255]);
        let mut frame = Framebuffer::new(4, 3);
        frame.colors[..8].copy_from_slice(&[0, 4, 0x10_00_00, 0, 8, 0, 0, 0]);
        frame.halve_into(&mut small);
        assert_eq!(small.size(), (2, 1));
        assert_eq!(small.pixels(), [3, 0x04_00_00]);
    }
}
