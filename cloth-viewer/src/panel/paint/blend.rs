//! One colour over another.

use egui::Color32;

/// Two bytes at a time, in the lower halves of two 16-bit places.
const PAIR: u32 = 0x00ff_00ff;

/// The products of two bytes, in 16-bit places, over 255, rounded.
#[inline(always)]
fn over_255(products: u32) -> u32 {
    let rounded = products + 0x0080_0080;
    (rounded + (rounded >> 8 & PAIR)) >> 8 & PAIR
}

/// `0x00RRGGBB` with its alpha, premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    /// `0x00RRGGBB`.
    rgb: u32,
    /// What is left of what was there before, 0 to 255.
    left: u32,
}

impl Ink {
    /// An ink of a colour.
    #[inline(always)]
    pub(super) fn of(color: Color32) -> Self {
        let [red, green, blue, alpha] = color.to_array();
        Self {
            rgb: u32::from_be_bytes([0, red, green, blue]),
            left: u32::from(255 - alpha),
        }
    }

    /// Whether nothing is left of what was there before.
    #[inline(always)]
    fn is_opaque(self) -> bool {
        self.left == 0
    }

    /// Whether it changes nothing.
    #[inline(always)]
    pub(super) fn is_clear(self) -> bool {
        self.left == 255 && self.rgb == 0
    }

    /// This over a pixel.
    #[inline(always)]
    pub(super) fn over(self, pixel: u32) -> u32 {
        let ends = (self.rgb & PAIR) + over_255((pixel & PAIR) * self.left);
        let middle = (self.rgb >> 8 & 0xff) + over_255((pixel >> 8 & 0xff) * self.left);
        // Colours that glow (alpha less than a channel) can be brighter than white.
        let red = (ends >> 16).min(255);
        let blue = (ends & 0xffff).min(255);
        red << 16 | middle.min(255) << 8 | blue
    }

    /// This over a row of pixels.
    #[inline]
    pub(super) fn fill(self, pixels: &mut [u32]) {
        if self.is_opaque() {
            pixels.fill(self.rgb);
        } else if !self.is_clear() {
            pixels
                .iter_mut()
                .for_each(|pixel| *pixel = self.over(*pixel));
        }
    }
}

/// A colour times a texel.
#[inline(always)]
pub(super) fn tint(color: Color32, texel: Color32) -> Ink {
    let [red, green, blue, alpha] = color.to_array().map(u32::from);
    let [r, g, b, a] = texel.to_array().map(u32::from);
    let ends = over_255((red * r) << 16 | (blue * b));
    let others = over_255((alpha * a) << 16 | (green * g));
    Ink {
        rgb: ends | (others & 0xff) << 8,
        left: 255 - (others >> 16),
    }
}
