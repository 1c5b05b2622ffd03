//! PNG pictures.

use std::io::Write;
use std::path::Path;

use png::Compression;

use super::atomic::AtomicFile;
use super::check::{OutputKind, check_output};
use super::error::OutputError;
use crate::raster::Framebuffer;

/// Writes a picture as an 8-bit RGB PNG, replacing an earlier file of that name.
///
/// # Errors
///
/// As [`check_output`], and where the picture has no pixels or the disk is full. What was there
/// before is then still there.
pub fn save_png(path: impl AsRef<Path>, frame: &Framebuffer) -> Result<(), OutputError> {
    let path = path.as_ref();
    check_output(path, OutputKind::Png)?;
    write_png(path, frame, Compression::Balanced)
}

/// Writes a PNG where it is known to be allowed.
pub(super) fn write_png(
    path: &Path,
    frame: &Framebuffer,
    compression: Compression,
) -> Result<(), OutputError> {
    let (Ok(width), Ok(height)) = (u32::try_from(frame.width()), u32::try_from(frame.height()))
    else {
        return Err(OutputError::unfit(path, "the picture is too large"));
    };
    let mut file = AtomicFile::create(path)?;
    encode(&mut file, (width, height), frame, compression).map_err(|error| match error {
        png::EncodingError::IoError(source) => OutputError::io(path, source),
        other => OutputError::unfit(path, other.to_string()),
    })?;
    file.commit()
}

fn encode(
    file: impl Write,
    (width, height): (u32, u32),
    frame: &Framebuffer,
    compression: Compression,
) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&frame.to_rgb())?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::BufReader;

    use super::super::{names_in, test_folder};
    use super::*;
    use crate::raster::text;

    #[test]
    fn a_png_decodes_to_the_same_pixels() {
        let path = test_folder("png").join("a.png");
        let mut frame = Framebuffer::new(61, 23);
        text::draw_text(&mut frame, 2, 3, "picture", 0x00ff_8020, text::LINE);
        save_png(&path, &frame).unwrap();
        let file = BufReader::new(fs::File::open(&path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (61, 23));
        assert_eq!(bytes, frame.to_rgb());
    }

    #[test]
    fn a_picture_without_pixels_is_refused_and_leaves_nothing() {
        let folder = test_folder("png-empty");
        let path = folder.join("a.png");
        let message = save_png(&path, &Framebuffer::new(0, 5))
            .unwrap_err()
            .to_string();
        assert!(message.contains("a.png"), "{message}");
        assert!(names_in(&folder).is_empty());
    }
}
