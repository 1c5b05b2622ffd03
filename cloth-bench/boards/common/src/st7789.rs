//! An ST7789 on a Pico's SPI: `mipidsi` says what is sent, DMA sends it while the next band is
//! drawn.

use crate::pico::hal;
use core::cell::{Ref, RefCell};
use core::convert::Infallible;
use core::iter::repeat_n;
use core::mem::replace;
use core::ops::ControlFlow;
use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::SpiBus;
use hal::dma::SingleChannel;
use hal::dma::single_buffer::{Config, Transfer};
use hal::spi::{Enabled, Spi, SpiDevice, ValidSpiPinout};
use mipidsi::interface::{Interface, InterfaceKind};
use mipidsi::models::ST7789;
use mipidsi::options::ColorInversion;
use mipidsi::{Builder, Display};

/// Columns and rows of the display.
pub(crate) const SIDE: usize = 240;
/// Rows of a band, and bands of a picture.
pub(crate) const ROWS: usize = 10;
/// Bands of a picture.
pub(crate) const BANDS: usize = SIDE / ROWS;
/// Bytes of a band as they are sent.
pub(crate) const BAND_BYTES: usize = 2 * SIDE * ROWS;

/// The display; `RST` is its reset pin.
pub(crate) type Panel<D, P, CH, DC, RST> = Display<Wire<D, P, CH, DC>, ST7789, RST>;

/// The bytes of a band.
pub(crate) type Bytes = RefCell<[u8; BAND_BYTES]>;

/// What a transfer holds: as much of them as it sends. They cannot be written to meanwhile.
type Filled = Ref<'static, [u8]>;

/// The SPI with what is sent over it.
type Bus<D, P> = Spi<Enabled, D, P, 8>;

enum State<D: SpiDevice, P: ValidSpiPinout<D>, CH: SingleChannel> {
    Idle(CH, Bus<D, P>),
    Sending(Transfer<CH, Filled, Bus<D, P>>),
    /// Only within a function.
    Between,
}

/// SPI, DMA channel and data/command pin.
pub(crate) struct Wire<D: SpiDevice, P: ValidSpiPinout<D>, CH: SingleChannel, DC> {
    state: State<D, P, CH>,
    bytes: &'static Bytes,
    /// Low with commands.
    dc: DC,
}

impl<D, P, CH, DC> Wire<D, P, CH, DC>
where
    D: SpiDevice,
    P: ValidSpiPinout<D>,
    CH: SingleChannel,
    DC: OutputPin<Error = Infallible>,
{
    /// Waits until all is sent; then SPI and bytes are free.
    fn idle(&mut self) -> (CH, Bus<D, P>) {
        let (channel, mut bus) = match replace(&mut self.state, State::Between) {
            State::Idle(channel, bus) => (channel, bus),
            State::Sending(transfer) => {
                let (channel, _, bus) = transfer.wait();
                (channel, bus)
            }
            State::Between => unreachable!("each function leaves another state"),
        };
        // DMA is done when the last byte is in the FIFO.
        let Ok(()) = bus.flush();
        (channel, bus)
    }
}

impl<D, P, CH, DC> Interface for Wire<D, P, CH, DC>
where
    D: SpiDevice,
    P: ValidSpiPinout<D>,
    CH: SingleChannel,
    DC: OutputPin<Error = Infallible>,
{
    type Word = u8;
    type Error = Infallible;
    const KIND: InterfaceKind = InterfaceKind::Serial4Line;

    fn send_command(&mut self, command: u8, args: &[u8]) -> Result<(), Infallible> {
        let (channel, mut bus) = self.idle();
        self.dc.set_low()?;
        bus.write(&[command])?;
        bus.flush()?;
        self.dc.set_high()?;
        bus.write(args)?;
        self.state = State::Idle(channel, bus);
        Ok(())
    }

    /// Returns while the last of the pixels are sent.
    fn send_pixels<const N: usize>(
        &mut self,
        pixels: impl IntoIterator<Item = [u8; N]>,
    ) -> Result<(), Infallible> {
        let mut pixels = pixels.into_iter();
        // One that did not find room in the buffer before.
        let mut left = None;
        loop {
            let (channel, bus) = self.idle();
            let mut bytes = self.bytes.borrow_mut();
            let mut room = bytes.chunks_exact_mut(N);
            let mut count = 0;
            let mut put = |pixel: [u8; N]| match room.next() {
                Some(place) => {
                    place.copy_from_slice(&pixel);
                    count += N;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(pixel),
            };
            // Inner iteration: from outside a rectangle's pixels are asked one by one which row
            // they are in, which takes three times as long.
            if let Some(pixel) = left.take() {
                let _ = put(pixel);
            }
            if let ControlFlow::Break(pixel) = pixels.try_for_each(&mut put) {
                left = Some(pixel);
            }
            drop(bytes);
            let filled = Ref::map(self.bytes.borrow(), |bytes| &bytes[..count]);
            // No transfer of nothing: DMA would not end it.
            self.state = match count {
                0 => State::Idle(channel, bus),
                _ => State::Sending(Config::new(channel, filled, bus).start()),
            };
            if left.is_none() {
                return Ok(());
            }
        }
    }

    fn send_repeated_pixel<const N: usize>(
        &mut self,
        pixel: [u8; N],
        count: u32,
    ) -> Result<(), Infallible> {
        self.send_pixels(repeat_n(pixel, count as usize))
    }
}

/// Sets the display up and hands it over. The SPI should be in mode 3: displays without a
/// chip select need it, the others take it.
///
/// # Panics
/// Never: no pin of these chips can fail.
pub(crate) fn open<D, P, CH, DC, RST>(
    (bus, channel): (Bus<D, P>, CH),
    (dc, reset): (DC, RST),
    bytes: &'static Bytes,
    delay: &mut impl DelayNs,
) -> Panel<D, P, CH, DC, RST>
where
    D: SpiDevice,
    P: ValidSpiPinout<D>,
    CH: SingleChannel,
    DC: OutputPin<Error = Infallible>,
    RST: OutputPin<Error = Infallible>,
{
    let wire = Wire {
        state: State::Idle(channel, bus),
        bytes,
        dc,
    };
    let side = SIDE as u16;
    Builder::new(ST7789, wire)
        .display_size(side, side)
        .invert_colors(ColorInversion::Inverted)
        .reset_pin(reset)
        .init(delay)
        .unwrap_or_else(|_| unreachable!("240 × 240 is a size of this display, and no pin fails"))
}
