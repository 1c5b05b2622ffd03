//! Pictures to paint the cloth with, from PNG files.

use crate::look::Texture;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Seek};
use std::path::Path;

/// Most pixels along a side of a texture.
const LARGEST: u32 = 4096;

/// Loads a PNG of 1 to 4096 pixels a side, of any colour type and depth; what is transparent
/// shows white behind it.
///
/// # Errors
/// A file that cannot be read, is no PNG, or is too large; the message names it.
pub fn load(path: impl AsRef<Path>) -> io::Result<Texture> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    decode(path, BufReader::new(file))
}

fn unreadable(path: &Path, error: io::Error) -> io::Error {
    io::Error::other(format!("cannot read {}: {error}", path.display()))
}

/// As [`load`], of what has been opened or is in memory; `path` is what errors call it.
///
/// # Errors
/// As [`load`].
pub fn decode(path: &Path, from: impl BufRead + Seek) -> io::Result<Texture> {
    let refused =
        |reason: String| io::Error::other(format!("cannot use {}: {reason}", path.display()));
    let no_png = |error: png::DecodingError| match error {
        png::DecodingError::IoError(source) if source.kind() != ErrorKind::UnexpectedEof => {
            unreadable(path, source)
        }
        other => refused(format!("{other}; a PNG picture is needed")),
    };
    let mut decoder = png::Decoder::new(from);
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
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

/// A pixel, grey or colour and opacity, as `0x00RRGGBB`.
fn on_white(channels: &[u8]) -> u32 {
    let (color, opacity) = match *channels {
        [grey, opacity] => ([grey; 3], opacity),
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
    use std::io::Cursor;

    #[test]
    fn every_kind_of_png_becomes_colours_and_nothing_else_does() {
        use png::BitDepth::{Eight, One, Sixteen};
        use png::ColorType::{Grayscale, Indexed, Rgb, Rgba};
        let path = Path::new("a.png");
        let clear = &[9, 9, 9, 0, 0, 255, 0, 255];
        // Files of two pixels.
        for (color, depth, bytes, expected) in [
            (Grayscale, Eight, &[7, 255][..], [0x07_0707, 0xff_ffff]),
            (Rgb, Eight, &[1, 2, 3, 4, 5, 6], [0x01_0203, 0x04_0506]),
            (Grayscale, Sixteen, &[9, 0, 200, 0], [0x09_0909, 0xc8_c8c8]),
            (Indexed, One, &[0b0100_0000], [0x01_0203, 0xc8_6432]),
            (Rgba, Eight, clear, [0xff_ffff, 0x00_ff00]),
        ] {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, 2, 1);
            encoder.set_color(color);
            encoder.set_depth(depth);
            encoder.set_palette(vec![1, 2, 3, 200, 100, 50]);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(bytes).unwrap();
            writer.finish().unwrap();
            let texture = decode(path, Cursor::new(file)).unwrap();
            assert_eq!((texture.width, texture.height), (2, 1));
            assert_eq!(texture.pixels, expected);
        }
        let refused = [decode(path, Cursor::new("no picture")), load("none.png")];
        let [no_png, missing] = refused.map(|loaded| loaded.unwrap_err().to_string());
        assert!(no_png.starts_with("cannot use a.png: "), "{no_png}");
        assert!(missing.starts_with("cannot read none.png: "), "{missing}");
    }
}
