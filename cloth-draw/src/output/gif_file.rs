//! Animated GIFs that loop for ever.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::OutputError;
use super::atomic::AtomicFile;
use super::destination::{OutputKind, check_output};
use crate::raster::Framebuffer;

/// Colours of a picture's palette.
const COLORS: usize = 255;
/// Palette entry that means "as in the picture before".
const UNCHANGED: u8 = COLORS as u8;
/// Every tenth pixel trains a palette: ten times as quick as all of them, and hardly worse.
const SAMPLING: i32 = 10;

/// Writes an animation picture by picture.
///
/// Only the box of changed pixels is stored, and in it only what changed, with a palette of its
/// own. There is no dithering: it would flicker and make every pixel change. The file appears when
/// [`GifWriter::finish`] is called; without that nothing is left behind.
pub struct GifWriter {
    path: PathBuf,
    encoder: Encoder<AtomicFile>,
    size: (usize, usize),
    frames_per_second: f32,
    count: usize,
    /// Hundredths of a second up to the end of the last picture.
    elapsed: u32,
    /// The pixels of the last picture.
    last: Vec<u32>,
}

impl fmt::Debug for GifWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GifWriter({})", self.path.display())
    }
}

impl GifWriter {
    /// Starts an animation of this size in pixels.
    ///
    /// `frames_per_second` is limited to 1–50, since most programs play anything faster slowly.
    ///
    /// # Errors
    /// As [`check_output`], or where the size is 0 or beyond 65,535.
    pub fn create(
        path: impl AsRef<Path>,
        size: (usize, usize),
        frames_per_second: f32,
    ) -> Result<Self, OutputError> {
        let path = path.as_ref().to_path_buf();
        check_output(&path, OutputKind::Gif)?;
        let (Ok(width @ 1..), Ok(height @ 1..)) = (u16::try_from(size.0), u16::try_from(size.1))
        else {
            let reason = format!("a GIF cannot have {} × {} pixels", size.0, size.1);
            return Err(OutputError::refused(&path, reason));
        };
        let file = AtomicFile::create(&path)?;
        let encoder = Encoder::new(file, width, height, &[])
            .and_then(|mut encoder| encoder.set_repeat(Repeat::Infinite).map(|()| encoder))
            .map_err(|error| failure(&path, error))?;
        Ok(Self {
            path,
            encoder,
            size,
            frames_per_second: frames_per_second.clamp(1.0, 50.0),
            count: 0,
            elapsed: 0,
            last: Vec::new(),
        })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// The picture has another size than the animation, or the disk is full.
    pub fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        if frame.size() != self.size {
            let reason = "the size of the pictures changed";
            return Err(OutputError::refused(&self.path, reason));
        }
        let (width, pixels) = (self.size.0, frame.pixels());
        let changed = |i: usize| self.last.get(i) != Some(&pixels[i]);
        // The box of what changed, and at least one pixel.
        let (mut left, mut top, mut right, mut bottom) = (width, self.size.1, 0, 0);
        for i in (0..pixels.len()).filter(|i| changed(*i)) {
            (left, right) = (left.min(i % width), right.max(i % width + 1));
            (top, bottom) = (top.min(i / width), i / width + 1);
        }
        if bottom == 0 {
            return self.repeat();
        }
        let places = (top..bottom).flat_map(|y| y * width + left..y * width + right);
        let shown: Vec<_> = places.map(|i| changed(i).then_some(pixels[i])).collect();
        let (palette, entries) = quantised(&shown);
        self.store([left, top, right - left, bottom - top], palette, entries)?;
        self.last.clear();
        self.last.extend(pixels);
        Ok(())
    }

    /// Adds the last picture again, in a few bytes. Does nothing before the first picture.
    ///
    /// # Errors
    /// The disk is full.
    pub fn repeat(&mut self) -> Result<(), OutputError> {
        if self.count == 0 {
            return Ok(());
        }
        let (palette, entries) = quantised(&[None]);
        self.store([0, 0, 1, 1], palette, entries)
    }

    /// Writes the palette entries of a box as the next picture.
    fn store(
        &mut self,
        bounds: [usize; 4],
        palette: Vec<u8>,
        entries: Vec<u8>,
    ) -> Result<(), OutputError> {
        // All fit: the size does.
        let [left, top, width, height] = bounds.map(|v| v as u16);
        // Rounded in sum, not one by one, so that 30 pictures a second stay 30.
        let end = ((self.count + 1) as f32 * 100.0 / self.frames_per_second).round() as u32;
        let delay = end.saturating_sub(self.elapsed).clamp(2, 100);
        let stored = Frame {
            delay: delay as u16,
            dispose: DisposalMethod::Keep,
            transparent: (self.count > 0).then_some(UNCHANGED),
            left,
            top,
            width,
            height,
            palette: Some(palette),
            buffer: entries.into(),
            ..Frame::default()
        };
        let written = self.encoder.write_frame(&stored);
        written.map_err(|error| failure(&self.path, error))?;
        self.elapsed += delay;
        self.count += 1;
        Ok(())
    }

    /// Completes the file and returns the number of pictures.
    ///
    /// # Errors
    /// There was no picture, or the disk is full.
    pub fn finish(self) -> Result<usize, OutputError> {
        if self.count == 0 {
            return Err(OutputError::refused(&self.path, "there are no pictures"));
        }
        let file = self.encoder.into_inner();
        file.map_err(|error| failure(&self.path, error))?.commit()?;
        Ok(self.count)
    }
}

/// A palette of 256 entries as red, green and blue bytes, and the entry of each pixel. It is exact
/// for at most [`COLORS`] colours. `None` is a pixel that does not change.
fn quantised(pixels: &[Option<u32>]) -> (Vec<u8>, Vec<u8>) {
    let rgba = |color: u32| {
        let [_, red, green, blue] = color.to_be_bytes();
        [red, green, blue, 255]
    };
    let mut colors: Vec<u32> = pixels.iter().flatten().copied().collect();
    let samples: Vec<u8> = colors.iter().flat_map(|color| rgba(*color)).collect();
    colors.sort_unstable();
    colors.dedup();
    let (mut palette, entries): (Vec<u8>, HashMap<u32, u8>) = if colors.len() <= COLORS {
        let bytes = colors.iter().flat_map(|color| rgba(*color)[..3].to_vec());
        (bytes.collect(), colors.iter().copied().zip(0..).collect())
    } else {
        let trained = NeuQuant::new(SAMPLING, COLORS, &samples);
        let entry = |color: &u32| (*color, trained.index_of(&rgba(*color)) as u8);
        (trained.color_map_rgb(), colors.iter().map(entry).collect())
    };
    // A picture of few colours also has an entry for what does not change, or programs show it
    // black.
    palette.resize(3 * (COLORS + 1), 0);
    let entry = |color: &Option<u32>| color.map_or(UNCHANGED, |color| entries[&color]);
    (palette, pixels.iter().map(entry).collect())
}

fn failure(path: &Path, error: EncodingError) -> OutputError {
    OutputError::refused(path, error.to_string())
}
