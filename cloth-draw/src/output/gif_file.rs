//! Animated GIFs that loop for ever.

use std::path::{Path, PathBuf};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::atomic::AtomicFile;
use super::check::{OutputKind, check_output};
use super::error::OutputError;
use super::palette::{COLORS, Palette, distance};
use crate::raster::Framebuffer;

/// Palette entry that means "as in the picture before".
const UNCHANGED: u8 = COLORS as u8;
/// Squared distance from which a colour counts as badly matched by the palette.
const BAD: u32 = 14 * 14;
/// Part of the pixels that may be badly matched before a new palette is made.
const BAD_SHARE: f32 = 0.0005;

/// Writes an animation picture by picture.
///
/// Only the box of changed pixels is stored, and in it only what changed. A palette serves as
/// long as its colours fit. There is no dithering: it would flicker and make every pixel change.
/// The file appears when [`GifWriter::finish`] is called; without that nothing is left behind.
pub struct GifWriter {
    path: PathBuf,
    encoder: Encoder<AtomicFile>,
    size: (usize, usize),
    frames_per_second: f32,
    count: usize,
    /// Hundredths of a second up to the end of the last picture.
    elapsed: u32,
    palette: Palette,
    bad_share: f32,
    /// The last picture as it was given, and as it is seen.
    given: Vec<u32>,
    shown: Vec<u32>,
}

