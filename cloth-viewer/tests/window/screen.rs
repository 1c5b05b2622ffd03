//! What is on the screen, read from the file that Xvfb keeps it in.
//!
//! With `-fbdir` Xvfb maps its screen to a file in the X window dump format: a header of 32-bit
//! numbers, highest byte first, a table of colours, the pixels.

use std::fmt;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Numbers in the header, as `XWDFile.h` lists them.
const HEADER_SIZE: usize = 0;
const FILE_VERSION: usize = 1;
const WIDTH: usize = 4;
const HEIGHT: usize = 5;
const BYTE_ORDER: usize = 7;
const BITS_PER_PIXEL: usize = 11;
const BYTES_PER_LINE: usize = 12;
const COLORS: usize = 19;
/// Bytes of an entry of the table of colours.
const COLOR_SIZE: usize = 12;

/// The window's pixels as `0x00RRGGBB`, row by row from the top.
#[derive(Clone)]
pub struct Shot {
    /// Pixels in a row.
    pub width: usize,
    /// The pixels.
    pub pixels: Vec<u32>,
}

/// Whether two pixels are the same, but for rounding: letters lie in egui's texture in the order in
/// which they were needed first, which depends on how many pictures were drawn.
fn is_same((a, b): (&u32, &u32)) -> bool {
    let parts = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
    parts.into_iter().all(|(a, b)| a.abs_diff(b) <= 1)
}

impl PartialEq for Shot {
    fn eq(&self, other: &Self) -> bool {
        self.width == other.width && self.changed(other) == 0
    }
}

impl fmt::Debug for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cloth, levels) = self.cloth();
        write!(
            f,
            "{} pixels wide, {} of all {} are cloth, {levels} levels",
            self.width,
            cloth,
            self.pixels.len()
        )
    }
}

impl Shot {
    /// Reads a dump; `None` while Xvfb has not written all of it.
    pub fn read(path: &Path) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        let number = |at: usize| {
            let four = bytes.get(4 * at..4 * at + 4)?;
            Some(u32::from_be_bytes(four.try_into().ok()?) as usize)
        };
        if number(FILE_VERSION)? != 7 || number(BITS_PER_PIXEL)? != 32 {
            return None;
        }
        let from_bytes = match number(BYTE_ORDER)? {
            0 => u32::from_le_bytes,
            _ => u32::from_be_bytes,
        };
        let (width, height) = (number(WIDTH)?, number(HEIGHT)?);
        let start = number(HEADER_SIZE)? + number(COLORS)? * COLOR_SIZE;
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let row = bytes.get(start + y * number(BYTES_PER_LINE)?..)?;
            let row = row.get(..4 * width)?.chunks_exact(4);
            // The highest byte means nothing at 24 bits of colour.
            pixels.extend(row.map(|b| from_bytes([b[0], b[1], b[2], b[3]]) & 0x00ff_ffff));
        }
        Some(Self { width, pixels })
    }

    /// Red, green and blue of all pixels.
    pub fn bytes(&self) -> Vec<u8> {
        let colors = self.pixels.iter();
        colors
            .flat_map(|color| color.to_be_bytes()[1..].to_vec())
            .collect()
    }

    /// Writes it as PNG.
    pub fn save(&self, path: &Path) {
        let file = BufWriter::new(File::create(path).unwrap());
        let height = self.pixels.len() / self.width;
        let mut encoder = png::Encoder::new(file, self.width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.bytes()).unwrap();
    }

    /// The part at the top left of this size.
    pub fn part(&self, (width, height): (usize, usize)) -> Self {
        let rows = self.pixels.chunks_exact(self.width).take(height);
        let rows = rows.flat_map(|row| &row[..width.min(self.width)]);
        Self {
            width,
            pixels: rows.copied().collect(),
        }
    }

    /// The picture below the first `rows` rows.
    pub fn below(&self, rows: usize) -> Self {
        Self {
            width: self.width,
            pixels: self.pixels[rows * self.width..].to_vec(),
        }
    }

    /// Pixels of the cloth's hues, coral and teal, and how many levels of brightness they have,
    /// of sixteen.
    pub fn cloth(&self) -> (usize, usize) {
        let mut count = 0;
        let mut levels = [false; 16];
        for pixel in self.pixels.iter().filter(|pixel| is_cloth(**pixel)) {
            let [_, red, green, blue] = pixel.to_be_bytes();
            count += 1;
            levels[(usize::from(red) + usize::from(green) + usize::from(blue)) / 48] = true;
        }
        (count, levels.iter().filter(|level| **level).count())
    }

    /// Pixels that differ from another picture's.
    pub fn changed(&self, other: &Self) -> usize {
        let pairs = self.pixels.iter().zip(&other.pixels);
        pairs.filter(|pair| !is_same(*pair)).count()
            + self.pixels.len().abs_diff(other.pixels.len())
    }

    /// Fails if it is not the same as another, and saves both.
    pub fn assert_is(&self, expected: &Self, what: &str) {
        let changed = self.changed(expected);
        if changed == 0 {
            return;
        }
        let folder = std::env::temp_dir();
        for (name, shot) in [("seen", self), ("expected", expected)] {
            shot.save(&folder.join(format!("cloth-window-{name}.png")));
        }
        let differs = |i: &usize| !is_same((&self.pixels[*i], &expected.pixels[*i]));
        let first = (0..self.pixels.len()).find(differs).unwrap_or(0);
        panic!(
            "{what}: {changed} pixels differ, the first at {}, {}: {self:?}, expected {expected:?}; \
             see {}",
            first % self.width,
            first / self.width,
            folder.join("cloth-window-*.png").display()
        );
    }

    /// Whether there is cloth within a few pixels of a place, (x, y) from the top left.
    pub fn has_cloth_at(&self, (x, y): (usize, usize)) -> bool {
        (y - 3..=y + 3).any(|y| {
            let row = &self.pixels[y * self.width..(y + 1) * self.width];
            row[x - 3..=x + 3].iter().any(|pixel| is_cloth(*pixel))
        })
    }
}

/// Background, floor and ball are grey, cloth is not.
fn is_cloth(pixel: u32) -> bool {
    let [_, red, green, blue] = pixel.to_be_bytes().map(i32::from);
    red - blue > 40 && red > green || blue - red > 20 && green - red > 15
}
