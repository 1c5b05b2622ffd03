//! A folder of numbered pictures, for video tools.

use std::fs;
use std::path::{Path, PathBuf};

use super::check::{OutputKind, check_output};
use super::error::OutputError;
use super::png_file::write_png;
use crate::raster::Framebuffer;

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
    ///
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
    ///
    /// The picture has no pixels, or the disk is full.
    pub fn push(&mut self, frame: &Framebuffer) -> Result<(), OutputError> {
        write_png(&self.folder.join(frame_name(self.count)), frame)?;
        self.count += 1;
        Ok(())
    }

    /// Ends the sequence and returns the number of pictures.
    ///
    /// Pictures of an earlier, longer sequence are removed, so that the folder holds this one only.
    ///
    /// # Errors
    ///
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

fn frame_name(number: usize) -> String {
    format!("frame-{number:05}.png")
}

/// The number in a name that [`frame_name`] makes, `None` for any other name.
pub(super) fn frame_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("frame-")?.strip_suffix(".png")?;
    let number = digits.parse().ok()?;
    (frame_name(number) == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::super::{names_in, test_folder};
    use super::*;

    #[test]
    fn names_and_numbers_belong_together() {
        for number in [0, 7, 99_999, 123_456] {
            assert_eq!(frame_number(&frame_name(number)), Some(number));
        }
        for name in [
            "frame-1.png",
            "frame-+0001.png",
            "frame-00001.PNG",
            "frame-.png",
            "a.png",
        ] {
            assert_eq!(frame_number(name), None, "{name}");
        }
    }

    #[test]
    fn a_shorter_sequence_replaces_a_longer_one() {
        let folder = test_folder("sequence").join("frames");
        for length in [3, 2] {
            let mut writer = SequenceWriter::create(&folder).unwrap();
            for _ in 0..length {
                writer.push(&Framebuffer::new(4, 4)).unwrap();
            }
            assert_eq!(writer.finish().unwrap(), length);
        }
        assert_eq!(names_in(&folder), ["frame-00000.png", "frame-00001.png"]);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_refused() {
        let path = test_folder("sequence-file").join("frames");
        fs::write(&path, "precious").unwrap();
        assert!(SequenceWriter::create(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    }
}