impl std::fmt::Debug for GifWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GifWriter")
            .field("path", &self.path)
            .field("size", &self.size)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl GifWriter {
    /// Starts an animation of this size in pixels.
    ///
    /// `frames_per_second` is limited to 1–50, since most programs play anything faster slowly; a
    /// number that is not finite counts as 25.
    ///
    /// # Errors
    ///
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
            return Err(OutputError::unfit(&path, reason));
        };
        let file = AtomicFile::create(&path)?;
        let encoder = Encoder::new(file, width, height, &[])
            .and_then(|mut encoder| encoder.set_repeat(Repeat::Infinite).map(|()| encoder))
            .map_err(|error| failure(&path, error))?;
        Ok(Self {
            path,
            encoder,
            size,
            frames_per_second: match frames_per_second.is_finite() {
                true => frames_per_second.clamp(1.0, 50.0),
                false => 25.0,
            },
            count: 0,
            elapsed: 0,
            palette: Palette::new(&[]),
            bad_share: 1.0,
            given: Vec::new(),
            shown: Vec::new(),
        })
    }

    /// Adds a picture.
    ///
    /// # Errors
    ///
    /// The picture has another size than the animation, or the disk is full.
    pub fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        if frame.size() != self.size {
            return Err(OutputError::unfit(
                &self.path,
                "the size of the pictures changed",
            ));
        }
        let area = self.changed_area(frame.pixels());
        if self.count == 0 || self.is_palette_unfit(frame.pixels()) {
            self.palette = self.new_palette(frame.pixels());
            self.bad_share = self.badly_matched(frame.pixels());
        }
        let buffer = self.indices(frame.pixels(), area);
        self.store(area, buffer)?;
        self.given.clear();
        self.given.extend(frame.pixels());
        Ok(())
    }

    /// Adds the last picture again, at next to no cost. Without a picture nothing happens.
    ///
    /// # Errors
    ///
    /// The disk is full.
    pub fn repeat(&mut self) -> Result<(), OutputError> {
        match self.count {
            0 => Ok(()),
            _ => self.store((0, 0, 1, 1), vec![UNCHANGED]),
        }
    }

    /// Writes a box of palette entries as the next picture.
    fn store(
        &mut self,
        (left, top, right, bottom): (usize, usize, usize, usize),
        buffer: Vec<u8>,
    ) -> Result<(), OutputError> {
        // All fit: the size does. Every frame names its palette, since there is no global one.
        let stored = Frame {
            delay: self.delay(),
            dispose: DisposalMethod::Keep,
            transparent: (self.count > 0).then_some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            palette: Some(self.palette.to_rgb()),
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder
            .write_frame(&stored)
            .map_err(|error| failure(&self.path, error))?;
        self.count += 1;
        Ok(())
    }

    /// Completes the file and returns the number of pictures.
    ///
    /// # Errors
    ///
    /// There was no picture, or the disk is full.
    pub fn finish(self) -> Result<usize, OutputError> {
        if self.count == 0 {
            return Err(OutputError::unfit(&self.path, "there are no pictures"));
        }
        let file = self
            .encoder
            .into_inner()
            .map_err(|error| failure(&self.path, error))?;
        file.commit()?;
        Ok(self.count)
    }

    /// Hundredths of a second for the next picture. Rounded in sum, not one by one, so that 30
    /// pictures a second stay 30.
    fn delay(&mut self) -> u16 {
        let end = ((self.count + 1) as f32 * 100.0 / self.frames_per_second).round() as u32;
        let delay = end.saturating_sub(self.elapsed).clamp(2, 100);
        self.elapsed += delay;
        delay as u16
    }

    /// Whether a pixel has changed, or is seen as something else for want of a colour.
    fn is_stale(&self, i: usize, color: u32) -> bool {
        self.given[i] != color || distance(self.shown[i], color) > BAD
    }

    /// The box (left, top, right, bottom) of stale pixels, half-open, at least one pixel large; all
    /// for the first picture.
    fn changed_area(&self, pixels: &[u32]) -> (usize, usize, usize, usize) {
        let (width, height) = self.size;
        if self.given.is_empty() {
            return (0, 0, width, height);
        }
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        for (y, row) in pixels.chunks_exact(width).enumerate() {
            let differs = |x: &usize| self.is_stale(y * width + x, row[*x]);
            let (Some(first), Some(last)) =
                ((0..width).find(differs), (0..width).rev().find(differs))
            else {
                continue;
            };
            left = left.min(first);
            right = right.max(last + 1);
            top = top.min(y);
            bottom = y + 1;
        }
        if bottom == 0 {
            (0, 0, 1, 1)
        } else {
            (left, top, right, bottom)
        }
    }

    fn is_palette_unfit(&mut self, pixels: &[u32]) -> bool {
        // A new palette is worth its time only if the last one did clearly better when it was new.
        self.badly_matched(pixels) > 2.0 * self.bad_share + BAD_SHARE
    }

    /// Part of the pixels for which the palette has no good colour.
    fn badly_matched(&mut self, pixels: &[u32]) -> f32 {
        let runs = pixels.chunk_by(|a, b| a == b);
        let bad = runs.filter(|run| distance(self.palette.nearest(run[0]).1, run[0]) > BAD);
        bad.map(<[u32]>::len).sum::<usize>() as f32 / pixels.len().max(1) as f32
    }

    /// A palette for a picture and the one before, so that colours just seen are kept.
    fn new_palette(&self, pixels: &[u32]) -> Palette {
        let mut all = pixels.to_vec();
        all.extend(&self.given);
        Palette::new(&all)
    }

    /// Palette entries of a box of pixels; what need not change is [`UNCHANGED`].
    fn indices(&mut self, pixels: &[u32], area: (usize, usize, usize, usize)) -> Vec<u8> {
        self.shown.resize(pixels.len(), 0);
        let (left, top, right, bottom) = area;
        let mut indices = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let row = y * self.size.0 + left..y * self.size.0 + right;
            for (i, given) in row.clone().zip(&pixels[row]) {
                let (index, color) = self.palette.nearest(*given);
                let is_new =
                    self.count == 0 || (self.is_stale(i, *given) && self.shown[i] != color);
                indices.push(if is_new { index } else { UNCHANGED });
                if is_new {
                    self.shown[i] = color;
                }
            }
        }
        indices
    }
}

