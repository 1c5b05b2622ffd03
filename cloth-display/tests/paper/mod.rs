//! A display that keeps its pixels and counts what it is sent; shared by tests and examples.

use embedded_graphics_core::prelude::*;
use embedded_graphics_core::primitives::Rectangle;

/// A display in memory.
#[derive(Clone, Debug)]
pub struct FakeDisplay<C> {
    /// Row by row.
    pub pixels: Vec<C>,
    size: (usize, usize),
    /// Pixels that were sent so far.
    pub sent: u32,
    /// Rectangles in which they were sent.
    pub rectangles: usize,
    /// Rectangles until it fails once; 0 is never.
    pub fails_in: u32,
}

impl<C: PixelColor> FakeDisplay<C> {
    /// A display that is all of one colour.
    pub fn new(size: (usize, usize), colour: C) -> Self {
        Self {
            pixels: vec![colour; size.0 * size.1],
            size,
            sent: 0,
            rectangles: 0,
            fails_in: 0,
        }
    }
}

impl<C> OriginDimensions for FakeDisplay<C> {
    fn size(&self) -> Size {
        Size::new(self.size.0 as u32, self.size.1 as u32)
    }
}

impl<C: PixelColor> DrawTarget for FakeDisplay<C> {
    type Color = C;
    type Error = &'static str;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, _: I) -> Result<(), Self::Error> {
        panic!("pixels are sent in rectangles");
    }

    /// As a driver does it: a window, then its colours, of which there are just as many.
    fn fill_contiguous<I: IntoIterator<Item = C>>(
        &mut self,
        area: &Rectangle,
        colours: I,
    ) -> Result<(), Self::Error> {
        if self.fails_in > 0 {
            self.fails_in -= 1;
            if self.fails_in == 0 {
                return Err("it was told to fail");
            }
        }
        let (left, top) = (area.top_left.x as usize, area.top_left.y as usize);
        let (width, height) = (area.size.width as usize, area.size.height as usize);
        assert!(left + width <= self.size.0 && top + height <= self.size.1);
        let mut colours = colours.into_iter();
        for y in top..top + height {
            for pixel in &mut self.pixels[y * self.size.0 + left..][..width] {
                *pixel = colours.next().expect("a colour a pixel");
            }
        }
        assert!(colours.next().is_none(), "colours beyond the rectangle");
        self.sent += area.size.width * area.size.height;
        self.rectangles += 1;
        Ok(())
    }
}
