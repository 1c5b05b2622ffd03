//! A picture, band after band; only what has changed is sent.

use crate::band::{Area, Band};
use crate::drawing::{self, Style};
use crate::palette::Tone;
use crate::view::View;
use embedded_graphics_core::draw_target::DrawTarget;
use embedded_graphics_core::geometry::{Point, Size};
use embedded_graphics_core::pixelcolor::IntoStorage;
use embedded_graphics_core::pixelcolor::raw::RawU16;
use embedded_graphics_core::primitives::Rectangle;

/// What the display shows of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OnDisplay {
    /// Whether that is known; else it may be anything.
    is_known: bool,
    /// Beyond it is the background.
    area: Area,
    /// Hash of the colours in the area.
    hash: u32,
}

/// A picture of W × (ROWS · BANDS) pixels, at most 512 each way, drawn in bands of ROWS rows.
///
/// Memory: 4 bytes a pixel of a band and 16 a band, so 9,984 for 240 × 240 in bands of ten rows. All bits of [`EMPTY`](Screen::EMPTY) are zero, so that a `static` takes no flash.
#[derive(Clone, Debug)]
pub struct Screen<const W: usize, const ROWS: usize, const BANDS: usize> {
    /// Of one band.
    colour: [[u16; W]; ROWS],
    /// Of one band: larger is nearer.
    near: [[u16; W]; ROWS],
    shown: [OnDisplay; BANDS],
}

impl<const W: usize, const ROWS: usize, const BANDS: usize> Screen<W, ROWS, BANDS> {
    /// Memory in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// A screen before the first picture, which is sent as a whole.
    pub const EMPTY: Self = {
        assert!(
            W <= 512 && ROWS * BANDS <= 512,
            "pictures have at most 512 × 512 pixels"
        );
        Self {
            colour: [[0; W]; ROWS],
            near: [[0; W]; ROWS],
            shown: [OnDisplay {
                is_known: false,
                area: Area::EMPTY,
                hash: 0,
            }; BANDS],
        }
    };

    /// Width and height of the picture, pixels.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (W, ROWS * BANDS)
    }

    /// Sends the next picture as a whole: after something else was drawn to the display, and
    /// for another display.
    pub fn forget(&mut self) {
        for shown in &mut self.shown {
            shown.is_known = false;
        }
    }

    /// Draws a view that was taken for this [`size`](Screen::size) at the display's upper left, in the
    /// colours of the display's kind ([`Tone::PALETTE`]). Returns how many pixels were sent.
    ///
    /// Of each band the smallest rectangle is sent that holds what was drawn there in the last
    /// picture and what is in this one; nothing if the band has not changed, which is told by a
    /// hash of its colours: a change is overlooked once in 2^32, one of a single pixel never.
    ///
    /// # Errors
    /// What the display reports. What it shows is then unknown where it failed, and sent
    /// again with the next picture.
    pub fn draw<D, const N: usize>(
        &mut self,
        display: &mut D,
        view: &View<N>,
        look: Style,
    ) -> Result<u32, D::Error>
    where
        D: DrawTarget<Color: Tone>,
    {
        let palette = &D::Color::PALETTE;
        let mut sent = 0;
        for (number, shown) in self.shown.iter_mut().enumerate() {
            let memory = (self.colour.as_flattened_mut(), self.near.as_flattened_mut());
            let top = number * ROWS;
            let mut band = Band::new(W, top, memory, palette.background.into_storage());
            drawing::draw(&mut band, view, look, palette);
            let now = OnDisplay {
                is_known: true,
                area: band.drawn(),
                hash: hash(&band),
            };
            let all = Area {
                left: 0,
                right: W as u16,
                top: top as u16,
                bottom: (top + ROWS) as u16,
            };
            let area = match *shown {
                before if !before.is_known => all,
                before if before == now => Area::EMPTY,
                before => before.area.and(now.area),
            };
            // Unknown, should the display fail.
            shown.is_known = false;
            if !area.is_empty() {
                let place = Point::new(area.left.into(), area.top.into());
                let [width, height] =
                    [area.right - area.left, area.bottom - area.top].map(u32::from);
                let colours = band.colours(area);
                let tones = colours
                    .map(|([x, y], colour)| D::Color::tone(RawU16::new(colour).into(), x, y));
                let area = Rectangle::new(place, Size::new(width, height));
                display.fill_contiguous(&area, tones)?;
                sent += width * height;
            }
            *shown = now;
        }
        Ok(sent)
    }
}

/// Hash of what was drawn. Each step is one to one in what came before and in the colour, so
/// areas that differ in one pixel have different hashes.
fn hash(band: &Band<'_>) -> u32 {
    let rows = band.rows_of(band.drawn());
    rows.flat_map(|(_, row)| row).fold(0, |hash: u32, &colour| {
        (hash.rotate_left(5) ^ u32::from(colour)).wrapping_mul(0x9e37_79b1)
    })
}
