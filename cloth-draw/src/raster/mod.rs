//! A software rasteriser: a pure function of pictures, look, camera and buffer.
//!
//! [`draw`] is the order of drawing; each other file draws one kind of thing. All of them share
//! one depth buffer that holds 1 / depth, because that number is linear on the screen: it can be
//! stepped from pixel to pixel, and the nearest surface is the one with the largest value.

mod clip;
mod draw;
mod faces;
mod fill;
mod floor;
mod framebuffer;
mod legend;
mod light;
mod pixels;
mod segment;
mod shadow;
mod smooth;
mod strokes;

#[cfg(test)]
mod picture_tests;

pub use draw::draw;
#[cfg(test)]
use draw::draw_all;
pub use framebuffer::Framebuffer;
