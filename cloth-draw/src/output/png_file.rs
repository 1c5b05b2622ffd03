//! PNG pictures: one, and a folder of numbered ones for video tools.

use std::fs;
use std::path::{Path, PathBuf};

use png::Compression;

use super::OutputError;
use super::atomic::{AtomicFile, copy};
use super::destination::{OutputKind, check_output, frame_name, frame_number};
use crate::raster::Framebuffer;

/// Writes a picture as an 8-bit RGB PNG, replacing an earlier file of that name.
///
/// # Errors
/// As [`check_output`], and where the picture has no pixels or the disk is full. What was there
/// before is then still there.
pub fn save_png(path: impl AsRef<Path>, frame: &Framebuffer) -> Result<(), OutputError> {
    let path = path.as_ref();
    check_output(path, OutputKind::Png)?;
    write_png(path, frame, Compression::Balanced)
}

/// Writes a PNG where it is known to be allowed.
fn write_png(path: &Path, frame: &Framebuffer, effort: Compression) -> Result<(), OutputError> {
    let (Ok(width), Ok(height)) = (u32::try_from(frame.width()), u32::try_from(frame.height()))
    else {
        return Err(OutputError::refused(path, "the picture is too large"));
    };
    let mut file = AtomicFile::create(path)?;
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(effort);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&frame.to_rgb())?;
        writer.finish()
    });
    written.map_err(|error| OutputError::refused(path, error.to_string()))?;
    file.commit()
}

/// Writes `frame-00000.png`, `frame-00001.png`, … into a folder.
#[derive(Debug)]
pub struct SequenceWriter {
    folder: PathBuf,
    count: usize,
}

impl SequenceWriter {
    /// Starts a sequence; the folder is made if it does not exist.
    ///
    /// # Errors
    /// As [`check_output`].
    pub fn create(folder: impl AsRef<Path>) -> Result<Self, OutputError> {
        let folder = folder.as_ref().to_path_buf();
        check_output(&folder, OutputKind::Sequence)?;
        fs::create_dir_all(&folder).map_err(|error| OutputError::io(&folder, error))?;
        Ok(Self { folder, count: 0 })
    }

    /// Writes the next picture. Each appears when it is complete.
    ///
    /// # Errors
    /// The picture has no pixels, or the disk is full.
    pub fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        // Ten times as quick as the usual compression, for half as many bytes again: a window can
        // be followed.
        let path = self.folder.join(frame_name(self.count));
        write_png(&path, frame, Compression::Fast)?;
        self.count += 1;
        Ok(())
    }

    /// Writes the last picture again, as the next one. Without a picture nothing happens.
    ///
    /// # Errors
    /// The last picture is gone, or the disk is full.
    pub fn repeat(&mut self) -> Result<(), OutputError> {
        let Some(last) = self.count.checked_sub(1) else {
            return Ok(());
        };
        let [from, to] = [last, self.count].map(|number| self.folder.join(frame_name(number)));
        copy(&from, &to)?;
        self.count += 1;
        Ok(())
    }

    /// Ends the sequence and returns the number of pictures.
    ///
    /// Pictures of an earlier, longer sequence are removed, so that the folder holds this one only.
    ///
    /// # Errors
    /// An earlier picture cannot be removed.
    pub fn finish(self) -> Result<usize, OutputError> {
        let failed = |error| OutputError::io(&self.folder, error);
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let number = frame_number(&entry.file_name().to_string_lossy());
            if number.is_some_and(|number| number >= self.count) {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(self.count)
    }
}
