//! Small pictures as text, so that a test can show what it expects.

use super::color::unpack;
use super::framebuffer::Framebuffer;

/// One letter a pixel, by what colour it is:
///
/// `.` nothing, `o` the front of the cloth, `b` its back, `s` the grey of spheres and floors, `|` a
/// structural, `/` a shear and `-` a bend spring, `!` an arrow.
fn letter(color: u32, is_empty: bool) -> char {
    let [red, green, blue] = unpack(color).to_array();
    let brightest = red.max(green).max(blue);
    let saturation = (brightest - red.min(green).min(blue)) / brightest.max(1.0);
    if is_empty {
        '.'
    } else if saturation < 0.25 {
        's'
    } else if red == brightest && green < red * 0.35 {
        '!'
    } else if red == brightest && blue < red * 0.3 {
        '-'
    } else if red == brightest {
        'o'
    } else if green == brightest && blue < green * 0.7 {
        '/'
    } else if blue > green * 1.2 && blue > 150.0 {
        '|'
    } else {
        'b'
    }
}

/// The picture as lines of letters; see [`letter`].
pub(super) fn to_text(frame: &Framebuffer) -> Vec<String> {
    let pixels: Vec<char> = frame
        .colors
        .iter()
        .zip(&frame.depths)
        .map(|(color, depth)| letter(*color, *depth == 0.0))
        .collect();
    pixels
        .chunks(frame.width)
        .map(|row| row.iter().collect())
        .collect()
}

/// Compares a picture with what was expected, and shows both where they differ.
#[track_caller]
pub(super) fn assert_looks_like(frame: &Framebuffer, expected: &[&str]) {
    let found = to_text(frame);
    assert!(
        found == expected,
        "expected:\n{}\n\nfound:\n{}\n",
        expected.join("\n"),
        found.join("\n")
    );
}
