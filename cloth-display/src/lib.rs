//! Draws a cloth on the display of a board: any
//! [`DrawTarget`](embedded_graphics_core::draw_target::DrawTarget) of
//! `embedded-graphics`, in [`Rgb565`](embedded_graphics_core::pixelcolor::Rgb565) or
//! [`BinaryColor`](embedded_graphics_core::pixelcolor::BinaryColor).
//!
//! `no_std`, no allocation, and the same pixels on every machine: after the camera's
//! axes, which are a few IEEE operations in a fixed order, all of the cloth is drawn in
//! whole numbers.
//!
//! ```
//! use cloth_core::{Const, Fixed, Simulation, scenes};
//! use cloth_display::{Viewpoint, Style, Screen, View};
//! # use embedded_graphics_core::{Pixel, pixelcolor::Rgb565, prelude::*};
//! # struct Display;
//! # impl OriginDimensions for Display { fn size(&self) -> Size { Size::new(240, 240) } }
//! # impl DrawTarget for Display {
//! #     type Color = Rgb565;
//! #     type Error = core::convert::Infallible;
//! #     fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
//! #         pixels.into_iter().for_each(drop);
//! #         Ok(())
//! #     }
//! # }
//! # let mut display = Display;
//! // On a board each of these is a `static`; all their bits are zero.
//! let mut sim = Simulation::<Fixed, Const<16, 16>>::EMPTY;
//! let mut view = View::<{ 16 * 16 }>::EMPTY; // 8 bytes a particle
//! let mut screen = Screen::<240, 10, 24>::EMPTY; // 240 × 240 in 24 bands of 10 rows
//!
//! let scene = &scenes::EDGE_SPHERE.scene;
//! sim.reset(scene)?;
//! let mut camera = Viewpoint::about(scene);
//! for _ in 0..3 {
//!     sim.step();
//!     camera.turn(0.02, 0.0);
//!     view.take(&sim, &camera, screen.size())?; // from here on the cloth may move on
//!     screen.draw(&mut display, &view, Style::Checkered)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Memory
//! All of it is in two types, and known when a program is compiled:
//!
//! | | bytes | for example |
//! |---|---|---|
//! | [`Screen<W, ROWS, BANDS>`](Screen) | 4 a pixel of a band and 16 a band | 240 × 10 × 24: 9,984 |
//! | [`View<N>`](View) | 8 a particle, and some 2,420 for colliders and the rest | 32 × 32: 10,616 |
//!
//! # What is sent
//! Of each band only the rectangle that was drawn in the last picture or is in this one, by
//! [`fill_contiguous`](embedded_graphics_core::draw_target::DrawTarget::fill_contiguous), and
//! nothing where the picture is the same. See [`Screen::draw`].
//!
//! # Limits
//! - A link, or a cell of four particles, with a corner nearer than an eighth of the camera's
//!   distance, further than four times that distance from its target, or more than 1,023 pixels off
//!   the picture's corner, is left out as a whole; so is a sphere that comes that near.
//!   Boxes, capsules' sides and floors are cut off there.
//! - A plane is a square of floor around what the camera looks at, seen from above it alone.
//!
//! # Modules, in the order in which data flows
//! `viewpoint` → `projection` → `view` (with `shade`, `ball`, `bodies`) → `drawing` (with `triangle`) → `band` →
//! `screen` (with `palette`).

#![no_std]

mod ball;
mod band;
mod bodies;
pub mod demo;
mod drawing;
mod palette;
mod projection;
mod screen;
mod shade;
mod triangle;
mod view;
mod viewpoint;

pub use drawing::Style;
pub use palette::{Palette, Tone};
pub use screen::Screen;
pub use view::{TooManyParticles, View};
pub use viewpoint::Viewpoint;
