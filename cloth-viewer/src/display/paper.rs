//! A display's pixels, for files and windows.

use cloth_display::Tone;
use cloth_draw::raster::Framebuffer;
use embedded_graphics_core::Pixel;
use embedded_graphics_core::pixelcolor::{BinaryColor, Rgb565, RgbColor};
use embedded_graphics_core::prelude::{DrawTarget, OriginDimensions, Size};
use std::convert::Infallible;
use std::marker::PhantomData;

/// A display's colour as a screen's, 0xRRGGBB.
pub(super) trait Shown: Tone {
    fn rgb(self) -> u32;
}

impl Shown for Rgb565 {
    fn rgb(self) -> u32 {
        let channel = |value: u8, most: u32| (u32::from(value) * 255 + most / 2) / most;
        channel(self.r(), 31) << 16 | channel(self.g(), 63) << 8 | channel(self.b(), 31)
    }
}

impl Shown for BinaryColor {
    fn rgb(self) -> u32 {
        if self.is_on() { 0xffffff } else { 0 }
    }
}

/// A display in memory.
pub(super) struct Paper<C> {
    picture: Framebuffer,
    colours: PhantomData<C>,
}

impl<C> Paper<C> {
    pub(super) fn new((width, height): (usize, usize)) -> Self {
        Self {
            picture: Framebuffer::new(width, height),
            colours: PhantomData,
        }
    }

    pub(super) const fn picture(&self) -> &Framebuffer {
        &self.picture
    }
}

impl<C> OriginDimensions for Paper<C> {
    fn size(&self) -> Size {
        Size::new(self.picture.width() as u32, self.picture.height() as u32)
    }
}

impl<C: Shown> DrawTarget for Paper<C> {
    type Color = C;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let (width, height) = self.picture.size();
        for Pixel(at, colour) in pixels {
            let place = usize::try_from(at.x).ok().zip(usize::try_from(at.y).ok());
            if let Some((x, y)) = place.filter(|&(x, y)| x < width && y < height)
                && let Some(pixel) = self.picture.pixels_mut().get_mut(y * width + x)
            {
                *pixel = colour.rgb();
            }
        }
        Ok(())
    }
}
