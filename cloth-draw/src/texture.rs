//! Pictures to paint the cloth with, from PNG files.

use crate::look::Texture;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Most pixels along a side of a texture.
const LARGEST: u32 = 4096;

/// Why a texture could not be loaded. Every message names the file.
#[derive(Debug)]
#[non_exhaustive]
pub enum TextureError {
    /// The system reported an error.
    Io {
        /// The file that was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file holds something else than a PNG picture of a size that is allowed.
    Refused {
        /// The file that was asked for.
        path: PathBuf,
        /// Why, and what is allowed.
        reason: String,
    },
}

impl fmt::Display for TextureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "cannot read {}: {source}", path.display()),
            Self::Refused { path, reason } => write!(f, "cannot use {}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for TextureError {}

/// Loads a PNG of 1 to 4096 pixels a side, of any colour type and depth; what is transparent
/// shows white behind it.
///
/// # Errors
/// A file that cannot be read, is no PNG, or is too large.
pub fn load(path: impl AsRef<Path>) -> Result<Texture, TextureError> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|source| TextureError::Io {
        path: path.into(),
        source,
    })?;
    decode(path, BufReader::new(file))
}

/// As [`load`], of what has been opened or is in memory; `path` is what errors call it.
///
/// # Errors
/// As [`load`].
pub fn decode(path: &Path, from: impl BufRead + Seek) -> Result<Texture, TextureError> {
    let refused = |reason: String| TextureError::Refused {
        path: path.into(),
        reason,
    };
    let no_png = |error: png::DecodingError| match error {
        png::DecodingError::IoError(source) if source.kind() != io::ErrorKind::UnexpectedEof => {
            TextureError::Io {
                path: path.into(),
                source,
            }
        }
        other => refused(format!("{other}; a PNG picture is needed")),
    };
    let mut decoder = png::Decoder::new(from);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(no_png)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if !(1..=LARGEST).contains(&width) || !(1..=LARGEST).contains(&height) {
        return Err(refused(format!(
            "it has {width} × {height} pixels, 1 to {LARGEST} a side are allowed"
        )));
    }
    let size = reader.output_buffer_size();
    let size = size.ok_or_else(|| refused("it is too large for the memory".to_owned()))?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes).map_err(no_png)?;
    let bytes = &bytes[..info.buffer_size()];
    let samples = info.color_type.samples();
    Ok(Texture {
        width: width as usize,
        height: height as usize,
        pixels: bytes.chunks_exact(samples).map(on_white).collect(),
    })
}

/// A pixel of 1 to 4 channels (grey or colour, then opacity) as `0x00RRGGBB`.
fn on_white(channels: &[u8]) -> u32 {
    let (color, opacity) = match *channels {
        [grey] => ([grey; 3], 255),
        [grey, opacity] => ([grey; 3], opacity),
        [red, green, blue] => ([red, green, blue], 255),
        [red, green, blue, opacity] => ([red, green, blue], opacity),
        _ => ([255; 3], 255),
    };
    color.iter().fold(0, |packed, channel| {
        let (channel, opacity) = (u32::from(*channel), u32::from(opacity));
        (packed << 8) | ((channel * opacity + 255 * (255 - opacity) + 127) / 255)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, color: png::ColorType, depth: png::BitDepth, bytes: &[u8]) -> PathBuf {
        let name = format!("cloth-texture-{}-{name}.png", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut encoder = png::Encoder::new(File::create(&path).unwrap(), 2, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == png::ColorType::Indexed {
            encoder.set_palette(vec![1, 2, 3, 200, 100, 50]);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(bytes).unwrap();
        writer.finish().unwrap();
        path
    }

    #[test]
    fn every_kind_of_png_becomes_colours() {
        use png::{BitDepth, ColorType};
        type Case<'a> = (&'a str, ColorType, BitDepth, &'a [u8], [u32; 2]);
        let cases: [Case<'_>; 5] = [
            (
                "grey",
                ColorType::Grayscale,
                BitDepth::Eight,
                &[7, 255],
                [0x0007_0707, 0x00ff_ffff],
            ),
            (
                "rgb",
                ColorType::Rgb,
                BitDepth::Eight,
                &[1, 2, 3, 4, 5, 6],
                [0x0001_0203, 0x0004_0506],
            ),
            (
                "deep",
                ColorType::Grayscale,
                BitDepth::Sixteen,
                &[9, 0, 200, 0],
                [0x0009_0909, 0x00c8_c8c8],
            ),
            (
                "index",
                ColorType::Indexed,
                BitDepth::One,
                &[0b0100_0000],
                [0x0001_0203, 0x00c8_6432],
            ),
            (
                "clear",
                ColorType::Rgba,
                BitDepth::Eight,
                &[9, 9, 9, 0, 0, 255, 0, 255],
                [0x00ff_ffff, 0x0000_ff00],
            ),
        ];
        for (name, color, depth, bytes, expected) in cases {
            let path = written(name, color, depth, bytes);
            let texture = load(&path).unwrap();
            assert_eq!((texture.width, texture.height), (2, 1));
            assert_eq!(texture.pixels, expected, "{name}");
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn what_is_no_png_is_refused_by_name() {
        let path = std::env::temp_dir().join(format!("cloth-no-png-{}", std::process::id()));
        std::fs::write(&path, "not a picture").unwrap();
        let message = load(&path).unwrap_err().to_string();
        assert!(
            message.contains("cloth-no-png") && message.contains("PNG"),
            "{message}"
        );
        std::fs::remove_file(&path).unwrap();
        let message = load(&path).unwrap_err().to_string();
        assert!(message.starts_with("cannot read"), "{message}");
    }
}
