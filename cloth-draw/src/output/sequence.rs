//! A folder of numbered pictures, for video tools.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use super::check::{OutputKind, check_output, frame_name, frame_number};
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
        // Ten times as quick as the usual compression, for half as many bytes again: a window can be
        // followed.
        let path = self.folder.join(frame_name(self.count));
        write_png(&path, frame, png::Compression::Fast)?;
        self.count += 1;
        Ok(())
    }

    /// Writes the last picture again, as the next one. Without a picture nothing happens.
    ///
    /// # Errors
    ///
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

/// Copies a file; the copy appears when it is complete.
///
/// # Errors
/// If `from` cannot be read or `to` cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), OutputError> {
    let bytes = fs::read(from).map_err(|error| OutputError::io(from, error))?;
    let mut file = AtomicFile::create(to)?;
    file.write_all(&bytes)
        .map_err(|error| OutputError::io(to, error))?;
    file.commit()
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
    fn a_picture_can_be_repeated() {
        let folder = test_folder("sequence-repeat");
        let mut writer = SequenceWriter::create(&folder).unwrap();
        writer.repeat().unwrap();
        for size in [4, 8] {
            writer.push(&Framebuffer::new(size, size)).unwrap();
            writer.repeat().unwrap();
        }
        assert_eq!(writer.finish().unwrap(), 4);
        let read = |number| fs::read(folder.join(frame_name(number))).unwrap();
        assert_eq!(read(0), read(1));
        assert_ne!(read(1), read(2));
        assert_eq!(read(2), read(3));
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_refused() {
        let path = test_folder("sequence-file").join("frames");
        fs::write(&path, "precious").unwrap();
        assert!(SequenceWriter::create(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    }
}