fn failure(path: &Path, error: EncodingError) -> OutputError {
    match error {
        EncodingError::Io(source) => OutputError::io(path, source),
        other => OutputError::unfit(path, other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::super::{names_in, test_folder};
    use super::*;
    use crate::raster::text;

    /// All pictures of a GIF as they are seen, with the delay of each.
    fn decoded(path: &Path) -> Vec<(Vec<u32>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(File::open(path).unwrap()).unwrap();
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = vec![0; width * height];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (i, rgba) in frame.buffer.chunks_exact(4).enumerate() {
                let x = usize::from(frame.left) + i % usize::from(frame.width);
                let y = usize::from(frame.top) + i / usize::from(frame.width);
                if rgba[3] > 0 {
                    canvas[y * width + x] = u32::from_be_bytes([0, rgba[0], rgba[1], rgba[2]]);
                }
            }
            pictures.push((canvas.clone(), frame.delay));
        }
        pictures
    }

    /// What no colour was left for when it came into view gets one when there is.
    #[test]
    fn nothing_stays_in_a_wrong_colour() {
        let folder = test_folder("gif-stale");
        let path = folder.join("a.gif");
        let mut frame = Framebuffer::new(64, 64);
        let mut gif = GifWriter::create(&path, frame.size(), 25.0).unwrap();
        gif.push(&frame).unwrap();
        text::fill_box(&mut frame, (0, 0), (8, 8), 0xff00, 1.0);
        // The palette has no green; first it has to do, then not.
        for bad_share in [1.0, 0.0] {
            gif.bad_share = bad_share;
            gif.push(&frame).unwrap();
        }
        gif.finish().unwrap();
        let corners: Vec<_> = decoded(&path).iter().map(|(p, _)| p[0]).collect();
        assert!(distance(corners[1], 0xff00) > BAD, "{corners:x?}");
        assert!(distance(corners[2], 0xff00) <= BAD, "{corners:x?}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn pictures_of_few_colours_decode_exactly() {
        let path = test_folder("gif").join("a.gif");
        let mut writer = GifWriter::create(&path, (60, 30), 30.0).unwrap();
        let mut expected = Vec::new();
        // Moves, stands still once, and changes colour.
        for (x, color) in [
            (0, 0xff_ff00),
            (5, 0xff_ff00),
            (5, 0xff_ff00),
            (9, 0x00_ff80),
        ] {
            let mut frame = Framebuffer::new(60, 30);
            text::draw_text(&mut frame, x, 4, "gif", color, text::LINE);
            expected.push(frame.pixels().to_vec());
            writer.push(&frame).unwrap();
        }
        assert!(!path.exists());
        assert_eq!(writer.finish().unwrap(), 4);
        let (found, delays): (Vec<_>, Vec<_>) = decoded(&path).into_iter().unzip();
        assert!(found == expected);
        assert_eq!(delays, [3, 4, 3, 3]);
    }

    #[test]
    fn a_picture_can_be_repeated() {
        let path = test_folder("gif-repeat").join("a.gif");
        let mut writer = GifWriter::create(&path, (60, 30), 25.0).unwrap();
        writer.repeat().unwrap();
        let mut frame = Framebuffer::new(60, 30);
        let mut expected = Vec::new();
        for x in [0, 9] {
            text::fill_box(&mut frame, (x, 4), (8, 8), 0xff_ff00, 1.0);
            writer.push(&frame).unwrap();
            writer.repeat().unwrap();
            expected.extend([(frame.pixels().to_vec(), 4), (frame.pixels().to_vec(), 4)]);
        }
        assert_eq!(writer.finish().unwrap(), 4);
        assert!(decoded(&path) == expected);
    }

    #[test]
    fn pictures_of_many_colours_decode_closely() {
        let path = test_folder("gif-many").join("a.gif");
        let mut writer = GifWriter::create(&path, (128, 128), 10.0).unwrap();
        let mut expected = Vec::new();
        // The second picture has hues that the first has not, so its palette must be new.
        for shift in [0, 8] {
            let mut frame = Framebuffer::new(128, 128);
            for i in 0..128 * 128 {
                let color = ((i % 128) * 2) << (8 + shift) | (i / 128) << shift;
                text::fill_box(&mut frame, (i % 128, i / 128), (1, 1), color as u32, 1.0);
            }
            expected.push(frame.pixels().to_vec());
            writer.push(&frame).unwrap();
        }
        writer.finish().unwrap();
        for ((found, _), expected) in decoded(&path).iter().zip(&expected) {
            let errors = found.iter().zip(expected).map(|(a, b)| distance(*a, *b));
            let mean = errors.clone().sum::<u32>() as f32 / found.len() as f32;
            // The best 255 colours for two such squares would err by 86.
            assert!(mean < 130.0, "mean squared error {mean}");
            assert!(errors.max() < Some(45 * 45));
        }
    }

    #[test]
    fn an_animation_given_up_leaves_nothing_behind() {
        let folder = test_folder("gif-drop");
        let path = folder.join("a.gif");
        let mut writer = GifWriter::create(&path, (8, 8), 10.0).unwrap();
        writer.push(&Framebuffer::new(8, 8)).unwrap();
        let message = writer
            .push(&Framebuffer::new(9, 8))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("a.gif") && message.contains("size"),
            "{message}"
        );
        drop(writer);
        assert!(
            GifWriter::create(&path, (8, 8), 10.0)
                .unwrap()
                .finish()
                .is_err()
        );
        assert!(GifWriter::create(&path, (0, 8), 10.0).is_err());
        assert!(GifWriter::create(&path, (8, 70_000), f32::NAN).is_err());
        assert!(names_in(&folder).is_empty());
    }
}
