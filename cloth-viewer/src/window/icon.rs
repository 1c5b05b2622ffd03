//! The window's icon.

use cloth_draw::look::Texture;
use cloth_draw::texture::decode;
use minifb::Window;
use std::io::Cursor;
use std::path::Path;

/// The middle of `cargo run --release -- drape --frames 100 --size 120x120 --out icon.png`.
const PICTURE: &[u8] = include_bytes!("icon.png");

/// Gives a window its icon, where one can be given as pixels: in X11 and Wayland.
#[cfg(target_os = "linux")]
pub(super) fn set(window: &mut Window) {
    let numbers = numbers(&picture());
    if let Ok(icon) = minifb::Icon::try_from(&numbers[..]) {
        window.set_icon(icon);
    }
}

/// Other systems take it from a program's file.
#[cfg(not(target_os = "linux"))]
pub(super) fn set(_: &mut Window) {}

fn picture() -> Texture {
    decode(Path::new("icon.png"), Cursor::new(PICTURE)).expect("the icon is a picture")
}

/// As `_NET_WM_ICON` has it: width, height, then `0xAARRGGBB` row by row from the top.
fn numbers(picture: &Texture) -> Vec<u64> {
    let opaque = |pixel: &u32| u64::from(pixel | 0xff00_0000);
    let size = [picture.width as u64, picture.height as u64];
    size.into_iter()
        .chain(picture.pixels.iter().map(opaque))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_square_of_opaque_pixels() {
        let numbers = numbers(&picture());
        assert_eq!(numbers[..2], [64, 64]);
        assert_eq!(numbers.len(), 2 + 64 * 64);
        assert!(numbers[2..].iter().all(|pixel| pixel >> 24 == 0xff));
    }
}
